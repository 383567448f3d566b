#!/bin/sh
# shared.sh LIBRARY SOVERSION: the shared library has its version in its name, and exports the names of polhode alone.
set -eu
readelf -dW "$1" | grep -q "SONAME.*\[libpolhode\.so\.$2\]" || { echo "the name is not libpolhode.so.$2"; exit 1; }
names=$(nm -DC --defined-only "$1" | cut -d' ' -f3-)
others=$(nm -D --defined-only "$1" | awk '{ print $NF }' | grep -vE '^_Z(N|NK|T.NK?|GVN|T[hv].*_NK?)7polhode' || true)
[ -z "$others" ] || { echo "exported, though not of polhode:"; echo "$others" | head; exit 1; }
for name in polhode::catalogue polhode::Integrator::advance polhode::try_simulate; do
    echo "$names" | grep -qF "$name(" || { echo "not exported: $name"; exit 1; }
done
