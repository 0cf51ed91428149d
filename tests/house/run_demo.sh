#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program of `make demo` has a profile, and without a terminal its report is gprof's. Its browser knows
# a caller that gprof gets wrong.
. "$SRC/tests/tap.sh"
cd "$SRC" && make -s build/demo/gmon.out || exit 1
cd build/demo || exit 1
"$GPTUI" -b indexer gmon.out >"$TMPDIR/ours" 2>&1
gprof -b indexer gmon.out >"$TMPDIR/theirs" 2>&1
diff "$TMPDIR/ours" "$TMPDIR/theirs" >"$TMPDIR/diff"
result $? 'the report equals that of gprof' "$(head -n 20 "$TMPDIR/diff")"
holds 'there is a cycle to explore' grep -q 'expression <cycle 1>' "$TMPDIR/ours"
holds 'there are samples' grep -q '^ *[1-9][0-9]*\.[0-9][0-9] .* score$' "$TMPDIR/ours"

# Where there are call paths, they know who takes the time of best_of: the caller that calls it less.
# ticks CALLER: of samples with best_of called by it
ticks() {
    "$GPTUI" --batch --format=folded indexer gmon.out 2>/dev/null | grep ";$1;best_of" |
        awk '{ n += $NF } END { print n + 0 }'
}
if "$GPTUI" --info gmon.out | grep -q '^paths '; then
    holds 'the dear caller is measured' [ "$(ticks rank_documents)" -gt "$(ticks preview_documents)" ]
else
    skip 'the dear caller is measured' 'no call paths on this machine'
fi

# The recording that README's picture is made from is of this program: all calls of functions that both have are equal.
# calls IMAGE PROFILE: of each function
calls() {
    "$GPTUI" --batch --format=csv -p "$1" "$2" 2>/dev/null | awk -F, '$10 > 0 { print $4, $10 }' | sort
}
kept=$TMPDIR/kept tools=$BUILD/tests/tools data=$SRC/tests/screen/data
"$tools/mkelf" "$kept" <"$data/indexer.elf" && "$tools/mkgmon" "$kept.out" "$kept" <"$data/indexer.gmon" || exit 1
calls "$kept" "$kept.out" >"$TMPDIR/then"
calls indexer gmon.out >"$TMPDIR/now"
join "$TMPDIR/then" "$TMPDIR/now" | awk '$2 != $3 { print; bad = 1 } END { exit bad || NR < 30 }' >"$TMPDIR/diff"
result $? 'README has the calls of this program (if it should: make shots)' "$(cat "$TMPDIR/diff")"
echo "1..$n"
