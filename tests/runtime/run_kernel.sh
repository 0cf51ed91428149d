#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Time in the kernel, of system calls and of page faults, stands where the thread was then, at every rate;
# what the programs measure of their own CPU clock is the truth.
. "$SRC/tests/runtime/lib.sh"
MS=${MS:-700}
compile kernel "$here/kernel.c" -pg -static

value() { sed -n "s/^$1 //p" gmon.out.d/profile.info; }

# holds: ticks are the CPU time, to 2 % or two ticks, and each function has its own, to 5 % and three
# sampling errors. A function in the kernel is looked at no more often than the system's clock ticks.
holds() {
    missing=$(value missing-samples)
    awk -v rate="$(value rate-asked)" -v ticks="$(($(value ticks) + missing))" -v cpu="$(value cpu)" 'BEGIN {
        error = ticks / rate - cpu
        limit = 0.02 * cpu > 2 / rate ? 0.02 * cpu : 2 / rate
        exit !(cpu > 0 && error <= limit + 0.001 && -error <= limit + 0.001) }'
    sum_is_right=$?
    "$GPROF" -b -p kernel gmon.out >flat 2>&1
    # Where others take much of the processor, the clock's own ticks are late or fall to them.
    slack=$(awk -v cpu="$(value cpu)" -v wall="$(value wall)" -v all="$all" 'BEGIN {
        print (all - cpu > 0.25 * wall) ? 0.3 : 0.05 }')
    awk -v slack="$slack" -v rate="$(value rate-asked)" 'NR == FNR { truth[$1] = $2; next }
        $NF in truth { found[$NF] = $3 }
        END {
            for (f in truth) {
                look = f == "user" ? 1 / rate : 1 / 250
                look = look > 1 / rate ? look : 1 / rate
                limit = slack * truth[f] + 3 * sqrt(truth[f] * look) + 0.005
                error = found[f] - truth[f]
                if (error > limit || -error > limit) {
                    printf "%s used %.3f s, found %.3f +/- %.3f\n", f, truth[f], found[f], limit
                    bad = 1
                }
            }
            exit bad }' told flat >wrong
    each_is_right=$?
    [ $sum_is_right = 0 ] && [ $each_is_right = 0 ]
}

# right NAME: what holds found in the last run
right() {
    equal "$1: no sample is missing" 0 "$missing"
    verdict "$sum_is_right" "$1: ticks are the CPU time" "$(cat gmon.out.d/profile.info)"
    verdict "$each_is_right" "$1: each function has its own" "$(cat wrong flat gmon.out.d/profile.info)"
}

# What all processors have done, and what was taken from them, in hundredths of a second.
done_by_all() { awk '$1 == "cpu" { print $2 + $3 + $4 + $7 + $8 + $9 }' /proc/stat; }

# until_it_holds COMMAND...: its last status. Of a hundred comparisons one is off by three errors by chance,
# which hardly happens three times in a row.
until_it_holds() {
    for _ in 1 2 3; do
        rm -rf gmon.out*
        before=$(done_by_all)
        "$@" >told 2>err
        status=$?
        all=$(awk -v n="$(done_by_all)" -v before="$before" 'BEGIN { print (n - before) / 100 }')
        [ $status = 0 ] || return $status
        ! holds || return 0
    done
}

for kind in read fault share; do
    for rate in 100 200 1000; do
        name="$kind, rate=$rate"
        if until_it_holds env GPTUI_RT=rate=$rate ./kernel $kind "$MS"; then
            right "$name"
        else
            verdict 1 "$name" "$(cat err)"
        fi
    done
done

# Threads that sleep often, and several at a time.
for kind in sleep spin; do
    until_it_holds env GPTUI_RT=rate=1000 ./kernel $kind "$MS" 3 && right "three threads: $kind"
done

# The kernel hands signals of the process on to threads that do nothing: these have no time.
rm -rf gmon.out*
GPTUI_RT=clock=thread ./kernel idle "$MS" 2 >told
[ "$(value ticks)" -lt $(($(value rate-asked) / 20)) ]
verdict $? 'beside idle threads: they do not have the time of others' "$(cat gmon.out.d/profile.info)"

# Threads that each live for half a millisecond: a tick that comes meanwhile finds them as often as their time
# is worth. Each is found or not: five deviations of that chance.
rm -rf gmon.out*
GPTUI_RT=rate=1000 ./kernel short "$MS" >told
awk -v rate="$(value rate-asked)" -v ticks="$(value ticks)" -v cpu="$(value cpu)" 'BEGIN {
    error = ticks - cpu * rate
    exit !(cpu > 0.5 && error * error < 25 * cpu * rate) }'
verdict $? 'short threads: ticks are the CPU time' "$(cat gmon.out.d/profile.info)"
finish
