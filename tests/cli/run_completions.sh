#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Completions of shells: made from the table of options, know all of them, and work where the shell
# is there. With GPTUI_BLESS set they are renewed.
. "$SRC/tests/cli/lib.sh"
folder=$SRC/completions

"$GPTUI" record --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p' >"$TMPDIR/record"
"$GPTUI" --help | grep '^  *-' >"$TMPDIR/lines"
{
    sed -n 's/^  *\(-[A-Za-z]\).*/\1/p' "$TMPDIR/lines"
    sed -n 's/^  *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' "$TMPDIR/lines"
} >"$TMPDIR/options"
holds "--help lists options" [ "$(wc -l <"$TMPDIR/options")" -gt 60 ]

# knows SHELL, FILE, how a letter and a long name are written there (# is it)
knows() {
    file=$folder/$2
    "$BUILD/tests/cli/completions" "$1" >"$TMPDIR/new" || exit 1
    [ -z "${GPTUI_BLESS-}" ] || cat "$TMPDIR/new" >"$file"
    diff "$file" "$TMPDIR/new" | head -n 10 | sed 's/^/# /'
    holds "$1: up to date (make bless renews it)" cmp -s "$file" "$TMPDIR/new"
    missing=$(while read -r o; do
        case $o in
        --*) pattern=$(echo "$4" | sed "s/#/${o#--}/") ;;
        *) pattern=$(echo "$3" | sed "s/#/${o#-}/") ;;
        esac
        grep -q -e "$pattern" "$file" || echo "$o"
    done <"$TMPDIR/options")
    holds "$1: knows every option${missing:+: not $missing}" [ -z "$missing" ]
    missing=$(while read -r o; do grep -q -e "-l $o \|--$o[ =[]" "$file" || echo "$o"; done <"$TMPDIR/record")
    [ -z "$missing" ] && [ -s "$TMPDIR/record" ]
    result $? "$1: knows every option of record${missing:+: not $missing}"
}
knows bash gptui.bash ' -#[ '"']" ' --#[ ='"']"
knows zsh _gptui "'\\*-#[[+-]" "'\\*--#[=[]"
knows fish gptui.fish ' -s # ' ' -l # '

# offers WANTED WORD...: what bash offers for the last word.
offers() {
    want=$1
    shift
    # shellcheck disable=SC2016
    got=$(cd "$TMPDIR/files" && bash -c '
        . "$0" && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _gptui && echo "${COMPREPLY[*]}"
    ' "$folder/gptui.bash" gptui "$@" 2>&1)
    [ "$got" = "$want" ] || echo "# offered: $got"
    holds "bash: $*" [ "$got" = "$want" ]
}

mkdir "$TMPDIR/files" "$TMPDIR/files/folder"
touch "$TMPDIR/files/prog" "$TMPDIR/files/profile.out" "$TMPDIR/files/--odd"
if command -v bash >/dev/null; then
    offers "--flat-profile" --fl
    offers "--external-symbol-table=" --ext
    offers "--order-format=" -b --order
    offers "gold gcc" --order-format = g
    offers "gold gcc" --order-format g
    offers "text json csv dot callgrind folded pprof svg" --format =
    offers "measured" --callers = m
    offers "auto" --demangle = a
    offers "prog profile.out" --demangle pro
    offers "bsd" -O b
    offers "folder" -I ""
    offers "profile.out" -S prof
    offers "profile.out" --file-ordering = prof
    offers "" -e pro
    offers "" -w ""
    offers "record" rec
    offers "--output=" record --o
    offers "cmake" record --compile = cm
    offers "profile.out" record -o prof
    offers "USR1 USR2" record --dump US
    offers "thread" record --clock = t
    offers "" record -r ""
    offers "basename" record -o x --rate = 5 --no-open basenam
    offers "profile.out prog" record -r 5 env pro
    offers "--odd" record env --o
    offers "prog profile.out" -b pro
    offers "prog profile.out" prog gmon.out pro
    # shellcheck disable=SC2016
    bash -c '. "$0" && complete -p gptui' "$folder/gptui.bash" | grep -q '_gptui gptui'
    result $? "bash: gptui is completed"
else
    skip "bash completes" "no bash here"
fi
for shell in zsh:_gptui fish:gptui.fish; do
    if command -v "${shell%%:*}" >/dev/null; then
        "${shell%%:*}" -n "$folder/${shell#*:}"
        result $? "${shell%%:*} accepts its file"
    else
        skip "${shell%%:*} accepts its file" "no ${shell%%:*} here"
    fi
done
if command -v zsh >/dev/null; then
    # shellcheck disable=SC2016
    zsh -c '_arguments() { print -rl -- "$@" }; . "$0"' "$folder/_gptui" | grep -qF "if this holds\: 'self(NAME)>+5% real'"
    result $? "zsh: an apostrophe in a help is a part of it"
fi
echo "1..$n"
