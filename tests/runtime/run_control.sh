#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runtime does what GPTUI_RT and the program say: names, rate, bins, start, stop, reset, dumps; and
# every way to end leaves a file.
. "$SRC/tests/runtime/lib.sh"
compile shared "$here/control.c" -pg -I"$SRC/src/runtime"
compile static "$here/control.c" -pg -static -I"$SRC/src/runtime"
host=$(uname -n)

# run OPTIONS WORDS...: sets status, err and count (of calls of leaf in gmon.out; none: no file)
run() {
    rm -rf gmon.out*
    options=$1
    shift
    (GPTUI_RT=$options "./$prog" "$@" 2>err) 2>/dev/null
    status=$? err=$(cat err) count=none
    settle $prog gmon.out
    [ ! -e gmon.out ] || count=$(calls $prog gmon.out leaf)
}

# expect NAME COUNT STATUS: of the last run, which must have been silent
expect() {
    equal "$prog: $1" "$2 calls, status $3, " "$count calls, status $status, $err"
}

for prog in shared static; do
    run '' 10 stop 20 start 3 && expect 'stop and start' 13 0
    run delay=1000000 10 && expect 'a delay that does not end' 0 0
    run delay=1000000 10 start 4 && expect 'a delay that the program ends' 4 0
    run '' 10 reset 5 && expect reset 5 0
    run '' 10 dump has=gmon.out stop && expect dump 10 0
    run '' root 10 && expect 'the folder is that of the start' 10 0
    run delay=1000 10 && expect 'delay: nothing yet' 0 0
    run delay=1 grown && equal "$prog: delay: then it begins" 0 $status
    run dump=USR2 10 raise=12 has=gmon.out 5 && expect dump=SIGNAL 15 0
    run dump=12 10 raise=12 has=gmon.out && expect 'a signal as a number' 10 0
    run reset=SIGUSR1 10 raise=10 5 && expect reset=SIGNAL 5 0
    for word in _exit _Exit quick_exit; do
        run '' 10 $word && expect $word 10 7
    done
    run '' 10 abort && expect abort 10 134
    run '' 10 fault && expect 'a fault' 10 139
    for signal in 1 2 14 15; do
        run '' 10 raise=$signal && expect "signal $signal" 10 $((128 + signal))
    done
    (trap '' 2 && GPTUI_RT= ./$prog 10 raise=2 5)
    equal "$prog: an ignored signal stays ignored" 15 "$(calls $prog gmon.out leaf)"

    run rate=200 10
    equal "$prog: bins of an instruction" 4 "$("$GPROF" -b -q $prog gmon.out | sed -n 's/.*hit covers \([0-9]*\) byte.*/\1/p')"
    holds "$prog: rate=200 is in the file" [ "$(od -An -tu4 -j41 -N4 gmon.out | tr -d ' ')" = 200 ]

    rm -rf names && mkdir names
    (cd names && GPTUI_RT=out=a.%e.%h.%%.%x.%t ../$prog 10)
    ls names | grep -qx "a\.$prog\.$host\.%\.%x\.[0-9]*"
    verdict $? "$prog: letters in names" "$(ls names)"
    rm -rf names && mkdir names
    (cd names && GPTUI_RT=out=a.%p ../$prog 10 & wait $! && [ -s "names/a.$!" ])
    verdict $? "$prog: %p" "$(ls names)"
    GMON_OUT_PREFIX=names/prefix GPTUI_RT=out=names/out ./$prog 10 && [ -s names/out ]
    verdict $? "$prog: out= counts more than GMON_OUT_PREFIX"

    for bad in rate=0 rate=10001 rate= rate=1x dump=KILL dump=11 dump=NONSENSE dump=USR1,reset=10 keep=maybe record=.. record=a/me \
        record=/1 libs=off nonsense=1 \
        nonsense out= delay=-1; do
        run "$bad,rate=8" 10
        equal "$prog: $bad: one line, and it is ignored" "10 calls, status 0, 1" \
            "$count calls, status $status, $(grep -c '^gptui-rt: GPTUI_RT: [a-z]* [a-z]* ' err)"
    done
done

# With the rights of its file's owner the environment means nothing. The folder is one that the owner
# can reach.
public=$(mktemp -d /tmp/gptui-public.XXXXXX)
trap 'rm -rf "$public"' EXIT
cp static "$public/prog"
if [ "$(id -u)" = 0 ] && chmod 777 "$public" && chown nobody "$public/prog" && chmod 4755 "$public/prog" &&
    ! findmnt -no OPTIONS -T "$public" 2>/dev/null | grep -q nosuid; then
    (cd "$public" && GMON_OUT_PREFIX=evil GPTUI_RT=out=evil2,delay=1000 ./prog 10 2>err)
    [ "$(cd "$public" && echo *)" = 'err gmon.out gmon.out.run prog' ] &&
        [ "$(calls static "$public/gmon.out" leaf)" = 10 ]
    verdict $? 'set-user-ID: the environment means nothing' "$(ls -l "$public"; cat "$public/err")"
else
    skip 'set-user-ID' 'needs root and a file system with set-user-ID programs'
fi
finish
