#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Real programs, built from Debian source packages with -pg, profiled, and compared with gprof over
# generated command lines: N for each (default 60), from SEED. REAL="bc m4" takes only these.
set -u
TOOLS=$BUILD/tests/tools diff=$BUILD/tests/diff/difftest real=$BUILD/real
export TOOLS
mkdir -p "$real"

if ! apt-get source --print-uris bc >/dev/null 2>&1; then
    echo "1..0 # SKIP no source packages here: repeat each 'deb ...' line of /etc/apt/sources.list as 'deb-src ...' (in a .sources file: 'Types: deb deb-src'), then apt-get update"
    exit 0
fi

# libbfd 2.40 finds no line for some addresses of very large programs, depending on what it was asked
# before; addr2line shows the same. cppcheck is compared without debugging information.
without_lines() {
    [ -e "$real/$1/plain/map" ] && return
    mkdir -p "$real/$1/plain"
    cp "$real/$1"/bench/*gmon* "$real/$1/plain" &&
        strip --strip-debug -o "$real/$1/plain/prog" "$real/$1/bench/prog" &&
        cp "$real/$1/bench/words" "$real/$1/bench/table" "$real/$1/bench/map" "$real/$1/plain"
}

# lists FOLDER SOURCES: a table of symbols (-S), and a map of object files (-R) that has one function
# of each: gprof leaves those of more to chance. The last symbol must hold no samples: gprof looks
# after its table for that one's end.
lists() {
    nm "$1/prog" | awk 'NF == 3 { print } END { print "7ffffff00000 T far" }' >"$1/table" &&
        awk '$2 ~ /[tTW]/ { print $3 }' "$1/table" >"$1/functions" &&
        find "$2" -name '*.o' -size +1k -exec nm --print-file-name --defined-only '{}' + 2>/dev/null |
        sed "s|^$2/||" >"$1/objects"
    [ -s "$1/objects" ] || awk '{ print "part" NR % 50 ".o:0000 T " $0 }' "$1/functions" >"$1/objects"
    awk -F : 'NR == FNR { there[$0] = 1; next }
              { n = split($2, word, " "); name = word[n] }
              name in there && !had[name]++ && !object[$1]++' "$1/functions" "$1/objects" >"$1/map"
    rm "$1/functions" "$1/objects"
    [ -s "$1/map" ]
}

# Random profiles of the same program, and the names for symspecs.
prepare() {
    for seed in 13 14; do
        "$TOOLS/randgraph" $seed - "$1/$seed.txt" "like=$1/prog" &&
            "$TOOLS/mkgmon" "$1/$seed.gmon" "$1/prog" <"$1/$seed.txt" || return 1
    done
    lists "$1" "${1%/*}/src" || return 1
    if [ "$2" = cppcheck ]; then
        nm "$1/prog" >"$1/words"
    else
        nm -l "$1/prog" >"$1/words" 2>/dev/null
    fi
}

dirs='' broken=''
for name in ${REAL:-bc m4 grep sed less lua flex bison expat nasm ninja cppcheck}; do
    dir=$real/$name
    if [ ! -e "$dir/bench/words" ] || [ ! -e "$dir/bench/map" ]; then
        mkdir -p "$dir"
        sh "$SRC/tests/real/build.sh" "$name" "$dir" >"$dir/log" 2>&1 && prepare "$dir/bench" "$name" || {
            broken="$broken $name"
            rm -f "$dir/bench/words"
            continue
        }
    fi
    mkdir -p "$real/all" && ln -sfn "$dir/bench" "$real/all/$name"
    [ "$name" != cppcheck ] || { without_lines $name && ln -sfn "$dir/plain" "$real/all/$name"; }
    dirs="$dirs $real/all/$name"
done
for name in $broken; do
    echo "not ok - $name could not be built, see $real/$name/log"
done
[ -n "$dirs" ] || exit 1
# shellcheck disable=SC2086
"$diff" programs "$BUILD/tests/real" "${N:-60}" "${SEED:-1}" $dirs && [ -z "$broken" ]
