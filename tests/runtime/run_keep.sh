#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# M10: with keep=on nothing is lost when a program ends without a word; and what stands in the way of it
# does not stand in the way of the program.
. "$SRC/tests/runtime/lib.sh"
compile shared "$here/killed.c" -pg -w
compile static "$here/killed.c" -pg -w -static
compile becomes "$here/becomes.c" -pg
here_now=$(pwd -P)

# run OPTIONS WORDS...: sets status and err
run() {
    rm -rf gmon.out*
    options=$1
    shift
    (GPTUI_RT=$options "$@" 2>err) 2>/dev/null
    status=$? err=$(cat err)
}

# leaves FILES...: calls of leaf in all of them
leaves() { "$GPTUI" --batch -b -p "./$prog" "$@" 2>&1 | awk '$NF == "leaf" { print $4; n++ } END { if (!n) print 0 }'; }

for prog in shared static; do
    for how in kill stack fork; do
        run keep=on ./$prog $how
        [ $status -gt 128 ] && [ ! -e gmon.out ] && set -- gmon.out.d/*.keep && [ $# = 1 ]
        verdict $? "$prog, $how: there is a file" "$status $(ls gmon.out* 2>&1)"
        equal "$prog, $how: it has all calls, and no others" 1200 "$(leaves gmon.out.d/*.keep)"
    done
    equal "$prog: with the folder, the child's too" 1700 "$(leaves gmon.out.d)"
    equal "$prog: which knows the program" 1700 \
        "$("$GPTUI" --batch -b -p gmon.out.d | awk '$NF == "leaf" { print $4 }')"
    run '' ./$prog kill
    equal "$prog: off by default" 'gmon.out*' "$(echo gmon.out*)"
    run keep=on ./$prog end
    equal "$prog: it goes away when the profile is written" '0 1200 gptui-run profile.info' \
        "$status $(leaves gmon.out) $(ls gmon.out.d | xargs)"
    run keep=on sh -c "ulimit -f 1; exec ./$prog kill"
    equal "$prog: too large" "gptui-rt: cannot keep: larger than files may be (ulimit -f) gptui-run" \
        "$(echo "$err" | sed "s|keep $here_now/.*keep:|keep:|") $(ls gmon.out.d)"
    run keep=on,out=/dev/null ./$prog kill
    [ ! -e /dev/null.d ] && [ -z "$err" ]
    verdict $? "$prog: not beside devices" "$err"
    run keep=on,out=nowhere/x ./$prog end
    equal "$prog: no folder" 2 "$(echo "$err" | grep -c '^gptui-rt: cannot .*: nothing of that name is there$')"
done
equal 'the file has as much room as it shows' "$(GPTUI_RT=keep=on ./shared kill 2>/dev/null; stat -c %s gmon.out.d/*.keep)" \
    "$(stat -c %b gmon.out.d/*.keep | awk -v size="$(stat -c %s gmon.out.d/*.keep)" '{ print $1 * 512 < size ? "holes" : size }')"

run keep=on ./becomes execv
prog=becomes
equal 'a program that becomes another: both are written' '3 2000' "$status $(leaves gmon.out.d)"
[ -z "$(ls gmon.out.d/*.keep 2>/dev/null)" ]
verdict $? 'and nothing is kept' "$(ls gmon.out.d)"

# Of a file that is cut off or spoilt the rest is read, or a line says what is wrong.
prog=shared
run keep=on ./shared kill
kept=$(echo gmon.out.d/*.keep)
bad=0
for bytes in 10 32 4000 4096 4200 9000 100000; do
    head -c $bytes "$kept" >cut
    timeout 20 "$GPTUI" --batch -b -p shared cut >out 2>err
    [ $? -le 1 ] || { bad=1; echo "# $bytes"; }
done
verdict $bad 'a file that is cut off'

# What vanishes.
run '' sh -c 'mkdir gone && cd gone && rmdir ../gone && exec ../shared end'
equal 'a working folder that is gone' '0 1' "$status $(echo "$err" | grep -c '^gptui-rt: cannot write ')"
mkdir run.d
GMON_OUT_PREFIX=$PWD/run.d/R GPTUI_RT=run=R sh -c 'rmdir run.d; exec ./becomes' 2>err
equal "a run's folder that is gone" '3 1' "$? $(grep -c '^gptui-rt: cannot write .*: nothing of that name is there$' err)"
finish
