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
echo "1..$n"
