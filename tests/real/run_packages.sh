#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages are built, lintian finds no error in them, and what is in them works together.
set -u
. "$SRC/tests/tap.sh"
cd "$SRC" || exit 1
for need in dpkg-buildpackage dh lintian fakeroot; do
    command -v $need >/dev/null || {
        echo "1..0 # SKIP no $need (packages: dpkg-dev debhelper lintian fakeroot)"
        exit 0
    }
done
git rev-parse -q --verify HEAD >/dev/null 2>&1 || { echo '1..0 # SKIP no git here'; exit 0; }
why=$TMPDIR/log

env -u BUILD -u MAKEFLAGS make deb >"$TMPDIR/log" 2>&1
result $? 'make deb' "$(tail -n 20 "$TMPDIR/log")"
set -- build/deb/*.deb
[ $# -eq 2 ]
result $? 'two packages' "$*"
for package; do
    dpkg-deb -x "$package" "$TMPDIR/root" && dpkg-deb -I "$package" >>"$TMPDIR/control"
done
grep -q '^ Depends:.*libgptui-rt (= ' "$TMPDIR/control" && grep -q '^ Depends:.*libbinutils' "$TMPDIR/control"
result $? 'they depend on the right ones' "$(cat "$TMPDIR/control")"

version=$(sed -n 's/^VERSION := //p' Makefile)
gptui=$TMPDIR/root/usr/bin/gptui
cd "$TMPDIR" || exit 1
why=log
"$gptui" --version 2>log | grep -q "^gptui $version\$"
result $? 'the program starts'
cp "$(command -v env)" prog && "$gptui" record -o prof ./prog >log 2>&1 && [ -s prof ]
result $? 'record finds the runtime'
lib=$(dirname root/usr/lib/*/libgptui-rt.a)
echo 'int leaf(int i) { return i + 1; } int main(void) { int s = 0; for (int i = 0; i < 7; i++) s += leaf(s); return !s; }' >a.c
# shellcheck disable=SC2046
"$CC" -O0 -o a $(sed -n 's/^Cflags: //p' "$lib/pkgconfig/gptui-rt.pc" | sed "s|\${includedir}|root/usr/include|") \
    a.c "$lib/libgptui-rt.a" >log 2>&1 && ./a >>log 2>&1 && "$gptui" -b -p a gmon.out 2>>log | grep -q ' 7 .* leaf$'
result $? 'programs are built with it, and count'
echo "1..$n"
