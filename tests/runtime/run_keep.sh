#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# M10: nothing is lost when a program ends without a word; and what stands in the way of that does not stand
# in the way of the program.
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
        run '' ./$prog $how
        [ $status -gt 128 ] && [ ! -e gmon.out ] && set -- gmon.out.d/*.keep && [ $# = 1 ]
        verdict $? "$prog, $how: there is a file" "$status $(ls gmon.out* 2>&1)"
        equal "$prog, $how: and it is its owner's alone" 600 "$(stat -c %a gmon.out.d/*.keep)"
        [ "$(stat -c %b gmon.out.d/*.keep)" -le 512 ]
        verdict $? "$prog, $how: which takes 256 KiB at most" "$(stat -c %b gmon.out.d/*.keep)"
        equal "$prog, $how: it has all calls, and no others" 1200 "$(leaves gmon.out)"
    done
    equal "$prog: with the folder, the child's too" 1700 "$(leaves gmon.out.d)"
    equal "$prog: which knows the program" 1700 \
        "$("$GPTUI" --batch -b -p gmon.out.d | awk '$NF == "leaf" { print $4 }')"
    run '' ./$prog kill
    equal "$prog: the folder is enough" 1200 "$("$GPTUI" --batch -b -p ./$prog gmon.out | awk '$NF == "leaf" { print $4 }')"
    equal "$prog: and goes" 'gmon.out gmon.out.run' "$(echo gmon.out*)"
    cmp -s gmon.out before || "$GPROF" -b -p ./$prog gmon.out >/dev/null
    verdict $? "$prog: gprof reads what was made of it"
    for options in asked=on asked=on,paths=on; do
        run $options ./$prog samples 400
        equal "$prog, $options: samples are kept, too" 400 \
            "$("$GPTUI" --format=csv -b -p ./$prog gmon.out 2>err | awk -F, '$1 == "flat" { ticks += $15 } END { print ticks }')"
    done
    run libs=off ./$prog end
    equal "$prog: it goes away when the profile is written" '0 gmon.out gmon.out.run 1200' \
        "$status $(echo gmon.out*) $(leaves gmon.out)"
    run '' sh -c "ulimit -f 100; exec ./$prog kill"
    equal "$prog: no room for it: one line" '1 gmon.out*' \
        "$(echo "$err" | grep -c '^gptui-rt: what is counted is not kept in .*, exec or a signal: .*(ulimit -f)$') $(echo gmon.out*)"
    run out=/dev/null ./$prog kill
    [ ! -e /dev/null.d ] && [ -z "$err" ]
    verdict $? "$prog: not beside devices" "$err"
    run out=nowhere/x ./$prog end
    equal "$prog: no folder" 1 "$(echo "$err" | grep -c '^gptui-rt: cannot write .*: nothing of that name is there$')"
done

# Children: each has its part, whatever it has given up, and those that no handler reports have none.
compile kept "$here/kept.c" -pg
compile kept-static "$here/kept.c" -pg -static
for prog in kept kept-static; do
    run '' ./$prog children 20
    equal "$prog: children without root, user and descriptors, all killed" '0 5000' "$status $(leaves gmon.out.d)"
    equal "$prog: which have files of their own" '41 0' \
        "$(echo gmon.out gmon.out.d/*[0-9] | wc -w) $(ls gmon.out.d/*.keep 2>/dev/null | wc -l)"
    for how in clone fork; do
        run '' ./$prog $how
        equal "$prog, $how: a child of that kind does not count in its parent's part" 1000 "$(leaves gmon.out)"
    done
    run '' ./$prog vfork
    equal "$prog: one that has its parent's memory does" 1007 "$(leaves gmon.out)"
    # Calls are one more for each thread than it has written down, at most; a forked child of less than 100 leaves nothing.
    for most in 100 5000 123456 1000000; do
        run libs=off ./$prog threads $most >told
        rm -f gmon.out.run
        "$GPTUI" --batch -b -p $prog gmon.out >/dev/null 2>&1
        found=$(calls $prog gmon.out.d/*[0-9] leaf) counted=$(cat told)
        [ "$found" -ge "$counted" ] && [ "$found" -le $((counted + 2)) ]
        verdict $? "$prog: killed after $most calls: all of them" "$found of $counted"
    done
done

# Of a run that goes on nothing is touched.
rm -rf gmon.out*
cat >waiting.c <<'END'
#include <unistd.h>
__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }
int main(void)
{
    char byte;
    leaf();
    if (write(1, "x", 1) != 1 || read(0, &byte, 1) != 0)
        return 1;
    _exit(0);
}
END
compile waiting waiting.c -pg && mkfifo to from
./waiting <to >from &
exec 3>to
head -c 1 <from >/dev/null
"$GPTUI" --batch -b -p waiting gmon.out >out 2>err
grep -q ': warning: gmon.out.d: the program, or what it started, has not ended; what it counts is left out$' err && [ ! -e gmon.out ]
verdict $? 'of a program that goes on nothing is touched' "$(cat err)"
exec 3>&-
wait
prog=waiting
equal 'until it has ended' 1 "$(leaves gmon.out)"

# The clocks, phases, and time that no sample found, as the last look showed them. How much of it samples find is for
# tests/bench/run_clock.sh.
# sees PROGRAM OPTIONS HOW MS: runs it, and sums up what it left
sees() {
    rm -rf gmon.out* gmon.sum*
    (GPTUI_RT=$2 "./$1" "$3" "$4" >told 2>err) 2>/dev/null
    settle "./$1" gmon.out
    for name in wall cpu ticks missing-samples rate-asked rate-tick; do
        about | sed -n "s/^$name //p"
    done | xargs >seen
}
# is EXPRESSION: of what was seen in milliseconds, and of what the program told
is() {
    awk 'FILENAME == "told" { cpu_least = $1; cpu_most = $2; wall_least = $3; wall_most = $4; next } {
        wall = 1000 * $1; cpu = 1000 * $2; period = 1000 / $5; tick = 1000 / $6
        ticks = period * $3; missing = period * $4; exit !('"$1"') }' told seen
}
# All is cut off to milliseconds.
clocks='cpu > cpu_least - 2 && cpu < cpu_most + 2 && wall > wall_least - 2'
# Two samples and two ticks of each of three threads, and one, may be on their way: they are not missing.
missing='missing > 0 && ticks + missing < cpu + period && ticks + missing > cpu - 9 * period - 6 * tick'
for prog in shared static; do
    for options in rate=200 rate=200,clock=wall; do
        sees $prog $options clocks 20
        is "$clocks"
        verdict $? "$prog, $options: what the clocks showed" "$(cat told seen err)"
    done
    # From the first phase on no signal finds the thread: its time is missing.
    sees $prog rate=200 blind 100
    is "$clocks && $missing"
    verdict $? "$prog: time that no sample finds" "$(cat told seen err)"
    sees $prog rate=1000 forget 20
    is "$clocks && wall < wall_most + 2"
    verdict $? "$prog: after a reset the clocks begin anew" "$(cat told seen err)"
done
printf 'gptui-script 1\nresize 50 120\nkeys 4\ndump info\n' >keys
for how in clocks forget; do
    sees shared rate=1000 $how 20
    "$GPTUI" --script keys shared gmon.out >out 2>&1 </dev/null
    grep -q 'gmon.out.* of at least [0-9.]* s ' info && grep -q '1 process was killed, or has not ended: at least [0-9.]* s of CPU' info
    verdict $? "$how: the browser says what is known" "$(cat out info)"
    sed -n 's/.* s of CPU time: //p' info | sed 's/ *$//' >phases
    equal "$how: phases" "$([ $how = forget ] || echo 'user code
the kernel\x0a')
a name that is longer than thirty-nine
the end" "$([ $how = clocks ] || echo; cat phases)"
done

# What a process wrote before it was killed is older than what it kept, also where it was forgotten in
# between; what it wrote before it became another one is not.
prog=shared
run '' ./shared dump
equal 'what is kept takes the place of an earlier dump' 1400 "$(leaves gmon.out)"
run '' ./shared reset
equal 'and after a reset, too' 200 "$(leaves gmon.out)"
run '' ./shared become
equal 'a program that becomes itself: both count' 2400 "$(leaves gmon.out.d)"
"$GPTUI" record -o again ./shared dump >told 2>&1
grep -q 'the profile is in again;' told
verdict $? 'record has finished what is kept' "$(cat told)"

run '' ./becomes execv
prog=becomes
equal 'a program that becomes another: both are written' '3 2000' "$status $(leaves gmon.out.d)"
[ -z "$(ls gmon.out.d/*.keep 2>/dev/null)" ]
verdict $? 'and nothing is kept' "$(ls gmon.out.d)"

# Call paths and waits: as a dump at the end would have them.
# share FUNCTION: of the time, in percent
share() {
    awk -v name="$1" '{ n = $NF; all += n; sub(/ [0-9]*$/, "")
        if (index(";" $0 ";", ";" name ";")) sum += n }
        END { printf "%.0f\n", all ? 100 * sum / all : 0 }' stacks
}
if case $(uname -m) in x86_64 | i?86) true ;; *) false ;; esac; then
    for prog in shared static; do
        run paths=on,clock=wall,asked=on ./$prog paths 30
        "$GPTUI" --batch --format=folded $prog gmon.out >stacks 2>log
        equal "$prog: call paths are kept" '75 25' "$(share dear) $(share cheap)"
        "$GPTUI" -s --waits $prog gmon.out 2>>log
        "$GPTUI" --batch --format=folded $prog gmon.sum >sum 2>>log
        cmp -s stacks sum
        verdict $? "$prog: a sum has the paths" "$(cat stacks sum log)"
        waited=$(about gmon.sum | sed -n 's/^wait-timer //p')
        about gmon.sum | awk -v waited="$waited" '/^image/ { for (i = 3; i < NF; i += 2) if ($i == "waits") sum += $(i + 1) }
            END { exit !(waited > 0 && sum > 0) }'
        verdict $? "$prog: waits are kept, and where they were" "$(about gmon.sum)"
    done
fi

# More nodes than the first tables have: others are made by handlers. Each of the samples has a path of its
# own, of at least one tick.
# many BLOCKS N: N of them, with files of at most BLOCKS blocks; sets the status, and the paths that are kept
many() {
    run paths=on,rate=1 sh -c "ulimit -f $1; exec ./many $2 kill"
    "$GPTUI" --batch --format=folded many gmon.out >stacks 2>log
    n_paths=$(awk '$NF >= 1000000' stacks | wc -l)
}
if [ "$(uname -m)" = x86_64 ]; then
    # shellcheck disable=SC2046
    "$CC" -std=c11 -D_GNU_SOURCE -O1 -g -pg -pthread -fno-optimize-sibling-calls -I"$SRC/src" -o many \
        "$here/many_paths.c" $(objects "$BUILD")
    many unlimited 4096
    [ $status = 137 ] && [ "$n_paths" -ge 4096 ]
    verdict $? 'many paths: all are kept' "$status $n_paths $(cat log)"
    many 32768 300000
    [ $status = 137 ] && [ "$n_paths" -gt 0 ] && [ "$n_paths" -lt 300000 ]
    verdict $? 'many paths, too large: those before stay' "$status $n_paths $(cat log)"
else
    skip 'many paths' 'the program reads registers of x86-64'
fi

# Of a file that is cut off or spoilt the rest is read, or it stays.
prog=shared
run paths=on,clock=wall,asked=on ./shared paths 30
kept=$(echo gmon.out.d/*.keep)
cp "$kept" whole
bad=0
for bytes in 10 32 4000 4096 4200 9000 50000 69632 100000; do
    mkdir -p gmon.out.d && rm -f gmon.out gmon.out.run
    echo 'gptui-run 1' >gmon.out.d/gptui-run
    head -c "$bytes" whole >"$kept"
    for format in -p --format=folded; do
        timeout 600 "$GPTUI" --batch -b --waits $format shared gmon.out >out 2>err
        [ $? -le 1 ] || { bad=1; echo "# $bytes"; }
    done
    rm -rf gmon.out.d
done
verdict $bad 'a file that is cut off'
# Holes take nothing, however many there are.
rm -rf gmon.out* && mkdir gmon.out.d && echo 'gptui-run 1' >gmon.out.d/gptui-run
head -c 4096 whole >"$kept" && printf '\377\377\377\377' | dd of="$kept" bs=1 seek=32 conv=notrunc 2>/dev/null &&
    truncate -s 6G "$kept"
(ulimit -v 1000000 && timeout 600 "$GPTUI" --batch -b -p shared gmon.out >out 2>err)
[ $? = 1 ] && ! grep -qi memory err
verdict $? 'a file of holes' "$(cat err)"
# What has such a name and is no file of the user's own, or not one that can be read, is left out, each with a line, and stays; the rest counts.
rm -rf gmon.out* && mkdir -p gmon.out.d/folder.keep && echo 'gptui-run 1' >gmon.out.d/gptui-run
mkfifo gmon.out.d/fifo.keep && ln -s ../whole gmon.out.d/link.keep && ln -s nowhere gmon.out.d/nowhere.keep
printf 'gptui-keep 2\n...' >gmon.out.d/older.keep && echo x >gmon.out.d/broken.keep
others='broken fifo folder link nowhere older'
if [ "$(id -u)" = 0 ]; then
    cp whole gmon.out.d/other.keep && chown 65534 gmon.out.d/other.keep && others="$others other"
fi
timeout 600 "$GPTUI" --batch -b -p shared gmon.out >out 2>err
equal 'no files of the user: not taken' '1 no' "$? $([ ! -e gmon.out ] && echo no)"
cp whole "$kept"
timeout 600 "$GPTUI" --batch -b -p shared gmon.out >out 2>err
equal 'a file beside them is' '0 dear' "$? $(awk '$NF == "dear" { print $NF }' out)"
sed -n 's/^\(.*: \)*gmon\.out\.d\/\([a-z]*\)\.keep: \(not a regular file\|belongs to another user\|damaged run\|another version .*\)$/\2/p' err | sort | xargs >told
equal 'no files of the user: one line each, and they stay' "$others; $others; $(echo "$others" | wc -w)" \
    "$(cat told); $(cd gmon.out.d && ls -d *.keep | sed 's/\.keep//' | xargs); $(wc -l <err)"

# What cannot be written to or vanishes: the program goes on with its own status, and a line says what is lost.
mkdir -p in lost
for prog in shared static; do
    run '' sh -c "ulimit -f 0; cd in && exec ../$prog end" # nor for what it has to say
    equal "$prog: no room for any file: status" 0 "$status"
    (ulimit -f 0 && cd in && ../$prog end; echo "status $?") 2>&1 | cat >err
    equal "$prog: no room for any file" 'status 0, 1' \
        "$(grep status err), $(grep -c '^gptui-rt: cannot write .*(ulimit -f)' err)"
    run '' sh -c "mkdir lost/x; cd lost/x && rmdir ../x && exec ../../$prog end"
    equal "$prog: a working folder that is gone" '0 1' "$status $(echo "$err" | grep -c '^gptui-rt: cannot write ')"
done
if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
    skip 'a folder that may not be written to' 'needs root, to become nobody'
else
    open=$(mktemp -d /tmp/gptui-open.XXXXXX) && chmod 755 "$open" && cp static "$open" &&
        (cd "$open" && setpriv --reuid 65534 --regid 65534 --clear-groups ./static end 2>"$TMPDIR/err")
    equal 'a folder that may not be written to' '0 1' "$? $(grep -c '^gptui-rt: cannot write ' err)"
    equal 'and nothing is left there' static "$(ls "$open" | xargs)"
    rm -rf "$open"
fi
run '' sh -c 'mkdir gone && cd gone && rmdir ../gone && exec ../shared end'
equal 'a working folder that is gone' '0 1' "$status $(echo "$err" | grep -c '^gptui-rt: cannot write ')"

mkdir run.d
GMON_OUT_PREFIX=$PWD/run.d/R GPTUI_RT=record=R sh -c 'rmdir run.d; exec ./becomes' 2>err
equal "a run's folder that is gone" '3 1' "$? $(grep -c '^gptui-rt: cannot write .*: nothing of that name is there$' err)"
finish
