#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Traces (-d): every category says what happened, on standard error only.
. "$SRC/tests/cli/lib.sh"

ESC=$(printf '\033')
"$BUILD/tests/tools/mkelf" prog <<END || exit 1
elf 64 le x86_64 exec
section .text 0x1000 0x100 ax
code 0x1004 e8 17 00 00 00
code 0x1014 e8 27 00 00 00
sym main 0x1000
sym twin 0x1000
sym hidden 0x1010 local
sym ping 0x1020
sym pong 0x1040
sym e${ESC}vil 0x1060
sym label 0x1070 notype
sym tail 0x1080
unit main.c /nowhere 4
line 0x1000 main.c 9
line 0x1010 main.c 20
line 0x1020 main.c 30
line 0x1040 main.c 40
end 0x1080
END
"$BUILD/tests/tools/mkgmon" gmon.out prog <<END || exit 1
hist 0x1000 0x1080 16
tick ping 3
tick pong 4
bin 7 2
arc main ping 6
arc ping pong 4
arc pong ping 2
arc main hidden 1
arc 0x9000 ping 5
arc pong pong 7
arc main label 3
END

# shows NUMBER ARGUMENTS: the lines of a category must be those of standard input.
shows() {
    category=$1
    shift
    cat >want
    "$GPTUI" -b "-d$category" "$@" prog >out 2>messages
    status=$?
    grep -v 'could not locate' messages >err
    "$GPTUI" -b "$@" prog 2>/dev/null | cmp -s - out || status=1
    diff want err >diff || status=1
    result $status "-d$category $*"
}

shows 128 -a <<END
symbols: hidden at 0x1010 is left out: static (-a)
symbols: twin at 0x1000 gives way to main
symbols: main 0x1000..0x1020, global, /nowhere/main.c:9
symbols: ping 0x1020..0x1040, global, /nowhere/main.c:30
symbols: pong 0x1040..0x1060, global, /nowhere/main.c:40
symbols: e\\x1bvil 0x1060..0x1070, global, /nowhere/main.c:40
symbols: label 0x1070..0x1080, global, no function, /nowhere/main.c:40
symbols: tail 0x1080..0x1100, global
END
shows 4096 -pping -k pong/ping -Epong <<END
specs: ping (flat profile, only) selects ping
specs: pong/ping (arcs, all but) selects arcs from pong to ping
specs: pong (graph, all but) selects pong
specs: pong (time, all but) selects pong
END
shows 4096 -fnosuch -qnosuch/pong <<END
specs: nosuch (graph, only) selects nothing
specs: nosuch/pong (arcs, only) selects arcs from nothing to pong
END
shows 64 -p -Pping <<END
records: gmon.out holds 1 histogram, 7 arcs, 0 block records
records: histogram 0x1000..0x1080, 16 bins of 8 bytes, 100 per second
records: 3 of the 3 in bin 4 go to ping, which is left out
records: 2 of the 2 in bin 7 go to ping, which is left out
records: 4 of the 4 in bin 8 go to pong
records: arc from 0x1000 to 0x1020, 6 calls
records: arc from 0x1020 to 0x1040, 4 calls
records: arc from 0x1040 to 0x1020, 2 calls
records: arc from 0x1000 to 0x1010, 1 call
records: arc from 0x9000 to 0x1020, 5 calls
records: arc from 0x1040 to 0x1040, 7 calls
records: arc from 0x1000 to 0x1070, 3 calls
END
shows 16 -k ping/pong <<END
tally: 6 calls from main to ping, called 6 times so far
tally: 4 calls from ping to pong, called 4 times so far
tally: 2 calls from pong to ping, called 8 times so far
tally: 1 call from main to hidden, called 1 times so far
tally: 5 calls from 0x9000 to 0x1020 lost: no symbol at one end
tally: 7 calls from pong to pong, recursion
tally: 3 calls from main to e\\x1bvil, called 3 times so far
tally: pong counts 0 calls: filters leave the other arcs out
END
shows 4 -q <<END
cycles: cycle 1, 6 calls from outside, 6 within: ping pong
END
shows 1024 -q <<END
time: e\\x1bvil has 0+0 ticks, of which fraction 1 counts: 0+0
time: hidden has 0+0 ticks, of which fraction 1 counts: 0+0
time: ping has 5+0 ticks, of which fraction 1 counts: 5+0
time: pong has 4+0 ticks, of which fraction 1 counts: 4+0
time: main gets 0+0 ticks of e\\x1bvil: 3/3 calls of 0+0 times fraction 1
time: main gets 0+0 ticks of hidden: 1/1 calls of 0+0 times fraction 1
time: main gets 9+0 ticks of <cycle 1>: 6/6 calls of 9+0 times fraction 1
time: main has 0+9 ticks, of which fraction 1 counts: 0+9
time: label has 0+0 ticks, of which fraction 1 counts: 0+0
time: tail has 0+0 ticks, of which fraction 1 counts: 0+0
time: <cycle 1> has 9+0 ticks, of which fraction 1 counts: 9+0
END
shows 2 -q -c <<END
numbers: 1 e\\x1bvil
numbers: 2 ping, cycle 1
numbers: 2 pong, cycle 1
numbers: 3 hidden
numbers: 4 main
numbers: 5 label
numbers: 6 tail
END
shows 32 -q -k main/hidden <<END
sort: main to ping: time 9, 6 calls
sort: main to e\\x1bvil: time 0, 3 calls
sort: ping from pong: in the cycle, 2 calls
sort: ping from main: time 9, 6 calls
sort: ping to pong: in the cycle, 4 calls
sort: pong from pong: recursion, 7 calls
sort: pong from ping: in the cycle, 4 calls
sort: pong to ping: in the cycle, 2 calls
sort: pong to pong: recursion, 7 calls
sort: e\\x1bvil from main: time 0, 3 calls
END
shows 512 <<END
lookups: call at 0x1000 lies in main+0x0
lookups: callee 0x1020 lies in ping+0x0
lookups: call at 0x1020 lies in ping+0x0
lookups: callee 0x1040 lies in pong+0x0
lookups: call at 0x1040 lies in pong+0x0
lookups: callee 0x1020 lies in ping+0x0
lookups: call at 0x1000 lies in main+0x0
lookups: callee 0x1010 lies in hidden+0x0
lookups: call at 0x9000 lies in nothing
lookups: callee 0x1020 lies in ping+0x0
lookups: call at 0x1040 lies in pong+0x0
lookups: callee 0x1040 lies in pong+0x0
lookups: call at 0x1000 lies in main+0x0
lookups: callee 0x1070 lies in label+0x0
END
"$BUILD/tests/tools/mkgmon" blocks.gmon prog <<END || exit 1
hist 0x1000 0x1080 16
block ping 3
block 0x1044 4
block 0x9000 5
END
cat >want <<END
blocks: at 0x1020, run 3 times, in ping
blocks: at 0x1044, run 4 times, in pong
blocks: at 0x9000, run 5 times, in nothing
END
"$GPTUI" -b -d2048 -l -p prog blocks.gmon 2>err >out && diff want err >diff
result $? "-d2048 -l"
"$GPTUI" -b -d2048 -p prog blocks.gmon 2>&1 >out | grep -c '; not used without -l' >diff
holds "-d2048" [ "$(cat diff)" -eq 3 ]
shows 256 -c <<END
code: the code of main calls ping
code: the code of hidden calls pong
END
shows 8192 -A -I /nowhere/else <<END
sources: /nowhere/main.c is not at /nowhere/main.c
sources: /nowhere/main.c is not at /nowhere/else/main.c
END
"$GPTUI" -b -d prog >out 2>err && cut -d: -f1 err | sort -u >diff
printf '%s\n' cycles lookups numbers records sort symbols tally time | cmp -s - diff
result $? "-d alone means all"
"$GPTUI" -b -d16 -d4 prog 2>&1 >/dev/null | cut -d: -f1 | sort -u >diff
printf '%s\n' cycles tally | cmp -s - diff
result $? "several -d add up"
"$GPTUI" -b -d0 prog 2>err >out && [ ! -s err ] && [ -s out ]
result $? "-d0 tells nothing"
! grep -q "$ESC" err && "$GPTUI" -b -d prog 2>&1 >/dev/null | grep -q 'e\\x1bvil'
result $? "nothing steers the terminal"
"$GPTUI" -b -d prog 2>/dev/full >out
holds "a full disk is a failure" [ $? -eq 1 ]
echo "1..$n"
