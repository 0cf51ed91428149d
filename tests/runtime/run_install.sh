#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What make install puts there is enough to build with, as the pkg-config file says.
. "$SRC/tests/runtime/lib.sh"

root=$TMPDIR/root
make -s -C "$SRC" install BUILD="$BUILD" DESTDIR= PREFIX="$root" >log 2>&1
verdict $? 'make install' "$(cat log)"
holds 'it says how linked programs find the library' grep -q -e "ldconfig.* -Wl,-rpath,$root/lib\$" log

# field NAME: of the pkg-config file, with its variables replaced
field() {
    sed -n "s|^$1: ||p" "$root/lib/pkgconfig/gptui-rt.pc" |
        sed "s|\${includedir}|$root/include|; s|\${libdir}|$root/lib|"
}

for kind in '' -static; do
    # shellcheck disable=SC2046,SC2086
    "$CC" $(field Cflags) $kind -o prog "$here/control.c" $(field Libs) -Wl,-rpath,"$root/lib" >log 2>&1 &&
        rm -rf gmon.out* && ./prog 10 dump
    equal "built with what was installed${kind:+, $kind}" 10 "$(calls prog gmon.out leaf)"
done
if command -v pkg-config >/dev/null; then
    equal 'pkg-config' "$(field Cflags) $(field Libs)" "$(PKG_CONFIG_PATH=$root/lib/pkgconfig \
        pkg-config --cflags --libs gptui-rt | sed 's/ *$//')"
else
    skip pkg-config 'not installed'
fi
holds 'the manual is installed' [ -s "$root/share/man/man3/gptui_rt.3" ]
make -s -C "$SRC" uninstall DESTDIR= PREFIX="$root" >log 2>&1
equal 'make uninstall takes all of it away' '' "$(find "$root" -type f -o -name 'gptui*')"
finish
