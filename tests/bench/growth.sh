#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How time and memory grow with the input: generated families of programs at several sizes, each view
# and question of the batch command and of the browser. A row for each family and question: CPU time in
# ms (of keys: beyond opening) and MiB for each size, and the exponent of time against bytes of input,
# over sizes that take MIN ms or more, and of keys a quarter of the opening: what is less is as uncertain
# as that. It should be at most 1.15, and 1.3 for questions that are not linear by nature, marked *. The
# last line counts the rows that are above.
#
# Each run is made RUNS times, of which the least counts: what other work on the machine does to caches alone
# adds a tenth and more to an exponent.
#
# GROWTH: sizes up to this many functions (100,000). FAMILIES, ASKED: only those of these names. A run that
# takes SECONDS_MOST of CPU time or MIB_MOST of memory is ended, and larger ones are not begun.
set -eu
dir=$BUILD/bench/growth GROWTH=${GROWTH:-100000} FAMILIES=${FAMILIES:-.} ASKED=${ASKED:-.}
MIN=${MIN:-50} RUNS=${RUNS:-3} SECONDS_MOST=${SECONDS_MOST:-60} MIB_MOST=${MIB_MOST:-4000}
LINES=24 COLUMNS=120 LC_ALL=C
export LINES COLUMNS LC_ALL
mkdir -p "$dir"
cd "$dir"
: >rows

# Family, shape, words, most functions (0: GROWTH). "paths": besides, one call path through all functions, each of
# which was hit, and the last one forty times as often as all others.
families() {
    cat <<'END'
ring ring - 0
clique clique - 1000
chain chain - 0
star star - 0
grid grid - 0
random1 tangle1 - 0
random5 tangle5 - 0
random50 tangle50 - 50000
calls calls - 0
overloads calls overloads 0
spaces calls spaces 0
long calls long 0
hugename chain huge 1000000
units calls lines,units 0
lines calls lines 0
deep chain lines,deep 100000
runs runs - 10000
paths chain paths 100000
END
}

# Question, * if it is not linear by nature, where it is asked (any, lines, runs, paths, one: not of runs),
# and what is asked: options of the batch command, or keys.
questions() {
    cat <<'END'
-p . any -b -p
-q . any -b -q
report . any -b
-l . lines -b -l
-A . lines -b -A
json . one --format=json
callgrind . one --format=callgrind
dot . one --format=dot
open . any keys
Graph . any keys 2
Modules . any keys 3
places . any keys 3.
Info . any keys 4
Source . lines keys 5
Runs . runs keys 6
Run . runs keys 6jj<Enter>
cycles * any keys :cycles<Enter>
cut * any keys :cycles<Enter>jjjjj<Enter>
equal . any keys =
search . any keys /no_such_name<Enter>
found . any keys /f1<Enter>
rows . any keys &no_such_name<Enter>
function * any keys fxyz
sort * any keys :sort<Space>name<Enter>
calls * any keys :sort<Space>calls<Enter>
without . any keys -Ef1<Enter>
entry . any keys <Enter>
full * any keys :set<Space>names<Space>full<Enter>
Tree . paths keys 8
whole . paths keys 8+
callers . paths keys 8i<Home>}
tree-rows . paths keys 8&no_such_name<Enter>
tree-file . paths keys 8:w!<Space>file<Enter>
folded . paths --format=folded
pprof . paths --format=pprof
diff * one diff
END
}

# spend WHAT...: CPU ms and MiB, or nothing if it did not end by itself.
spend() {
    (
        ulimit -c 0 && ulimit -t "$SECONDS_MOST" && ulimit -v $((MIB_MOST * 1024)) || exit 1
        i=0
        while [ $i -lt "$RUNS" ] && "$BUILD/tests/bench/spent" "$@" 2>errors; do
            i=$((i + 1))
        done
    ) | sort -n -k 2 | awk 'NR == 1 { print $2, $3 }'
}

# ask FAMILY BYTES QUESTION WHAT...: one line of rows: family, question, bytes, ms, MiB.
ask() {
    family=$1 bytes=$2 question=$3 how=$4 stars=$5
    shift 5
    case $how in
    keys)
        printf 'gptui-script 1\nkeys %s\n' "${1-q}" >script
        got=$(spend "$GPTUI" --script script prog "$profile")
        ;;
    diff)
        printf 'gptui-script 1\nkeys 7\n' >script
        got=$(spend "$GPTUI" --script script --diff="$profile" prog "$profile")
        ;;
    *) got=$(spend "$GPTUI" "$how" "$@" prog "$profile") ;;
    esac
    echo "$family $question $stars $how $bytes ${got:-failed}" >>rows
    [ "$got" ]
}

# A call path through N functions of a chain, as lines for tests/support/run_maker.h.
one_path() {
    awk -v n="$1" 'BEGIN {
        print "image 0 ticks " 41 * n " path prog"
        for (i = 0; i < n; i++)
            printf "node %d 0:0x%x %d 0\n", i, 4198400 + 32 * i + 8, i < n - 1 ? 1 : 40 * n
    }'
}

one_size() {
    family=$1 shape=$2 words=$3 n=$4 profile=prog.gmon
    rm -f prog prog.gmon*
    # shellcheck disable=SC2046 # words
    "$BUILD/tests/bench/mkbench" "$shape" "$n" prog prog.gmon $(echo "$words" | tr ',-' '  ')
    [ "$shape" != runs ] || profile='prog.gmon.*'
    [ "$words" != paths ] || one_path "$n" | "$BUILD/tests/cli/make_run" prog.gmon
    bytes=$(find . -name 'prog*' -exec cat {} + | wc -c)
    questions | grep -E -- "^($ASKED)" | while read -r question stars where what; do
        case $where,$shape,$words in
        lines,*,lines* | runs,runs,* | paths,*,paths | any,* | one,[!r]* | one,ring,*) ;;
        *) continue ;;
        esac
        ! grep -qxF -e "$question" given-up || continue
        # shellcheck disable=SC2086
        ask "$family" "$bytes" "$question" "${what%% *}" "$stars" ${what#"${what%% *}"} </dev/null ||
            echo "$question" >>given-up
    done
}

families | grep -E "^($FAMILIES)" | while read -r family shape words most; do
    : >given-up
    for n in 30 100 300 1000 3000 10000 30000 100000 300000 1000000; do
        [ "$n" -le "$GROWTH" ] || [ "$most" -gt "$GROWTH" ] || continue
        [ "$n" -le "$most" ] || [ "$most" = 0 ] || continue
        [ "$n" -ge 1000 ] || [ "$family" = clique ] || continue
        one_size "$family" "$shape" "$words" "$n"
    done
done

awk -v least="$MIN" '
function done(    i, n, x, y, sx, sy, sxx, sxy, exponent, limit, line) {
    for (i = 1; i <= sizes; i++)
        if (ms[i] - start[i] >= least && ms[i] - start[i] >= start[i] / 4) {
            n++; x = log(bytes[i]); y = log(ms[i] - start[i])
            sx += x; sy += y; sxx += x * x; sxy += x * y
        }
    limit = stars == "*" ? 1.3 : 1.15
    exponent = n > 1 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : 0
    line = failed ? "FAILED" : n < 2 ? "-" : sprintf("%.2f%s", exponent, exponent <= limit ? "" : " ABOVE")
    rows++; above += failed || exponent > limit
    printf "%-10s %-10s%s %-10s", family, question, stars == "*" ? "*" : " ", line
    for (i = 1; i <= sizes; i++)
        printf " %s:%d/%d", size(bytes[i]), ms[i] - start[i], mib[i]
    print ""
}
function size(n) { return n < 1e6 ? sprintf("%.0fk", n / 1e3) : sprintf("%.1fM", n / 1e6) }
{ key = $1 " " $2; if (!(key in seen)) { seen[key] = ++keys; name[keys] = key } list[key] = list[key] $0 "\n" }
$2 == "open" { open[$1, $5] = $6 }
END {
    for (k = 1; k <= keys; k++) {
        rows_of = split(list[name[k]], row, "\n") - 1
        sizes = failed = 0
        for (r = 1; r <= rows_of; r++) {
            split(row[r], f, " ")
            family = f[1]; question = f[2]; stars = f[3]
            if (f[6] == "failed") { failed = 1; continue }
            sizes++
            bytes[sizes] = f[5]; ms[sizes] = f[6]; mib[sizes] = f[7]
            start[sizes] = f[4] == "keys" && question != "open" ? open[f[1], f[5]] : 0
        }
        done()
    }
    printf "%d of %d rows are above\n", above, rows
}' rows | tee result
