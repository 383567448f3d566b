#!/bin/sh
# manual.sh PREFIX: the manual page has its sections, every command of the program and every option of `run`; the examples
# are there.
set -eu
page="$1/share/man/man1/polhode.1"
for line in '.TH POLHODE 1' '.SH NAME' '.SH SYNOPSIS' '.SH OPTIONS' '.SH COMMANDS' '.SH EXAMPLES' '.SH EXIT STATUS'; do
    grep -q "^$line" "$page" || { echo "no line $line in $page"; exit 1; }
done
for command in run ensemble compare advise poinsot methods problems lab reproduce; do
    grep -q "^\.SS polhode $command\$" "$page" || { echo "nothing about polhode $command in $page"; exit 1; }
done
for option in $("$1/bin/polhode" run --help | grep -oE '^ +(-[a-z],)?--[a-z-]+' | grep -oE '\-\-[a-z-]+'); do
    escaped=$(printf '%s' "$option" | sed 's/-/\\\\-/g')
    grep -q -- "$escaped" "$page" || { echo "nothing about $option in $page"; exit 1; }
done
# A line that begins with a dot or a quote must be one of the requests used.
if grep -nE "^['.]" "$page" | grep -vE ':\.(TH|SH|SS|TP|PP|B|br|nf|fi)( |$)'; then
    echo "unknown requests in $page"
    exit 1
fi
ls "$1/share/doc/polhode/examples/"*.cpp > /dev/null
