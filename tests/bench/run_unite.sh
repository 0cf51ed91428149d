#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Reduction: a parallel job of RANKS ranks, simulated with the code that unites their tables (bytes per
# message, CPU per step, memory of a rank: at most twice the larger of its own tables and the result); and
# gptui -s of FILES profiles of a program with 2,000 functions, CPU time and bytes per file.
set -eu
dir=$BUILD/bench/unite FILES=${FILES:-1000} tools=$BUILD/tests/tools
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
"$BUILD/tests/bench/unite" "${RANKS:-10000}"
awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x401000 0x20000 ax"
    for (i = 0; i < 2000; i++) printf "sym f%d 0x%x\n", i, 4198400 + i * 64
}' >e
"$tools/mkelf" prog <e
for k in 1 2 3 4 5 6 7 8 9 10; do
    awk -v k=$k 'BEGIN {
        srand(k)
        print "rate 1000\nhist 0x401000 0x420400 32000"
        for (i = 0; i < 32000; i++)
            if (rand() < 4 / (8 + i / 128)) printf "bin %d %d\n", i, 1 + int(rand() * 4000 / (i / 16 + 10))
        for (i = 0; i < 6000; i++)
            printf "arc f%d+20 f%d %d\n", (i * 7) % 2000, i / 3, 1 + int(rand() * 1000000)
    }' | "$tools/mkgmon" g.$k prog
done
for i in $(seq "$FILES"); do
    ln g.$((i % 10 + 1)) gmon.out.$i
    echo gmon.out.$i
done >list

# row NAME N COMMAND...: of N files
row() {
    name=$1 n=$2
    shift 2
    set -- "$("$BUILD/tests/bench/cputime" "" "$@")"
    echo "| $name | $n | $(awk -v t="$1" -v n="$n" 'BEGIN { printf "%.2f", t / n }') |"
}
printf '\n%s kB each\n\n' "$(($(wc -c <g.1) / 1000))"
echo '| gptui -s | files | CPU ms each |'
echo '|---|---|---|'
row '--strict: the sum alone' "$FILES" "$GPTUI" --strict -s --sum-output=strict prog @list
row 'with statistics' "$FILES" "$GPTUI" -s --sum-output=sum prog @list
row 'of two sums' 2 "$GPTUI" -s --sum-output=two prog sum sum
printf '\nthe sum: %s bytes, its statistics: %s bytes, %s a run\n' "$(wc -c <sum)" "$(wc -c <sum.d/runs)" \
    "$(($(wc -c <sum.d/runs) / FILES))"
