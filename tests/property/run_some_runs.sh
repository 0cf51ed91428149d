#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A run of a set, alone, is what its file is alone; and some of them are what their sum is: samples and calls,
# with libraries, callers as gprof assumes them. So are two sides that are compared.
. "$SRC/tests/tap.sh"
. "$SRC/tests/property/lib.sh"

# alike RUNS WANTED FILE...: what is written of RUNS of the FILEs is what is written of the files WANTED
alike() {
    runs=$1 wanted=$2 bad=
    shift 2
    for format in csv folded; do
        order=cat
        [ $format = csv ] || order=sort # stacks stand in the order of the files' arcs
        # shellcheck disable=SC2086
        "$GPTUI" --images --callers=assumed --format=$format $prog $wanted 2>/dev/null | $order >want
        "$GPTUI" --images --callers=assumed --format=$format --only-runs="$runs" $prog "$@" 2>/dev/null | $order >have
        [ -s want ] && cmp -s want have || bad="$bad $format"
    done
    [ -z "$bad" ] || { diff want have >differs; false; }
}
why=differs

make_real
prog=./real
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    skip 'recorded runs' 'no runtime'
    echo "1..$n"
    exit
fi
for k in 1 2 3; do
    GPTUI_RT=asked=on "$BUILD/tests/rt/gptui" record --clock=wall -o r.$k ./real $k >/dev/null 2>&1
done
alike 2 r.2 r.1 r.2 r.3
result $? 'a run with its libraries'
alike 1,3 'r.1 r.3' r.1 r.2 r.3
result $? 'two runs with theirs'

# info TO FILE...: what Info says of profiles and joined libraries, but for waits, and samples left out, which are
# of all runs
info() {
    to=$1
    shift
    printf 'gptui-script 1\nkeys 4\n:w! %s.all\n' "$to" >script
    LINES=30 COLUMNS=200 "$GPTUI" --script script "$@" </dev/null
    sed -n '/ profile data /,/ calls /p' "$to.all" | sed '/^ waits /,/^ calls /{ /^ calls /!d; }' |
        grep -Ev 'left out|^ +files |it is not a file' >"$to"
}
info want $prog r.1 r.3
info have --only-runs=1,3 $prog r.1 r.2 r.3
diff want have >differs && grep -q 'libpart.so$' have && grep -q ' samples ([0-9.]*%) of r.1.run$' have
result $? 'Info of two runs'

"$GPTUI" --images --callers=assumed -z --format=csv --diff=r.1 --diff=r.2 $prog r.3 >want 2>/dev/null
"$GPTUI" --images --callers=assumed -z --format=csv --diff=r.1 --diff=r.2 --only-runs=3 $prog r.1 r.2 r.3 >have 2>/dev/null
diff want have >differs && grep -q '^function,part,' have
result $? 'runs of a set are compared as their files are'

printf 'gptui-script 1\nkeys 6j<Enter>-e\ndump one\n' >script
LINES=30 COLUMNS=240 "$GPTUI" --script script ./real r.1 r.2 r.3 </dev/null
why=one
grep -q 'run 2 of 3' one && grep -q 'wait s' one && grep -q ' on paths: ' one
result $? 'the browser shows of a run what its file says'
echo "1..$n"
