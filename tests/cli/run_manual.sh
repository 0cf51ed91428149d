#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual: its generated parts are up to date, every option is in it and in --help, roff accepts
# it. With GPTUI_BLESS set, the generated parts are renewed.
set -u
page=$SRC/man/gptui.1
. "$SRC/tests/tap.sh"

# The lines between the marks of a part.
part() {
    sed -n "/^\.\\\\\" $1: begin/,/^\.\\\\\" $1: end/p" "$page" | sed '1d;$d'
}

renew() { # PART, file with its new text
    awk -v part="$1" -v text="$2" '
        index($0, ".\\\" " part ": begin") == 1 {
            print
            while ((getline line < text) > 0)
                print line
            skip = 1
            next
        }
        index($0, ".\\\" " part ": end") == 1 { skip = 0 }
        !skip' "$page" >"$TMPDIR/page" && cat "$TMPDIR/page" >"$page"
}

compare() { # PART
    [ -z "${GPTUI_BLESS-}" ] || renew "$1" "$TMPDIR/$1"
    part "$1" >"$TMPDIR/now"
    diff "$TMPDIR/now" "$TMPDIR/$1" | sed 's/^/# /'
    cmp -s "$TMPDIR/now" "$TMPDIR/$1" && [ -s "$TMPDIR/now" ]
    result $? "$(basename "$page"): section $1 is up to date (make bless renews it)"
}

"$BUILD/tests/cli/manual_options" >"$TMPDIR/options" || exit 1
compare options
if [ -x "$BUILD/tests/cli/manual_keys" ]; then
    "$BUILD/tests/cli/manual_keys" >"$TMPDIR/keys" || exit 1
    compare keys
fi

page=$SRC/man/gptui-record.1
"$BUILD/tests/cli/manual_record" >"$TMPDIR/options" || exit 1
compare options
page=$SRC/man/gptui.1

"$GPTUI" --help >"$TMPDIR/help" || exit 1
tr -d '\\' <"$page" | sed 's/f[BIR]//g' >"$TMPDIR/plain"
missing=$(sed -n 's/^  \(-[A-Za-z]\).*/\1/p; s/^  .*\(--[a-z-]*\).*/\1/p' "$TMPDIR/help" |
    while read -r o; do grep -q -- "$o" "$TMPDIR/plain" || echo "$o"; done)
[ -z "$missing" ] && grep -q -- '^  -p' "$TMPDIR/help" && grep -q -- '--script' "$TMPDIR/help"
result $? "every option of --help is in the manual${missing:+: not }$missing"

for page in "$SRC"/man/*; do
    name=$(basename "$page")
    if command -v groff >/dev/null; then
        warnings=$(groff -ww -man -Tascii "$page" 2>&1 >/dev/null | head -n 5)
        [ -z "$warnings" ]
        result $? "roff accepts $name${warnings:+: }$warnings"
    else
        skip "roff accepts $name" 'no groff here'
    fi
done
echo "1..$n"
