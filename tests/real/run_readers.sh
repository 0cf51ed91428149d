#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What tests/format/run_readers.sh skips where a reader is missing is not skipped here: the readers are
# installed first.
set -u
as_root=
[ "$(id -u)" -eq 0 ] || as_root='sudo -n'
for pair in dot:graphviz callgrind_annotate:valgrind go:golang-go sqlite3:sqlite3 python3:python3; do
    command -v "${pair%%:*}" >/dev/null || $as_root apt-get install -y -q "${pair#*:}" >"$TMPDIR/apt" 2>&1 || {
        echo "1..0 # SKIP ${pair%%:*} is not here, and apt-get cannot install ${pair#*:}"
        exit 0
    }
done
exec "$SRC/tests/format/run_readers.sh"
