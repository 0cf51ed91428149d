#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Samples: whatever takes them, they and those that are said to be missing are the CPU time, in all threads; events
# of the kernel's fill the histogram, or are refused with a line. With LONG=1 each program runs at each
# rate. Programs use CPU time until there are as many. How exactly they are where is for tests/bench/run_clock.sh.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
compile prog "$here/busy.c" -pg
compile static "$here/busy.c" -pg -static
compile events "$here/events.c" -pg
"$CC" -O2 -pthread -o bare "$here/busy.c"

# ran OPTIONS COMMAND...
ran() {
    rm -rf gmon.out*
    options=$1
    shift
    GPTUI_RT=$options "$@"
}
value() { about | sed -n "s/^$1 //p"; }

# complete NAME: ticks, and those that the profile says are missing, are the CPU time, but for what each of four threads
# ends with and what is not worth saying, of which spin has most.
complete() {
    awk -v rate="$(value rate-asked)" -v ticks="$(value ticks)" -v missing="$(value missing-samples)" \
        -v cpu="$(value cpu)" 'BEGIN {
        error = ticks + missing - cpu * rate
        exit !(ticks >= 60 && error < 9 && -error < 9 + 0.02 * cpu * rate) }'
    verdict $? "$1: ticks are the CPU time" "$(about)"
    "$GPROF" -b -p "$program" gmon.out 2>&1 | awk '$NF == "spin" && $1 > 50 { found = 1 } END { exit !found }'
    verdict $? "$1: they are where it was used" "$("$GPROF" -b -p "$program" gmon.out 2>&1)"
}

# Samples that are asked for, to the last: of threads, whatever signals they block, of a child, and after it.
cat >asks.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
#include <pthread.h>
#include <sys/wait.h>
#define PART(name) __attribute__((noipa)) static void *name(void *n) { \
    for (long i = 0; i < (long)n; i++) gptui_rt_sample(); return n; }
PART(first) PART(second) PART(third) PART(last)
static void *deaf(void *n)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    return third(n);
}
int main(void)
{
    pthread_t thread[3];
    first((void *)30L);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, i < 2 ? second : deaf, (void *)20L);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    if (fork() == 0) {
        last((void *)7L);
        return 0;
    }
    wait(NULL);
    last((void *)10L);
    return 0;
}
END
# found FILE: function and samples
found() { "$GPROF" -b -p "$program" "$1" 2>&1 | awk '$1 ~ /^[0-9.]+$/ && $3 > 0 { print $NF, $3 * 100 }' | sort | xargs; }
for program in asks asks_static; do
    [ $program = asks ] && flags= || flags=-static
    # shellcheck disable=SC2086
    compile $program asks.c -pg $flags
    for rate in 1 100 10000; do
        rm -rf gmon.out*
        GPTUI_RT=asked=on,rate=$rate,paths=on ./$program
        equal "$program, rate=$rate: samples that are asked for" 100 "$(value ticks)"
    done
    rm -rf gmon.out*
    GPTUI_RT=asked=on ./$program
    equal "$program: where they were" 'first 30 last 10 second 40 third 20' "$(found gmon.out)"
    equal "$program: and of a child" 'last 7' "$(found gmon.out.d/*.[0-9]*)"
done

for options in rate=100 rate=250 rate=1000 rate=5000; do
    for program in prog static; do
        case $program,$options in
        prog,rate=1000 | static,rate=5000) ;;
        *) [ -n "${LONG-}" ] || continue ;;
        esac
        ran $options ./$program spin 3 60 && complete "$program, $options"
        equal "$program, $options: sampled by" timer "$(value sampled-by)"
    done
done
program=bare
rm -rf gmon.out*
GPTUI_RT=rate=1000 LD_PRELOAD=$RT/libgptui-rt.so ./bare spin 3 60 && complete 'without -pg, rate=1000'

# A thread that no signal finds for a while has that time where it is found then.
ran rate=1000 ./static late
equal 'found late: no time is without a place' 0 "$(value missing-samples)"

# Signals are the program's: it may handle, ignore, block all of them and use those that others profile with;
# and who sends it some does not make samples.
for program in handles handles_static; do
    [ $program = handles ] && flags= || flags=-static
    # shellcheck disable=SC2086
    compile $program "$here/handles.c" -pg $flags
    for what in own most ignore block asks flood signalfd sigwait; do
        rm -rf gmon.out*
        equal "$program, $what" ok "$(GPTUI_RT=asked=on ./$program $what 2>&1)"
        equal "$program, $what: and all samples are there" '100 spin 100' "$(value ticks) $(found gmon.out)"
    done
    rm -rf gmon.out*
    equal "$program, all: all signals are the program's" \
        "gptui-rt: sampling stops: the program handles or blocks every signal
ok" "$(GPTUI_RT=asked=on ./$program all 2>&1)"
    equal "$program, all: and nothing is sampled" 0 "$(value ticks)"
done

# What counting takes is reported, and the browser says so.
ran rate=200 ./prog call 40
about | awk -v rate=200 '/^ticks-counting / { ticks = $2 } /^calls / { calls = $2 } /^counting-time / { time = $2 }
    /^counting-ns-per-call / { ns = $2 }
    END { exact = ticks / rate * 1e9 / calls
        exit !(ticks > 0 && time == ticks / rate && ns <= exact && ns > exact - 0.11) }'
verdict $? 'what counting takes, in all and for a call' "$(about)"
printf 'gptui-script 1\nkeys 4\ndump info\n' >script
"$GPTUI" --script script prog gmon.out </dev/null >printed 2>&1
grep -q 'counting calls took [0-9.]*% of the run, [0-9.]* ns per call' info
verdict $? 'and the browser finds it' "$(cat printed info)"

# Whoever runs it; he must be able to get at the program.
rm -rf gmon.out*
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    open=$(mktemp -d /tmp/gptui-open.XXXXXX) && chmod 777 "$open" && cp static "$open"
    (cd "$open" && GPTUI_RT=rate=1000 setpriv --reuid 65534 --regid 65534 --clear-groups ./static spin 3 60)
    mv "$open"/gmon.out* .
    rm -r "$open"
    program=static
    complete 'without rights'
else
    skip 'without rights' 'we have none, or no setpriv to give them up'
fi

# Waiting is no CPU time.
ran clock=thread ./prog wait 300 >printed
awk -v ticks="$(value ticks)" 'BEGIN { exit !(ticks < 15) }'
verdict $? 'clock=thread: waiting does not' "$(about)"
for options in clock=thread rate=1000 rate=1000,clock=wall; do
    GPTUI_RT=$options ./prog wait 300 >printed
    equal "$options: who sleeps is never woken up" 0 "$(cat printed)"
done

# A wait is never ended early.
compile ticks "$here/ticks.c" -pg
"$CC" -O2 -o refuse "$here/refuse.c"
for options in rate=100 rate=1000 rate=auto rate=1000,clock=wall; do
    equal "$options: polls that end early" 0 "$(GPTUI_RT=$options ./ticks polls 30)"
done

# As many samples as the kernel has ticks, which are taken for 100 where it does not say.
for asked in 100 250 10000; do
    ran rate=$asked ./refuse ticks ./prog spin 1 1
    equal "a tick of 100 a second, rate=$asked" '100 100' "$(value rate-asked) $(value rate-tick)"
    printf 'gptui-script 1\nresize 60 100\nkeys 4\ndump info\n' >script
    "$GPTUI" --script script prog gmon.out </dev/null >printed 2>&1
    [ "$(grep -c "100 samples a second: this kernel's tick" info)" = 2 ]
    verdict $? "a tick of 100 a second, rate=$asked: Info and title say so" "$(cat printed info)"
done
for asked in 100 10000 50; do
    rm -rf gmon.out*
    ./refuse ticks "$RT/gptui" record -r $asked ./prog spin 1 1 >printed 2>&1
    [ "$(grep -c ": 100 samples a second: this kernel's tick" printed)" = $((asked >= 100)) ]
    verdict $? "record -r $asked, a tick of 100 a second" "$(cat printed)"
done
for asked in 99 auto; do
    ran rate=$asked ./refuse ticks ./prog spin 1 1
    [ $asked = auto ] && granted=50 || granted=$asked
    equal "a tick of 100 a second, rate=$asked" "$granted 100" "$(value rate-asked) $(value rate-tick)"
    "$GPTUI" --script script prog gmon.out </dev/null >printed 2>&1
    ! grep -q "this kernel's tick" info
    verdict $? "a tick of 100 a second, rate=$asked: nobody speaks of it" "$(cat printed info)"
done

# The clock of perf knows no tick, if it is allowed.
ran event=task-clock,rate=1000 ./prog spin 3 60 2>err
if [ "$(value sampled-by)" = task-clock ]; then
    program=prog
    complete 'event=task-clock'
    equal 'event=task-clock: the rate that was asked for' '1000 ' "$(value rate-asked) $(value rate-tick)"
    i=0 killed=0
    while [ $i -lt 30 ]; do
        GPTUI_RT=event=task-clock,rate=10000 ./events exec /bin/true || killed=$((killed + 1))
        i=$((i + 1))
    done
    equal 'event=task-clock: programs that take our place live' 0 $killed
else
    skip 'event=task-clock' "$(cat err)"
fi
ran event=task-clock,rate=auto ./refuse counters ./prog spin 1 1 2>err
equal 'event=task-clock, refused: one line' 1 "$(grep -c '^gptui-rt: event: task-clock is not there or not allowed.*time is sampled instead' err)"
[ "$(value sampled-by)" = timer ] && [ "$(value rate-asked)" = $(($(value rate-tick) / 2)) ]
verdict $? 'event=task-clock, refused: time by the tick' "$(about)"

# Thousands of threads, children, and programs that take our place.
ran rate=5000 ./events threads >printed
verdict $? 'rate=5000: threads that come and go'
equal 'rate=5000: their calls' 26000 "$(calls events gmon.out leaf)"
ran rate=5000 ./events forks >printed
equal 'rate=5000: a child' 500 "$(calls events "$(of "$(awk '$3 == 500 { print $1; exit }' printed)")" leaf)"
i=0 killed=0
while [ $i -lt 30 ]; do
    GPTUI_RT=rate=10000 ./events exec /bin/true || killed=$((killed + 1))
    i=$((i + 1))
done
equal 'rate=10000: programs that take our place live' 0 $killed

ran event=page-faults ./prog touch 1000 2>err
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
ran event=cycles ./prog spin 1 1 2>err
case $(value sampled-by) in
Mcycles) equal 'event=cycles: no complaint' '' "$(cat err)" ;;
*) equal 'event=cycles: one line why not, and time instead' 1 "$(grep -c '^gptui-rt: event: cycles is not there or not allowed.*: [a-z][a-z0-9 ]*$' err)" ;;
esac
finish
