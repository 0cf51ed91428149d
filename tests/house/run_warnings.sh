#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Clang finds nothing to warn of. (What gcc warns of ends the build.)
set -u

echo 1..1
if ! command -v clang >/dev/null 2>&1; then
    echo 'ok - warnings of clang # SKIP no clang here'
elif make -s -C "$SRC" warnings >"$TMPDIR/log" 2>&1; then
    echo 'ok - warnings of clang'
else
    echo 'not ok - warnings of clang'
    sed 's/^/# /' "$TMPDIR/log"
fi
