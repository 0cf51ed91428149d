#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The browser on a process that runs: what it counts appears without a key, until it ends.
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi
. "$SRC/tests/tmux/lib.sh"
prog=live$$ # no other process of this machine has that name
${CC:-gcc} -O2 -g -pthread -pg -o $prog "$SRC/tests/runtime/programs/live.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt -ldl
${CC:-gcc} -O2 -g -pg -fPIC -shared -o lib.so "$SRC/tests/runtime/programs/library.c"
mkfifo in out

# say WORD N: and wait until it is done
say() { echo "$@" >&7 && read -r answer <&8; }

# begin: sets pid
begin() {
    rm -rf gmon.out*
    ./$prog ./lib.so <in >out 2>err &
    pid=$!
    exec 7>in 8<out
    say call 1234
}

open 100 20
begin
keys "'$GPTUI' --live $pid; echo status:\$?" Enter
holds 'it shows what is counted until now, and that there is more to come' until_ shows ' 1234 ' 'leaf' 'running'
say call 4321
holds 'and later, without a key' until_ shows ' 5555 ' 'running'
keys ':goto leaf' Enter # a sample at the start may be of libc
until_ shows '[1'
say thread 1111
holds 'in the graph as well' until_ shows '6666' 'running'
# order N WORDS: those rows that have one of them as the last word but N stand so
order() {
    [ "$(screen | awk -v at="$1" -v words=" $2 " 'NF > 2 { w = $(NF - at); sub(".*/", "", w) }
        NF > 2 && index(words, " " w " ") { print w }' | xargs)" = "$2" ]
}
order 1 'main run_thread'
result $? 'a caller that is new comes last, though it called least'
keys /le
say call 1
until_ shows '/le'
keys af Enter
holds 'and once nobody types any more' until_ shows '6667'
keys ' '
until_ shows 'frozen'
say call 333
keys R
holds 'frozen it is read when somebody asks' until_ shows '7000' 'frozen'
first() { [ "$(screen | awk '$NF ~ /leaf$/ { print $NF; exit }')" = "$1" ]; }
keys 3
until_ shows '[3'
keys 1
say open 9000
keys R
until_ shows '9000' 'calls/s'
holds 'rows stay where they are, new ones come last' first leaf
keys 3
until_ shows 'lib.so'
order 0 "$prog lib.so"
result $? 'those of modules, too'
keys 1
keys s Enter
holds 'until they are sorted' until_ first lib_leaf
keys z
until_ shows 'from now on'
say call 77
keys R
holds 'what was counted before zero is gone' until_ shows ' 77 ' 'read again'
not_shows 9000
result $? 'of all functions'
keys '<' ' '
holds 'and then goes on, more often' until_ shows 'running, 0.5 s'
exec 7>&-
wait $pid
holds 'its end is said, and the last state stays' until_ shows ' 77 ' 'ended'
keys F10
holds 'F10 leaves' until_ shows 'status:0'
keys clear Enter

begin
keys "'$GPTUI' --live $prog; echo status:\$?" Enter
until_ shows ' 1234 ' 'running'
say fork 1111
holds 'with what it forked' until_ shows ' 2345 ' 'running'
keys 6 ' '
holds 'the list of its processes is frozen as any view' until_ shows '[6' 'frozen'
keys ' ' 1
until_ shows '[1' 'running'
say call 4321
kill -KILL $pid
wait $pid 2>/dev/null
holds 'one that was killed is shown up to its last call' until_ shows ' 6666 ' 'ended early'
keys 4 z
holds 'and Info says so' until_ shows 'processes were killed, or have not ended' 'nothing runs: '
keys F10
until_ shows 'status:0'
"$GPTUI" --batch -b -p ./$prog gmon.out 2>err | grep -q ' 5555 .* leaf$'
result $? 'and its profile is made as ever'
echo "1..$n"
