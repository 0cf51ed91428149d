#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# H1: time in the kernel that no sample stands for is the row [kernel] of the browser and of our own formats.
set -u
. "$SRC/tests/cli/lib.sh"
cd "$TMPDIR" || exit 1
LC_ALL=C
export LC_ALL
tools=$BUILD/tests/tools
"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym main 0x401000
sym work 0x401040
sym last 0x401080
END
# profile NAME [LINE]: 16 samples, and a line of what the runtime knew.
profile() {
    "$tools/mkgmon" "$1" prog <<'END' && printf 'gptui-runtime 1\nticks 96\n%s\nimage 0 base 0x0 ticks 16 build-id - entry 0x401000 file %s path ./prog\n' "${2-}" "$1" >"$1.info"
hist 0x401000 0x401100 16
fill 1
arc main work 2
END
}
# table OPTIONS...: of the flat profile: name, ticks, share, address.
table() {
    "$GPTUI" --batch -b -p --format=csv "$@" 2>err | awk -F, '$1 == "flat" { print $4, $15, int($6 + .5), $19 }'
}
profile plain && profile with 'kernel-ticks 48' && profile more 'kernel-ticks 16' || exit 1
table prog plain >before && table prog with >after || exit 1
{ cut -d' ' -f1,2 before && echo '[kernel] 48'; } | sort >want
cut -d' ' -f1,2 after | sort | diff want - >diff
result $? 'H1: it is a row, beside all others as they were'
grep -qx '\[kernel\] 48 75 0x0' after
result $? 'H1: its share is that of all 64 samples'
table -P'[kernel]' prog with | cut -d' ' -f1,2 | sort >out
cut -d' ' -f1,2 before | sort | diff - out >diff
result $? 'H1: filters take it out'
for format in json callgrind folded; do
    "$GPTUI" --format=$format prog with >out 2>err && grep -q 'kernel' out &&
        "$GPTUI" --strict --format=$format prog with >out 2>err && ! grep -q 'kernel' out
    result $? "H1: it is in $format, not with --strict"
done
"$GPTUI" --format=pprof prog with 2>err | gzip -dc | grep -q '\[kernel\]'
result $? 'H1: it is in pprof'
for options in -p -q '-p --images' '-q -l' --strict -Q '-T -p -q' -A; do
    # shellcheck disable=SC2086
    "$GPTUI" --batch $options prog plain >want 2>&1 && "$GPTUI" --batch $options prog with >out 2>&1 &&
        sed 's/with/plain/g' out | diff want - >diff || break
done
result $? "H1: never in gprof's layout: $options"

# The browser, and what it exports.
printf 'gptui-script 1\nresize 40 120\ndump flat\nkeys 3\ndump modules\nkeys 4\ndump info\n:w! exported\n' >keys
"$GPTUI" --script keys prog with >out 2>err </dev/null
grep -q '64 samples x' flat && grep -q '\[kernel\]' flat && grep -q 'kernel *48 more, 0.48 seconds' info &&
    grep -q '50.0% of the run.*in the row \[kernel\]' info
result $? 'H1: the browser has it in Flat and reports it in Info'
grep -q '\[kernel\]' modules
result $? 'H1: it is a module'

# Sums.
printf 'missing-samples 3\nwait-timer 1.500\n' >>with.info
printf 'missing-samples 4\nwait-timer 0.250\nwait-file 0.125\n' >>more.info
"$GPTUI" -s prog with more >out 2>err && grep -qx 'kernel-ticks 64' gmon.sum.d/profile.info &&
    grep -qx 'missing-samples 7' gmon.sum.d/profile.info && grep -qx 'wait-timer 1.750' gmon.sum.d/profile.info &&
    grep -qx 'wait-file 0.125' gmon.sum.d/profile.info
result $? 'H2: a sum has the kernel ticks, the missing samples and the kinds of waits of all'
table prog with more >want && table prog gmon.sum | diff want - >diff && grep -q '\[kernel\] 64' want
result $? 'H2: and shows the same rows as its parts'

# Texts that lie.
for line in 'kernel-ticks 18446744073709551615' 'kernel-ticks -1' 'kernel-ticks 0' 'kernel-ticks x'; do
    profile bad "$line" && table prog bad | diff before - >diff || break
done
result $? "impossible numbers are none: $line"
profile bad 'kernel-ticks 48' && table prog bad | grep -q kernel && touch -d 2001-01-01 bad.info &&
    ! table prog bad | grep -q kernel
result $? 'a text of another run says nothing'
echo "1..$n"
