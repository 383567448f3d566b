#!/usr/bin/env bash
# hardening.sh FORTIFIED FILE...: what readelf says of a program or a module. FORTIFIED: the build has the checks of the
# C library (1), or not (0).
set -euo pipefail
fortified=$1
shift
failures=0
fail() { echo "$file: $1" >&2; failures=$((failures + 1)); }

for file in "$@"; do
    header=$(readelf -W -h "$file") dynamic=$(readelf -W -d "$file") segments=$(readelf -W -l "$file")
    symbols=$(readelf -W --dyn-syms "$file")

    grep -q 'Type: *DYN' <<<"$header" || fail "its address is fixed, expected PIE"
    if grep -q INTERP <<<"$segments" && ! grep -q 'FLAGS_1.*PIE' <<<"$dynamic"; then fail "no PIE"; fi
    grep -q 'FLAGS_1.*NOW' <<<"$dynamic" || fail "functions are bound when they are first called, expected BIND_NOW"
    grep -q GNU_RELRO <<<"$segments" || fail "its tables of addresses stay writable, expected RELRO"
    grep -q 'GNU_STACK.* RW ' <<<"$segments" || fail "its stack is executable"
    if grep -q 'LOAD.* RWE ' <<<"$segments"; then fail "a part of it is writable and executable"; fi
    if grep -q TEXTREL <<<"$dynamic"; then fail "its code is written to when it is loaded"; fi
    grep -q __stack_chk_fail <<<"$symbols" || fail "no stack protector"
    # a module may call none of the functions that can be checked
    if ((fortified)) && [[ $file != *.so ]] && ! grep -q '__mem[a-z]*_chk@\|printf_chk@' <<<"$symbols"; then
        fail "no checks of the C library (_FORTIFY_SOURCE)"
    fi
    # Code comes from the system's folders only. An empty part of a run path would be the working folder.
    if grep -E 'RPATH|RUNPATH' <<<"$dynamic"; then fail "it has a run path, expected none"; fi
done
exit $((failures > 0))
