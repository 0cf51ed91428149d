#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random profiles under filters: every format has the rows and the numbers of the text report, and
# what formats say twice is the same.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools here=$SRC/tests/format
rounds=${LONG:+25} seed=1 n_runs=0
rounds=${rounds:-8}
case ${FLAVOUR-} in
valgrind) rounds=2 ;;
esac
checks='csv json callgrind dot pprof folded stacks'
for check in $checks; do
    : >"bad.$check"
done

# complain CHECK: what stands on standard input is wrong
complain() {
    head -n 3 | sed "s|^|# $seed $options: |" >>"bad.$1"
}

report() { # FORMAT
    # shellcheck disable=SC2086
    "$GPTUI" --format="$1" $options prog 1 || echo "# $seed $options: status $?" >>"bad.$1"
}

arcs_of() { # FORMAT FILE
    awk -v from="$1" -f "$here/graph_lines.awk" "$2" | sort
}

rows() {
    # shellcheck disable=SC2086
    "$GPTUI" -b $options prog 1 | awk -f "$here/rows_text.awk" >text
    report csv >csv
    awk -f "$here/rows_csv.awk" csv >csv.rows
    awk -f "$here/same_rows.awk" text csv.rows | complain csv
    report json >json
    LC_ALL=C awk -f "$here/json_lines.awk" json 2>&1 >json.lines | complain json
    awk -f "$here/rows_json.awk" json.lines >json.rows
    awk -f "$here/same_rows.awk" text json.rows | complain json
}

graphs() {
    arcs_of csv csv.rows >expected
    awk '$3 > 0 || $1 == "arc"' expected >worth
    report callgrind >callgrind
    arcs_of callgrind callgrind >found
    grep -v '^self [^ ]* 0\.' worth >some
    awk '$1 != "self" || $3 >= 0.5' some >worth
    awk -v empty="$filtered" -f "$here/same_rows.awk" found worth | complain callgrind
    awk '$1 == "arc" { $5 = "-"; print }' expected | sort >arcs
    options="$options --min-function=0" report dot >dot
    arcs_of dot dot >found
    diff arcs found | complain dot
    report pprof | gzip -dc | od -An -v -tu1 -w1 | LC_ALL=C awk -f "$here/pprof_lines.awk" >pprof 2>error || complain pprof <error
    awk '$4 > 0' arcs >some
    arcs_of pprof pprof >found
    diff some found | complain pprof
}

stacks() {
    report folded >folded
    awk -v filtered="$filtered" -f "$here/stacks.awk" csv.rows folded | complain folded
    awk '$1 == "sample" && $3 > 0 { t = $3 / 1000; sub(/^sample [0-9]+ [0-9]+ /, ""); print $0 " " t }' \
        OFMT=%.3f CONVFMT=%.3f pprof >found
    sed 's/^\[estimated from call counts\];//' folded >expected
    awk -f "$here/same_stacks.awk" found expected | complain stacks
}

while [ $seed -le "$rounds" ]; do
    "$tools/randgraph" $seed e g plain=1 && "$tools/mkelf" prog <e || exit 1
    awk '$1 == "rate" { $2 = 1000 } $1 == "arc" && NF == 4 { $4 %= 1000 } { print }' g | grep -v '^layout' >g1
    "$tools/mkgmon" 1 prog <g1 || exit 1
    seed=$((seed + 1))
    grep -q '^hist' g1 && grep -q '^arc' g1 || continue
    n_runs=$((n_runs + 1))
    for options in '-p -q' -Ef1 '-q -Ff2 -z' '-ef0 -kf0/f1' '-q -nf1 -nf2 -nf3' '-ff1 -a' '-p -z'; do
        filtered=1
        [ "$options" != '-p -q' ] || filtered=
        rows
        [ "$options" != '-p -z' ] || continue
        graphs
        stacks
    done
done

for check in $checks; do
    [ ! -s "bad.$check" ] && [ $n_runs -ge $((rounds / 2)) ]
    result $? "$check ($n_runs graphs)" "$(head -n 5 "bad.$check")"
done
echo "1..$n"
