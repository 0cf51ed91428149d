# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f same_rows.awk A B: are the rows of rows_text.awk in A those in B? Words must be equal,
# numbers equal when they are rounded as in A. Prints what differs. Without any rows nothing was
# compared, which is an error unless empty=1.
function digits(number) {
    return number ~ /\./ ? length(number) - index(number, ".") : 0
}

function same(a, b,   slack) {
    if (a == b)
        return 1
    if (a !~ /^[0-9.]+$/ || b !~ /^[0-9.]+$/)
        return 0
    slack = 0.5 / 10 ^ digits(a) + 1e-9
    return a - b <= slack && b - a <= slack
}

FNR == NR { a[++n] = $0; next }

{
    n_b++
    split(a[n_b], word, " ")
    for (i = 1; i <= NF; i++)
        if (!same(word[i], $i)) {
            print "row " n_b ": " a[n_b] " | " $0
            break
        }
}

END {
    if (n != n_b)
        print n " rows and " n_b
    if (n == 0 && !empty)
        print "no rows"
}
