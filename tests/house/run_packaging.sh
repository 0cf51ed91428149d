#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# From the archive to the packages: the version stands in one place, the archive is the same each time,
# installing compiles nothing, and each package has a place for every file. tests/real/run_packages.sh
# builds them.
. "$SRC/tests/tap.sh"
why=log
log=$TMPDIR/log
version=$(sed -n 's/^VERSION := //p' "$SRC/Makefile")
unset MAKEFLAGS MFLAGS

# in_source COMMAND...: in the source, what it says goes into log
in_source() {
    (cd "$SRC" && "$@") >"$log" 2>&1
}

# ---- the version ----

[ -n "$version" ] && "$GPTUI" --version | grep -q "^gptui $version\$"
result $? 'the version of the Makefile is that of -v'
holds 'CHANGES begins with it' [ "$(sed -n '/^$/{n;p;q;}' "$SRC/CHANGES")" = "$version" ]
others=$(cd "$SRC" && grep -rnF "$version" Makefile man src data scripts tests completions README.md |
    grep -v '^Makefile:[0-9]*:VERSION := ')
[ -z "$others" ]
result $? 'it stands nowhere else' "$others"
others=$(cd "$SRC" && grep -n '^\.TH ' man/* | grep -v ' "gptui" ')
[ -z "$others" ]
result $? 'pages have none before they are installed' "$others"

# ---- installing ----

# A build of a folder whose owner is another: nothing of it may be renewed.
ls -lR --time-style=full-iso "$BUILD"/*.a "$BUILD"/*.so "$BUILD/gptui" "$BUILD"/src "$BUILD"/rt 2>/dev/null >before
in_source env -u CC -u CFLAGS make install CC=false BUILD="$BUILD" DESTDIR="$TMPDIR/root" PREFIX=/opt/x &&
    ls -lR --time-style=full-iso "$BUILD"/*.a "$BUILD"/*.so "$BUILD/gptui" "$BUILD"/src "$BUILD"/rt 2>/dev/null |
    cmp -s before -
result $? 'make install compiles nothing, whatever the settings'
for page in gptui.1 gptui-record.1 gptui_rt.3 gmon.out.5 gptui-json.5; do
    grep -q "^\.TH .*\"gptui $version\"" "root/opt/x/share/man/man${page##*.}/$page" || echo "$page"
done >log
holds 'installed pages bear the version' [ ! -s log ]
holds 'so does the pkg-config file' grep -q "^Version: $version\$" root/opt/x/lib/pkgconfig/gptui-rt.pc
[ "$(find root ! -type d ! -perm 644 ! -path '*/bin/gptui')" = '' ] && [ -x root/opt/x/bin/gptui ]
result $? 'all can read what is installed' "$(find root ! -type d ! -perm 644)"

in_source make install BUILD="$BUILD" DESTDIR="$TMPDIR/other" PREFIX=/usr LIBDIR=/usr/lib99 && status=1 || status=0
grep -q 'make LIBDIR=/usr/lib99 first' log && [ ! -e other ]
result $((status + $?)) 'a LIBDIR that was not built for is refused'

# ---- the archive and what the packages are made with ----

if ! git -C "$SRC" rev-parse -q --verify HEAD >/dev/null 2>&1; then
    skip 'archive and packages' 'no git here'
    echo "1..$n"
    exit 0
fi

holds 'make packaging' in_source env -u BUILD make -s packaging
made=$SRC/build/packaging archive=$SRC/build/gptui-$version.tar.gz
tar -tzf "$archive" | sed 's|^[^/]*/||' | grep -v '/$' | grep . | sort >packed
git -C "$SRC" ls-tree -r --name-only HEAD | sort | diff - packed >log
result $? 'the archive holds every file'
# A clone made at another time, by somebody with other settings.
umask 077
git clone -q "$SRC" clone 2>log && git -C clone config tar.umask 077 && git -C clone config core.autocrlf true &&
    cmp "$archive" "clone/$(cd clone && env -u BUILD make -s dist)" >>log 2>&1
result $? 'the archive of a clone has the same bytes'
umask 022
left=$(grep -rn '@[A-Z0-9]*@' "$made")
[ -z "$left" ] && [ -s "$made"/debian/changelog ]
result $? 'nothing is left to fill in' "$left"

# Every file in one package, by the lists of the packages. files FOLDER: what is installed there
files() {
    (cd "$1" && find . ! -type d | sed 's|^\./||' | sort)
}

in_source make install BUILD="$BUILD" DESTDIR="$TMPDIR/usr" PREFIX=/usr
mkdir -p usr/usr/lib/triplet/ && mv usr/usr/lib/libgptui-rt* usr/usr/lib/pkgconfig usr/usr/lib/cmake usr/usr/lib/triplet/
for list in "$made"/debian/*.install; do
    grep -v '^#' "$list" | while read -r glob; do
        # shellcheck disable=SC2086
        (cd usr && find $glob ! -type d) || echo "$list: $glob"
    done
done 2>&1 | sort >listed
files usr | diff - listed >log
result $? 'Debian: every file is in one package'
if command -v dpkg-parsechangelog >/dev/null; then
    [ "$(cd "$made" && dpkg-parsechangelog -S Version 2>&1)" = "$version-1" ]
    result $? 'Debian: the change log is one, of this version' "$(cd "$made" && dpkg-parsechangelog 2>&1)"
else
    skip 'Debian: the change log' 'no dpkg-parsechangelog'
fi

if command -v rpmspec >/dev/null; then
    rpmspec -P --define '_libdir /usr/lib/triplet' "$made"/gptui.spec >spec 2>log && grep -q "^Version: *$version\$" spec
    result $? 'Fedora: rpmspec reads the spec file'
    awk '/^%/ && !/^%license/ { on = $1 == "%files" } on && /^\// { sub(/^\//, ""); print }' spec | while read -r glob; do
        # shellcheck disable=SC2086
        (cd usr && find $glob ! -type d) || echo "gptui.spec: $glob"
    done 2>&1 | sort >listed
    files usr | grep -v '/doc/gptui/\(COPYING\|LICENSE\)$' >there
    grep -v '/doc/gptui/\(COPYING\|LICENSE\)$' listed | diff there - >log
    result $? 'Fedora: every file is in one package'
else
    skip 'Fedora: the spec file' 'no rpmspec'
fi

if command -v bash >/dev/null; then
    # build only says what it would do; package takes what is built already.
    mkdir -p src pkg && ln -s "$SRC" "src/gptui-$version"
    cat >arch <<'END'
. "$1" || exit 1
srcdir=$PWD/src pkgdir=$PWD/pkg
[ "$pkgname" = gptui ] || exit 1
make() { command make -n "$@"; }
(build) && unset -f make && (package)
END
    bash -n "$made"/PKGBUILD 2>log && bash -e arch "$made"/PKGBUILD >log 2>&1
    result $? 'Arch: build and package do their work'
    sed -n "s|^sha256sums=(\(.*\))\$|\1  $archive|p" "$made/PKGBUILD" | sha256sum -c >log 2>&1
    result $? 'Arch: the check sum is that of the archive'
    find pkg ! -type d | sed 's|^pkg/||' | sort >listed
    files usr | grep -v gptui/COPYING | sed "s|lib/triplet|lib|; s|doc/gptui/LICENSE|licenses/gptui/LICENSE|" |
        sort | diff - listed >log
    result $? 'Arch: every file is in the package'
else
    skip 'Arch: PKGBUILD' 'no bash'
fi
echo "1..$n"
