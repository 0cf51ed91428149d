# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f same_stacks.awk A B: have stacks the same times in A and B, lines of FRAMES MICROSECONDS?
# Each line may be rounded. Prints what differs.
function near(a, b, slack) { return a - b <= slack && b - a <= slack }

{
    us = $NF
    sub(/ [0-9.]+$/, "")
}

FNR == NR { a[$0] += us; next }
{ b[$0] += us; lines[$0]++ }

END {
    for (s in a)
        if (!near(a[s], b[s], 1 + lines[s]))
            print s ": " a[s] ", " b[s] + 0
    for (s in b)
        if (!(s in a))
            print s ": only in the second, " b[s]
}
