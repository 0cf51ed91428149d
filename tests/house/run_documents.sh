#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents on the source name files that exist, and ARCHITECTURE.md fits on its page.
set -u
cd "$SRC" || exit 1
. "$SRC/tests/tap.sh"

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
    [ -z "$missing" ]
    result $? "every path that $document names exists${missing:+: not}$missing"
done

[ "$(grep -c '' ARCHITECTURE.md)" -le 150 ]
result $? 'ARCHITECTURE.md has at most 150 lines'
echo "1..$n"
