#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What stands in the way of the runtime's files: pipes, links, limits, full disks, files of other
# processes, users without a right to write. The program ends as it would without the runtime, no older
# file is harmed, nothing half written stays, and one line says what was lost.
. "$SRC/tests/runtime/lib.sh"
compile shared "$here/control.c" -pg -I"$SRC/src/runtime"
compile static "$here/control.c" -pg -static -I"$SRC/src/runtime"
here_now=$(pwd -P)

# run COMMAND...: sets status and err. A dump in a handler blocks all signals but KILL.
run() {
    timeout -s KILL 600 "$@" 2>err
    status=$? err=$(cat err)
}

# expect NAME STATUS [WORDS]: of the last run; WORDS: of its only line, nothing: it was silent
expect() { equal "$1" "$2 ${3:+gptui-rt: cannot write }${3-}" "$status $err"; }

# there NAME NAMES: the files whose names begin with gmon.out or p. are these
there() { equal "$1" "$2" "$(ls -d gmon.out* p.* 2>/dev/null | xargs)"; }

for prog in shared static; do
    rm -rf gmon.out* && mkfifo gmon.out
    run ./$prog 10
    expect "$prog: a pipe that nobody reads" 0 "$here_now/gmon.out: nobody reads the pipe"
    exec 3<>gmon.out 4<gmon.out
    cat <&4 >got 3>&- &
    run ./$prog 10 3>&- 4<&-
    exec 3>&- 4<&-
    wait $!
    expect "$prog: a pipe that is read" 0
    equal "$prog: all of the profile comes through it" 10 "$(calls $prog got leaf)"

    rm -rf gmon.out* && echo old >other && ln -s other gmon.out
    run ./$prog 10
    [ ! -L gmon.out ] && [ "$(cat other)" = old ]
    verdict $? "$prog: a link is replaced, not followed"

    rm -rf gmon.out* && ./$prog 3
    run sh -c "ulimit -f 1; exec ./$prog 10 dump"
    err=$(echo "$err" | grep -v 'is not kept in') # a line of its own
    expect "$prog: larger than files may be" 4 "$here_now/gmon.out: larger than files may be (ulimit -f)"
    there "$prog: nothing half written stays" 'gmon.out gmon.out.run'
    equal "$prog: the older profile stays" 3 "$(calls $prog gmon.out leaf)"
    run sh -c "ulimit -f 1; exec ./$prog 10 raise=25"
    equal "$prog: such a signal of somebody else ends it" 153 $status

    run env GPTUI_RT=out=/dev/full ./$prog 10
    expect "$prog: a full disk" 0 '/dev/full: no space left on the device'
    run env "GPTUI_RT=out=$(printf 'no\033]0;x\a\n\302\233\377\342\200\256')/x" ./$prog 10
    expect "$prog: bytes that a terminal obeys" 0 \
        "$here_now/no\\x1b]0;x\\x07\\x0a\\xc2\\x9b\\xff\\xe2\\x80\\xae/x: nothing of that name is there"
    run env "GPTUI_RT=out=$(printf '%03000d' 0)/x" ./$prog 10
    [ $status = 0 ] && [ "$(wc -l <err)" = 1 ] && grep -q '000\.\.\.: the name is too long$' err
    verdict $? "$prog: a long name is cut, the reason is not" "$err"

    # A process id that comes again: the shell's becomes the program's.
    rm -rf gmon.out*
    for name in p.%p p; do
        [ $name = p ] && set -- GMON_OUT_PREFIX=p || set -- GPTUI_RT=out=$name
        # shellcheck disable=SC2016
        pid=$(sh -c 'echo $$; echo old >p.$$; exec env "$@"' sh "$@" ./$prog 10 dump 5)
        there "$prog, $name: the older profile stays" "p.$pid p.$pid-2 p.$pid-2.run"
        equal "$prog, $name: it is as it was" old "$(cat "p.$pid")"
        equal "$prog, $name: dumps of one process replace each other" 15 "$(calls $prog "p.$pid-2" leaf)"
        rm -rf p.*
    done
    pid=$(GMON_OUT_PREFIX=gmon.out ./$prog 10 child)
    equal "$prog: a child finds an older profile" \
        "gmon.out.$pid gmon.out.$pid-2 gmon.out.$pid-2.run" "$(echo gmon.out."$pid"*)"
    equal "$prog: and has its own" 'old 1' "$(cat "gmon.out.$pid") $(calls $prog "gmon.out.$pid-2" leaf)"
done

"$CC" -O2 -o refuse "$here/refuse.c"
./refuse renames true
if [ $? = 77 ]; then
    skip 'a file system without such renames' 'this kernel refuses nothing'
else
    rm -rf gmon.out*
    # shellcheck disable=SC2016
    pid=$(sh -c 'echo $$; echo old >p.$$; exec "$@"' sh env GMON_OUT_PREFIX=p ./refuse renames ./shared 10 dump 5)
    there 'a file system without renames that replace nothing' "p.$pid p.$pid-2 p.$pid-2.run"
    equal 'the older profile stays there, too' 'old 15' "$(cat "p.$pid") $(calls shared "p.$pid-2" leaf)"
fi

# A pipe whose reader goes away in the middle: it is larger than a pipe holds. A byte comes of a program that
# writes none, too, once it has ended.
rm -rf gmon.out* && mkfifo gmon.out
exec 3<>gmon.out
{
    run ./static 10
    echo "$status" >ended
    printf x 1<>gmon.out
} 3>&- &
head -c 1 <&3 >got
exec 3>&-
wait $!
status=$(cat ended) err=$(cat err)
expect 'a pipe that nobody reads any more' 0 "$here_now/gmon.out: nobody reads the pipe any more"

# ---- set-user-ID ----

public=$(mktemp -d /tmp/gptui-public.XXXXXX)
trap 'rm -rf "$public"' EXIT
reason=
if [ "$(id -u)" != 0 ]; then
    reason='needs root'
elif ! command -v setpriv >/dev/null || ! id nobody >/dev/null 2>&1; then
    reason='needs setpriv and a user nobody'
elif findmnt -no OPTIONS -T "$public" 2>/dev/null | grep -q nosuid; then
    reason='needs a file system with set-user-ID programs'
fi
if [ -n "$reason" ]; then
    skip 'set-user-ID and set-group-ID programs' "$reason"
    finish
fi

# as_nobody FOLDER: runs the program there, with the umask that says least
as_nobody() {
    cd "$1" || exit 1
    umask 0
    setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups timeout -s KILL 600 "$public/prog" 10 \
        2>"$public/err"
    status=$? err=$(cat "$public/err")
    umask 022
    cd "$TMPDIR" || exit 1
}

chmod 755 "$public"
for mode in 4755 2755 6755; do
    rm -rf "$public"/* && cp static "$public/prog" && chmod $mode "$public/prog"
    mkdir -m 755 "$public/own" "$public/root" && mkdir -m 1777 "$public/shared" && chown nobody "$public/own"

    as_nobody "$public/own"
    expect "$mode: where its user may write" 0
    equal "$mode: the files are the user's alone" '600 nobody 600 nobody' \
        "$(stat -c '%a %U' "$public/own/gmon.out" "$public/own/gmon.out.run" | xargs)"
    equal "$mode: all calls are there" 10 "$(calls static "$public/own/gmon.out" leaf)"
    holds "$mode: and no group of others" [ "$(stat -c %g "$public/own/gmon.out")" = "$(id -g nobody)" ]

    as_nobody "$public/root"
    expect "$mode: where only its owner may write" 0 "$public/root/gmon.out: permission denied"
    equal "$mode: nothing is written there" '' "$(ls -A "$public/root")"

    echo old >"$public/shared/gmon.out"
    as_nobody "$public/shared"
    expect "$mode: a file of another user in a folder of all" 0 "$public/shared/gmon.out: not permitted"
    equal "$mode: is not replaced" 'gmon.out old' "$(ls -A "$public/shared" | xargs) $(cat "$public/shared/gmon.out")"
    rm "$public/shared/gmon.out" && mkfifo -m 666 "$public/shared/gmon.out"
    exec 3<>"$public/shared/gmon.out"
    as_nobody "$public/shared"
    exec 3>&-
    expect "$mode: nothing goes into pipes" 0 "$public/shared/gmon.out: a file of that name is in the way"
done

# Much code, and few bins with something: the rest takes no room, and is there when it is read. Into a
# pipe goes all of it.
rm -rf gmon.* && : >empty && truncate -s 8000000 empty
cat "$here/control.c" >large.c && echo '__asm__(".text; .skip 16000000, 0x90; .previous");' >>large.c
compile large large.c -pg -I"$SRC/src/runtime"
./large 10
bytes=$(wc -c <gmon.out) room=$(du -k gmon.out | awk '{ print $1 }')
if [ "$(du -k empty | awk '{ print $1 }')" -lt 4000 ]; then
    [ "$bytes" -gt 7000000 ] && [ "$room" -lt 1000 ]
    verdict $? 'bins without ticks take no room' "$bytes bytes, $room kB"
else
    skip 'bins without ticks take no room' 'a file system without holes'
fi
equal 'the file is whole' 10 "$(calls large gmon.out leaf)"
rm -rf gmon.* && mkfifo gmon.out && exec 3<>gmon.out 4<gmon.out
cat <&4 >got 3>&- &
run ./large 10 3>&- 4<&-
exec 3>&- 4<&-
wait $!
equal 'through a pipe it is, too' "10 $bytes" "$(calls large got leaf) $(wc -c <got)"

# Capabilities, too, make a program that must not write where its user may not.
rm -rf "$public"/* && cp static "$public/prog" && mkdir -m 755 "$public/root"
if command -v setcap >/dev/null && setcap cap_dac_override=ep "$public/prog" 2>/dev/null; then
    as_nobody "$public/root"
    expect 'capabilities: where only root may write' 0 "$public/root/gmon.out: permission denied"
else
    skip 'capabilities' 'needs setcap and a file system that keeps them'
fi
finish
