#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents on the source name files that exist, ARCHITECTURE.md fits on its page, and the
# manual says what there is in few lines.
. "$SRC/tests/tap.sh"
cd "$SRC" || exit 1

# named FILE: what it says in backquotes that is a path; capitals stand for something else.
named() {
    grep -o '`[^` ]*`' "$1" | tr -d '\140' | grep / | grep -v '[A-Z$=:<>]' |
        grep -v '^build/\|^gmon\.out' | sort -u
}

# Paths may begin below these folders.
exists() {
    for base in . src src/core src/core/load src/core/view tests data/packaging; do
        for file in $base/${1%/}*; do
            [ ! -e "$file" ] || return 0
        done
    done
    return 1
}

for document in ARCHITECTURE.md CONTRIBUTING.md; do
    missing=
    for path in $(set -f; named "$document"); do
        exists "$path" || missing="$missing $path"
    done
    holds "every path that $document names exists${missing:+: not}$missing" [ -z "$missing" ]
done

holds 'ARCHITECTURE.md has at most 150 lines' [ "$(grep -c '' ARCHITECTURE.md)" -le 150 ]

# small PAGE LINES: for looking up, not for reading through
small() {
    [ "$(grep -c '' "man/$1")" -le "$2" ]
    result $? "$1 has at most $2 lines: $(grep -c '' "man/$1")"
}
small gptui.1 1500
small gptui-record.1 200
small gptui_rt.3 500

# The words of GPTUI_RT that users have, in the table and in the manual.
sed '/^#ifdef GPTUI_RT_TESTS/,/^#endif/d' src/runtime/options.c |
    sed -n 's/^    {"\([a-z]*\)", read_.*/\1/p' | sort >"$TMPDIR/table"
sed -n '/^\.\\" words: begin/,/^\.\\" words: end/s/^\.\(B\|BI\) \([a-z]*\)=.*/\2/p' man/gptui_rt.3 |
    sort >"$TMPDIR/page"
cmp -s "$TMPDIR/table" "$TMPDIR/page"
result $? "the manual has the words of GPTUI_RT: $(diff "$TMPDIR/table" "$TMPDIR/page" | grep '^[<>]' | xargs)"
[ "$(grep -c '' "$TMPDIR/table")" -le 10 ] && grep -qx rate "$TMPDIR/table"
result $? 'there are at most ten of them'
echo "1..$n"
