#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# M10: with keep=on nothing is lost when a program ends without a word; and what stands in the way of it
# does not stand in the way of the program.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
compile shared "$here/killed.c" -pg -w
compile static "$here/killed.c" -pg -w -static
compile becomes "$here/becomes.c" -pg
here_now=$(pwd -P)

# run OPTIONS WORDS...: sets status and err
run() {
    rm -rf gmon.out*
    options=$1
    shift
    (GPTUI_RT=$options "$@" 2>err) 2>/dev/null
    status=$? err=$(cat err)
}

# leaves FILES...: calls of leaf in all of them
leaves() { "$GPTUI" --batch -b -p "./$prog" "$@" 2>&1 | awk '$NF == "leaf" { print $4; n++ } END { if (!n) print 0 }'; }

for prog in shared static; do
    for how in kill stack fork; do
        run keep=on ./$prog $how
        [ $status -gt 128 ] && [ ! -e gmon.out ] && set -- gmon.out.d/*.keep && [ $# = 1 ]
        verdict $? "$prog, $how: there is a file" "$status $(ls gmon.out* 2>&1)"
        equal "$prog, $how: it has all calls, and no others" 1200 "$(leaves gmon.out.d/*.keep)"
    done
    equal "$prog: with the folder, the child's too" 1700 "$(leaves gmon.out.d)"
    equal "$prog: which knows the program" 1700 \
        "$("$GPTUI" --batch -b -p gmon.out.d | awk '$NF == "leaf" { print $4 }')"
    # On a quiet machine 15 ms are missing at most.
    for options in rate=100 rate=200 rate=200,paths=on; do
        rm -rf gmon.out*
        (GPTUI_RT=keep=on,$options ./$prog spin 400 >used 2>err) 2>/dev/null
        "$GPTUI" --format=csv -b -p ./$prog gmon.out.d/*.keep 2>err |
            awk -F, -v used="$(cat used)" -v rate="$(echo $options | sed 's/rate=//; s/,.*//')" '
                $1 == "flat" { ticks += $15 }
                END { lost = used - ticks / rate * 1000; print used, ticks; exit !(lost < used / 3 && lost > -60) }' >told
        verdict $? "$prog, $options: samples above the tick are kept, too" "$(cat told err)"
    done
    run '' ./$prog kill
    equal "$prog: off by default" 'gmon.out*' "$(echo gmon.out*)"
    run keep=on,libs=off ./$prog end
    equal "$prog: it goes away when the profile is written" '0 1200 gptui-run' \
        "$status $(leaves gmon.out) $(ls gmon.out.d | xargs)"
    run keep=on sh -c "ulimit -f 1; exec ./$prog kill"
    equal "$prog: too large" "gptui-rt: cannot keep: larger than files may be (ulimit -f) gptui-run" \
        "$(echo "$err" | sed "s|keep $here_now/.*keep:|keep:|") $(ls gmon.out.d)"
    run keep=on,out=/dev/null ./$prog kill
    [ ! -e /dev/null.d ] && [ -z "$err" ]
    verdict $? "$prog: not beside devices" "$err"
    run keep=on,out=nowhere/x ./$prog end
    equal "$prog: no folder" 2 "$(echo "$err" | grep -c '^gptui-rt: cannot .*: nothing of that name is there$')"
done
equal 'the file has as much room as it shows' "$(GPTUI_RT=keep=on ./shared kill 2>/dev/null; stat -c %s gmon.out.d/*.keep)" \
    "$(stat -c %b gmon.out.d/*.keep | awk -v size="$(stat -c %s gmon.out.d/*.keep)" '{ print $1 * 512 < size ? "holes" : size }')"

# The clocks, phases, and time that no sample found: as far as they were seen. All that a test
# may say of a look is that it came in the 60 ms of CPU time at the end.
# sees PROGRAM OPTIONS HOW: runs it, and sums up what it left
sees() {
    rm -rf gmon.out* gmon.sum*
    began=$(date +%s%N)
    (GPTUI_RT=keep=on,$2 "./$1" "$3" 300 >told 2>err) 2>/dev/null
    passed=$((($(date +%s%N) - began) / 1000000))
    read -r used <told
    "$GPTUI" -s "$1" gmon.out.d/*.keep 2>>err
    set -- wall cpu ticks missing-samples
    for name; do
        about gmon.sum | sed -n "s/^$name //p"
    done | xargs >seen
}
# is EXPRESSION: of the words of seen (wall and cpu in milliseconds) and told
is() {
    awk -v rate="$rate" -v used="$used" -v passed="$passed" "{
        wall = 1000 * \$1; cpu = 1000 * \$2; ticks = 1000 * \$3 / rate
        missing = 1000 * \$4 / rate; exit !($1) }" seen
}
for prog in shared static; do
    for options in rate=100 rate=200 rate=200,clock=wall; do
        rate=$(echo $options | sed 's/rate=//; s/,.*//')
        sees $prog $options clocks
        is 'cpu > used - 100 && cpu <= used + 1 && wall >= cpu / 2 + 300 && wall <= passed'
        verdict $? "$prog, $options: what the clocks showed" "used $used, passed $passed, $(cat seen err)"
        is 'ticks + missing > 0.9 * cpu - 20 && ticks + missing < 1.05 * cpu + 60'
        verdict $? "$prog, $options: with it, how many samples are missing" "used $used, $(cat seen err)"
    done
    # No signal finds the thread: its time is missing.
    rate=200
    sees $prog rate=200 blind
    is 'missing > 100 && ticks + missing > 0.95 * cpu - 50'
    verdict $? "$prog: time that no sample finds" "used $used, $(cat seen err)"
    sees $prog rate=1000 forget
    is 'cpu > 0 && cpu < 200 && wall < passed - 500'
    verdict $? "$prog: after a reset the clocks begin anew" "used $used, passed $passed, $(cat seen err)"
done
printf 'gptui-script 1\nresize 50 120\nkeys 4\ndump info\n' >keys
for how in clocks forget; do
    sees shared rate=1000 $how
    "$GPTUI" --script keys shared gmon.out.d/*.keep >out 2>&1 </dev/null
    grep -q 'keep.* of >=0\.[0-9]*s ' info && grep -q '1 process was killed, or has not ended: at least 0\.[0-9]* s of CPU' info
    verdict $? "$how: the browser says what is known" "$(cat out info)"
    sed -n 's/.* s of CPU time: //p' info | sed 's/ *$//' >phases
    equal "$how: phases" "$([ $how = forget ] || echo 'user code
the kernel\x0a')
a name that is longer than thirty-nine" "$([ $how = clocks ] || echo; cat phases)"
done

# What a process wrote before it was killed is older than what it kept, also where it was forgotten in
# between; what it wrote before it became another one is not.
prog=shared
run keep=on ./shared dump
equal 'what is kept takes the place of an earlier dump' '1400 1200' "$(leaves gmon.out.d) $(leaves gmon.out)"
run keep=on ./shared reset
equal 'and after a reset, too' '200 1200' "$(leaves gmon.out.d) $(leaves gmon.out)"
run keep=on ./shared become
equal 'a program that becomes itself: both count' 2400 "$(leaves gmon.out.d)"
GPTUI_RT=keep=on "$GPTUI" record -o again ./shared dump >told 2>&1
grep -q 'again\.d/.*\.keep' told
verdict $? 'record names what is kept' "$(cat told)"

run keep=on ./becomes execv
prog=becomes
equal 'a program that becomes another: both are written' '3 2000' "$status $(leaves gmon.out.d)"
[ -z "$(ls gmon.out.d/*.keep 2>/dev/null)" ]
verdict $? 'and nothing is kept' "$(ls gmon.out.d)"

# What was given up does not stay beside the profile that is written at the end.
run keep=on,libs=off sh -c 'ulimit -f 64; exec ./shared end'
equal 'no room for all: the file goes when the profile is written' 'gptui-run' "$(ls gmon.out.d | xargs)"

# Call paths and waits: as a dump at the end would have them.
# share FUNCTION: of the time, in percent
share() {
    awk -v name="$1" '{ n = $NF; all += n; sub(/ [0-9]*$/, "")
        if (index(";" $0 ";", ";" name ";")) sum += n }
        END { printf "%.0f\n", all ? 100 * sum / all : 0 }' stacks
}
if case $(uname -m) in x86_64 | i?86) true ;; *) false ;; esac; then
    for prog in shared static; do
        for by in rate=200; do
            run keep=on,paths=on,clock=wall,$by ./$prog paths 600
            "$GPTUI" --batch --format=folded $prog gmon.out.d/*.keep >stacks 2>log
            dear=$(share dear) cheap=$(share cheap)
            [ "$dear" -ge 65 ] && [ "$dear" -le 85 ] && [ "$cheap" -ge 15 ] && [ "$cheap" -le 35 ]
            verdict $? "$prog, $by: call paths are kept" "dear $dear cheap $cheap, for 75 and 25
$(cat stacks log)"
            "$GPTUI" -b -p --waits --format=csv $prog gmon.out.d/*.keep 2>log >flat
            "$GPTUI" -s --waits $prog gmon.out.d/*.keep 2>>log
            "$GPTUI" --batch --format=folded $prog gmon.sum >sum 2>>log
            cmp -s stacks sum
            verdict $? "$prog, $by: a sum has the paths" "$(cat stacks sum log)"
            waited=$(about gmon.sum | sed -n 's/^wait-timer //p')
            awk -v waited="$waited" 'BEGIN { exit !(waited > 0.05 && waited < 0.8) }'
            verdict $? "$prog, $by: waits are kept" "$waited for 0.6"
            about gmon.sum | sed -n 's/^image [0-9]* .* waits \([0-9]*\) .*/\1/p' |
                awk -v rate=200 '{ sum += $1 } END { exit !(sum > 0.05 * rate && sum < 0.8 * rate) }'
            verdict $? "$prog, $by: and where they were" "$(about gmon.sum)"
        done
    done
fi

# More nodes than the first tables have: others are made by handlers. Each of the samples has a path of its
# own, of at least one tick.
# many BLOCKS: with files of at most that; prints the status, and the paths that are kept
many() {
    run keep=on,paths=on,rate=1 sh -c "ulimit -f $1; exec ./many 4096 kill"
    "$GPTUI" --batch --format=folded many gmon.out.d/*.keep >stacks 2>log
    n_paths=$(awk '$NF >= 1000000' stacks | wc -l)
}
if [ "$(uname -m)" = x86_64 ]; then
    # shellcheck disable=SC2046
    "$CC" -std=c11 -D_GNU_SOURCE -O1 -g -pg -pthread -fno-optimize-sibling-calls -I"$SRC/src" -o many \
        "$here/many_paths.c" $(objects "$BUILD")
    many unlimited
    [ $status = 137 ] && [ "$n_paths" -ge 4096 ]
    verdict $? 'many paths: all are kept' "$status $n_paths $(cat log)"
    many $(($(stat -c %s gmon.out.d/*.keep) * 3 / 4 / 512))
    [ $status = 137 ] && [ "$n_paths" -gt 0 ] && [ "$n_paths" -lt 4096 ]
    verdict $? 'many paths, too large: those before stay' "$status $n_paths $(cat log)"
else
    skip 'many paths' 'the program reads registers of x86-64'
fi

# Of a file that is cut off or spoilt the rest is read, or a line says what is wrong.
prog=shared
run keep=on,paths=on,clock=wall ./shared paths 30
kept=$(echo gmon.out.d/*.keep)
size=$(stat -c %s "$kept")
bad=0
for bytes in 10 32 4000 4096 4200 9000 100000 $((size / 2)) $((size - 4096)) $((size - 1)); do
    head -c "$bytes" "$kept" >cut
    for format in -p --format=folded; do
        timeout 60 "$GPTUI" --batch -b --waits --images $format shared cut >out 2>err
        [ $? -le 1 ] || { bad=1; echo "# $bytes"; }
    done
done
verdict $bad 'a file that is cut off'

# What cannot be written to or vanishes: the program goes on with its own status, and a line says what is lost.
for options in '' keep=on; do
    name=${options:-without keep}
    mkdir -p in lost
    for prog in shared static; do
        run "$options" sh -c "ulimit -f 0; cd in && exec ../$prog end" # nor for what it has to say
        equal "$prog, $name: no room for any file: status" 0 "$status"
        (ulimit -f 0 && cd in && GPTUI_RT=$options ../$prog end; echo "status $?") 2>&1 | cat >err
        equal "$prog, $name: no room for any file" 'status 0, 1' \
            "$(grep status err), $(grep -c '^gptui-rt: cannot write .*(ulimit -f)' err)"
        run "$options" sh -c "mkdir lost/x; cd lost/x && rmdir ../x && exec ../../$prog end"
        equal "$prog, $name: a working folder that is gone" '0 1' "$status $(echo "$err" | grep -c '^gptui-rt: cannot write ')"
    done
    if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
        skip "$name: a folder that may not be written to" 'needs root, to become nobody'
        continue
    fi
    open=$(mktemp -d /tmp/gptui-open.XXXXXX) && chmod 755 "$open" && cp static "$open" &&
        (cd "$open" && GPTUI_RT=$options setpriv --reuid 65534 --regid 65534 --clear-groups ./static end 2>"$TMPDIR/err")
    equal "$name: a folder that may not be written to" '0 1' "$? $(grep -c '^gptui-rt: cannot write ' err)"
    equal "$name: and nothing is left there" static "$(ls "$open" | xargs)"
    rm -rf "$open"
done
run '' sh -c 'mkdir gone && cd gone && rmdir ../gone && exec ../shared end'
equal 'a working folder that is gone' '0 1' "$status $(echo "$err" | grep -c '^gptui-rt: cannot write ')"

# A file of several that cannot be written: the others are, and nothing counts twice.
cat >calls.c <<'END'
void leaf(void);
int main(void)
{
    for (int i = 0; i < 1200; i++)
        leaf();
    return 0;
}
END
echo 'void leaf(void) { __asm__ volatile(""); }' >leaf.c
"$CC" -O1 -pg -fPIC -shared -o libleaf.so leaf.c && compile calls calls.c -pg libleaf.so -Wl,-rpath,"$PWD"
for options in '' keep=on; do
    name="${options:-without keep}, no run"
    run "$options" sh -c "mkdir gmon.out.run; exec ./calls"
    equal "$name: a line says so" '0 1' "$status $(echo "$err" | grep -c "^gptui-rt: cannot write .*/gmon.out.run: ")"
    equal "$name: all calls, once" '1 ' "$("$GPTUI" --batch --format=csv -b -p ./calls gmon.out 2>&1 |
        awk -F, '$4 == "main" { print $10 }') $(ls gmon.out.d/*.keep 2>/dev/null)"
done
mkdir run.d
GMON_OUT_PREFIX=$PWD/run.d/R GPTUI_RT=record=R sh -c 'rmdir run.d; exec ./becomes' 2>err
equal "a run's folder that is gone" '3 1' "$? $(grep -c '^gptui-rt: cannot write .*: nothing of that name is there$' err)"
finish
