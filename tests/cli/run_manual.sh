#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual: its generated parts are up to date, every option is in it and in --help, mandoc
# and man accept it. With GPTUI_BLESS set, the generated parts are renewed.
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

# made PROGRAM [PART]: what it prints, in lines of up to 80 bytes
made() {
    program=$1
    shift
    "$BUILD/tests/cli/$program" "$@" >"$TMPDIR/made" || exit 1
    LC_ALL=C "$SRC/scripts/wrap-man" "$TMPDIR/made"
}

made manual_options >"$TMPDIR/options"
compare options
if [ -x "$BUILD/tests/cli/manual_keys" ]; then
    for table in keys commands settings modes columns filters; do
        made manual_keys $table >"$TMPDIR/$table"
        compare $table
    done
fi

page=$SRC/man/gptui-record.1
made manual_options record >"$TMPDIR/options"
compare options
tr -d '\\' <"$page" | sed 's/f[BIR]//g; s/^-.*, //' >"$TMPDIR/plain"
"$GPTUI" record --help | sed -n 's/^  \(-., \|    \)\(--[^ ]*\) .*/\2/p' >"$TMPDIR/help" && [ -s "$TMPDIR/help" ] &&
    missing=$(while read -r o; do grep -qxFe "$o" "$TMPDIR/plain" || echo "$o"; done <"$TMPDIR/help") && [ -z "$missing" ]
result $? "every option of record --help is in its manual, with its argument${missing:+: not }$missing"
page=$SRC/man/gptui.1

"$GPTUI" --help >"$TMPDIR/help" || exit 1
tr -d '\\' <"$page" | sed 's/f[BIR]//g' >"$TMPDIR/plain"
missing=$(sed -n 's/^  \(-[A-Za-z]\).*/\1/p; s/^  .*\(--[a-z-]*\).*/\1/p' "$TMPDIR/help" |
    while read -r o; do grep -q -- "$o" "$TMPDIR/plain" || echo "$o"; done)
[ -z "$missing" ] && grep -q -- '^  -p' "$TMPDIR/help" && grep -q -- '--script' "$TMPDIR/help"
result $? "every option of --help is in the manual${missing:+: not }$missing"

if command -v mandoc >/dev/null || command -v man >/dev/null; then
    "$SRC/scripts/check-man" "$SRC"/man/* >"$TMPDIR/complaints" 2>&1
    result $? 'mandoc -Tlint and man --warnings accept all pages' "$(grep -v '^check-man: no ' "$TMPDIR/complaints")"
else
    skip 'mandoc -Tlint and man --warnings accept all pages' 'neither mandoc nor man here'
fi
echo "1..$n"
