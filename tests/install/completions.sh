#!/usr/bin/env bash
# completions.sh PREFIX: bash completes commands, options and names; the files for zsh and fish know every command.
set -euo pipefail
share=$1/share
source "$share/bash-completion/completions/polhode"

# expect WORDS... -- REPLIES...: completing the last of WORDS.
expect() {
    COMP_WORDS=()
    while [ "$1" != -- ]; do COMP_WORDS+=("$1"); shift; done
    shift
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    _polhode || true  # compgen fails where nothing fits
    [ "${COMPREPLY[*]}" = "$*" ] || { echo "${COMP_WORDS[*]}: expected '$*', got '${COMPREPLY[*]}'"; exit 1; }
}
expect polhode ru -- run
expect polhode run --met -- --method
expect polhode run --problem slow -- slow-top
expect polhode run --method liemid-ea -- liemid-ea
expect polhode problems free-5 -- free-543
expect polhode reproduce buss -- buss2001
expect polhode man --

for command in run ensemble compare advise poinsot methods problems lab reproduce; do
    grep -q "^$command) _arguments" "$share/zsh/site-functions/_polhode" || { echo "zsh: no $command"; exit 1; }
    grep -q "subcommand -a $command " "$share/fish/vendor_completions.d/polhode.fish" || { echo "fish: no $command"; exit 1; }
done
if command -v zsh > /dev/null; then zsh -n "$share/zsh/site-functions/_polhode"; fi
if command -v fish > /dev/null; then fish -n "$share/fish/vendor_completions.d/polhode.fish"; fi
