# SPDX-License-Identifier: GPL-3.0-or-later
# LC_ALL=C awk -f json_lines.awk FILE: is it JSON (RFC 8259)? Then each value that is no object or array is printed
# after its path: ".graph[2].callers[0].calls<TAB>12". Strings keep their escapes. Else one line on standard error
# and status 1. Whether it is UTF-8 is for iconv.
BEGIN { RS = "\001" } # which JSON has nowhere
{ text = $0 }
END {
    if (NR != 1)
        wrong("a control character, or nothing")
    at = 1
    value("")
    if (at <= length(text))
        wrong("something after the value")
}

function wrong(what) {
    print "byte " at - 1 ": " what | "cat >&2"
    exit 1
}

function next_is(c) { return substr(text, at, 1) == c }

function blanks() {
    while (match(substr(text, at, 200), /^[ \t\r\n]+/))
        at += RLENGTH
}

function expect(c) {
    if (!next_is(c))
        wrong("not " c)
    at++
}

function string() {
    expect("\"")
    while (!next_is("\"")) {
        if (match(substr(text, at, 4000), /^[^"\\\001-\037]+/) ||
            match(substr(text, at, 6), /^\\(["\\\/bfnrt]|u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])/))
            at += RLENGTH
        else
            wrong("no character of a string")
    }
    at++
}

function value(path,   from, i, end) {
    blanks()
    from = at
    if (next_is("{") || next_is("[")) {
        end = next_is("{") ? "}" : "]"
        at++
        blanks()
        for (i = 0; !next_is(end); i++) {
            if (i) {
                expect(",")
                blanks()
            }
            if (end == "}") {
                from = at
                string()
                from = "." substr(text, from + 1, at - from - 2)
                blanks()
                expect(":")
            } else {
                from = "[" i "]"
            }
            value(path from)
        }
        at++
    } else {
        if (next_is("\""))
            string()
        else if (match(substr(text, at, 200), /^(null|true|false|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)/))
            at += RLENGTH
        else
            wrong("no value")
        print path "\t" substr(text, from, at - from)
    }
    blanks()
}
