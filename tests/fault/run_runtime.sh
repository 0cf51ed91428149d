#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every tenth system call of the profiling runtime fails once, with LONG=1 each one; then all of them from the
# N-th on.
#
# The profiled program must end as it does by itself: its status, its output. On standard error the
# runtime may complain, and must if there is no profile. Profiles are whole or not there, and no
# temporary file is left.
case ${FLAVOUR-} in
asan | tsan | valgrind | coverage)
    echo "1..0 # SKIP the runtime is the same in every build"
    exit 0
    ;;
esac
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi
. "$SRC/tests/tap.sh"
here=$SRC/tests/fault
"$CC" -O1 -o inject "$here/inject.c" &&
    "$CC" -O1 -g -pg -pthread -o linked "$here/profiled.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt &&
    "$CC" -O1 -g -pthread -o bare "$here/profiled.c" || {
    echo 'not ok - the programs are built'
    exit 1
}
unset GMON_OUT_PREFIX GPTUI_RT
./inject libgptui-rt note 0 -- true
if [ $? = 77 ]; then
    echo "1..0 # SKIP this kernel asks nobody about system calls"
    exit 0
fi
./bare >want
[ $? = 3 ] || echo 'not ok - the program works'

complain() {
    bad=$((bad + 1))
    [ $bad -gt 5 ] || echo "# call $at ($(cat note)): $1"
}

judge() {
    [ "$status" = 3 ] || complain "status $status"
    cmp -s out want || complain "other output: $(head -c 200 out)"
    ! grep -v '^gptui-rt: ' err >other || complain "said: $(head -c 200 other)"
    [ -z "$(find . -name '*.tmp*')" ] || complain 'a temporary file left'
    for profile in gmon.out gmon.out.d/[0-9]*; do
        case $profile in *.run) continue ;;
        *.keep) # the program may have been stopped before it could remove it, or write all of it
            "$GPTUI" -b -p ./"$program" "$profile" >report 2>&1
            [ $? -le 1 ] || complain "$profile: $(head -c 200 report)"
            continue ;;
        esac
        [ ! -e "$profile" ] || "$GPTUI" -b -p ./"$program" "$profile" >report 2>&1 ||
            complain "$profile: $(head -c 200 report)"
    done
    [ -e gmon.out ] || [ -s err ] || complain 'no profile and not a word'
}

# fails_everywhere OPTIONS: the program with the failure at one call after the other, until there are no more
fails_everywhere() {
    at=$((1 + n % every)) bad=0 done=0
    while :; do
        rm -rf note gmon.out*
        # shellcheck disable=SC2086
        GPTUI_RT=$1 timeout 600 ./inject libgptui-rt note $at $all -- env $preload ./$program \
            </dev/null >out 2>err
        status=$?
        [ -e note ] || break
        judge
        at=$((at + every)) done=$((done + 1))
    done
    [ $bad = 0 ] && [ $at -gt 20 ]
    result $? "$program, $1, ${all:-one}: $done of $((at - 1)) calls, $bad bad"
}

every=${LONG:+1}
every=${every:-10}
for all in '' all; do
    program=linked preload=
    fails_everywhere rate=100
    fails_everywhere rate=2000
    fails_everywhere clock=wall
    fails_everywhere rate=1000,paths=on,clock=wall
    program=bare preload=LD_PRELOAD=$BUILD/libgptui-rt.so
    fails_everywhere rate=1000
done
echo "1..$n"
