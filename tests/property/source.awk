# SPDX-License-Identifier: GPL-3.0-or-later
# flat profile, then the source view of every file without its text, both as the browser writes them:
# sums must agree as far as two decimals go. The columns of the headings show which cells are blank.
function near(a, b, n) {
    d = a > b ? a - b : b - a
    return d <= 0.0051 * (n + 2)
}
function cell(right, width,   s) {
    s = substr($0, right - width + 1, width)
    gsub(/[^0-9.]/, "", s) # marks and commas
    return s + 0
}
function first_word(at,   s) {
    s = substr($0, at)
    sub(/ .*/, "", s) # the cycle of it
    return s
}
FILENAME ~ /flat$/ && / self s/ {
    name_at = length($0) - 3
    next
}
FILENAME ~ /flat$/ { # %time self +/- cum total total% [calls ...] name
    name = first_word(name_at)
    self[name] = $2
    total[name] = $5
    all_self += $2
    n_functions++
    next
}
/ self s .* source$/ { # the right ends of the columns
    self_end = index($0, "self s") + 5
    callees_end = index($0, "callees") + 6
    name_at = index($0, "source")
    next
}
/^ (the source|  looked|Enter says)/ { next }
{
    name = first_word(name_at)
    line_self += cell(self_end, 7)
    callees[name] += cell(callees_end, 8)
    n_lines[name]++
    n++
}
END {
    if (!near(line_self, all_self, n + n_functions) || line_self < 0.5 * all_self) {
        print "self: " line_self " in lines, " all_self " in functions"
        bad = 1
    }
    for (f in callees) {
        checked += callees[f] > 0
        if (!near(callees[f], total[f] - self[f], n_lines[f])) {
            print f ": lines call " callees[f] ", its children took " total[f] - self[f]
            bad = 1
        }
    }
    if (checked < 3) {
        print "only " checked " functions call anything"
        bad = 1
    }
    exit bad
}
