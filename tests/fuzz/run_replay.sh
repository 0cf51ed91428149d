#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every fuzzer gets through its corpus, and through the corners of it: nothing, and one byte.
set -u
n=0
: >"$TMPDIR/empty"
printf '\0' >"$TMPDIR/zero"
printf '\377' >"$TMPDIR/ones"
for source in "$SRC"/tests/fuzz/fuzz_*.c; do
    [ -e "$source" ] || continue
    name=$(basename "$source" .c)
    name=${name#fuzz_}
    corpus=$SRC/tests/fuzz/corpus/$name
    n=$((n + 1))
    if [ -z "$(ls "$corpus" 2>/dev/null)" ]; then
        echo "not ok $n - $name: has no corpus"
        continue
    fi
    find "$corpus" -type f | sort >"$TMPDIR/list"
    if (cd "$TMPDIR" && xargs "$BUILD/tests/fuzz/replay_$name" empty zero ones <list >out 2>&1); then
        echo "ok $n - $name: $(wc -l <"$TMPDIR/list") inputs"
    else
        echo "not ok $n - $name"
        tail -n 20 "$TMPDIR/out" | sed 's/^/# /'
    fi
done
[ $n -gt 0 ] || { echo "1..0 # SKIP there is no fuzzer"; exit 0; }
echo "1..$n"
