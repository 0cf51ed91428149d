# SPDX-License-Identifier: GPL-3.0-or-later
# The rules that scripts/check-layers checks in C files, one message per breach.
BEGIN {
    n_layers = split("base sink model load query analyze view cli", layers, " ")
    for (i = 1; i <= n_layers; i++)
        rank[layers[i]] = i
    # header (as an expression) -> files that may include it
    door["bfd\\.h"] = "^src/core/load/bfd"
    door["dis-asm\\.h"] = "^src/core/load/(bfd|opcodes)"
    door["(libiberty/)?demangle\\.h"] = "^src/core/load/demangle"
    door["libiberty\\.h"] = "^src/core/load/(bfd|demangle)"
    door["dwarf\\.h"] = "^src/core/load/dwarf"
    door["pcre2.*\\.h"] = "^src/core/query/regex\\.c$"
    door["zlib\\.h"] = "^src/core/sink/gzip\\.c$"
    door["(n?curses(w/.*)?|term)\\.h"] = "^src/tui/surface"
}

function say(rule, text) { print rule ": " FILENAME ":" FNR ": " text }

function layer_of(path,   part) {
    split(path, part, "/")
    return part[1] == "core" ? part[2] : part[1]
}

# May this file include "to", a path below src/?
function allowed(to,   mine, its) {
    if (FILENAME == "src/main.c")
        return 1
    mine = layer_of(substr(FILENAME, 5))
    its = layer_of(to)
    if (FILENAME ~ /^arch\//)
        return to ~ /^(core\/base|runtime|arch)\//
    if (FILENAME ~ /^src\/runtime\//)
        return to ~ /^(runtime|arch)\//
    if (to ~ /^arch\//) # machine code is a matter of reading images
        return FILENAME ~ /^src\/core\/load\//
    if (to ~ /^runtime\//)
        return to ~ /format/
    if (mine == "tui" || mine == "record")
        return its == mine || (its in rank && its != "cli")
    return its in rank && rank[its] <= rank[mine]
}

function check_include(line,   to, h) {
    if (match(line, /"[^"]+"/)) {
        to = substr(line, RSTART + 1, RLENGTH - 2)
        if (to == "machine.h" && FILENAME ~ /^src\/runtime\//) # arch/<cpu>/machine.h
            return
        if (to !~ /^(core|tui|record|runtime|arch)\//)
            say("include", "\"" to "\" is not a path below src/")
        else if (!allowed(to))
            say("include", "\"" to "\" lies to the right")
    } else if (match(line, /<[^>]+>/)) {
        to = substr(line, RSTART + 1, RLENGTH - 2)
        for (h in door)
            if (to ~ "^" h "$" && FILENAME !~ door[h])
                say("door", "<" to "> has another door")
    }
}

# The line without comments, strings and character constants.
function code_of(line) {
    if (in_comment) {
        if (!sub(/^.*\*\//, "", line))
            return ""
        in_comment = 0
    }
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "\"\"", line)
    gsub(/'[^']*'/, "0", line)
    while (match(line, /\/\*/)) {
        rest = substr(line, RSTART + 2)
        line = substr(line, 1, RSTART - 1)
        if (!match(rest, /\*\//)) {
            in_comment = 1
            break
        }
        line = line " " substr(rest, RSTART + 2)
    }
    return line
}

function check_calls(code) {
    if (FILENAME ~ /^src\/core\/cli\// || FILENAME == "src/main.c" || FILENAME ~ /^src\/runtime\//)
        return
    if (FILENAME == "src/core/load/guard.c") # stands in for the exit of libiberty
        return
    if (match(code, /(^|[^A-Za-z0-9_.>])(exit|_exit|_Exit|quick_exit|abort|printf|vprintf|puts|putchar|perror)[ ]*\(/))
        say("call", substr(code, RSTART, RLENGTH) "...): only cli and main print and exit")
    if (code ~ /[^A-Za-z0-9_](stdout|stderr)([^A-Za-z0-9_]|$)/ && FILENAME !~ /^src\/tui\/surface/)
        say("call", "standard streams belong to cli and main")
}

function check_static(code) {
    if (FILENAME ~ /^src\/(tui\/(surface|restore)|core\/load\/(bfd|guard)|runtime\/)/)
        return
    if (code ~ /^[ \t]*static[ \t]/ && code !~ /[ (]const[ ;*]|\(|inline/ && code ~ /[;={]/)
        say("static", "a static that can change")
}

FNR == 1 { in_comment = 0; in_function = 0 }

/^[ \t]*#[ \t]*include/ {
    check_include($0)
    next
}

{
    code = code_of($0)
    check_calls(code)
    check_static(code)
}

/^\{/ { in_function = FNR }
/^\}/ && in_function {
    if (FNR - in_function - 1 > 80)
        say("length", "a function of " FNR - in_function - 1 " lines")
    in_function = 0
}
