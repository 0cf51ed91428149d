#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program of `make demo` has a profile, and without a terminal its report is gprof's. Its browser knows
# a caller that gprof gets wrong.
set -u
echo 1..4
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

# Where there are call paths, they know who takes the time of best_of: the caller that calls it less.
# ticks CALLER: of samples with best_of called by it
ticks() {
    "$GPTUI" --batch --format=folded indexer gmon.out 2>/dev/null | grep ";$1;best_of" |
        awk '{ n += $NF } END { print n + 0 }'
}
if "$GPTUI" --info gmon.out | grep -q '^paths '; then
    if [ "$(ticks rank_documents)" -gt "$(ticks preview_documents)" ]; then
        echo 'ok 4 - the dear caller is measured'
    else
        echo 'not ok 4 - the dear caller is measured'
    fi
else
    echo 'ok 4 - the dear caller is measured # SKIP no call paths on this machine'
fi
