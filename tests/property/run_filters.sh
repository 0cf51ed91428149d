#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A row filter compares what a column shows, in every view, by the name and by the heading of the column: the rows
# that it keeps are those in whose cells a larger number stands.
. "$SRC/tests/tap.sh"
. "$SRC/tests/screen/programs.sh"
GPTUI_TEST=1 LC_ALL=C
export GPTUI_TEST LC_ALL
why=differs graph=

make_programs
make_runs
make_before
make_waits 65432 10

# table KEYS: what a wide screen shows then, into the file `rows`
table() {
    printf 'gptui-script 1\nresize 50 400\n:set names full\nkeys %s\n:w! rows\n' "$1" >script
    shift
    rm -f rows
    "$GPTUI" --script script "$@" >said 2>&1
}

# cells HEADING LAST: number and name of each row with a number below that heading. LAST heads the names. Of the graph
# those of other functions than the entry's: its other rows stay.
cells() {
    awk -v heading="$1" -v last="$2" -v graph="$graph" '
        function end_of(word, at) { # the heading ends there, with its arrow and its mark
            at = index($0 " ", "  " word " ")
            if (!at) at = index($0 " ", "  " word "v ")
            return at ? at + 1 + length(word) + (substr($0, at + length(word) + 2, 1) == "v") : 0
        }
        NR == 1 { edge = end_of(heading); name = index($0 " ", " " last " "); next }
        edge {
            cell = substr($0, 1, edge)
            sub(/ *[?!]? *$/, "", cell)
            if (length(cell) < edge - 2 || cell == "") next
            sub(/.* /, "", cell)
            gsub(/,|%$|^[+]|[/].*/, "", cell)
            text = substr($0, name + 1)
            if (cell ~ /^-?[0-9.]+$/ && (!graph || text ~ /^ +[^ (].*\[/)) print cell, text
        }' rows
}

# compare VIEW KEYS LAST OPTIONS, with lines "NAME HEADING" on standard input
compare() {
    view=$1 keys=$2 last=$3
    shift 3
    rm -f differs
    n_columns=0
    while read -r name heading; do
        table "$keys" "$@"
        cells "$heading" "$last" | sort -n >all
        # Between two different numbers near the middle.
        than=$(awk '{ v[NR] = $1 } END { for (i = int(NR / 2) + 1; i <= NR; i++) if (v[i] > v[i - 1] + 0.011 && i > 1) {
            printf "%.6f", (v[i] + v[i - 1]) / 2; exit } }' all)
        [ -n "$than" ] || continue
        n_columns=$((n_columns + 1))
        awk -v than="$than" '$1 + 0 > than + 0' all | sed 's/[^ ]* //; s/ *$//' | sort >want
        table "$keys&$name>$than<Enter>" "$@"
        cells "$heading" "$last" | sed 's/[^ ]* //; s/ *$//' | sort >got
        if ! cmp -s want got; then
            { echo "$name>$than ($heading): $(cat said)"; diff want got; } >>differs
        fi
    done
    [ ! -s differs ] && [ $n_columns -ge 3 ]
    result $? "$view: filters of $n_columns columns"
}

flat='time% %time
%time %time
self self s
err +/-
cum cum s
total total s
total% total%
calls calls
mean mean s
worst worst s
wait wait s'
compare 'Flat' 1 name store store.out <<.
$flat
.
compare 'Flat of a set of runs' 1 name store run*.out <<.
$flat
.
compare 'Flat with waits' 1 name store waiting.out <<.
$flat
.
graph=1
compare Graph 1ggj2 name store store.out <<.
self self s
children children s
called called
share share
.
graph=
compare 'Modules by namespace' 3... name store store.out <<.
time% %time
self self s
err +/-
functions funcs
funcs funcs
called called
calls-in calls in
calls-out calls out
time-in time in
.
compare Source 1gg5 source -I . lines lines.out <<.
line line
count count
self self s
callees callees
.
compare Runs 6 run store run*.out <<.
time time s
off off%
off% off%
calls calls
samples samples
.
compare Diff 7 name --diff=before.out --diff-image=before store store.out <<.
old old s
new new s
delta delta s
err +/-
delta% delta%
old-total old total
new-total new total
total total
old-calls old calls
new-calls new calls
calls calls
calls% calls%
/call% /call%
.
echo "1..$n"
