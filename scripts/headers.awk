# SPDX-License-Identifier: GPL-3.0-or-later
# headers.awk: functions that one source defines and the header of another declares, one message
# each; see check-headers. `table`: the exceptions.

BEGIN {
    while ((getline line < table) > 0)
        if (line !~ /^#/ && split(line, field, " ") == 3) {
            exception[++n_exceptions] = line
            source_like[n_exceptions] = pattern(field[1])
            name_like[n_exceptions] = pattern(field[2])
            allowed[n_exceptions] = field[3]
        }
}

# A pattern of the table, in which * stands for anything, as an expression.
function pattern(glob) {
    gsub(/[.]/, "[.]", glob)
    gsub(/[*]/, ".*", glob)
    return "^" glob "$"
}

# The line without comments, strings and character constants.
function code_of(line,   end, code) {
    while (line != "") {
        if (in_comment) {
            end = index(line, "*/")
            if (!end)
                return code
            line = substr(line, end + 2)
            in_comment = 0
        }
        if (!match(line, /\/\*|"(\\.|[^"\\])*"|'(\\.|[^'\\])+'/))
            return code line
        in_comment = substr(line, RSTART, 2) == "/*"
        code = code substr(line, 1, RSTART - 1) " "
        line = substr(line, RSTART + (in_comment ? 2 : RLENGTH))
    }
    return code
}

# The name of the function that a declaration is about; "" if it is about something else.
function function_of(text) {
    gsub(/__attribute__ *\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", text)
    if (text ~ /^(static|typedef)[^A-Za-z_0-9]/ || text ~ /^[^(]*=/ || !match(text, /[A-Za-z_0-9]+ *\(/))
        return ""
    text = substr(text, RSTART, RLENGTH - 1)
    sub(/ +$/, "", text)
    return text
}

function take(text, is_definition,   name) {
    name = function_of(text)
    if (name == "" || is_definition != (FILENAME ~ /[.]c$/))
        return
    if (!is_definition)
        declared[name] = declared[name] " " FILENAME
    else if (name != "main") {
        n_defined++
        defined[n_defined] = name
        place[n_defined] = FILENAME ":" FNR
    }
}

FNR == 1 { in_comment = 0; text = "" }

# What stands at the left margin: the beginning of a definition until its {, or a declaration.
{
    code = code_of($0)
    if (code ~ /^[ \t]*$/ || is_macro || code ~ /^#/) {
        is_macro = (is_macro || code ~ /^#/) && code ~ /\\$/
        next
    }
    if (text == "" && code !~ /^[A-Za-z_]/)
        next
    if (code ~ /^\{/) {
        take(text, 1)
        text = ""
    } else if (text == "" && code ~ /^(struct|union|enum)( [A-Za-z_0-9]+)? \{/) {
        text = ""
    } else {
        text = text " " code
        sub(/^ /, "", text)
        if (code ~ /[;{] *$/) {
            if (code ~ /; *$/)
                take(text, 0)
            text = ""
        }
    }
}

function is_excepted(source, name, headers,   i) {
    for (i = 1; i <= n_exceptions; i++)
        if (source ~ source_like[i] && name ~ name_like[i] &&
            (allowed[i] == "-" ? headers == "" : headers ~ "(^| )" pattern_inside(allowed[i]) "( |$)")) {
            used[i] = 1
            return 1
        }
    return 0
}

function pattern_inside(path) {
    gsub(/[.]/, "[.]", path)
    return path
}

END {
    for (i = 1; i <= n_defined; i++) {
        source = place[i]
        sub(/:.*/, "", source)
        own = pattern_inside(substr(source, 1, length(source) - 2))
        headers = declared[defined[i]]
        if (headers ~ own "(_internal)?[.]h( |$)" || is_excepted(source, defined[i], headers))
            continue
        print "headers: " place[i] ": " defined[i] " is declared " (headers ? "in" headers : "in no header") ", not in the header of its source"
    }
    for (i = 1; i <= n_exceptions; i++)
        if (!used[i])
            print "headers: " table ": there is no such exception any more: " exception[i]
}
