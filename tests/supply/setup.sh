#!/usr/bin/env bash
# setup.sh SETUP: what scripts/setup does as root it says before, and --dry-run does nothing. apt-get, dpkg-query and
# sudo are stand-ins that write down how they were called.
set -euo pipefail
setup=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
calls=$work/calls
fail() { echo "$1" >&2; cat "$work/output" >&2; exit 1; }

mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"   # nothing is installed
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "CALLED apt-get $*"\necho "$*" >>"%s"\n' "$calls" >"$work/bin/apt-get"
# shellcheck disable=SC2016
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/sudo"
chmod +x "$work"/bin/*

run() {
    : >"$calls"
    PATH=$work/bin:$PATH "$setup" "$@" >"$work/output" 2>&1 || fail "setup $* failed"
}

for group in demo check; do
    run --dry-run "$group"
    if grep -qv -- --simulate "$calls"; then fail "--dry-run called apt-get"; fi
    grep -q 'setup: runs as root.*apt-get update.* install .*libeigen3-dev.*libjs-chart.js' "$work/output" ||
        fail "--dry-run does not say what is installed as root"
    grep -q 'nothing was done' "$work/output" || fail "--dry-run does not say that nothing was done"
done
run check --dry-run
grep -q clang-tidy-19 "$work/output" || fail "--dry-run forgets the group before it"

run demo
grep -q 'install .*libeigen3-dev' "$calls" || fail "setup did not install"
said=$(grep -n 'setup: runs as root' "$work/output" | head -n 1 | cut -d: -f1)
did=$(grep -n 'CALLED apt-get' "$work/output" | head -n 1 | cut -d: -f1)
((said < did)) || fail "setup installed before it said so"
# what it said is what it did
named=$(sed -n 's/.* install //p' "$work/output" | head -n 1)
grep -qF -- "install $named" "$calls" || fail "setup installed something else than it said"
