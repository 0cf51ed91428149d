#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What -s writes, against gprof: gmon.sum after its header's spare bytes, output, exit status.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools
GPROF=${GPROF:-gprof}
export LC_ALL=C

mkdir -p gprof gptui
for kind in '64 le x86_64' '32 le i386' '64 be s390x'; do
    set -- $kind
    "$tools/mkelf" "prog$1$2" <<END || exit 1
elf $1 $2 $3 exec
section .text 0x401000 0x100 ax
sym aa 0x401000
sym bb 0x401020
sym cc 0x401040
sym dd 0x401060 local
sym label 0x401070 notype
sym tail 0x401080 notype
END
done

# profile NAME, from standard input, for every image
profile() {
    cat >description
    for image in prog64le prog32le prog64be; do
        "$tools/mkgmon" "$1.$image" $image <description || exit 1
    done
}
profile one <<'END'
hist 0x401000 0x401080 16
fill 3
arc aa bb 7
arc aa+5 cc 1
arc bb cc 4294967290
arc aa aa 3
arc cc label 2
arc cc dd 2
arc 0x5 aa 4
arc aa 0x5 4
END
profile two <<'END'
hist 0x401000 0x401080 16
bin 3 9
arc bb+3 cc 5
arc dd aa 0
arc dd aa+1 0
arc aa dd 6
END
profile wide <<'END'
hist 0x401000 0x401080 16
fill 40000
arc aa bb 4294967295
arc aa+1 bb 5
END
profile arcs <<'END'
arc cc aa 4
arc cc bb 5
END
profile ranges <<'END'
rate 250
dimension i-cache misses
abbreviation i
hist 0x401040 0x401080 4
bin 1 1
hist 0x401040 0x401040 0
hist 0x401000 0x401040 4
bin 3 9
END
{ sed -n '1,3p; 7,8p' description && sed -n 6p description; } >low && profile low <low # the first two, turned around
sed 's/250/0/' description >still && profile still <still
profile old <<'END'
layout bsd
hist 0x401000 0x401080 16
bin 2 5
arc aa bb 4294967295
arc aa bb 4
END
profile old44 <<'END'
layout 4.4bsd
rate 250
hist 0x401000 0x401080 4
bin 2 5
arc aa bb 4294967295
arc bb aa 4
END
profile nobins <<'END'
layout bsd
hist 0x401000 0x401080 0
END
profile blocks <<END
block aa 5
block aa+3 6
block bb 7
block bb+1 0
block aa 2
arc aa bb 1
$(for i in 0 1 2 3 4 5 6 7 8 9 10; do echo "block cc+$i $((i + 1))"; done)
block cc+1 11
block 0x5 1
END

# side NAME PROGRAM ARGUMENT...
side() {
    cd "$1" || exit 1
    shift
    rm -f gmon.sum
    "$@" >out 2>err
    echo "status $?" >>out
    [ ! -s err ] || sed 's/^[^ :]*\(gprof\|gptui\): /gprof: /' err >>out
    if [ -e gmon.sum ]; then tail -c +21 gmon.sum; else echo none; fi >sum
    if [ -e gmon.sum ]; then head -c 8 gmon.sum; fi >head
    cd .. || exit 1
}

n_runs=0 bad= all=0
# Of the images of other layouts one line of three is tried, with LONG=1 all.
left_out() {
    all=$((all + 1))
    [ -z "${LONG-}" ] && [ "$image" != prog64le ] && [ $((all % 3)) -ne 0 ]
}
# same ARGUMENT...: -s with these arguments does the same in both
same() {
    n_runs=$((n_runs + 1))
    side gprof "$GPROF" -b -s "$@"
    side gptui "$GPTUI" --strict -b -s "$@"
    for f in out sum head; do
        cmp -s gprof/$f gptui/$f || {
            bad="$bad $f"
            echo "# $f differs: -s $*"
        }
    done
}

verdict() { # NAME
    [ -z "$bad" ] && [ $n_runs -gt 0 ]
    result $? "$1 ($n_runs runs)" "$bad"
    n_runs=0 bad=
}

for image in prog64le prog32le prog64be; do
    for files in one 'one two' 'two one one' 'wide wide' 'arcs' 'ranges' 'arcs one' 'old old' old44 nobins \
        'one old' 'old one' 'one old44' blocks 'blocks blocks one' 'blocks old' 'ranges one'; do
        [ $image = prog64be ] && case $files in *blocks*) continue ;; esac
        ! left_out || continue
        # shellcheck disable=SC2046
        same ../$image $(for f in $files; do echo "../$f.$image"; done)
    done
    for options in '-O magic' '-k aa/bb' -qaa/cc '-k /cc' -a -D -c '-p -C'; do
        ! left_out || continue
        # shellcheck disable=SC2086
        same $options ../$image ../one.$image ../two.$image
    done
    verdict "sums and filters, $image"
    for files in old 'old old' old44 'old44 old44' nobins; do
        args=$(for f in $files; do echo "../$f.$image"; done)
        for options in '-O bsd' '-O 4.4bsd' '-O bsd -k aa/bb'; do
            ! left_out || continue
            # shellcheck disable=SC2086
            same $options ../$image $args
        done
    done
    verdict "layouts of BSD, $image"
    cp one.$image sum.$image
    for f in two one wide; do
        same ../$image ../$f.$image ../sum.$image
        cp gprof/gmon.sum sum.$image
        same ../$image ../sum.$image
        cp gprof/gmon.sum sum.$image
    done
    verdict "summing again, $image"
done
# Hundreds of files whose arcs come in many orders: the first one's place decides.
for k in 1 3 7 9; do
    awk -v k=$k 'BEGIN {
        for (i = 0; i < 60; i++) {
            a = i * k * 7 % 60
            printf "arc 0x%x 0x%x %d\n", 0x401000 + 8 * (a % 12), 0x401000 + 32 * (a % 5 % 4), i
        }
    }' | profile order$k
done
for i in 1 2 3 4 5 6 7 8 9; do echo ../order1 ../order7 ../order3 ../order9; done |
    sed 's/\([^ ]*\)/\1.prog64le/g' >some
for i in 1 2 3 4 5 ${LONG:+6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25}; do cat some; done >many
same ../prog64le @../many
same -q ../prog64le @../many
verdict 'many profiles'
for program in "$SRC"/build/corpus/*; do
    case $program in
    *-O2 | *-clang) continue ;; # gprof counts their lines in two ways, and may give up
    esac
    same "$program/prog" "$program/gmon.out" "$program/gmon.out"
    cp gprof/gmon.sum again.sum
    same -kmain/ "$program/prog" ../again.sum
done
verdict 'programs with lines of source'

# Without --strict the arcs keep the places of calls: GNU gprof shows of the sum what it shows of
# the parts, but for the order of lines that are equal otherwise, and with ARCS sets what it shows
# of its own sum with them. One program of three, with LONG=1 all.
# shown ARGUMENT...: what GNU gprof shows, lines in no order
shown() { "$GPROF" -b "$@" 2>&1 | sort; }
for program in "$SRC"/build/corpus/*; do
    p=$program/prog data=$program/gmon.out
    case $program in
    *-O2 | *-clang) continue ;; # as above
    esac
    all=$((all + 1))
    [ -n "${LONG-}" ] || [ $((all % 3)) -eq 0 ] || continue
    "$GPTUI" -s --sum-output=raw.sum "$p" "$data" "$data" >log 2>&1 || bad="$bad $program"
    for options in '-p -q' '-l -p -q' '-c -q' '-l -A -x'; do
        # shellcheck disable=SC2086
        shown $options "$p" "$data" "$data" >want && shown $options "$p" raw.sum >got
        n_runs=$((n_runs + 1))
        cmp -s want got || bad="$bad $program$options"
    done
    for options in -kmain/ -k/main '-qmain/ -Q/work'; do
        # shellcheck disable=SC2086
        "$GPTUI" -s $options --sum-output=raw.sum "$p" "$data" "$data" >log 2>&1
        # shellcheck disable=SC2086
        "$GPTUI" --strict -s $options --sum-output=sym.sum "$p" "$data" "$data" >log 2>&1
        shown -p -q "$p" sym.sum >want && shown -p -q "$p" raw.sum >got
        n_runs=$((n_runs + 1))
        cmp -s want got || bad="$bad $program$options"
    done
done
[ -z "$bad" ] || echo "# $bad"
verdict 'sums keep the places of calls'
"$GPTUI" -s --sum-output=raw.sum prog64le one.prog64le two.prog64le blocks.prog64le
"$GPTUI" -s --sum-output=again.sum prog64le raw.sum raw.sum
"$GPTUI" -s --sum-output=twice.sum prog64le two.prog64le blocks.prog64le one.prog64le two.prog64le blocks.prog64le one.prog64le
n_runs=1
cmp again.sum twice.sum || bad=twice
od -An -v -tx1 -j$((20 + 1 + 16 + 4 + 4 + 16 + 2 * 16)) -w21 -N 42 raw.sum >first # arcs from 0x5, aa, ...
printf ' 01 05 00 00 00 00 00 00 00 00 10 40 00 00 00 00 00 04 00 00 00\n' >want
head -n 1 first | cmp -s - want || bad="$bad lost"
verdict 'sums keep arcs without symbols'
{ cat ranges.prog64le && tail -c +21 still.prog64le; } >rates.prog64le
"$GPTUI" -s --sum-output=raw.sum prog64le rates.prog64le && "$GPTUI" -s --sum-output=again.sum prog64le low.prog64le ranges.prog64le
cmp raw.sum again.sum || bad=order
same -p ../prog64le ../rates.prog64le
verdict 'ranges in their order, with the rate of the first that was read'

same -i ../prog64le ../one.prog64le ../old.prog64le
same ../prog64le ../none.prog64le
same ../prog64le ../one.prog64le ../prog64le
same ../none ../one.prog64le
mkdir gprof/gmon.sum gptui/gmon.sum
same ../prog64le ../one.prog64le
rmdir gprof/gmon.sum gptui/gmon.sum
verdict 'errors and info'
echo "1..$n"
