#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/run counts right, and never takes silence, a crash or a hang for a success.
. "$SRC/tests/tap.sh"
mkdir -p "$TMPDIR/tests/x"

# sums NAME WANT STATUS SCRIPT: a test that is SCRIPT gives the last line WANT and the status
sums() {
    t=$TMPDIR/tests/x/run.sh
    printf '#!/bin/sh\n%s\n' "$4" >"$t"
    chmod +x "$t"
    got=$("$SRC/tests/run" -t 2 "$t" 2>&1)
    status=$?
    last=$(printf '%s\n' "$got" | tail -n 1)
    [ "$last" = "$2" ] && [ $status = "$3" ]
    result $? "$1" "status $status, $got"
}

sums 'counts' '2 passed, 1 failed, 1 skipped' 1 \
    'echo 1..4; echo "ok 1 - a"; echo "not ok 2 - b"; echo "ok 3 - c # SKIP no d"; echo "ok 4 - e"'
sums 'all well' '1 passed, 0 failed, 0 skipped' 0 'echo "ok 1 - a"'
sums 'silence' '0 passed, 1 failed, 0 skipped' 1 'exit 0'
sums 'bad end' '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; exit 3'
sums 'crash' '0 passed, 1 failed, 0 skipped' 1 'kill -SEGV $$'
sums 'hang' '0 passed, 1 failed, 0 skipped' 1 'exec tail -f /dev/null'
sums 'fewer than announced' '1 passed, 1 failed, 0 skipped' 1 'echo 1..2; echo "ok 1 - a"'
sums 'only skips' '0 passed, 0 failed, 1 skipped' 1 'echo "1..0 # SKIP no e"'
sums 'no input' '1 passed, 0 failed, 0 skipped' 0 'read -r x || echo "ok 1 - a"'

# In the order of a table: what it does not know comes between.
r=$TMPDIR/runner/tests
mkdir -p "$r/x"
cp "$SRC"/tests/run "$SRC"/tests/*.awk "$r"
for name in short unknown long; do
    printf '#!/bin/sh\necho "ok 1 - a"\n' >"$r/x/run_$name.sh"
    chmod +x "$r/x/run_$name.sh"
done
printf '# costs\n40.5 x/run_long\n1 x/run_short\n' >"$r/costs"
got=$("$r/run" -c "$r/new" "$r"/x/run_short.sh "$r"/x/run_unknown.sh "$r"/x/run_long.sh)
[ "$(printf '%s\n' "$got" | sed -n 's/^ok *x.run_\([a-z]*\) .*/\1/p' | tr '\n' ' ')" = 'long unknown short ' ] &&
    [ "$(cat "$r/new")" = '# costs' ]
result $? 'the longest begin' "$got"
echo "1..$n"
