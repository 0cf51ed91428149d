# SPDX-License-Identifier: GPL-3.0-or-later
# The rules that scripts/check-words checks in sources, one message per breach.

BEGIN {
    # What a stranger does not understand, and what to write. Only what can be told from good
    # English without understanding the sentence.
    instead["so many"] = "n, or what it is a number of" # but so many that ...
    instead["(break|breaks|broke|broken|breaking) (it |them )?off"] = "cancel, end early, incomplete"
    instead["(tell|tells|told|telling) of"] = "report"
    instead["behind"] = "after" # but things may be left behind
    instead["(is|are|was|were|be|not) told"] = "reported, known, shown" # but things are told apart
}

function say(rule, text) { print rule ": " FILENAME ":" FNR ": " text }

# Scripts have words everywhere.
function is_script() { return FILENAME !~ /[.][chS]$/ }

# Split a line: `code` without comments, strings and character constants, `prose` what they say.
# `opening`: the first words of a comment that begins here.
function split_line(line,   at, end) {
    code = prose = opening = ""
    if (is_script()) {
        prose = line
        return
    }
    if (FILENAME ~ /\.S$/ && line ~ /^[ \t]*#[ \t]/)
        line = "/*" line
    while (line != "") {
        if (in_comment) {
            end = index(line, "*/")
            prose = prose " " (end ? substr(line, 1, end - 1) : line)
            if (!end)
                return
            line = substr(line, end + 2)
            in_comment = 0
        }
        if (!match(line, /\/\*|"(\\.|[^"\\])*"|'(\\.|[^'\\])+'/)) {
            code = code line
            return
        }
        code = code substr(line, 1, RSTART - 1)
        at = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (at == "/*") {
            in_comment = 1
            opening = line
        } else
            prose = prose " " at
    }
}

function check_tags(   rest, tag) {
    if (FILENAME ~ /^tests\//) # whose programs have nothing in common
        return
    for (rest = code; match(rest, /(struct|union|enum) [A-Za-z_0-9]+ *\{/); rest = substr(rest, RSTART + RLENGTH)) {
        tag = substr(rest, RSTART, RLENGTH - 1)
        gsub(/^[a-z]+ | +$/, "", tag)
        if (tag in first && first[tag] !~ "^" FILENAME ":") # there #else may stand between
            say("tag", tag ": there is another one in " first[tag])
        else if (!(tag in first))
            first[tag] = FILENAME ":" FNR
    }
}

function check_comment() {
    if (opening ~ /^\**[ \t]*The same([^a-z]|$)/)
        say("comment", "begins with \"The same\": same as what?")
    if (code ~ /^[ \t]*$/ && opening ~ /^\**[ \t]*Of [a-z]/)
        say("comment", "begins with \"Of\": a fragment")
}

# A phrase may go on in the next line: the last two words of the line before belong to this one.
function check_prose(   text, w, m, n, words) {
    sub(/^[ \t]*[*#]+/, "", prose)
    text = " " tail tolower(prose) " "
    gsub(/[ \t]+/, " ", text)
    for (w in instead)
        if (match(text, "[^a-z_]" w "[^a-z_]") && RSTART + RLENGTH > length(tail) + 3 &&
            !(w == "behind" && text ~ /(left|leave|leaves|leaving) .*behind/ ||
              w ~ /told$/ && text ~ /told apart/ ||
              w == "so many" && text ~ /so many that/))
            say("word", substr(text, RSTART + 1, RLENGTH - 2) ": better " instead[w])
    n = split(text, words, " ")
    tail = (in_comment || is_script()) && n > 1 ? words[n - 1] " " words[n] " " : ""
    if (code ~ /(^|[^A-Za-z_0-9])behind([^A-Za-z_0-9]|$)/)
        say("word", "behind, as a name: better after")
}

# Who asks a question of an analysis, or has a stage of one made, learns whether it can be stopped,
# or how long it takes: by its comment, or by that of the file.
function check_steps() {
    if ($0 ~ /^$/)
        said = declared = ""
    said = said prose
    if (FNR < 3 || !file_begun)
        of_file = of_file prose
    file_begun = file_begun || code ~ /^#/
    if (declared == "" && code !~ /^[a-z].*\(/ || code ~ /^(static|typedef) /)
        return
    declared = declared code
    if (code !~ /;/)
        return
    if ((FILENAME ~ /questions/ || declared ~ /_(new|build|filter|add)\(/) &&
        declared " " said " " of_file !~ /progress|[Ss]teps/)
        say("steps", "neither progress nor a bound in steps: " declared)
    declared = ""
}

# Scripts of tests wait for what happens, and judge no time. What a terminal shows no event says.
function check_time() {
    if (FILENAME !~ /^tests\/.*[.]sh$/ || FILENAME ~ /^tests\/(bench|real)\/|^tests\/tmux\/lib[.]sh$/ || /^ *#/)
        return
    if (/(^|[;&|({`!]|do|then|else) *sleep [0-9.$"]/ || /date [+]|\$[{]?(SECONDS|EPOCH)/)
        say("time", "sleeps, or asks for the time: wait for an event")
    if (/(^|[^-a-z])timeout( -[a-z]+ [A-Z0-9]+)* [0-9][0-9]? /)
        say("time", "an end after seconds: 600 are enough where all else waits")
}

FNR == 1 {
    in_comment = 0
    of_file = file_begun = ""
    tail = ""
}

{
    split_line($0)
    check_tags()
    check_comment()
    check_prose()
    check_time()
    if (FILENAME ~ /core\/analyze\/.*[.]h$/)
        check_steps()
}
