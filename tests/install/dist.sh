#!/usr/bin/env bash
# dist.sh VERSION GENERATOR COMPILER [FLAGS...]: the source archive has no git, the same bytes each time, all that a build
# needs, and its version. Exits with 77, and one line, where there is no clone to take it from.
set -euo pipefail
version=$1 generator=$2
shift 2
source=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }

"$source/scripts/dist" "$work/first"
"$source/scripts/dist" "$work/second" >"$work/log"
name=polhode-$version
cmp "$work/first/$name.tar.gz" "$work/second/$name.tar.gz" || fail "two archives of one commit differ"
tar -xzf "$work/first/$name.tar.gz" -C "$work"
cd "$work/$name"

mkdir "$work/bin"
printf '#!/bin/sh\necho "git was called: $*" >>"%s"\nexit 1\n' "$work/git-calls" >"$work/bin/git"
chmod +x "$work/bin/git"
export PATH=$work/bin:$PATH
cmake -S . -B build -G "$generator" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$1" >"$work/configure.log" ||
    { cat "$work/configure.log"; fail "the archive could not be configured"; }
# embedded files, the bundle of the viewer and the licences
cmake --build build --target polhode-sbom >"$work/build.log" || { cat "$work/build.log"; fail "it could not be built"; }
grep -qE "\"version\" *: *\"$version\"" build/generated/polhode.cdx.json || fail "another version in the bill of materials"
compiler=$1
shift
printf '#include <iostream>\n#include <polhode/version.hpp>\nint main() { std::cout << polhode::version; }\n' >version.cpp
"$compiler" "$@" -std=c++20 -Ibuild/generated/include version.cpp -o version
[ "$(./version)" = "$version" ] || fail "another version in the headers"
# shellcheck disable=SC2046
"$compiler" "$@" -std=c++20 -ffp-contract=off -Iinclude $(pkg-config --cflags eigen3) tests/install/kernel.cpp -o kernel
./kernel || fail "the kernels of the archive do not work"
[ ! -e "$work/git-calls" ] || fail "$(cat "$work/git-calls")"
scripts/dist "$work/third" >"$work/log" && fail "an archive was made without a clone"
grep -q 'dist: skipped' "$work/log" || fail "nothing says why there is no archive without a clone"
