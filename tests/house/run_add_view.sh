#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A view is one file and one row: both are added to a copy of the source, and the browser has its
# tab, its key, its action, its mode and its history. The copy goes on from the objects of this
# build; CURDIR is the original's, so that its flags are.
. "$SRC/tests/tap.sh"
why=log

if [ -n "${FLAVOUR-}" ]; then
    skip 'a view of one file and one row' "the build of $FLAVOUR has flags that are not known here"
    echo "1..$n"
    exit 0
fi

copy=$TMPDIR/copy views=src/tui/keys/views.h
mkdir -p "$copy/build"
(cd "$SRC" && cp -pR Makefile src arch data "$copy") &&
    (cd "$BUILD" && cp -pR src arch gen flags libdir ./*.a "$copy/build")
result $? 'a copy of source and objects'

cp "$SRC/tests/house/view/leaves.c" "$copy/src/tui/screens/"
row='V(X, LEAVES, leaves, "Leaves", "9", "the leaves", "functions that call nothing known") \\'
sed "s|^ *V(X, INFO,|    $row\n&|" "$SRC/$views" >"$copy/$views"
holds 'one row' [ "$(diff "$SRC/$views" "$copy/$views" | grep -c '^[<>]')" -eq 1 ]

make -s -C "$copy" CURDIR="$SRC" BUILD=build CC="$CC" V= build/gptui >log 2>&1
result $? 'it builds'
made=$(find "$copy/build" -name '*.o' -newer "$copy/$views" | wc -l)
find "$copy/build" -name '*.o' -newer "$copy/$views" | grep -q core/
[ $? -ne 0 ]
result $? "nothing of the core is built again" "$made objects"

"$CC" -pg -g -O1 -o sample "$SRC"/tests/fault/sample.c && ./sample >/dev/null
cat >script <<'END'
gptui-script 1
keys 9
dump view
keys 1[
dump back
:view-leaves
keys <Enter>
dump open
:map
keys <Space><Space><Space><Space>/view-leaves<Enter>
dump help
END
GPTUI_TEST=1 "$copy/build/gptui" --script script sample gmon.out >log 2>&1
result $? 'the browser runs'
why='view log'
grep -q '\[9Leaves\] *4Info' view && grep -q 'view=Leaves mode=leaves' view
result $? 'its digit opens it; it has a tab before that of the row below, and a mode'
why=back
holds 'history leads back to it' grep -q 'view=Leaves' back
why=open
holds 'its rows open' grep -q 'view=Graph' open
why=help
holds 'the list of all bindings has it' grep -q 'normal *9 *view-leaves' help
echo "1..$n"
