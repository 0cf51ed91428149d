#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every format in the hands of the program that people read it with, on a program of 2,000 functions
# and 20 cycles (graphviz, which takes long: 600, with LONG=1 2,000): totals and the ten heaviest functions must be those of our own report.
. "$SRC/tests/tap.sh"
here=$SRC/tests/format tools=$BUILD/tests/tools
why='error want found'

make_program() { # FUNCTIONS CALLS: of each function
    awk -v n="$1" -v arcs="$2" -v image=e -v profile=g -f "$here/layers.awk" &&
        "$tools/mkelf" prog <e && "$tools/mkgmon" gmon.out prog <g || exit 1
}

# Has FILE the ten heaviest? Stacks too small to be written take up to PART of a function.
close_to() { # FILE PART
    awk -v part="$2" 'NR == FNR { has[$1] = $2; next }
        has[$1] > $2 + 1 || has[$1] < $2 * (1 - part) { print $0, "not", has[$1] + 0; bad = 1 }
        END { exit bad || FNR != 10 }' "$1" want >error
}

# ---- graphviz ----

functions=600 calls=2
[ -z "${LONG-}" ] || functions=2000 calls=3
make_program "$functions" $calls
"$GPTUI" --format=dot prog gmon.out >o.dot && "$GPTUI" --format=dot --min-function=0 prog gmon.out >all.dot || exit 1
if command -v dot >/dev/null; then
    timeout 300 dot -Tplain o.dot >plain 2>error
    [ $? -eq 0 ] && ! grep -qi 'error\|warning' error
    result $? "graphviz lays out $functions functions with 20 cycles"
    [ "$(grep -c '^node' plain)" -eq "$(grep -c '^ *n[0-9]* \[' o.dot)" ] &&
        [ "$(grep -c '^edge' plain)" -eq "$(grep -c ' -> ' o.dot)" ]
    result $? 'graphviz: all boxes and arrows'
else
    skip 'graphviz' 'no dot here'
fi
left=$(sed -n 's/.*label="functions left out: \([0-9]*\),.*arcs left out: \([0-9]*\),.*/\1 \2/p' o.dot)
echo "$(($(grep -c '^ *n[0-9]* \[' all.dot) - $(grep -c '^ *n[0-9]* \[' o.dot))) $(($(grep -c ' -> ' all.dot) - $(grep -c ' -> ' o.dot)))" >want.left
[ "$left" = "$(cat want.left)" ] && [ "$left" != '0 0' ]
result $? 'dot says how many boxes and arrows it left out'
! grep -q 'left out' all.dot
result $? 'dot leaves nothing out if asked to'

# ---- one program for all others ----

# With more calls there are too many stacks for each to be written.
make_program 2000 1.02
for format in csv callgrind folded pprof; do
    "$GPTUI" --format=$format prog gmon.out >o.$format || exit 1
done
tr -d '\r' <o.csv >rows.csv

# Ten lines, "NAME MICROSECONDS", of the functions with most self time; and the total.
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "flat" { printf "%s %.0f\n", $at["name"], $at["self_seconds"] * 1e6 }' rows.csv >self
sort -k 2,2nr -k 1,1 self | head -n 10 >want
total=$(awk '{ s += $2 } END { printf "%.0f", s }' self)
[ "$(wc -l <want)" -eq 10 ] && [ "$total" -gt 0 ]
result $? 'there is something to compare'

heaviest() { # reads NAME MICROSECONDS, makes `found` of it
    sort -k 2,2nr -k 1,1 | head -n 10 >found
    cmp found want >error
}

# ---- callgrind_annotate ----

if command -v callgrind_annotate >/dev/null; then
    callgrind_annotate --auto=no --threshold=100 o.callgrind >lines 2>error
    sed -n 's/^ *\([0-9,]*\) ([^)]*%) .*:\(f[0-9]*\) .*/\2 \1/p' lines | tr -d , | heaviest
    result $? 'callgrind_annotate: the ten heaviest functions'
    [ "$(sed -n 's/^ *\([0-9,]*\) .*PROGRAM TOTALS.*/\1/p' lines | tr -d ,)" = "$total" ]
    result $? 'callgrind_annotate: the total'
    callgrind_annotate --auto=no --inclusive=yes --threshold=100 o.callgrind 2>error |
        sed -n 's/^ *\([0-9,]*\) ([^)]*%) .*:\(f[0-9]*\) .*/\2 \1/p' | tr -d , >inclusive
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == "entry" && $at["cycle"] == "" && $at["name"] ~ /^f/ {
            printf "%s %.0f\n", $at["name"], ($at["self_seconds"] + $at["children_seconds"]) * 1e6 }' rows.csv >both
    awk 'NR == FNR { has[$1] = $2; next }
        has[$1] - $2 > 100 || $2 - has[$1] > 100 { print $0, "not", has[$1] + 0; bad = 1 }
        $1 in has { n++ }
        END { exit bad || n < 1000 }' inclusive both >error
    result $? 'callgrind_annotate: time with callees of what is in no cycle'
else
    skip 'callgrind_annotate' 'not installed here'
fi

# ---- flame graphs ----

sed 's/.*;//' o.folded |
    awk '{ s[$1] += $NF } END { for (f in s) print f, s[f] }' >leaves
awk '{ s += $NF } END { printf "%.0f", s }' o.folded >error
holds 'folded: the total' [ "$(cat error)" = "$total" ]
holds 'folded: the ten heaviest functions' close_to leaves 0.0001

# ---- pprof ----

pprof= # how it is called here
if command -v go >/dev/null && go tool pprof -help 2>&1 | grep -q nodecount; then
    pprof='go tool pprof'
elif command -v pprof >/dev/null; then
    pprof=pprof
fi
if [ "$pprof" ]; then
    # shellcheck disable=SC2086
    HOME=$TMPDIR $pprof -top -nodecount=5000 -nodefraction=0 -edgefraction=0 -unit=us -sample_index=time prog o.pprof >lines 2>error
    awk '/^ *[0-9.]+us/ && $NF ~ /^f[0-9]+$/ { sub(/us/, "", $1); printf "%s %.0f\n", $NF, $1 }' lines >tops
    holds 'pprof: the ten heaviest functions' close_to tops 0.05
    awk 'NR == FNR { has[$1] = $2; next } has[$1] - $2 > 100 || $2 - has[$1] > 100' tops leaves >error
    holds 'pprof: what it has is what folded stacks end with' [ ! -s error ]
    said=$(sed -n 's/^Showing.* of \([0-9.]*\)us total.*/\1/p' lines)
    holds 'pprof: the total' awk -v a="${said:-0}" -v b="$total" 'BEGIN { exit !(a - b < 2 && b - a < 2) }'
else
    skip 'pprof' 'neither go nor pprof here'
fi

# ---- spreadsheets and databases ----

if command -v python3 >/dev/null; then
    python3 - <<'END' 2>error | heaviest
import csv
with open('o.csv', newline='', encoding='utf-8') as f:
    for row in csv.DictReader(f, strict=True):
        if row['section'] == 'flat':
            print(row['name'], round(float(row['self_seconds']) * 1e6))
END
    result $? 'csv: read by Python'
else
    skip 'csv: read by Python' 'no python3 here'
fi
if command -v sqlite3 >/dev/null; then
    printf '%s\n' '.mode csv' '.import o.csv t' '.separator " "' \
        "select name, cast(round(self_seconds * 1e6) as integer) from t where section = 'flat';" >commands
    sqlite3 :memory: <commands 2>error | tr -d '\r"' | heaviest
    result $? 'csv: read by sqlite'
else
    skip 'csv: read by sqlite' 'no sqlite3 here'
fi
echo "1..$n"
