# SPDX-License-Identifier: GPL-3.0-or-later
# Turn text files into C string arrays: awk -f data/embed.awk data/explain_*.txt
# The array of NAME.txt is NAME. Lines that start with # are left out.
function name_of(path) {
    sub(/.*\//, "", path)
    sub(/\.[^.]*$/, "", path)
    return path
}
BEGIN { print "/* made by data/embed.awk: do not edit */" }
FNR == 1 {
    if (NR != 1)
        print "    ;"
    name = name_of(FILENAME)
    print "extern const char " name "[];"
    print "const char " name "[] ="
}
/^#/ { next }
{
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END { print "    ;" }
