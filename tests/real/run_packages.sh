#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The packages of Debian, Fedora and Arch are built, as far as their tools are here, and what is in them
# works together; lintian finds no error in Debian's.
. "$SRC/tests/tap.sh"
cd "$SRC" || exit 1
git rev-parse -q --verify HEAD >/dev/null 2>&1 || { echo '1..0 # SKIP no git here'; exit 0; }
why=$TMPDIR/log
version=$(sed -n 's/^VERSION := //p' Makefile)
in_source() { (cd "$SRC" && env -u BUILD -u MAKEFLAGS make "$1") >"$TMPDIR/log" 2>&1; }

# have NAME WORDS COMMAND...: or skip NAME, since there is no COMMAND: install WORDS
have() {
    name=$1 words=$2
    shift 2
    for need; do
        command -v "$need" >/dev/null || {
            skip "$name" "no $need ($words)"
            return 1
        }
    done
}

# works NAME: what was unpacked into $TMPDIR/NAME
works() {
    root=$TMPDIR/$1 why=log
    cd "$root" || exit 1
    gptui=$root/usr/bin/gptui
    "$gptui" --version 2>log | grep -q "^gptui $version\$"
    result $? "$1: the program starts"
    cp "$(command -v env)" prog && "$gptui" record -o prof ./prog >log 2>&1 && [ -s prof ]
    result $? "$1: record finds the runtime"
    lib=$(dirname "$(find usr -name libgptui-rt.a)")
    echo 'int leaf(int i) { return i + 1; } int main(void) { int s = 0; for (int i = 0; i < 7; i++) s += leaf(s); return !s; }' >a.c
    # shellcheck disable=SC2046
    "$CC" -O0 -o a $(sed -n 's/^Cflags: //p' "$lib/pkgconfig/gptui-rt.pc" | sed "s|\${includedir}|usr/include|") \
        a.c "$lib/libgptui-rt.a" >log 2>&1 && ./a >>log 2>&1 && "$gptui" -b -p a gmon.out 2>>log | grep -q ' 7 .* leaf$'
    result $? "$1: programs are built with it, and count"
    cd "$SRC" || exit 1
    why=$TMPDIR/log
}

if have Debian 'packages: dpkg-dev debhelper lintian fakeroot' dpkg-buildpackage dh lintian fakeroot; then
    in_source deb
    result $? 'make deb' "$(tail -n 20 "$TMPDIR/log")"
    set -- build/deb/*.deb
    [ $# -eq 2 ]
    result $? 'two packages' "$*"
    for package; do
        dpkg-deb -x "$package" "$TMPDIR/Debian" && dpkg-deb -I "$package" >>"$TMPDIR/control"
    done
    grep -q '^ Depends:.*libgptui-rt (= ' "$TMPDIR/control" && grep -q '^ Depends:.*libbinutils.*libncursesw' "$TMPDIR/control"
    result $? 'they depend on the right ones' "$(cat "$TMPDIR/control")"
    works Debian
fi

# What Fedora and Arch build with is not installed by their tools here: it is there, or the build fails.
in_source packaging || result 1 'make packaging'
packaging=$SRC/build/packaging
archive=$SRC/build/gptui-$version.tar.gz
if have Fedora 'packages: rpm cpio' rpmbuild rpm2cpio cpio; then
    mkdir -p "$TMPDIR/rpm/SOURCES" "$TMPDIR/Fedora" && cp "$archive" "$TMPDIR/rpm/SOURCES"
    env -u BUILD -u MAKEFLAGS rpmbuild -bb --nodeps --define "_topdir $TMPDIR/rpm" --define '_libdir /usr/lib64' \
        "$packaging/gptui.spec" >"$TMPDIR/log" 2>&1
    result $? 'rpmbuild' "$(tail -n 20 "$TMPDIR/log")"
    for package in "$TMPDIR"/rpm/RPMS/*/*.rpm; do
        rpm2cpio "$package" | (cd "$TMPDIR/Fedora" && cpio -idm 2>"$TMPDIR/log")
    done
    works Fedora
fi

# makepkg does not run as root, and asks a pacman for nothing with --nodeps.
if have Arch 'packages: makepkg libarchive-tools' makepkg bsdtar; then
    mkdir -p "$TMPDIR/arch" "$TMPDIR/Arch" && cp "$archive" "$packaging/PKGBUILD" "$TMPDIR/arch"
    as='env'
    [ "$(id -u)" -ne 0 ] || { chown -R nobody "$TMPDIR/arch" && chmod a+x "$TMPDIR" && as='setpriv --reuid=nobody --clear-groups'; }
    # shellcheck disable=SC2086
    (cd "$TMPDIR/arch" && HOME=$PWD PACMAN=true $as env -u BUILD -u MAKEFLAGS makepkg --nodeps --nosign) >"$TMPDIR/log" 2>&1
    result $? 'makepkg' "$(tail -n 20 "$TMPDIR/log")"
    bsdtar -xf "$TMPDIR"/arch/gptui-*.pkg.tar.* -C "$TMPDIR/Arch" >"$TMPDIR/log" 2>&1
    works Arch
fi
echo "1..$n"
