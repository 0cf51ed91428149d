# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v filtered=1 -f stacks.awk ROWS FOLDED: do the stacks say what the call graph says? ROWS is csv after
# rows_csv.awk. The sum of all is the time of all entries, and no function has more than its own;
# unless filtered=1 the stacks that end with a function have all its time; those through it have that
# of its callees, too, but for small parts, which stand below its heaviest callers.
# Prints what is wrong.
function near(a, b, slack) { return a - b <= slack && b - a <= slack }

FNR == NR {
    if ($1 == "entry" && $4 !~ /^</) {
        own[$4] = $8 * 1e6
        both[$4] = ($8 + $9) * 1e6
        total += own[$4]
        in_cycle[$4] = $5 != "-"
    }
    if ($1 == "entry" && $4 ~ /^<cycle_[0-9]+_as_a_whole>$/) {
        name = "[" substr($4, 2, length($4) - 2) "]"
        gsub(/_/, " ", name)
        whole[name] = ($8 + $9) * 1e6
    }
    next
}

{
    us = $NF
    sub(/ [0-9]+$/, "")
    if ($0 !~ /^\[estimated from call counts\];./)
        print "a stack of " us " does not say that it is estimated"
    n = split($0, frame, ";")
    sum += us
    n_stacks++
    split("", seen)
    for (i = 2; i <= n; i++) {
        if (frame[i] in seen)
            print frame[i] " twice in a stack"
        seen[frame[i]]
        through[frame[i]] += us
    }
    at[frame[n]] += us
}

END {
    if (!near(sum, total, 0.51 + 1e-3))
        print "stacks add up to " sum ", not " total
    for (f in own) {
        if (filtered ? at[f] > own[f] + 1 + n_stacks : !near(at[f], own[f], 1 + n_stacks))
            print f ": " at[f] " of its own, not " own[f]
        if (!filtered && !in_cycle[f] && (!near(through[f], both[f], 1 + n_stacks + total / 20)))
            print f ": " through[f] " go through it, not " both[f]
    }
    for (c in whole)
        if (!filtered && !near(through[c], whole[c], 1 + n_stacks + total / 20))
            print c ": " through[c] + 0 " go through it, not " whole[c]
}
