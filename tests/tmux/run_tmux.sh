#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The browser in a real terminal, under a shell with job control: resize, suspend, crash, hang up.
. "$SRC/tests/tmux/lib.sh"
"$BUILD/tests/tools/mkelf" store <"$SRC/tests/screen/data/store.elf" || exit 1
"$BUILD/tests/tools/mkgmon" store.out store <"$SRC/tests/screen/data/store.gmon" || exit 1
cat >browse <<EOF
echo \$\$ >pid
exec '$GPTUI' store store.out
EOF

start() {
    open "$1" "$2" || return 1
    # shellcheck disable=SC2016
    keys 'sh browse; echo "status:$?"' Enter
    until_ shows '[1'
}
browser_pid() { cat pid; }

holds 'it starts' start 80 24
until_ shows '>28.15    3.84' && until_ is '#{alternate_on}' 1
result $? 'the flat view shows'

server resize-window -t main -x 120 -y 36
holds 'a larger window shows more' until_ shows 'context of compare_keys'
server resize-window -t main -x 80 -y 24
until_ shows '>28.15    3.84'
keys -l "$(printf '\033[<0;30;5M')"
keys -l "$(printf '\033[<0;30;5m')"
holds 'a click selects' until_ shows '>12.61'
keys y
until_ shows copied && server show-buffer 2>/dev/null | grep -q page_checksum
result $? 'y reaches the clipboard of tmux'

keys C-z
until_ shows 'ready>' && until_ is_sane
result $? 'Ctrl-Z gives the terminal to the shell'
# shellcheck disable=SC2016
keys 'stty -a | grep -c " icanon.*" && fg; echo "status:$?"' Enter
until_ shows '>12.61' && until_ is '#{alternate_on}' 1
result $? 'fg brings it back as it was'

keys q
until_ shows 'status:0' && until_ is_sane
result $? 'q leaves a sane terminal'

keys 'clear; sh browse; echo "status:$?"' Enter
until_ shows '>28.15'
pid=$(browser_pid)
server kill-session -t main
[ -n "$pid" ] && until_ gone "$pid"
result $? 'it ends with its terminal'

echo "1..$n"
