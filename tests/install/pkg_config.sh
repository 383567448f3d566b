#!/bin/sh
# pkg_config.sh LIBDIR VERSION SOURCE COMPILER [FLAGS...]: a program built with what pkg-config says, without CMake.
set -eu
libdir=$1 version=$2 source=$3
shift 3
export PKG_CONFIG_PATH="$libdir/pkgconfig"
[ "$(pkg-config --modversion polhode)" = "$version" ] || { echo "pkg-config: another version"; exit 1; }
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
# shellcheck disable=SC2046
"$@" -std=c++20 "$source" -o "$work/user" $(pkg-config --static --cflags --libs polhode)
"$work/user" | grep "polhode $version"
