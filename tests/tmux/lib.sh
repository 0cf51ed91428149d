# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests in a real terminal share: a private tmux server with a shell, asked for what it shows
# until it shows what is wanted. Sourced; the working folder is a new one.
. "$SRC/tests/tap.sh"
# What it shows tells more about a case that failed.
result() {
    n=$((n + 1))
    [ "$1" = 0 ] || printf 'not '
    echo "ok $n - $2"
    [ "$1" = 0 ] || screen | sed 's/^/#|/'
}

if ! command -v tmux >/dev/null; then
    echo '1..0 # SKIP no tmux: install it to test in a real terminal'
    exit 0
fi

work=${TMPDIR:-/tmp}/tmux.$$
socket=gptui-$$
mkdir -p "$work" && cd "$work" || exit 1
unset TMUX
TMUX_TMPDIR=$work LC_ALL=C.UTF-8 HOME=$work GPTUI_TEST=1 ENV= PS1='ready> ' SHELL=/bin/sh
export TMUX_TMPDIR LC_ALL HOME GPTUI_TEST ENV PS1 SHELL
server() { tmux -u -L "$socket" -f /dev/null "$@"; }
screen() { server capture-pane -p -t main 2>/dev/null; }
keys() { server send-keys -t main "$@"; }
state() { server display-message -p -t main "$1"; }
trap 'server kill-server 2>/dev/null; cd /; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# until COMMAND...: it holds at last. A process of the lowest priority comes to its end before it is asked again, so
# that a thousand times are seconds where nothing else runs, and on a busy machine as long as the browser needs.
until_() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || return 1
        sleep 0.05
        nice -n 19 awk 'BEGIN { while (n < 20000) n++ }'
    done
}
# shows TEXT...: one and the same screen shows all of them
shows() {
    now=$(screen)
    for text; do
        case $now in *"$text"*) ;; *) return 1 ;; esac
    done
}
not_shows() { ! shows "$1"; }
is() { [ "$(state "$1")" = "$2" ]; }
gone() { ! kill -0 "$1" 2>/dev/null; }

# open COLUMNS ROWS: a shell in a terminal of that size
open() {
    server new-session -d -s main -x "$1" -y "$2" sh -i
    server set -g escape-time 0 \; set -g set-clipboard on \; set -g status off >/dev/null
    until_ shows 'ready>'
}
is_sane() { is '#{alternate_on} #{mouse_any_flag} #{cursor_flag}' '0 0 1'; }
