#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gptui record --live: the browser on the program as it runs, which has files in place of the
# terminal; in the end its profile is written as ever.
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi
. "$SRC/tests/tmux/lib.sh"
unset CI
${CC:-gcc} -O2 -g -pthread -pg -o prog "$SRC/tests/runtime/programs/live.c" -ldl
printf "exec '%s' record --live \"\$@\"\n" "$GPTUI" >record
mkfifo in

# run WORDS: types them; say WORD N: and wait until the program has answered, which its log has
run() {
    said=0
    keys "clear; sh record $*; echo \"status:\$?\"" Enter
}
answers() { [ "$(tail -n 1 "$log" 2>/dev/null)" = $said ]; }
say() {
    said=$((said + 1))
    echo "$@" >&7 && until_ answers
}

open 132 20
log=gmon.out.log
run -i in ./prog
exec 7>in
say call 1234
holds 'it shows what is counted until now' until_ shows ' 1234 ' 'leaf' 'running'
say fork 1111
holds 'and later, with what it forked' until_ shows ' 2345 ' 'running'
keys q
holds 'left, it goes on' until_ shows 'goes on; Ctrl-C ends it; its output is in gmon.out.log'
say call 5000
exec 7>&-
holds 'until its end, with its status' until_ shows 'look at them with' 'status:0'
[ "$("$GPTUI" --batch -b -p ./prog gmon.out.d | awk '$NF == "leaf" { print $4 }')" = 7345 ]
result $? 'its profile is written as ever'

log=my.log
echo before >$log
run --live=0.5 -i in --log my.log ./prog
exec 7>in
say call 77
holds 'renewed as often as asked for' until_ shows ' 77 ' 'running, 0.5 s'
exec 7>&-
holds 'its end is said, and the last state stays' until_ shows ' 77 ' 'ended'
keys q
holds 'the profile is there, and does not open again' until_ shows 'my.log' 'gmon.out' 'status:0' && [ -e gmon.out ]
[ "$(head -n 1 my.log)" = before ]
result $? 'its output stands after what was there'

rm gmon.out.log
run ./prog
holds 'without a file it reads nothing, and ends: the browser shows it' until_ shows '[1' 'prog + '
keys q
until_ shows 'status:0' && [ ! -e gmon.out.log ]
result $? 'nothing was written: no log'
run -i nowhere ./prog
holds 'no such input: it does not run' until_ shows 'nowhere' 'status:1'
echo "1..$n"
