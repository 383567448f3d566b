#!/usr/bin/env bash
# tagged_symbols.sh TARGET OBJECT...
#
# The linker keeps one copy of every function that several files define under one name. A function compiled for a larger
# instruction set must not become that copy: its name has to carry the name of the set.
set -euo pipefail
target=$1
shift
strays=$(for object in "$@"; do nm "$object"; done | awk -v tag="${#target}$target" '$2 == "W" && index($3, tag) == 0 {print $3}' |
         sort -u | c++filt)
if [ -n "$strays" ]; then
    echo "compiled for $target, but not named so:"
    echo "$strays"
    exit 1
fi
