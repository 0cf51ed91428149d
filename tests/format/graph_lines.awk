# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v from=csv|callgrind|pprof|dot -f graph_lines.awk FILE: what a format says about functions
# and arcs, in one form, to be sorted and held against what another one says:
#
#   self NAME MICROSECONDS     (csv, callgrind)
#   arc FROM TO CALLS MICROSECONDS     ("-" where the format has no time)
#   total MICROSECONDS
#
# Reads csv after rows_csv.awk, pprof after pprof_lines. Names are unique and have no blanks.
function micro(seconds) { return sprintf("%.3f", seconds * 1e6) }

function arc(a, b, calls, us) {
    if (!((a, b) in seen))
        print "arc", a, b, calls, us
    seen[a, b] = 1
}

# ---- csv: rows wait for the names of entries ----
from == "csv" && $1 == "entry" && $4 !~ /^</ {
    name_of[$2] = $4
    print "self", $4, micro($8)
}
from == "csv" && ($1 == "caller" || $1 == "callee") {
    n++
    kind[n] = $1
    entry[n] = $2
    name[n] = $4
    calls[n] = $10
    us[n] = $8 == "-" ? micro(0) : micro($8 + $9)
}

# ---- callgrind ----
from == "callgrind" && /^c?fn=/ {
    id = $1
    sub(/^c?fn=/, "", id)
    if (NF > 1)
        named[id] = $2
    if (/^cfn/)
        callee = named[id]
    else
        caller = named[id]
}
from == "callgrind" && /^calls=/ {
    split($1, part, "=")
    pending = part[2]
    next
}
from == "callgrind" && /^[0-9]+ [0-9]+$/ {
    if (pending != "")
        arc(caller, callee, pending, $2)
    else if ($2 > 0)
        self[caller] = $2
    if (pending == "")
        sum += $2
    pending = ""
}
from == "callgrind" && /^(summary|totals): / {
    totals[$2]
    said = $2
}

# ---- pprof: time is on stacks, calls on pairs ----
from == "pprof" && $1 == "sample" && $3 == 0 {
    split($4, part, ";")
    arc(part[1], part[2], $2, "-")
}

# ---- dot ----
from == "dot" && /^ +n[0-9]+ \[/ {
    match($0, /label="[^"\\]*/)
    dot_name[$1] = substr($0, RSTART + 7, RLENGTH - 7)
}
from == "dot" && / -> / {
    match($0, /label="[0-9]+/)
    arc(dot_name[$1], dot_name[$3], substr($0, RSTART + 7, RLENGTH - 7), "-")
}

END {
    for (i = 1; i <= n; i++)
        if (kind[i] == "caller")
            arc(name[i], name_of[entry[i]], calls[i], us[i])
        else
            arc(name_of[entry[i]], name[i], calls[i], us[i])
    for (f in self)
        print "self", f, self[f]
    n = 0
    for (t in totals)
        n++
    if (from == "callgrind" && (n != 1 || sum != said))
        print "totals: said " said ", are " sum
}
