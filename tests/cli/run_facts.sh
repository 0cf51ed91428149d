#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the runtime knew of runs: a sum has it of all, and lines that only older runtimes wrote are passed over.
. "$SRC/tests/cli/lib.sh"
"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym main 0x401000
sym work 0x401040
sym last 0x401080
END
# profile NAME LINES: 16 samples, and lines of what the runtime knew.
profile() {
    "$tools/mkgmon" "$1" prog <<'END' && printf 'ticks 96\n%b\nimage 0 ticks 16 build-id - entry 0x401000 file %s path ./prog\n' "$2" "$1" | "$BUILD/tests/cli/make_run" "$1"
hist 0x401000 0x401100 16
fill 1
arc main work 2
END
}
profile one 'missing-samples 3\nwait-timer 1.500' && profile two 'missing-samples 4\nwait-timer 0.250\nwait-file 0.125' ||
    exit 1
"$GPTUI" -s prog one two >out 2>err && "$GPTUI" --info gmon.sum >sum 2>err
for line in 'missing-samples 7' 'wait-timer 1.750' 'wait-file 0.125'; do
    grep -qx "$line" sum || break
done
result $? "a sum has the missing samples and the kinds of waits of all: $line"

# Time in the kernel once had no place, and samples once found no room.
printf 'gptui-script 1\nresize 40 120\ndump flat\nkeys 3\ndump modules\nkeys 4\ndump info\n' >keys
# told LINES: all that is said of such a profile
told() {
    profile one "$1" && "$GPTUI" --batch -b -p --format=json prog one && "$GPTUI" --script keys prog one </dev/null &&
        "$GPTUI" -s prog one && cat flat modules info && "$GPTUI" --info gmon.sum
}
told 'calls 2' >want 2>&1
told 'calls 2\nkernel-ticks 48\nlost-samples 5' >got 2>&1
grep -qx 'ticks 96' want && grep -q '"main"' want && diff want got >diff
result $? 'lines of older runtimes say nothing'

# ---- the run itself ----

# All that is kept of a run is said again; counted from its tables are waits, the cost of counting, arcs and paths.
cat >text <<'END'
command ./prog with\040space
run 17-4
pid 5
host a\040b
rank 3
start 1700000000
began 1700000000000000001
parent 4
rate-achieved 250
sampled-by timer
wall 61.007
cpu 0.250
calls 5000
lost-calls 2
rate-asked 1000
ticks 100
ticks-unknown 7
ticks-counting 9
wait-futex 12.034
wait-timer 0.500
waits 12.534
counting-time 0.009
counting-ns-per-call 1800.0
arcs 3
paths 2
image 0 ticks 60 build-id abcdef waits 81 entry 0x10 path /a\040b/prog
image 1 ticks 33 build-id - path /l/x.so
phase 0.500 0.125 warm\040up
phase 61.000 0.250 work
arc -:0x0 0:0x10 18446744073709551615
arc 0:0x10 1:0x20 5
END
why='difference got err'
{
    grep -v '^waits\|^counting-\|^arcs\|^paths' text
    printf 'node 0 0:0x10 1 0\nnode 1 1:0x20 2 3\narc 1:0x30 1:0x20 4\n'
} | "$BUILD/tests/cli/make_run" one
# kept LINES: a run of these, in one.run
kept() { printf '%b\n' "$1" | "$BUILD/tests/cli/make_run" one; }
"$GPTUI" --info one.run >got 2>err
diff text got >difference
result $? 'a run with all that it may say'
kept 'run a\nhost h\npid 7\nwall 1.000\nimage 0 ticks 1 path /p\nnext\nrun a\nhost i\npid 8\nwall 2.000\nimage 0 ticks 2 path /p'
"$GPTUI" --info one.run >got 2>err
grep -qx 'run a' got && grep -qx 'wall 3.000' got && ! grep -q '^host\|^pid\|^rank' got
result $? 'of two what they have in common'
kept 'run a\nimage 0 ticks 1 path /p\nnext\nrun b\nimage 0 ticks 2 path /p' && "$GPTUI" --info one.run >got 2>err
! grep -q '^run ' got && grep -q '^image' got
result $? 'which may be nothing'

# Profiles of images: a bin holds 65,535 ticks, and the calls of the entry by nobody known are its own.
rm -f one && touch one
kept "unit seconds 100\nimage 0 ticks 0 entry 0x10 path /p\nimage 1 ticks 70000 entry 0x401080 path $PWD/prog
bin 1 0x401000 0x401100 16 3 70000\narc 1:0x401004 1:0x401048 5\narc 0:0x30 1:0x401048 7\narc -:0x0 1:0x401048 2"
"$GPTUI" --unpack one.run >out 2>err
gprof -b prog one.prog >got 2>&1
grep -Eq ' 700\.00 .* main$' got && grep -Eq ' 5/14 .* main ' got
result $? 'a profile of a library'
rm one.prog
for line in 'bin 1 0x0 0x10 4294967295 3 1' 'bin 1 0x0 0x10 99999999 3 1\nbin 1 0x0 0x10 99999999 4 65536' 'arc 1:0x1 1:0x2 18446744073709551615'; do
    kept "image 0 path /p\nimage 1 ticks 1 path $PWD/prog\n$line"
    "$GPTUI" --unpack one.run >out 2>got
    [ $? = 1 ] && grep -q 'too many counts of one image' got && [ ! -e one.prog ]
    result $? "for which no profile has room: ${line%%\\*}"
done
awk 'BEGIN {
    print "image 0 path /p\nimage 1 path /l"
    for (i = 0; i < 100000; i++) printf "arc 1:0x%x 0:0x%x 1\n", i, 7 * i
}' | "$BUILD/tests/cli/make_run" one && "$GPTUI" --info one.run >got 2>err
grep -qx 'arcs 100000' got && grep -qx 'arc 1:0x1869f 0:0xaae59 1' got
result $? 'more than is read at once'
echo "1..$n"
