# SPDX-License-Identifier: GPL-3.0-or-later
# The rows of --format=csv in the fields of rows_text.awk. Names have no commas.
BEGIN { FS = "," }

{ sub(/\r$/, "") }

NR == 1 {
    for (i = 1; i <= NF; i++)
        at[$i] = i
    n_columns = NF
    next
}

function field(column) {
    if (!(column in at))
        return "missing:" column
    return $at[column] == "" ? "-" : $at[column]
}

NF != n_columns { print "a row with " NF " fields" }

{
    gsub(/"/, "")
    gsub(/<cycle /, "<cycle_")
    gsub(/ as a whole/, "_as_a_whole")
    print field("section"), field("entry"), $1 == "flat" ? "-" : field("index"), field("name"), \
        $1 == "flat" ? "-" : field("cycle"), field("time_percent"), field("cumulative_seconds"), \
        field("self_seconds"), field("children_seconds"), field("calls"), field("total_calls"), \
        field("recursive_calls")
}
