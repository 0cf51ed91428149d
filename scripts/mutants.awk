# SPDX-License-Identifier: GPL-3.0-or-later
# The places of sources whose meaning scripts/mutants may change: one line for each, with tabs between
# kind, file, line, and the line as it would be.
#
# Kinds: compare, logic, arithmetic, constant, negate (a condition), call (one that is dropped), swap (the
# first two arguments). What frees memory is not dropped: that is seen by `make asan` alone.

FNR == 1 { in_comment = macro = 0; before = ";" }

{
    line = $0
    mask = mask_of(line)
    if (macro || mask ~ /^ *#/)
        macro = mask ~ /\\$/
    else if (mask ~ /^ +[^ ]/ && mask !~ /^ *(static_)?assert\(/)
        look()
    if (mask !~ /^ *$/)
        before = mask
}

# The line with blanks for comments, and quotes for strings and constants of characters.
function mask_of(text,   out, end, at, len) {
    while (text != "") {
        if (in_comment) {
            end = index(text, "*/")
            len = end ? end + 1 : length(text)
            out = out times(" ", len)
            text = substr(text, len + 1)
            in_comment = !end
        } else if (!match(text, /\/\*|"(\\.|[^"\\])*"|'(\\.|[^'\\])+'/)) {
            return out text
        } else {
            at = substr(text, RSTART, RLENGTH)
            in_comment = at == "/*"
            len = in_comment ? 0 : RLENGTH
            out = out substr(text, 1, RSTART - 1) times("\"", len)
            text = substr(text, RSTART + len)
            if (in_comment) {
                out = out "  "
                text = substr(text, 3)
            }
        }
    }
    return out
}

function times(c, n,   out) {
    for (; n > 0; n--)
        out = out c
    return out
}

# The line with `with` in place of its `len` characters from `at` on.
function found(kind, at, len, with) {
    print kind "\t" FILENAME "\t" FNR "\t" substr(line, 1, at - 1) with substr(line, at + len)
}

# Every place of the line where `what` stands.
function all(kind, what, with,   from, at) {
    for (from = 1; (at = index(substr(mask, from), what)); from += at + length(what) - 1)
        found(kind, from + at - 1, length(what), with)
}

function look() {
    all("compare", " < ", " <= ")
    all("compare", " <= ", " < ")
    all("compare", " > ", " >= ")
    all("compare", " >= ", " > ")
    all("compare", " == ", " != ")
    all("compare", " != ", " == ")
    all("logic", " && ", " || ")
    all("logic", " || ", " && ")
    all("arithmetic", " + ", " - ")
    all("arithmetic", " - ", " + ")
    all("arithmetic", " * ", " + ")
    all("arithmetic", " / ", " * ")
    all("arithmetic", " % ", " / ")
    all("arithmetic", " << ", " >> ")
    all("arithmetic", " >> ", " << ")
    all("arithmetic", " & ", " | ")
    all("arithmetic", " | ", " & ")
    all("arithmetic", " += ", " -= ")
    all("arithmetic", " -= ", " += ")
    all("arithmetic", " |= ", " &= ")
    all("arithmetic", "++", "--")
    all("arithmetic", "--", "++")
    constants()
    conditions()
    call()
    swapped()
}

# {0} is how structs begin, no number.
function constants(   from, at, word) {
    for (from = 1; match(substr(mask, from), /[A-Za-z_0-9.]+/); from += RSTART + RLENGTH - 1) {
        at = from + RSTART - 1
        word = substr(mask, at, RLENGTH)
        if (word == "true" || word == "false")
            found("constant", at, RLENGTH, word == "true" ? "false" : "true")
        else if (word ~ /^[0-9]+$/ && substr(mask, at - 1, 3) != "{0}")
            found("constant", at, RLENGTH, word + 1)
    }
}

# The length of what stands between the parenthesis before `at` and that which closes it, or -1.
function inside(at,   i, depth, c) {
    for (i = at; i <= length(mask); i++) {
        c = substr(mask, i, 1)
        if (c == "(")
            depth++
        else if (c == ")" && depth-- == 0)
            return i - at
    }
    return -1
}

function conditions(   from, at, len) {
    if (match(mask, /^ *(\} else )?(else )?(if|while) \(/)) {
        at = RSTART + RLENGTH
        len = inside(at)
        if (len > 0)
            found("negate", at, len, "!(" substr(line, at, len) ")")
    }
    for (from = 1; match(substr(mask, from), /![A-Za-z_(*]/); from += RSTART)
        found("negate", from + RSTART - 1, 1, "")
}

# A whole statement in one line.
function call(   name) {
    if (mask !~ /^ +[a-z_0-9]+\(.*\);$/ || before !~ /[;{})]$|else$/)
        return
    name = mask
    gsub(/^ +|\(.*/, "", name)
    if (name !~ /(free|release|assert)$|^(return|sizeof|while|va_end)$/ && inside(index(mask, "(") + 1) == length(mask) - index(mask, "(") - 2)
        found("call", index(mask, name), length(mask), ";")
}

function swapped(   from, at, text, part) {
    for (from = 1; match(substr(mask, from), /[a-z_0-9]+\([A-Za-z_0-9.>&*-]+, [A-Za-z_0-9.>&*-]+[,)]/); from = at) {
        at = from + RSTART - 1
        text = substr(mask, at, RLENGTH - 1)
        at += index(text, "(")
        sub(/^[^(]*\(/, "", text)
        split(text, part, ", ")
        if (part[1] != part[2])
            found("swap", at, length(text), part[2] ", " part[1])
    }
}
