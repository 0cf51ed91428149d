# SPDX-License-Identifier: GPL-3.0-or-later
# The rows of `gptui -b -p -q` as gprof's layout has them, one per line, blanks between the fields,
# "-" where there is nothing:
#
#   SECTION ENTRY INDEX NAME CYCLE %TIME CUMULATIVE SELF CHILDREN CALLS TOTAL-CALLS RECURSIVE-CALLS
#
# Names have no blanks in the profiles that this is for.
function row(section) {
    print section, entry, indexed, name, cycle, percent, cumulative, self, children, calls, total, recursive
}

function clear() {
    entry = indexed = cycle = percent = cumulative = self = children = calls = total = recursive = "-"
}

# NAME [<cycle N>] [INDEX] from field i on, or <cycle N as a whole> [INDEX].
function take_name(i) {
    name = $i
    if ($i == "<cycle") {
        cycle = $(i + 1) + 0
        name = "<cycle_" cycle "_as_a_whole>"
    } else if ($(i + 1) == "<cycle") {
        cycle = $(i + 2) + 0
    }
    indexed = $NF
    gsub(/[][()]/, "", indexed)
}

# CALLS/TOTAL, CALLS+RECURSIVE or CALLS
function take_calls(word,   part) {
    if (split(word, part, "/") == 2)
        total = part[2]
    else if (split(word, part, "+") == 2)
        recursive = part[2]
    calls = part[1]
}

# The lines of an entry are held back until its index is known.
function flush_entry(   i) {
    for (i = 1; i <= n_held; i++) {
        sub(/ ENTRY /, " " entry_index " ", held[i])
        print held[i]
    }
    n_held = 0
}

function hold(section) {
    entry = "ENTRY"
    held[++n_held] = section " " entry " " indexed " " name " " cycle " " percent " " cumulative " " \
        self " " children " " calls " " total " " recursive
}

/^Flat profile:/ { in_flat = 1; next }
/Call graph$/ { in_flat = 0; next }
/^index % time/ { in_graph = 1; section = "caller"; next }
/^Index by function name/ { in_graph = 0 }

in_flat && /^ *[0-9]+\.[0-9]/ {
    clear()
    percent = $1
    cumulative = $2
    self = $3
    if (NF > 4)
        calls = $4
    name = $NF
    row("flat")
}

!in_graph { next }

/^-----/ { flush_entry(); section = "caller"; next }
/<spontaneous>/ { next }

/^\[/ {
    clear()
    percent = $2
    self = $3
    children = $4
    if ($5 ~ /^[0-9]/) {
        take_calls($5)
        take_name(6)
    } else {
        take_name(5)
    }
    entry_index = indexed
    hold("entry")
    section = name ~ /^<cycle_/ ? "member" : "callee"
    next
}

/^ / {
    clear()
    if ($1 ~ /\./) {
        self = $1
        children = $2
        take_calls($3)
        take_name(4)
    } else {
        take_calls($1)
        take_name(2)
    }
    hold(section)
}
