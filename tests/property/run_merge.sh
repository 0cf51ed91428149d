#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random graphs, summed in several groupings and orders: what is read back is always the same, and
# what reading all files gives; no count is lost that 16 or 32 bits cannot hold. What is known of the
# runs is united to the same bytes. Texts of basic-block counts give what records of them give.
set -u
. "$SRC/tests/property/lib.sh"
cd "$TMPDIR" || exit 1
tools=$BUILD/tests/tools rounds=${ROUNDS:-10} seed=1 n_runs=0
bad_group='' bad_order='' bad_wide='' bad_text='' bad_runs=''

# vary K: the same histogram with other counts, many of which are as large as can be
vary() {
    awk -v k="$1" '
        $1 == "rate" { $2 = 1000 }
        $1 == "tick" && n < 9 { at[n++] = $2 }
        $1 == "tick" || $1 == "bin" { $3 = (NR * k) % 3 ? ($3 * k + NR) % 65536 : 65535 }
        $1 == "arc" && NR % 6 == k { next }
        $1 == "arc" { $4 = (NR * k) % 4 ? ($4 * k + NR) % 4294967296 : 4294967295 }
        $1 != "layout" && $1 != "block" && $1 != "blocks" { print }
        END { for (i = 0; i < n; i++) print "block", at[(i * k) % n], i == 3 ? 4294967295 : i * k }'
}

# told K: what is known of run K, by chance, but with much in common with others
told() {
    awk -v k="$1" -v seed="$seed" 'BEGIN {
        srand(seed * 10 + k)
        if (k != 3) print "rank " k % 4
        printf "name run%d\nhost node%d\ncommand ./prog 1234%d\nbegan %d\n", k, k % 2, k, rand() * 3
        printf "threads %d\nwall 1.%03d\ncalls 5%d\nwait-timer 0.50%d\nphase 0.%d00 0.125 warm\n", 3 + k % 2, k * 7, k, k, k
        print "image 0 ticks 9 build-id 0102 entry 0x1000 path ./prog\nimage 1 ticks 3 build-id - path /lib/l" k % 2 ".so"
        print "image 2 build-id - path /lib/libmpich.so.12"
        for (i = 0; i < 20; i++) printf "self %d:0x%x %d\n", rand() * 2, 4096 + 32 * int(rand() * 9), rand() * 300
        for (i = 0; i < 30; i++) printf "arc %d:0x%x %d:0x%x %d\n", rand() * 3, rand() * 1000, rand() * 2, 32 * int(rand() * 40), 1 + rand() * 100000
        for (i = 0; i < 60; i++) {
            depth = i ? int(rand() * (depth + 2)) : 0
            printf "node %d %d:0x%x %d %d\n", depth, rand() * 3, 4096 + 32 * int(rand() * 8), rand() * 5, rand() * 2
        }
        if (rand() < 0.5) printf "bin 0 0x1000 0x1080 32 %d %d\n", rand() * 32, rand() * 100
    }' | "$BUILD/tests/cli/make_run" "$1"
}

# What the profiles say, in an order that arcs have no part in; times are added up in that order,
# which the last of their digits shows.
facts() {
    "$GPTUI" -b -l -p -C -z prog "$@" &&
        "$GPTUI" --format=csv -q -z prog "$@" 2>/dev/null >csv && awk -F, '
            $1 == "entry" && (name = $18) != "" { print name, $10, $12, $15 == "" ? "" : sprintf("%.12g", $15) }
            $1 == "callee" && name != "" { print name, $18, $10 }' csv | sort
}

sum() { # OUTPUT INPUT...
    out=$1
    shift
    "$GPTUI" -s --sum-output="$out" prog "$@"
}

while [ $seed -le "$rounds" ]; do
    "$tools/randgraph" $seed e g plain=1 && "$tools/mkelf" prog <e || exit 1
    seed=$((seed + 1))
    if ! grep -q '^hist' g || ! grep -q '^arc' g; then continue; fi
    n_runs=$((n_runs + 1))
    for k in 1 2 3 4 5; do
        vary $k <g >g$k
        "$tools/mkgmon" $k prog <g$k || exit 1
    done
    facts 1 2 3 4 5 >want || bad_group="$bad_group $seed"
    sum all 1 2 3 4 5 && facts all | cmp -s - want || bad_group="$bad_group $seed"
    sum pair 1 2 && sum pair2 3 4 && sum tree pair pair2 5 && facts tree | cmp -s - want ||
        bad_group="$bad_group $seed"
    cp 1 chain
    for k in 2 3 4 5; do sum chain chain $k; done
    facts chain | cmp -s - want || bad_group="$bad_group $seed"
    sum reversed 5 3 4 2 1 && facts reversed | cmp -s - want || bad_order="$bad_order $seed"
    sum again all && facts again | cmp -s - want && sum third again && cmp -s third all ||
        bad_order="$bad_order $seed"
    sum twice all all && sum ten 1 2 3 4 5 5 4 3 2 1 && facts ten >a && facts twice | cmp -s - a ||
        bad_order="$bad_order $seed"
    "$GPTUI" --strict -s --sum-output=wrapped prog 1 2 3 4 5 && ! facts wrapped | cmp -s - want ||
        bad_wide="$bad_wide $seed"
    awk '$1 == "block"' g1 >blocks
    "$tools/mkgmon" records prog <blocks || exit 1
    "$GPTUI" -b -l -C -z prog records >a || exit 1
    { # the addresses are those that the records have
        echo 'Basic block profiling finished on Tue Nov  7 10:00:00 1995'
        echo "File x.c, $(wc -l <blocks) basic blocks"
        i=0
        od -An -v -tx1 -j25 -w16 records | while read -r b0 b1 b2 b3 b4 b5 b6 b7 c0 c1 c2 c3 rest; do
            i=$((i + 1))
            echo "    Block #$i: executed $((0x$c3$c2$c1$c0)) time(s) address= 0x$b7$b6$b5$b4$b3$b2$b1$b0 function= f"
        done
    } >bb.out
    if grep -q '^elf 64 le' e; then
        "$GPTUI" -b -l -C -z prog bb.out | cmp -s - a && sum s1 records 1 && sum s2 bb.out 1 && cmp -s s1 s2 ||
            bad_text="$bad_text $seed"
    fi
    for k in 1 2 3 4 5; do told $k; done
    sum all 1 2 3 4 5 && sum pair 4 1 && sum pair2 5 2 && sum tree pair2 3 pair && cp 5 chain && cp 5.run chain.run &&
        for k in 2 4 3 1; do sum chain chain $k; done
    [ -s all.run ] && cmp -s all.run tree.run && cmp -s all.run chain.run || bad_runs="$bad_runs $seed"
    sum twice all tree && sum ten 5 4 3 2 1 1 2 3 4 5 && cmp -s twice.run ten.run && ! cmp -s all.run ten.run ||
        bad_runs="$bad_runs $seed"
    rm -f ./*.run
done

verdict 1 'the sum of sums is the sum of all' "$bad_group"
verdict 2 'the order of profiles does not matter, summing a sum changes nothing' "$bad_order"
verdict 3 'strict sums lose what does not fit' "$bad_wide"
verdict 4 'texts of basic-block counts are read as records of them' "$bad_text"
verdict 5 'what is known of runs is united in any order' "$bad_runs"
echo 1..5
