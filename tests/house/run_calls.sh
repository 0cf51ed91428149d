#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files of the program do not call each other in circles, but for those that scripts/calls.table
# lists; and the checker finds what it should find.
. "$SRC/tests/tap.sh"
d=$TMPDIR/src

# has PATH TEXT: a file of the scratch folder, compiled as the program is
has() {
    mkdir -p "$d/$(dirname "$1")" "$d/build/$(dirname "$1")"
    printf '%s\n' "$2" >"$d/$1"
    "${CC:-cc}" -O1 -w -c -o "$d/build/${1%.c}.o" "$d/$1"
}

# finds TEXT NAME: the checker says TEXT about the scratch folder, or nothing ("")
finds() {
    got=$("$SRC/scripts/check-calls" "$d" 2>&1)
    if [ -n "$1" ]; then
        case $got in *"$1"*) true ;; *) false ;; esac
    else
        [ -z "$got" ]
    fi
    result $? "$2" "$got"
}

fresh() {
    rm -rf "$d"
    mkdir -p "$d/scripts"
    : >"$d/scripts/calls.table"
}

if [ -n "${FLAVOUR-}" ]; then
    skip 'no circles but those listed' "the code of $FLAVOUR is not that of the program"
else
    "$SRC/scripts/check-calls" "$SRC" "$BUILD" >"$TMPDIR/found" 2>&1
    result $? 'no circles but those listed' "$(cat "$TMPDIR/found")"
fi

fresh
finds 'no objects' 'a folder without objects is no proof'

has src/tui/a.c 'void g(void); void f(void) { g(); } void h(void) {}'
has src/core/b.c 'void g(void); void g(void) {}'
finds '' 'a call one way'
has src/core/b.c 'void h(void); void g(void); void g(void) { h(); }'
finds 'not in the table: src/core/b src/tui/a' 'a circle of two'
echo 'src/core/b src/tui/a' >"$d/scripts/calls.table"
finds '' 'a circle that is listed'
has src/core/b.c 'void h(void); void g(void); extern void (*t[])(void); void (*t[])(void) = {h}; void g(void) { t[0](); }'
finds 'no such circle: src/core/b src/tui/a' 'a listed circle that is gone: a table of operations leads nowhere'
: >"$d/scripts/calls.table"
finds '' 'a call through a table'
has src/core/b.c 'void i(void); void g(void); void g(void) { i(); }'
has src/core/c.c 'void h(void); void i(void); void i(void) { h(); }'
finds 'not in the table: src/core/b src/core/c src/tui/a' 'a circle of three'
rm "$d/src/core/c.c"
finds '' 'an object whose source is gone counts for nothing'
has src/core/c.c 'static void f(void) { f(); } void i(void); void i(void) { f(); }'
finds '' 'static functions of equal names are not mixed up'
echo "1..$n"
