# SPDX-License-Identifier: GPL-3.0-or-later
# Reads `gptui -b -p -q -z`: what a profile must keep whatever it holds. Prints what it does not.
#
#   awk -f sums.awk OUTPUT
#
# 1. The self seconds of the flat profile add up to its last cumulative number.
# 2. Every caller line has its callee line: the same two functions, numbers and times.
# 3. The callers of a function add up to its calls (outside of cycles).
#
# By columns: no number may be too wide for its own.
function near(a, b, slack) { return a - b <= slack && b - a <= slack }

function bad(what) { print FILENAME ": " what; n_bad++ }

# The index after the name is what identifies a function: names may be equal.
function index_of(line) {
    if (match(line, /[[(][0-9]+[])]$/))
        return substr(line, RSTART + 1, RLENGTH - 2)
    return ""
}

function end_entry(   i, sum, calls) {
    if (!entry)
        return
    sum = 0
    for (i = 1; i <= n_callers; i++)
        sum += count_of[i]
    if (!spontaneous && !in_cycle && !near(sum, entry_calls, 0))
        bad("callers of [" entry "] add up to " sum ", not " entry_calls)
    entry = 0
    n_callers = n_lines = spontaneous = primary_seen = 0
}

/^Flat profile:/ { flat = 1; next }
/Call graph$/ { flat = 0; graph = 1; next }
/^Index by function name/ { graph = 0 }

flat && /^ *[0-9.]+ +[0-9.]+ +[0-9.]+ / {
    self += substr($0, 18, 8)
    last = substr($0, 8, 9)
    n_flat++
}

graph && /^-----/ {
    for (i = 1; i <= n_lines; i++)
        if (!cycle_entry) {
            key = i < primary_at ? line_index[i] ">" entry : entry ">" line_index[i]
            if (i < primary_at)
                up[key] = up[key] line_text[i] "\n"
            else
                down[key] = down[key] line_text[i] "\n"
        }
    end_entry()
    cycle_entry = 0
    next
}

graph && /^index % time/ { started = 1; next }

graph && started && /^\[/ {
    entry = index_of($0)
    in_cycle = /<cycle [0-9]+/
    cycle_entry = / as a whole> /
    primary_at = n_lines + 1
    entry_calls = substr($0, 30, 7) + 0
    for (i = 1; i <= n_lines; i++)
        if (line_index[i] != entry) # recursion is not among the calls
            count_of[++n_callers] = line_count[i]
    next
}

graph && started && /<spontaneous>$/ { spontaneous = 1; next }

graph && started && /^      / {
    n_lines++
    line_index[n_lines] = index_of($0)
    split(substr($0, 30), part, "/")
    line_count[n_lines] = part[1] + 0
    line_text[n_lines] = substr($0, 1, 29) part[1] + 0
}

END {
    end_entry()
    if (n_flat && !near(self, last, 0.005 * (n_flat + 1)))
        bad("self seconds add up to " self ", the last cumulative number is " last)
    for (key in up)
        if (!(key in down))
            bad("caller line " key " has no callee line")
        else if (up[key] != down[key])
            bad("lines of " key " differ:\n" up[key] down[key])
    for (key in down)
        if (!(key in up))
            bad("callee line " key " has no caller line")
    exit n_bad > 0
}
