#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What one run of the browser leaves to the next, when files change under it, and who reads what.
. "$SRC/tests/tmux/lib.sh"
make_program() {
    cat >prog.c <<END
$1
int leaf(int n) { return n + 1; }
int branch(int n) { return leaf(n) * 2; }
int main(void) { return branch(4) == 0; }
END
    "$CC" -O0 -pg -o prog prog.c && ./prog
}
make_program '' || exit 1
run() { keys "clear; '$GPTUI' $*; echo \"status:\$?\"" Enter; }
read_again() { shows 'read again' 'leaf [' && ! shows 'changed on disk'; }
leave() { keys "$@" && until_ shows 'status:'; }
state=$work/state/gptui/state

open 80 24
run prog
until_ shows '[1' || until_ shows '[2'
leave q && [ ! -e "$work/.local" ] && [ ! -e "$state" ]
result $? 'tests leave nothing in the home folder'

keys "export XDG_STATE_HOME=$work/state" Enter
"$BUILD/tests/tools/mkelf" store <"$SRC/tests/screen/data/store.elf" &&
    "$BUILD/tests/tools/mkgmon" store.out store <"$SRC/tests/screen/data/store.gmon" || exit 1
run store store.out
until_ shows 'new here? Enter opens a function, X takes it out, ? lists all keys'
result $? 'who is new here is shown three keys, where the profile lacks nothing'
leave q
run prog
keys : 'goto leaf' Enter
until_ shows 'leaf [' && leave F10 && grep -q '^command goto leaf$' "$state"
result $? 'what was typed is remembered'
holds 'in a folder that is the own one alone' [ "$(stat -c %a "$work/state/gptui")" = 700 ]
run prog
until_ shows '[1' && ! shows 'new here?'
result $? 'only once'
keys / branch
until_ shows 'Tab:complete'
keys Enter
until_ not_shows 'Tab:complete'
leave C-c && shows 'status:130' && grep -q '^search branch$' "$state"
result $? 'Ctrl-C leaves what was typed as well'

cp "$state" before
keys "export XDG_STATE_HOME=/dev/null" Enter
run prog
until_ shows '[1'
keys : 'goto branch' Enter
until_ shows 'branch [' && leave F10 && cmp -s "$state" before
result $? 'without a folder of the user'\''s for it nothing is left'
keys "export XDG_STATE_HOME=$work/state" Enter
printf 'gptui-script 1\n:goto branch\nkeys /typed<Enter>\n' >script
run --script script prog
until_ shows 'status:0' && cmp -s "$state" before
result $? 'nor by a script'

run prog
until_ shows '[1'
keys : 'goto leaf' Enter
until_ shows 'leaf ['
make_program 'int another(int n) { return n; } int padding[64] = {1};'
holds 'the title says that files have changed' until_ shows 'changed on disk: R'
keys R
holds 'R reads them, and the place stays on its function' until_ read_again
keys : 'set follow on' Enter
until_ shows 'follow: on'
make_program ''
holds 'set follow on: they are read by themselves' until_ read_again

keys : forget Enter
until_ shows 'forgotten:' && [ "$(cat "$state")" = 'gptui-state 1' ]
result $? ':forget empties the file at once'
leave F10 && [ "$(cat "$state")" = 'gptui-state 1' ]
result $? 'and nothing of that run is left'

echo "1..$n"
