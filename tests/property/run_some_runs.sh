#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A run of a set, alone, is what its file is alone; and some of them are what their sum is: samples, calls,
# counts of basic blocks, and of recorded runs waits, call paths, and libraries. So are two sides that are
# compared.
set -u
. "$SRC/tests/tap.sh"
cd "$TMPDIR" || exit 1
tools=$BUILD/tests/tools

# alike RUNS WANTED FILE...: what is written of RUNS of the FILEs is what is written of the files WANTED
alike() {
    runs=$1 wanted=$2 bad=
    shift 2
    for format in csv folded; do
        # shellcheck disable=SC2086
        "$GPTUI" --images --format=$format $prog $wanted >want 2>/dev/null
        "$GPTUI" --images --format=$format --only-runs="$runs" $prog "$@" >have 2>/dev/null
        [ -s want ] && cmp -s want have || bad="$bad $format"
    done
    [ -z "$bad" ] || { diff want have >differs; false; }
}
why=differs

cat >part.c <<'END'
int part(int n)
{
    volatile int s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
int other(int n)
{
    return n > 0 ? part(n) + other(n - 1000) : 0;
}
END
cat >real.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
int part(int n), other(int n);
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1, s = 0;
    clock_t until = n * CLOCKS_PER_SEC / 10;
    for (int i = 0; clock() < until; i++)
        s += i % 3 ? part(60000) : other(50000);
    nanosleep(&(struct timespec){0, 100000000 * n}, NULL);
    return s == 42;
}
END
${CC:-cc} -pg -O1 -g -fPIC -shared -o libpart.so part.c &&
    ${CC:-cc} -pg -O1 -g -o real real.c -L. -lpart -Wl,-rpath,"$PWD" || exit 1
# Lines of a program have counts of basic blocks, too, from whatever wrote the profile.
for k in 1 2 3; do
    printf 'hist main+0 main+64 16\nbin 3 %d\narc _start main 3\nblocks\nblock main %d\n' $((k * k)) $((10 * k)) |
        "$tools/mkgmon" b.$k real || exit 1
done
prog=./real
for runs in 2 1,3; do
    # shellcheck disable=SC2046
    "$GPTUI" -b -l -A -x real $(echo $runs | tr , '\n' | sed 's/^/b./') >want 2>/dev/null
    "$GPTUI" -b -l -A -x --only-runs=$runs real b.1 b.2 b.3 >differs 2>/dev/null
    grep -q "[24]0 -> *for" differs && cmp -s want differs
    result $? "counts of basic blocks of runs $runs"
done

if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    skip 'recorded runs' 'no runtime'
    echo "1..$n"
    exit
fi
# Where a sample by chance hit the loader, it is one library more, whose functions have names in the set and
# none in a run alone.
for k in 1 2 3; do
    "$GPTUI" record --clock=wall -o r.$k ./real $k >/dev/null 2>&1
    rm -f r.$k.d/profile.ld-*
done
alike 2 r.2 r.1 r.2 r.3
result $? 'call paths and libraries of a run'
alike 1,3 'r.1 r.3' r.1 r.2 r.3
result $? 'call paths and libraries of two runs'

# info TO FILE...: what Info says of profiles and joined libraries, but for samples left out, which are of all runs
info() {
    to=$1
    shift
    printf 'gptui-script 1\nkeys 4\n:w! %s.all\n' "$to" >script
    LINES=30 COLUMNS=200 "$GPTUI" --script script "$@" </dev/null
    sed -n '/ profile data /,/ calls /p' "$to.all" | grep -Ev 'left out|^ +files |it is not a file' >"$to"
}
info want $prog r.1 r.3
info have --only-runs=1,3 $prog r.1 r.2 r.3
diff want have >differs && grep -q 'libpart.so$' have && grep -q ' samples ([0-9.]*%) of r.1.d/' have
result $? 'Info of two runs'

"$GPTUI" --images -z -q --format=csv --diff=r.1 --diff=r.2 $prog r.3 >want 2>/dev/null
"$GPTUI" --images -z -q --format=csv --runs='old=r.1 r.2 new=r.3' $prog >have 2>/dev/null
for side in want have; do
    grep -v 'libc\.so' $side >$side.own # those that a sample by chance hit are known to the whole set
done
diff want.own have.own >differs && grep -q '^arc,part,' have.own
result $? 'groups of runs are compared as their files are, by call paths'

# dump NAME KEYS FILE...: what the Flat profile is after these keys, and its rows
dump() {
    name=$1
    printf 'gptui-script 1\nkeys %s\ndump %s\n' "$2" "$name" >script
    shift 2
    rm -f "$name"
    LINES=30 COLUMNS=240 "$GPTUI" --script script ./real "$@" </dev/null
    sed -n '/^--text--$/,/^--roles--$/p' "$name" | sed -n 's/│.*//; s/clock_.*//; /%time *self/,/^ *$/p' |
        tr -s ' ' >"$name.rows"
}
why='alone.rows one.rows all.rows'
dump one '6j<Enter>' r.1 r.2 r.3
dump alone 1 r.2
! grep -q 'cannot be read again' one && grep -q 'opts on paths: --only-runs=2' one &&
    grep -q 'wait s' one.rows && cmp -s one.rows alone.rows
result $? 'the browser shows waits and measured times of a run'
# A set of which a run has no paths has none; the others have theirs.
dump measured 2 r.1 r.2 r.3
mv r.1.d/profile.paths away
dump all 2 r.1 r.2 r.3
dump one '6j<Enter>' r.1 r.2 r.3
grep -q 'assum/meas' measured && ! grep -q 'assum/meas' all && grep -q 'opts on paths: --only-runs=2' one && cmp -s one.rows alone.rows
result $? 'a run has its paths where another one has none'
mv away r.1.d/profile.paths
echo "1..$n"
