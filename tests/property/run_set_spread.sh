#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a set of random runs says of each function is what the runs say one by one: their mean, the largest and the
# run that has it; and the same as the sum of these runs says.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools RUNS=7
why='want have err'

awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x401000 0x1000 ax"
    for (i = 0; i < 30; i++) printf "sym f%d 0x%x\n", i, 4198400 + i * 64
}' | "$tools/mkelf" prog || exit 1

# flat FILE...: name, ticks, mean, largest, run of the functions
flat() {
    "$GPTUI" --format=csv -p -z --statistics prog "$@" 2>>err | tr -d '\r' |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == "flat" {
            print $at["name"], $at["self_ticks"], $at["mean_seconds"], $at["max_seconds"], $at["worst_run"] }'
}
for seed in 1 2 3 4; do
    : >err
    rm -f want alone gmon.*
    i=1
    while [ $i -le $RUNS ]; do
        awk -v seed=$seed -v run=$i 'BEGIN {
            srand(seed * 100 + run)
            print "hist 0x401000 0x402000 1024"
            for (i = 0; i < 480; i++) if (rand() < .1) printf "bin %d %d\n", i, 1 + int(rand() * 500)
        }' | "$tools/mkgmon" gmon.$i prog || exit 1
        flat gmon.$i | awk -v run=$i '{ print $1, $2, run }' >>alone
        i=$((i + 1))
    done
    awk -v n=$RUNS '{ sum[$1] += $2; if ($2 + 0 > most[$1] + 0) { most[$1] = $2; worst[$1] = $3 } }
        END { for (f in sum) printf "%s %.6f %.6f %s\n", f, sum[f] / 100 / n, most[f] / 100, worst[f] }' alone | sort >want
    flat gmon.* | awk '{ printf "%s %.6f %.6f %s\n", $1, $3, $4, $5 }' | sort >have
    [ "$(wc -l <want)" = 30 ] && cmp -s want have
    result $? "set $seed"
    "$GPTUI" -s prog gmon.[0-9] 2>>err && flat gmon.sum | awk '{ sub("gmon.", "", $5); printf "%s %.6f %.6f %s\n", $1, $3, $4, $5 }' |
        sort >have
    cmp -s want have
    result $? "its sum"
done
echo "1..$n"
