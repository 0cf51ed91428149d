#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The numbers of the source view against those of the others: the time of all lines is that of the
# flat profile, and what the lines of a function call is its children's time in the call graph.
set -u
cd "$TMPDIR" || exit 1
GPTUI_TEST=1 LINES=50 COLUMNS=250 LC_ALL=C
export GPTUI_TEST LINES COLUMNS LC_ALL
cp -r "$SRC/tests/demo" demo # without their text, lines tell their function
"$CC" -pg -g -O1 -o indexer "$PWD"/demo/*.c -Idemo && ./indexer >/dev/null || {
    echo "not ok - the demo program runs"
    exit 1
}
rm -r demo
n=0

check() { # NAME, status of what was checked
    n=$((n + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        sed 's/^/# /' found
    fi
}

# Files in the order of the picker: as many as there are source files.
{
    echo "gptui-script 1"
    echo ":-z" # main, too, if nothing hit it
    echo ":w flat"
    echo "keys 5"
    i=0 down=
    while [ $i -lt 9 ]; do
        echo "keys F$down<Enter>"
        echo ":w lines.$i"
        i=$((i + 1)) down="$down<Down>"
    done
} >script
"$GPTUI" --script script indexer gmon.out >said 2>&1
check "every file is written" $?
cat lines.? >all
[ "$(sort lines.? | grep -c 'the source is not here')" -eq 9 ] && ! cmp -s lines.0 lines.8
check "their sources are gone" $?

awk -f "$SRC/tests/property/source.awk" flat all >found
check "sums agree" $?
echo "1..$n"
