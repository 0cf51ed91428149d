#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole screens of the browser on the written programs of tests/screen/data, as a user sees them: each
# must be the text in tests/screen/expected. `make bless T=screen/run_screens` renews those texts.
expected=$SRC/tests/screen/expected
. "$SRC/tests/screen/programs.sh"
why='said difference'

make_programs

# plane NAME: these lines of the dump
plane() {
    sed -n "/^--$1--\$/,/^--/p" dump | sed '1d;$d'
}

# show OPTIONS: the screen after the lines of the script on standard input goes to the file `dump`
show() {
    { echo 'gptui-script 1' && cat && echo 'dump dump'; } >script
    rm -f dump
    "$GPTUI" --script script "$@" >said 2>&1
}

# expect STATUS NAME: the file `screen` is the expected text of that name
expect() {
    [ -z "${GPTUI_BLESS-}" ] || cp screen "$expected/$2.txt"
    diff -u "$expected/$2.txt" screen >difference 2>&1 && [ "$1" -eq 0 ] && [ -s screen ]
    result $? "$2"
}

# screen NAME OPTIONS: the text of a screen
screen() {
    name=$1
    shift
    show "$@"
    status=$?
    plane text >screen
    expect $status "$name"
}

screen flat store store.out <<'.'
keys jj
.
screen graph store store.out <<'.'
:goto run_query
.
screen cycle store store.out <<'.'
:goto expr_eval
keys z
.
screen cycles store store.out <<'.'
keys C
.
screen cuts store store.out <<'.'
keys Cj<Enter>
.
screen explain store store.out <<'.'
:goto expr_eval
keys =
.
screen source -I . lines lines.out <<'.'
:goto helper
keys 5
.
screen modules store store.out <<'.'
keys 3...
.

make_waits 412 100
screen waits store waiting.out <<'.'
keys 1
.
screen waits_cpu store waiting.out <<'.'
keys 1
:sort self
.
screen waits_graph store waiting.out <<'.'
:goto run_query
.
screen waits_modules store waiting.out <<'.'
keys 3...sjjj<Enter>
.
cp lines.out waiting && "$tools/mkgmon" waiting.wait lines <<'.' || exit 1
dimension wait
abbreviation s
rate 100
hist 0x401000 0x401200 256
tick helper+4 250
tick main+4 30
.
printf 'rate-asked 100\n%s\n' \
    'image 0 ticks 9999 waits 280 build-id - entry 0x401000 file waiting path ./lines' |
    "$BUILD/tests/cli/make_run" waiting
screen waits_source -I . lines waiting <<'.'
:goto helper
keys 5
.
screen info store store.out <<'.'
keys 4
.
screen panel -k main/report -a store store.out <<'.'
:goto read_page
keys -E--
.
screen help store store.out <<'.'
keys 2?
.
screen finder store store.out <<'.'
keys fque
.

make_runs
screen runs store run*.out <<'.'
keys 6jj<Space>
.
screen runs_flat store run*.out <<'.'
keys j
.
screen runs_only store run*.out <<'.'
keys 6
:sort time
keys g<Enter>
.
screen runs_graph store run*.out <<'.'
:goto run_query
.

# The sum of repeats of a program reads like one long run; how they differ is in the detail line, and in 6.
"$GPTUI" -s --sum-output=repeats store run*.out && touch -d 2020-01-01T00:00:00Z repeats
screen repeats store repeats <<'.'
keys j
.
screen repeats_runs store repeats <<'.'
keys 6
.

make_before
compare='--diff=before.out --diff-image=before store store.out'
screen diff $compare <<'.'
keys 7
.
screen diff_base $compare <<'.'
keys 7jb
.
LINES=15 COLUMNS=60
screen diff_60x15 $compare <<'.'
keys 7jj<Enter>
.
LINES=10 COLUMNS=40
screen 40x10 store store.out <<'.'
keys jj
.

# D12: the pane shows what the view does not, source beside the graph, callers and callees beside
# source.
LINES=36 COLUMNS=120
screen pane_graph -I . lines lines.out <<'.'
:goto helper
.
screen pane_source -I . lines lines.out <<'.'
:goto helper
keys 5
.

# Without colours looks alone tell what is what, and without UTF-8 bars and lines are ASCII.
LINES=24 COLUMNS=80 LC_ALL=C NO_COLOR=1
export NO_COLOR
show store store.out <<'.'
:goto run_query
.
status=$?
{
    plane text
    echo
    echo 'Looks of the cells above: 1 reverse, 2 bold, 4 underlined, 8 dim, or a sum of these'
    plane looks
} >screen
expect $status monochrome

left=$(cd "$expected" && ls | grep -c '\.txt$')
[ "$left" -eq $n ]
result $? 'every expected screen belongs to a test' "$left files"
echo "1..$n"
