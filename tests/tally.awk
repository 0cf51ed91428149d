# SPDX-License-Identifier: GPL-3.0-or-later
# The TAP output of one test program, in one line: name, and how many passed, failed, were skipped.
# In: name, status (of the program), limit (seconds it had), cpu (those it used), sum (file for tests/sum.awk).
{ text[NR] = $0 }

/^1\.\.[0-9]+/ {
    planned += substr($1, 4)
    plans++
    if (/^1\.\.0/ && /# *[Ss][Kk][Ii][Pp]/)
        note_skip($0)
    next
}
/^(not )?ok/ && /# *[Ss][Kk][Ii][Pp]/ { ran++; note_skip($0); next }
/^ok/ { ran++; passed++; next }
/^not ok/ { ran++; note_failure($0); bad[NR] = 1 }

function note_skip(line) {
    skipped++
    sub(/^1\.\.0 */, "", line)
    sub(/^(not )?ok *[0-9]* *-? */, "", line)
    sub(/# *[Ss][Kk][Ii][Pp] */, "", line)
    print "skip\t" name ": " line >> sum
}
function note_failure(line) {
    failed++
    sub(/^not ok *[0-9]* *-? */, "", line)
    print "fail\t" name ": " line >> sum
}
function show(from,   i) {
    for (i = from > 1 ? from : 1; i <= NR; i++)
        print "    " text[i]
}

END {
    if (status == 124 || status == 137)
        note_failure("took longer than " limit " s")
    else if (status != 0 && !failed)
        note_failure("ended with status " status)
    else if (plans && planned != ran)
        note_failure("announced " planned " tests, ran " ran + 0)
    else if (ran + skipped == 0)
        note_failure("reported no result")
    print "sum\t" passed + 0 "\t" failed + 0 "\t" skipped + 0 >> sum
    print "cost\t" cpu "\t" name >> sum
    printf "%s %-34s %d passed%s%s, %s s\n", failed ? "FAIL" : "ok  ", name, passed,
        failed ? ", " failed " failed" : "", skipped ? ", " skipped " skipped" : "", cpu
    if (failed)
        show_failures()
}

# All that failed, each with the comment lines before and after it; and the end, if the program
# ended early.
function show_failures(   i, on, from, lines) {
    for (i = 1; i <= NR && lines < 200; i++) {
        if (i in bad) {
            on = 1
            for (from = i; from - 1 > shown && text[from - 1] ~ /^#/ && i - from < 60; from--)
                ;
            for (; from < i; from++)
                lines += show_line(from)
        } else if (text[i] ~ /^ok/ || text[i] ~ /^1\.\./) {
            on = 0
        }
        if (on)
            lines += show_line(i)
    }
    if (!lines)
        show(NR - 40)
}

function show_line(i) {
    print "    " text[i]
    shown = i
    return 1
}
