#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The numbers of the source view against those of the others: the time of all lines is that of the
# flat profile, and what the lines of a function call is its children's time in the call graph. And
# every line that is said to call something has a call in its text.
. "$SRC/tests/tap.sh"
GPTUI_TEST=1 LINES=50 COLUMNS=250 LC_ALL=C
export GPTUI_TEST LINES COLUMNS LC_ALL
# A tenth of what the demo program does: its calls are enough.
demo() {
    cp -r "$SRC/tests/demo" demo &&
        sed -i 's/N_DOCS = [0-9]*/N_DOCS = 1200/; s/N_QUERIES = [0-9]*/N_QUERIES = 3000/' demo/demo.h &&
        sed -i 's/i < 4000/i < 400/' demo/main.c &&
        "$CC" -pg -g "$@" -o indexer "$PWD"/demo/*.c -Idemo && ./indexer >/dev/null
}
demo -O1 -fno-inline || {
    echo "not ok - the demo program runs"
    exit 1
}
rm -r demo # without their text, lines tell their function
why=found

# The flat profile, then all files in the order of the picker: as many as there are source files.
write_views() {
    {
        echo "gptui-script 1"
        echo ":-z" # main, too, if nothing hit it
        echo ":w! flat"
        echo "keys 5"
        i=0 down=
        while [ $i -lt 9 ]; do
            echo ":files" && echo "keys $down<Enter>"
            echo ":w! lines.$i"
            i=$((i + 1)) down="$down<Down>"
        done
    } >script
    "$GPTUI" --script script indexer gmon.out >said 2>&1
}
write_views
result $? "every file is written"
cat lines.? >all
[ "$(sort lines.? | grep -c 'the source is not here')" -eq 9 ] && ! cmp -s lines.0 lines.8
result $? "their sources are gone"

awk -f "$SRC/tests/property/source.awk" flat all >found
result $? "sums agree"

demo -O0 && write_views
result $? "the same with the sources, not optimised"
cat lines.? | awk '
/ self s .* source$/ { callees_end = index($0, "callees") + 6; next }
{
    cell = substr($0, callees_end - 7, 8)
    if (cell !~ /[0-9]/)
        next
    n++
    if (substr($0, callees_end + 1) !~ /[a-z_]\(/) {
        print "no call in: " $0
        bad = 1
    }
}
END {
    if (n < 30)
        print "only " n " lines call anything"
    exit bad || n < 30
}' >found
result $? "lines that call something have a call"
echo "1..$n"
