#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs for Windows of 32 and 64 bits, C and C++: generated command lines, N for each program, from
# SEED. Under --strict everything is as in gprof, which takes the padding of counts for a part of them
# (little of it is random: gprof has no unit for the times of 2^60 calls). Where it is clean, and
# no function is static, everything is so without --strict, too.
. "$SRC/tests/windows/lib.sh"
end_if_unreadable
diff=$BUILD/tests/diff/difftest programs=$SRC/tests/programs
multi="$programs/multi.c $programs/d1/util.c $programs/d2/util.c"

# The words for symspecs: raw names, and those without their leading underscore.
words() {
    nm -l "$1" 2>/dev/null | awk '{ print } $3 ~ /^_/ && NR % 2 { sub(/_/, ""); print }'
}

# lists: a table of symbols (-S), whose last one must hold no samples (gprof looks after its table for
# that one's end), and a map of object files (-R)
lists() {
    { nm -n prog | awk 'NF == 3'; echo "7ffffffffff0 T far"; } >table
    awk 'BEGIN { print "none.o: nosuch" } $2 ~ /[tTW]/ && !had[$3]++ && NR % 4 { print "o" NR ".o:", $0 }' \
        table >map
}

# program NAME BITS gcc|g++ FLAGS AND SOURCES: a folder with it and profiles of it
program() {
    name=$1 bits=$2 cc=$(compiler "$2" "$3") || return 0
    shift 3
    mkdir -p "noisy/$name" "clean/$name" && cd "noisy/$name" || exit 1
    "$cc" -I"$programs" -o prog.exe "$@" >log 2>&1 && mv prog.exe prog && words prog >words &&
        stand_in prog "$bits" || {
        result 1 "$name is built" "$(cat log)"
        cd ../.. && rm -r "noisy/$name" "clean/$name" || exit 1
        return
    }
    for seed in 13 14; do
        made_up $seed prog
        "$tools/mkgmon" "../../clean/$name/$seed.gmon" <$seed.txt
        { echo "noise $seed 6"; cat $seed.txt; } | "$tools/mkgmon" $seed.gmon
    done
    lists
    cp words table map "../../clean/$name"
    globalized prog "../../clean/$name/prog"
    cd ../.. || exit 1
}

# gprof counts calls of weak functions for the function before them: no other program has any.
for bits in 32 64; do
    program "cycles-$bits" $bits gcc -O1 -g -Dweak=used "$programs/cycles.c"
    program "cycles-$bits-nodebug" $bits gcc -O2 -Dweak=used "$programs/cycles.c"
    program "weak-$bits" $bits gcc -O1 -g "$programs/cycles.c"
    # shellcheck disable=SC2086
    program "multi-$bits" $bits gcc -O0 -gdwarf-4 $multi
    # shellcheck disable=SC2086
    program "multi-$bits-O2" $bits gcc -O2 -g $multi
    program "clones-$bits" $bits gcc -O2 -g "$programs/clones.c"
    program "names-$bits" $bits gcc -O1 -g "$SRC/tests/windows/programs/names.c"
    program "cxx-$bits-O0" $bits g++ -std=c++17 -O0 -g "$programs/cxx.cc"
    program "cxx-$bits-O2" $bits g++ -std=c++17 -O2 -g "$programs/cxx.cc"
done
echo "1..$n"
[ -d noisy ] || exit 0
rm -rf clean/names-* clean/weak-* # the first has static functions that globalized leaves alone
mkdir strict plain
[ -n "${LONG-}" ] && lines=25 || lines=5
STRICT=1 "$diff" programs "$TMPDIR/strict" "${N:-$lines}" "${SEED:-1}" noisy/*
"$diff" programs "$TMPDIR/plain" "${N:-$lines}" "${SEED:-1}" clean/*
