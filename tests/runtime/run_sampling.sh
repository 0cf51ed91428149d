#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Samples: whatever takes them, the ticks of a run add up to the CPU time that it used, in all threads;
# events of the kernel's fill the histogram, or are refused with a line.
. "$SRC/tests/runtime/lib.sh"
compile prog "$here/busy.c" -pg
compile static "$here/busy.c" -pg -static
compile events "$here/events.c" -pg
"$CC" -O2 -pthread -o bare "$here/busy.c"

value() { sed -n "s/^$1 //p" gmon.out.info; }

# complete NAME: ticks are CPU time, to 5 % and a tick for each thread; spin has nearly all of them.
complete() {
    awk -v rate="$(value rate-asked)" -v ticks="$(value ticks)" -v cpu="$(value cpu)" 'BEGIN {
        error = ticks / rate - cpu
        exit !(cpu > 0.2 && error < 0.05 * cpu + 5 / rate && -error < 0.05 * cpu + 5 / rate) }'
    verdict $? "$1: ticks are the CPU time" "$(cat gmon.out.info)"
    "$GPROF" -b -p "$program" gmon.out 2>&1 | awk '$NF == "spin" && $1 > 90 { found = 1 } END { exit !found }'
    verdict $? "$1: they are where it was used" "$("$GPROF" -b -p "$program" gmon.out 2>&1)"
}

for program in prog static; do
    for options in rate=100 rate=250,clock=thread rate=1000 rate=5000; do
        rm -f gmon.out*
        GPTUI_RT=$options ./$program spin 3 100 && complete "$program, $options"
        by=$(value sampled-by)
        case $options,$by in
        rate=100,process-clock | *clock=thread,t* | *000,t*) verdict 0 "$program, $options: sampled by $by" ;;
        *) verdict 1 "$program, $options: sampled by $by" ;;
        esac
        # No descriptor of 200 and more: there can be no counters.
        [ "$by" = task-clock ] || continue
        rm -f gmon.out*
        (ulimit -n 100 && GPTUI_RT=$options ./$program spin 3 100) && complete "$program, $options, by timers"
    done
done
program=bare
rm -f gmon.out*
GPTUI_RT=rate=1000 LD_PRELOAD=$BUILD/libgptui-rt.so ./bare spin 3 100 && complete 'without -pg, rate=1000'

# Real time: the wait is in libc, or in the program if that is static.
rm -f gmon.out*
GPTUI_RT=clock=wall ./prog wait 300
awk -v ticks="$(value ticks)" -v wall="$(value wall)" 'BEGIN { exit !(ticks >= 29 && ticks <= wall * 100 + 1) }'
verdict $? 'clock=wall: waiting counts' "$(cat gmon.out.info)"
rm -f gmon.out*
GPTUI_RT=clock=thread ./prog wait 300
awk -v ticks="$(value ticks)" 'BEGIN { exit !(ticks < 15) }'
verdict $? 'clock=thread: waiting does not' "$(cat gmon.out.info)"

# Thousands of threads, children, and programs that take our place.
rm -f gmon.out*
GPTUI_RT=rate=5000 ./events threads >told
verdict $? 'rate=5000: threads that come and go'
equal 'rate=5000: their calls' 26000 "$(calls events gmon.out leaf)"
rm -f gmon.out*
GPTUI_RT=rate=5000 ./events forks >told
equal 'rate=5000: a child' 500 "$(calls events "gmon.out.$(awk '$3 == 500 { print $1; exit }' told)" leaf)"
i=0 killed=0
while [ $i -lt 30 ]; do
    GPTUI_RT=rate=10000 ./events exec /bin/true || killed=$((killed + 1))
    i=$((i + 1))
done
equal 'rate=10000: programs that take our place live' 0 $killed

rm -f gmon.out*
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
rm -f gmon.out*
GPTUI_RT=event=cycles ./prog spin 1 50 2>err
case $(value sampled-by) in
Mcycles) equal 'event=cycles: no complaint' '' "$(cat err)" ;;
*) equal 'event=cycles: one line why not, and time instead' 1 "$(grep -c '^gptui-rt: event: cycles is not there or not allowed.*: error [0-9]*$' err)" ;;
esac
finish
