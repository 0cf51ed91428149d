#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The story of README.md: its keys are pressed on the profile of `make demo`, at 24 by 80, and none is one that the
# screen does not name. Calls are exact; times are compared with each other at most.
. "$SRC/tests/tap.sh"
GPTUI_TEST=1 LINES=24 COLUMNS=80 LC_ALL=C.UTF-8
export GPTUI_TEST LINES COLUMNS LC_ALL
PATH=$BUILD:$PATH
[ -e "$BUILD/libgptui-rt.so" ] || { echo "1..0 # SKIP no runtime for $(uname -m)"; exit 0; }
# As `make demo` does it.
"${CC:-cc}" -std=c11 -O1 -g -pg -fno-omit-frame-pointer -fno-inline-functions-called-once -D_POSIX_C_SOURCE=200809L \
    -o indexer "$SRC"/tests/demo/*.c && gptui record --no-open ./indexer >indexer.out 2>said || exit 1
why=said

keys=$(sed -n "/^The demo's story in/,/^## /s/^    //p" "$SRC/README.md")
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
    "$GPTUI" --script script indexer gmon.out 2>said &&
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
    rm -f indexer-source.txt
    pressed="$pressed $key"
done

# at NAME KEYS: after these keys the screen is in `end`
at() {
    name=$1
    shift
    after "$@" >end
}
at 'a file is taken out, and the title says what is left' Enter u 3 . . j X
holds "$name" grep -Eq '^ indexer.* [0-9.]* of [0-9.]* s .*opts.*: -P[a-z]*\.c' end
at 'the functions of the rest, from the first on' Enter u 3 . . j X 1
sed -n 3p end | grep -q '^>'
result $? "$name"
at 'the hottest line' Enter u 3 . . j X 1 5 H
grep -q '^ hottest line 1 of' end && grep -q '^>' end
result $? "$name"
rm -f indexer-source.txt
# shellcheck disable=SC2086
at 'is written' $pressed
grep -q 'written: indexer-source.txt' end && grep -q ' double\| uint64_t' indexer-source.txt
result $? "$name"

after 3 >end
own=$(sed -n '1s/.* \([0-9]*\) funcs .*/\1/p' end)
grep -q "^> *[0-9.]* *[0-9.]*  *${own:-?} .* indexer$" end
result $? 'the title counts as many functions of the program as Modules do'

# What its picture tells: by calls it is one caller, measured another.
at 'the callers of best_of' / best_of Enter Enter
awk '
    # The pair of times of a line.
    function pair(v,    i) {
        for (i = 1; i <= NF; i++)
            if ($i ~ /^[0-9.]+\.[0-9]+\/[0-9.]+$/)
                return split($i, v, "/")
    }
    / 300,000\/330,000 .* preview_docu/ { pair(few) }
    / 30,000\/330,000 .* rank_docu/ { pair(many) }
    END { exit !(few[1] > many[1] && few[2] < many[2]) }' end
result $? "$name"
at 'and why' = && grep -q 'where its numbers come from' end
result $? 'why is this number what it is'
echo "1..$n"
