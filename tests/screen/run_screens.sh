#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole screens of the browser on the written programs of tests/screen/data, as a user sees them: each
# must be the text in tests/screen/expected. `make bless T=screen/run_screens` renews those texts.
expected=$SRC/tests/screen/expected
. "$SRC/tests/screen/programs.sh"
why='said difference'

make_programs
make_indexer

# plane NAME: these lines of the dump
plane() {
    sed -n "/^--$1--\$/,/^--/p" dump | sed '1d;$d'
}

# show LINES OPTIONS: the screen after these lines of a script, parted by `|`, goes to the file `dump`
show() {
    printf 'gptui-script 1\n%s\ndump dump\n' "$1" | sed 's/ | /\n/g' >script
    shift
    rm -f dump
    "$GPTUI" --script script "$@" >said 2>&1
}

# expect STATUS NAME: the file `screen` is the expected text of that name
expect() {
    [ -z "${GPTUI_BLESS-}" ] || cp screen "$expected/$2.txt"
    diff -u "$expected/$2.txt" screen >difference 2>&1 && [ "$1" -eq 0 ] && [ -s screen ]
    result $? "$2"
}

# screen NAME LINES OPTIONS: the text of a screen
screen() {
    name=$1
    shift
    show "$@"
    status=$?
    plane text >screen
    expect $status "$name"
}

screen flat 'keys jj' store store.out
screen graph ':goto run_query' store store.out
screen cycle ':goto expr_eval | keys z' store store.out
screen cycles 'keys C' store store.out
screen cuts 'keys Cj<Enter>' store store.out
screen explain ':goto expr_eval | keys =' store store.out
screen source ':goto helper | keys 5' -I . lines lines.out
screen modules 'keys 3.i.' store store.out

screen tree 'keys 8' indexer indexer.out
screen tree_calls 'keys 8' store store.out
screen tree_wide 'resize 36 120 | keys 8+++jj' indexer indexer.out
screen tree_callers 'keys 8.+j' indexer indexer.out
screen icicle 'keys 8bjj' indexer indexer.out
screen icicle_calls 'keys 8b' store store.out
screen icicle_wide 'resize 36 120 | keys 8bjjl' indexer indexer.out
screen icicle_callers 'resize 36 120 | keys 8bi' indexer indexer.out

make_side slow 40 10 200 300 150 30 seek
make_side fast 44 12 190 100 152 0 jump_to
screen tree_diff 'keys 8+++jjjj' --diff=slow.out --diff-image=slow fast fast.out
screen tree_diff_rows 'keys 8&page<Enter>' --diff=slow.out --diff-image=slow fast fast.out
screen tree_diff_callers 'resize 16 120 | keys 8igg+jj+' --diff=slow.out --diff-image=slow fast fast.out

make_waits 412 100
screen waits 'keys 1' store waiting.out
screen waits_cpu 'keys 1 | :sort self' store waiting.out
screen waits_graph ':goto run_query' store waiting.out
screen waits_modules 'keys 3...sjjj<Enter>' store waiting.out
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
screen waits_source ':goto helper | keys 5' -I . lines waiting
screen info 'keys 4' store store.out
screen panel ':goto read_page | keys -E--' -k main/report -a store store.out
screen help 'keys 2?' store store.out
screen finder 'keys fque' store store.out

make_runs
screen runs 'keys 6jj<Space>' store run*.out
screen runs_flat 'keys j' store run*.out
screen runs_only 'keys 6 | :sort time | keys g<Enter>' store run*.out
screen runs_graph ':goto run_query' store run*.out

# The sum of repeats of a program reads like one long run; how they differ is in the detail line, and in 6.
"$GPTUI" -s --sum-output=repeats store run*.out && touch -d 2020-01-01T00:00:00Z repeats
screen repeats 'keys j' store repeats
screen repeats_runs 'keys 6' store repeats

make_before
compare='--diff=before.out --diff-image=before store store.out'
screen diff 'keys 7' $compare
screen diff_base 'keys 7jb' $compare
LINES=15 COLUMNS=60
screen diff_60x15 'keys 7jj<Enter>' $compare
LINES=10 COLUMNS=40
screen 40x10 'keys jj' store store.out

# D12: the pane shows what the view does not, source beside the graph, callers and callees beside
# source.
LINES=36 COLUMNS=120
screen pane_graph ':goto helper' -I . lines lines.out
screen pane_source ':goto helper | keys 5' -I . lines lines.out

# Without colours looks alone tell what is what, and without UTF-8 bars and lines are ASCII.
LINES=24 COLUMNS=80 LC_ALL=C NO_COLOR=1
export NO_COLOR
show ':goto run_query' store store.out
status=$?
{
    plane text
    echo
    echo 'Looks of the cells above: 1 reverse, 2 bold, 4 underlined, 8 dim, or a sum of these'
    plane looks
} >screen
expect $status monochrome

show 'keys 8b}' indexer indexer.out
status=$?
{ plane text; plane looks; } >screen
expect $status icicle_monochrome

left=$(cd "$expected" && ls | grep -c '\.txt$')
[ "$left" -eq $n ]
result $? 'every expected screen belongs to a test' "$left files"
echo "1..$n"
