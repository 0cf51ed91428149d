#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Samples: whatever takes them, the ticks of a run add up to the CPU time that it used, in all threads;
# events of the kernel's fill the histogram, or are refused with a line.
. "$SRC/tests/runtime/lib.sh"
compile prog "$here/busy.c" -pg
compile static "$here/busy.c" -pg -static
compile events "$here/events.c" -pg
"$CC" -O2 -pthread -o bare "$here/busy.c"

value() { sed -n "s/^$1 //p" gmon.out.d/profile.info; }

# complete NAME: ticks are CPU time, to 5 % and a tick for each thread; spin has nearly all of them. On a
# busy machine some may be missing, if the profile says so.
complete() {
    awk -v rate="$(value rate-asked)" -v ticks="$(value ticks)" -v missing="$(value missing-samples)" \
        -v cpu="$(value cpu)" 'BEGIN {
        if (missing > ticks / 2)
            exit 1
        error = (ticks + missing) / rate - cpu
        exit !(cpu > 0.2 && error < 0.05 * cpu + 5 / rate && -error < 0.05 * cpu + 5 / rate) }'
    verdict $? "$1: ticks are the CPU time" "$(cat gmon.out.d/profile.info)"
    "$GPROF" -b -p "$program" gmon.out 2>&1 | awk '$NF == "spin" && $1 > 90 { found = 1 } END { exit !found }'
    verdict $? "$1: they are where it was used" "$("$GPROF" -b -p "$program" gmon.out 2>&1)"
}

for program in prog static; do
    for options in rate=100 rate=250,clock=thread rate=1000 rate=5000; do
        ms=300
        rm -rf gmon.out*
        GPTUI_RT=$options ./$program spin 3 $ms && complete "$program, $options"
        by=$(value sampled-by)
        case $options,$by in
        *clock=thread,timer | rate=[15]*0,process-clock | rate=[15]*0,timer) verdict 0 "$program, $options: sampled by $by" ;;
        *) verdict 1 "$program, $options: sampled by $by" ;;
        esac
    done
done
program=bare
rm -rf gmon.out*
GPTUI_RT=rate=1000 LD_PRELOAD=$BUILD/libgptui-rt.so ./bare spin 3 100 && complete 'without -pg, rate=1000'

# Whatever signals a program blocks, ours is not among them.
program=prog
for options in rate=100 rate=10000; do
    rm -rf gmon.out*
    GPTUI_RT=$options ./prog deaf 200 && complete "$options, signals blocked"
done

# A thread that the tick of the process finds late has all the time that it used before; what has no
# place at the end is less than the 10 ms after which it would have been found at once.
for rate in 1000 5000; do
    rm -rf gmon.out*
    GPTUI_RT=rate=$rate ./static late 60
    [ "$(value kernel-ticks)" -lt $((rate / 100)) ] && [ "$(value missing-samples)" = 0 ]
    verdict $? "rate=$rate, found late: no time is without a place" "$(cat gmon.out.d/profile.info)"
done

# Signals are the program's: it may handle, ignore, block all of them and use those that others profile with;
# and who sends it some does not make samples.
compile handles "$here/handles.c" -pg
compile handles_static "$here/handles.c" -pg -static
for program in handles handles_static; do
    for options in rate=100 rate=1000; do
        for what in own all ignore block asks flood; do
            rm -rf gmon.out*
            equal "$program, $options, $what" ok "$(GPTUI_RT=$options ./$program $what 300 2>&1)"
            complete "$program, $options, $what"
        done
    done
done

# What counting takes is reported, and the browser says so.
rm -rf gmon.out*
GPTUI_RT=rate=200 ./prog call 30000000
awk -v rate=200 '/^ticks-counting / { ticks = $2 } /^calls / { calls = $2 } /^counting-time / { time = $2 }
    /^counting-ns-per-call / { ns = $2 }
    END { exact = ticks / rate * 1e9 / calls
        exit !(ticks > 0 && time == ticks / rate && ns <= exact && ns > exact - 0.11) }' gmon.out.d/profile.info
verdict $? 'what counting takes, in all and for a call' "$(cat gmon.out.d/profile.info)"
printf 'gptui-script 1\nkeys 4\ndump info\n' >script
"$GPTUI" --script script prog gmon.out </dev/null >printed 2>&1
grep -q 'counting calls took [0-9.]*% of the run, [0-9.]* ns per call' info
verdict $? 'and the browser finds it' "$(cat printed info)"

# Whoever runs it; he must be able to get at the program.
rm -rf gmon.out*
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    open=$(mktemp -d /tmp/gptui-open.XXXXXX) && chmod 777 "$open" && cp static "$open"
    (cd "$open" && GPTUI_RT=rate=1000 setpriv --reuid 65534 --regid 65534 --clear-groups ./static spin 3 100)
    mv "$open"/gmon.out* .
    rm -r "$open"
    program=static
    complete 'without rights'
else
    skip 'without rights' 'we have none, or no setpriv to give them up'
fi

# Waiting is no CPU time.
rm -rf gmon.out*
GPTUI_RT=clock=thread ./prog wait 300 >printed
awk -v ticks="$(value ticks)" 'BEGIN { exit !(ticks < 15) }'
verdict $? 'clock=thread: waiting does not' "$(cat gmon.out.d/profile.info)"
GPTUI_RT=rate=1000 ./prog wait 300 >printed
[ "$(cat printed)" -lt 20 ]
verdict $? 'rate=1000: who sleeps is left alone' "interrupted $(cat printed) times"
for options in clock=thread rate=1000,clock=wall; do
    GPTUI_RT=$options ./prog wait 300 >printed
    equal "$options: who sleeps is never woken up" 0 "$(cat printed)"
done

# Thousands of threads, children, and programs that take our place.
rm -rf gmon.out*
GPTUI_RT=rate=5000 ./events threads >printed
verdict $? 'rate=5000: threads that come and go'
equal 'rate=5000: their calls' 26000 "$(calls events gmon.out leaf)"
rm -rf gmon.out*
GPTUI_RT=rate=5000 ./events forks >printed
equal 'rate=5000: a child' 500 "$(calls events "$(of "$(awk '$3 == 500 { print $1; exit }' printed)")" leaf)"
i=0 killed=0
while [ $i -lt 30 ]; do
    GPTUI_RT=rate=10000 ./events exec /bin/true || killed=$((killed + 1))
    i=$((i + 1))
done
equal 'rate=10000: programs that take our place live' 0 $killed

rm -rf gmon.out*
GPTUI_RT=event=page-faults ./prog touch 1000 2>err
if [ "$(value sampled-by)" = page-faults ]; then
    "$GPROF" -b -p prog gmon.out >flat 2>&1
    # Code and stack of the function may be new as well.
    awk '$NF == "touch" && $3 >= 1000 && $3 < 1010 { found = 1 } END { exit !found }' flat
    verdict $? 'event=page-faults: each is counted' "$(cat flat)"
    grep -q 'Each sample counts as 1 page-faults' flat
    verdict $? 'event=page-faults: that is the unit' "$(cat flat)"
    "$GPTUI" --batch -b -p prog gmon.out | cmp -s - flat
    verdict $? 'event=page-faults: gprof and gptui agree'
else
    skip 'event=page-faults' "$(cat err)"
fi
rm -rf gmon.out*
GPTUI_RT=event=cycles ./prog spin 1 50 2>err
case $(value sampled-by) in
Mcycles) equal 'event=cycles: no complaint' '' "$(cat err)" ;;
*) equal 'event=cycles: one line why not, and time instead' 1 "$(grep -c '^gptui-rt: event: cycles is not there or not allowed.*: [a-z][a-z0-9 ]*$' err)" ;;
esac
finish
