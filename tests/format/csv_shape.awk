# SPDX-License-Identifier: GPL-3.0-or-later
# Is standard input CSV as RFC 4180 has it, with the same number of fields in every record? Prints
# the number of records; what is wrong first.
function bad(what) {
    if (!n_bad++)
        print "record " n_records ": " what
}

# The line feeds within quotes are line ends to awk: put the record together again.
{
    record = held == "" ? $0 : held "\n" $0
    copy = record
    if (gsub(/"/, "", copy) % 2) {
        held = record
        next
    }
    held = ""
    n_records++
    if (!sub(/\r$/, "", record))
        bad("no CR LF at its end")
    gsub(/"([^"]|"")*"/, "Q", record)
    if (record ~ /["\r]|Q[^,]|[^,]Q/)
        bad("a quote within a field")
    n = gsub(/,/, ",", record) + 1
    if (n_records == 1)
        n_fields = n
    if (n != n_fields)
        bad(n " fields, not " n_fields)
}

END {
    if (held != "")
        bad("an open quote")
    if (!n_bad)
        print n_records
}
