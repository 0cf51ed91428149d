#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gptui record on the programs of the corpus, in C, C++ and Fortran: they print what they print alone,
# and every function is called as often as libc's runtime counts, but for main, whose caller is
# outside of the program. The browser writes what it shows of them.
. "$SRC/tests/record/lib.sh"

# calls PROGRAM FILE: "COUNT NAME" for each function
calls() {
    "$GPTUI" --batch -b -p "$1" "$2" 2>err |
        awk '$4 ~ /^[0-9]+$/ { $1 = $2 = $3 = $5 = $6 = ""; if ($7 != "main") print }' | LC_ALL=C sort
}

for folder in "$SRC"/build/corpus/*/; do
    name=$(basename "$folder")
    case $name in
    threads*) continue ;; # libc loses calls there
    esac
    prog=$folder/prog
    (cd "$folder" && exec "$GPTUI" record -o "$TMPDIR/prof" ./prog) >out 2>err &&
        cmp "$folder/output" out >diff && ! grep -q 'not compiled' err
    result $? "$name runs"
    calls "$prog" "$folder/gmon.out" >want
    calls "$prog" prof >got
    diff want got >diff && [ -s got ]
    result $? "$name: calls of $(wc -l <got) functions"
    # memory that nothing was written to is not zero
    printf 'gptui-script 1\n:w! shown\n' >script
    MALLOC_PERTURB_=165 LINES=24 COLUMNS=120 TERM=xterm "$GPTUI" --script script "$prog" prof >out 2>err &&
        grep -q main shown
    result $? "$name: the screen is written"
    rm -f prof
done
holds 'there are programs' [ $n -gt 20 ]
echo "1..$n"
