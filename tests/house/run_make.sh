#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Makefile's promises: all targets are there, make alone installs no package, install obeys
# PREFIX and DESTDIR.
. "$SRC/tests/tap.sh"
cd "$SRC" || exit 1

missing=
make -s help >"$TMPDIR/help"
targets='all check check-diff check-tmux check-real asan ubsan tsan valgrind fuzz bench coverage mutants
    tidy format lint warnings bless compile_commands.json dist packaging deb install demo help clean'
for target in $targets; do
    grep -q "[ ]$target\( \|$\)" "$TMPDIR/help" || missing="$missing $target"
done
[ -z "$missing" ]
result $? 'help knows every target' "$missing"
# shellcheck disable=SC2086
make -n $targets >"$TMPDIR/log" 2>&1
result $? 'every target says what it would do' "$(tail -n 3 "$TMPDIR/log")"

make -n all BUILD="$TMPDIR/build" >"$TMPDIR/plain" 2>&1 && ! grep -Eq 'apt-get|scripts/deps' "$TMPDIR/plain"
result $? 'make alone does not install packages'

make -n check </dev/null 2>/dev/null | head -n 1 | grep -q scripts/deps
result $? 'make check looks for packages first'

make -s install BUILD="$BUILD" DESTDIR="$TMPDIR/root" PREFIX=/opt/x >"$TMPDIR/log" 2>&1
[ -x "$TMPDIR/root/opt/x/bin/gptui" ] && [ -s "$TMPDIR/root/opt/x/share/man/man1/gptui.1" ] &&
    [ -s "$TMPDIR/root/opt/x/share/doc/gptui/COPYING" ]
result $? 'install' "$(cat "$TMPDIR/log")"
missing=
for f in man/man5/gmon.out.5 doc/gptui/examples/board/profile.c bash-completion/completions/gptui zsh/site-functions/_gptui \
    fish/vendor_completions.d/gptui.fish; do
    [ -s "$TMPDIR/root/opt/x/share/$f" ] || missing="$missing $f"
done
if [ -e "$BUILD/libgptui-rt.so" ]; then
    cp "$(command -v env)" "$TMPDIR/prog"
    "$TMPDIR/root/opt/x/bin/gptui" record -o "$TMPDIR/prof" "$TMPDIR/prog" >"$TMPDIR/log" 2>&1 && [ -s "$TMPDIR/prof" ]
    result $? 'install: the runtime, where record finds it' "$(cat "$TMPDIR/log")"
fi
[ -z "$missing" ] && [ ! -e "$TMPDIR/root/opt/x/bin/gprof" ]
result $? 'install: manuals and completions, no gprof' "$missing"
make -s install BUILD="$BUILD" DESTDIR="$TMPDIR/root" PREFIX=/opt/x GPROF_LINK=1 >"$TMPDIR/log" 2>&1 &&
    "$TMPDIR/root/opt/x/bin/gprof" --nonsense 2>&1 | grep -q "gprof: unrecognized option '--nonsense'"
result $? 'install GPROF_LINK=1: the name gprof' "$(cat "$TMPDIR/log")"
make -s uninstall DESTDIR="$TMPDIR/root" PREFIX=/opt/x
left=$(find "$TMPDIR/root" ! -type d)
[ -z "$left" ]
result $? 'uninstall takes all of it away' "$left"
echo "1..$n"
