#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gptui record in a real terminal: the program has the terminal as if the shell had started it, and
# when it has ended, the browser opens on its profile.
. "$SRC/tests/tmux/lib.sh"
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi
"$CC" -O1 -g -pg -o prog "$SRC/tests/record/programs/behave.c" || exit 1
unset CI # where nobody is at the terminal, and no browser opens
printf "exec '%s' record \"\$@\"\n" "$GPTUI" >record

# run WORDS: types them
run() { keys "clear; sh record $*; echo \"status:\$?\"" Enter; }

open 132 24
run ./prog exit 3
holds 'the browser opens on the profile' until_ shows '[1' '1000' 'prog + gmon.out'
keys q
until_ shows 'status:3' && until_ is_sane
result $? 'after it, the status is that of the program'

run --no-open ./prog exit 3
holds '--no-open says where it is' until_ shows 'status:3' 'look at it with: gptui ./prog gmon.out'

run ./prog loop
until_ shows 'ready 0'
keys C-z
until_ shows 'Stopped' && until_ shows 'ready>'
result $? 'Ctrl-Z stops the program and gives the terminal to the shell'
keys clear Enter
until_ not_shows Stopped
keys fg Enter
# fg names the job before it gives it the terminal: until then Ctrl-C is the shell's.
until_ is '#{pane_current_command}' gptui
keys C-c
holds 'fg goes on; Ctrl-C ends it, and its profile opens' until_ shows '[1' 'work'
keys q
until_ shows 'ready>' && keys 'echo "status:$?"' Enter
until_ shows 'status:130' && until_ is_sane
result $? 'the status says that it was interrupted'

# shellcheck disable=SC2016
echo 'echo $$ >pid; exec sh record ./prog loop' >noted
keys 'clear; sh noted; echo "status:$?"' Enter
until_ shows 'ready 0'
kill -TERM "$(cat pid)"
until_ shows 'status:143' 'look at it with: gptui ./prog gmon.out' && until_ is_sane
result $? 'SIGTERM ends both, and no browser opens'

keys "clear; echo \$\$ >pid; exec sh record ./prog loop" Enter
until_ shows 'ready 0'
pid=$(cat pid)
server kill-session -t main
[ -n "$pid" ] && until_ gone "$pid"
result $? 'it ends with its terminal'
echo "1..$n"
