#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random call paths: what a set of runs says of each function, and of it with all that it calls, is what the runs say
# one by one: the mean, the largest and the run that has it; and what their sum says, however it was made.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools RUNS=5
why='want have err'

awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x401000 0x1000 ax"
    for (i = 0; i < 13; i++) printf "sym f%d 0x%x\n", i, 4198400 + i * 64 # the last one never has samples
}' | "$tools/mkelf" prog || exit 1

# totals FILE...: function, of what, mean, largest, run
totals() {
    "$GPTUI" --format=csv -p -z --statistics prog "$@" 2>>err | tr -d '\r' |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == "flat" && $at["name"] != "f12" {
            printf "%s self %.6f %.6f %s\n", $at["name"], $at["mean_seconds"], $at["max_seconds"], $at["worst_run"]
            printf "%s total %.6f %.6f %s\n", $at["name"], $at["total_mean_seconds"], $at["total_max_seconds"],
                $at["total_worst_run"] }'
}

# Paths in preorder, their samples as a histogram, and as what they are in awk: the ticks of each function with all
# that it calls, however often it is on the path.
for seed in 1 2 3 4; do
    : >err
    rm -rf want totals gmon.*
    i=1
    while [ $i -le $RUNS ]; do
        awk -v seed=$seed -v run=$i 'BEGIN {
            srand(seed * 100 + run)
            print "image 0 ticks 0 file gmon." run " path prog" >"nodes"
            for (k = 0; k < 150; k++) {
                depth = k == 0 ? 0 : int(rand() * (depth + 2))
                f[depth] = int(rand() * 12)
                ticks = rand() < .6 ? int(rand() * 200) : 0
                addr = 4198400 + f[depth] * 64 + int(rand() * 8) * 4
                printf "node %d 0:0x%x %d 0\n", depth, addr, ticks >"nodes"
                bin[(addr - 4198400) / 4] += ticks
                self[f[depth]] += ticks
                split("", seen)
                for (d = 0; d <= depth; d++) if (!(f[d] in seen)) { seen[f[d]]; total[f[d]] += ticks }
            }
            print "rate 100\nhist 0x401000 0x402000 1024"
            for (b in bin) if (bin[b]) print "bin " b, bin[b]
            for (k = 0; k < 12; k++) print "f" k " self", self[k] + 0, run "\nf" k " total", total[k] + 0, run >>"totals"
        }' | "$tools/mkgmon" gmon.$i prog && "$BUILD/tests/cli/make_run" gmon.$i <nodes || exit 1
        i=$((i + 1))
    done
    awk -v n=$RUNS '{ f = $1 " " $2; sum[f] += $3; if ($3 + 0 > most[f] + 0) { most[f] = $3; worst[f] = $4 } }
        END { for (f in sum) printf "%s %.6f %.6f %s\n", f, sum[f] / 100 / n, most[f] / 100, worst[f] }' totals | sort >want
    totals gmon.1 gmon.2 gmon.3 gmon.4 gmon.5 | sort >have
    [ "$(wc -l <want)" = 24 ] && cmp -s want have
    result $? "set $seed"
    "$GPTUI" -s --sum-output=a prog gmon.3 gmon.1 2>>err && "$GPTUI" -s --sum-output=b prog gmon.5 gmon.4 2>>err &&
        "$GPTUI" -s prog b gmon.2 a 2>>err && "$GPTUI" -s --sum-output=other prog gmon.[1-5] 2>>err
    totals gmon.sum | sed 's/gmon\.//' | sort >have
    cmp -s want have && cmp -s gmon.sum.run other.run
    result $? "its sum, in any grouping"
done

# A run without call paths: nothing is known of totals then.
"$GPTUI" --format=csv -p --statistics prog gmon.1 gmon.2 2>err | grep -q total_mean
result $? 'totals of runs with call paths'
rm -f gmon.2.run
"$GPTUI" --format=csv -p --statistics prog gmon.1 gmon.2 2>err >have && ! grep total_mean have
result $? 'no totals where a run has no call paths'
echo "1..$n"
