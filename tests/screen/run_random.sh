#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random keys, mouse, sizes and commands on random profiles, without a terminal. After every event the browser
# checks its invariants (GPTUI_TEST=1) and draws. SEEDS: which ones; EVENTS: how many of each. A script that fails is
# kept in $BUILD.
. "$SRC/tests/tap.sh"
GPTUI_TEST=1 LINES=24 COLUMNS=80 tools=$BUILD/tests/tools why='bad said' run=0 whole=0
export GPTUI_TEST LINES COLUMNS
: >bad
for seed in ${SEEDS:-1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16}; do
    plain=plain=1 locale=C.UTF-8 options=
    [ $((seed % 2)) = 1 ] || plain=
    [ $((seed % 3)) != 0 ] || locale=C
    [ $((seed % 5)) != 4 ] || options=-q
    # Some are no profile at all: nothing to browse then.
    "$tools/randgraph" "$seed" image.txt profile.txt $plain && "$tools/mkelf" image <image.txt &&
        "$tools/mkgmon" profile image <profile.txt && "$GPTUI" --batch -b -p -q image profile >said 2>&1 || continue
    awk -v n="${EVENTS:-2000}" -v seed="$seed" -v every=1 -f "$SRC/tests/hostile/keys.awk" >script
    rm -f last
    LC_ALL=$locale "$GPTUI" --script script $options image profile </dev/null >said 2>&1 ||
        { cp script "$BUILD/random-$seed.script" && echo "seed $seed" && cat said; } >>bad
    run=$((run + 1))
    [ ! -e last ] || whole=$((whole + 1)) # else a click on the key of the key line that ends it
done
[ ! -s bad ] && [ $run -gt 0 ] && [ $((2 * whole)) -ge $run ]
result $? "random events: $whole of $run scripts to their end"
echo "1..$n"
