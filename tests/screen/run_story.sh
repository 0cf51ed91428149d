#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The story of README.md: its keys are pressed, and none is one that the screen does not name.
set -u
cd "$TMPDIR" || exit 1
GPTUI_TEST=1 LINES=24 COLUMNS=80 LC_ALL=C.UTF-8
export GPTUI_TEST LINES COLUMNS LC_ALL
"$BUILD/tests/tools/mkelf" lines <"$SRC/tests/screen/data/lines.elf" &&
    "$BUILD/tests/tools/mkgmon" lines.out lines <"$SRC/tests/screen/data/lines.gmon" &&
    cp "$SRC/tests/screen/data/work.c" . || exit 1
. "$SRC/tests/tap.sh"
why=said

keys=$(sed -n '/^## A story in/,/^## /s/^    //p' "$SRC/README.md")
# shellcheck disable=SC2086
set -- $keys
[ $# -gt 8 ] && [ $# -le 14 ]
result $? "README has a story of at most 14 keys: $*"

# after KEYS: the screen as text
after() {
    {
        echo 'gptui-script 1'
        [ $# = 0 ] || printf '%s\n' "$@" | sed 's/^Enter$/<Enter>/; s/^/keys /'
        echo 'dump screen'
    } >script
    "$GPTUI" --script script -I . lines lines.out 2>said &&
        sed -n '/^--text--$/,/^--roles--$/p' screen | sed '1d;$d'
}
# names KEY: standard input, a key line, or a page of the help, does
on_key_line() { tail -1 | tr ' ' '\n' | grep -Fq -- "$1:"; }
in_help() {
    sed -n 's/^│\(.\{1,24\}\).*/\1/p' | tr ' ' '\n' | grep -Fxq -- "$1"
}

pressed=
for key; do
    # shellcheck disable=SC2086
    after $pressed | on_key_line "$key" || after $pressed '?' | in_help "$key"
    result $? "the screen or the help's first page names $key after$pressed"
    rm -f lines-source.txt
    pressed="$pressed $key"
done

# shellcheck disable=SC2086
after $pressed >end
grep -q 'out=' end && grep -q 'written: lines-source.txt' end
result $? 'a file is taken out, and what is left is written'
grep -q '^ *[0-9.]* .*helper(int n)\|sum += once(i)' lines-source.txt
result $? 'the source with its times'
echo "1..$n"
