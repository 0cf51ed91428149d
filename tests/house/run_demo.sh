#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program of `make demo` has a profile, and without a terminal its report is gprof's.
set -u
echo 1..3
cd "$SRC" && make -s build/demo/gmon.out || exit 1
cd build/demo || exit 1
"$GPTUI" -b indexer gmon.out >"$TMPDIR/ours" 2>&1
gprof -b indexer gmon.out >"$TMPDIR/theirs" 2>&1
if cmp "$TMPDIR/ours" "$TMPDIR/theirs" >"$TMPDIR/diff"; then
    echo 'ok 1 - the report equals that of gprof'
else
    echo 'not ok 1 - the report equals that of gprof'
    diff "$TMPDIR/ours" "$TMPDIR/theirs" | head -n 20 | sed 's/^/# /'
fi
# has NUMBER NAME PATTERN
has() {
    if grep -q -- "$3" "$TMPDIR/ours"; then
        echo "ok $1 - $2"
    else
        echo "not ok $1 - $2"
    fi
}
has 2 'there is a cycle to explore' 'expression <cycle 1>'
has 3 'there are samples' '^ *[1-9][0-9]*\.[0-9][0-9] .* score$'
