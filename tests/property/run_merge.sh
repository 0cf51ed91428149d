#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random graphs, summed in several groupings and orders: what is read back is always the same, and
# what reading all files gives; no count is lost that 16 or 32 bits cannot hold. Texts of
# basic-block counts give what records of them give.
set -u
. "$SRC/tests/property/lib.sh"
cd "$TMPDIR" || exit 1
tools=$BUILD/tests/tools rounds=${ROUNDS:-10} seed=1 n_runs=0
bad_group='' bad_order='' bad_wide='' bad_text=''

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
done

verdict 1 'the sum of sums is the sum of all' "$bad_group"
verdict 2 'the order of profiles does not matter, summing a sum changes nothing' "$bad_order"
verdict 3 'strict sums lose what does not fit' "$bad_wide"
verdict 4 'texts of basic-block counts are read as records of them' "$bad_text"
echo 1..4
