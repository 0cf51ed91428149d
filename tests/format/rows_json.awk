# SPDX-License-Identifier: GPL-3.0-or-later
# The rows of --format=json, as json_lines.awk prints it, in the fields of rows_text.awk. The callers of
# an entry come before it, as in the text.
BEGIN { FS = "\t" }

function value(path) {
    return path in v ? v[path] : "-"
}

function row(section, path, entry,   name) {
    name = value(path ".name")
    gsub(/ /, "_", name)
    if (value(path ".function") != "-" && value(path ".name") != v[".functions[" v[path ".function"] "].name"])
        name = name "!=function"
    print section, entry, section == "flat" ? "-" : value(path ".index"), name, \
        section == "flat" ? "-" : value(path ".cycle"), value(path ".time_percent"), \
        value(path ".cumulative_seconds"), value(path ".self_seconds"), \
        value(path ".children_seconds"), value(path ".calls"), value(path ".total_calls"), \
        value(path ".recursive_calls")
}

function list(section, path, entry,   i) {
    for (i = 0; (path "[" i "].name") in v; i++)
        row(section, path "[" i "]", entry)
}

{
    gsub(/^"|"$/, "", $2)
    v[$1] = $2
}

END {
    if (value(".format") != "gptui-profile" || value(".version") != 3)
        print "no gptui-profile of version 3"
    list("flat", ".flat", "-")
    for (i = 0; (".graph[" i "].name") in v; i++) {
        path = ".graph[" i "]"
        list("caller", path ".callers", v[path ".index"])
        row("entry", path, v[path ".index"])
        list("member", path ".members", v[path ".index"])
        list("callee", path ".callees", v[path ".index"])
    }
}
