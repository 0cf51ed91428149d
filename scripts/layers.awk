# SPDX-License-Identifier: GPL-3.0-or-later
# The rules that scripts/check-layers checks in C files, one message per breach. Reads layers.table
# first, whose words are explained there.

function say(rule, text) { print rule ": " FILENAME ":" FNR ": " text }

# The path of a file as layers.table has it.
function path_of(file) { return file ~ /^src\// ? substr(file, 5) : file }

# Whether a path begins with one of the names after a key of the table.
function begins_with(path, key,   n, i, name, names) {
    n = split(table[key], names, " ")
    for (i = 1; i <= n; i++) {
        name = names[i]
        if (substr(path, 1, length(name)) == name)
            return 1
    }
    return 0
}

# The folder of the table that a path belongs to; "" if there is none.
function folder_of(path,   f, best) {
    for (f in is_folder)
        if ((path == f || substr(path, 1, length(f) + 1) == f "/") && length(f) > length(best))
            best = f
    return best
}

# Note in may[] whatever a file of the folder `first` may include, by way of `f`.
function reach(first, f,   n, i, to, uses) {
    n = split(table[f], uses, " ")
    for (i = 1; i <= n; i++) {
        to = uses[i]
        if (to ~ /^\(/) {
            if (f != first)
                continue
            to = substr(to, 2, length(to) - 2)
            may[first, to] = 1
        } else if (!((first, to) in may)) {
            may[first, to] = 1
            reach(first, to)
        }
    }
}

function check_include(line,   to, mine, its, h) {
    mine = folder_of(path_of(FILENAME))
    if (match(line, /"[^"]+"/)) {
        to = substr(line, RSTART + 1, RLENGTH - 2)
        if ((to == "machine.h" || to == "frames.h") && (mine == "runtime" || mine == "arch")) # arch/<cpu>/
            return
        its = folder_of(to)
        if (its == "")
            say("include", "\"" to "\" is no path in a folder of scripts/layers.table")
        else if (its != mine && !((mine, its) in may))
            say("include", mine " may not include \"" to "\"")
    }
    if (match(line, /<[^>]+>|"[^"]+"/)) {
        to = substr(line, RSTART, RLENGTH)
        for (h in door)
            if (to ~ door[h] && !begins_with(path_of(FILENAME), h))
                say("door", to " has another door")
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
    if (begins_with(path_of(FILENAME), "print"))
        return
    if (FILENAME == "src/tui/terminal/signals.c") # ends the program in a signal handler
        return
    if (match(code, /(^|[^A-Za-z0-9_.>])(exit|_exit|_Exit|quick_exit|abort|printf|vprintf|puts|putchar|perror)[ ]*\(/))
        say("call", substr(code, RSTART, RLENGTH) "...): only cli and main print and exit")
    if (code ~ /[^A-Za-z0-9_](stdout|stderr)([^A-Za-z0-9_]|$)/ && !begins_with(path_of(FILENAME), "streams"))
        say("call", "standard streams belong to cli and main")
}

# Who opens files decides what may be waited for, and whom to trust: base/file what the user named and
# what is written, load/file what is read else. Folders are read where the user names them, and a
# device by its name in the source is no stranger.
function check_open(code) {
    if (begins_with(path_of(FILENAME), "open"))
        return
    if ($0 ~ /open\("\/dev\/(null|tty)"/)
        return
    if (match(code, /(^|[^A-Za-z0-9_.>])(open|open64|openat|creat|fopen|fopen64|freopen|mkstemp|tmpfile|popen|mmap|bfd_openr|bfd_fopen|bfd_openw)[ ]*\(/))
        say("open", substr(code, RSTART, RLENGTH) "...): files are opened by base/file and load/file")
    if (match(code, /(^|[^A-Za-z0-9_.>])(opendir|scandir|ftw|nftw)[ ]*\(/) && !begins_with(path_of(FILENAME), "folders"))
        say("open", substr(code, RSTART, RLENGTH) "...): folders are read where the user names them")
}

function check_static(code) {
    if (begins_with(path_of(FILENAME), "static"))
        return
    if (code ~ /^[ \t]*static[ \t]/ && code !~ /[ (]const[ ;*]|\(|inline/ && code ~ /[;={]/)
        say("static", "a static that can change")
}

# Every number of a row is computed in one place, so that all outputs show the same digits: elsewhere
# nothing is divided by a rate or by calls, or multiplied by 100.
function check_numbers(code) {
    if (path_of(FILENAME) !~ /^(core\/view|core\/cli|tui)\// || begins_with(path_of(FILENAME), "number"))
        return
    if (code ~ /\/ *(\([a-z]+\))?[][a-z_.>-]*(hz|calls)([^a-z_]|$)/)
        say("number", "times and values per call are computed by core/view/values")
    if (code ~ /(^|[^0-9.a-z_])100([.]0)? *\*|\* *100([.]0)?([^0-9.]|$)/)
        say("number", "percentages are computed by core/view/values")
}

# What quotes words for a shell: the closed and opened quotation mark, $'...', "$(...)", a command line with
# holes for words.
function check_quotes(line) {
    if (begins_with(path_of(FILENAME), "quote") || line ~ /^[ \t]*(\/?\*|\/\/)/)
        return
    if (line ~ /'\\\\''|\\"'\\"|[^']\$'|\$\(printf|"[^"]*gptui [^"]*%s/)
        say("quote", "words for shells are quoted by base/shell")
}

FILENAME ~ /layers\.table$/ {
    if (/^[^# ].*:/) {
        key = value = $0
        sub(/:.*/, "", key)
        sub(/^[^:]*:/, "", value)
        table[key] = value
        if (key ~ /^[<"]/) {
            door[key] = "^" key "$"
            gsub(/\./, "[.]", door[key])
            gsub(/\*/, ".*", door[key])
        } else if (key !~ /^(print|streams|static|quote|open|folders|number)$/)
            is_folder[key] = 1
    } else if (/^ /)
        table[key] = table[key] $0
    next
}

FNR == 1 {
    in_comment = in_function = 0
    if (!ready) {
        ready = 1
        for (f in is_folder) {
            reach(f, f)
            if ((f, f) in may)
                print "include: scripts/layers.table: " f " may include itself by way of others"
        }
    }
    if (folder_of(path_of(FILENAME)) == "")
        say("include", "its folder is not in scripts/layers.table")
}

/^[ \t]*#[ \t]*include/ {
    check_include($0)
    next
}

{
    code = code_of($0)
    check_calls(code)
    check_open(code)
    check_static(code)
    check_numbers(code)
    check_quotes($0)
}

/^\{/ { in_function = FNR }
/^\}/ && in_function {
    if (FNR - in_function - 1 > 80)
        say("length", "a function of " FNR - in_function - 1 " lines")
    in_function = 0
}
