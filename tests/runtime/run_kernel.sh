#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Time in the kernel, of system calls and of page faults, stands where the thread was then, at every rate
# and with every way of sampling; what the programs measure of their own CPU clock is the truth.
. "$SRC/tests/runtime/lib.sh"
MS=${MS:-700}
compile kernel "$here/kernel.c" -pg -static
"$CC" -O2 -o refuse "$here/refuse.c"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    open=$(mktemp -d /tmp/gptui-open.XXXXXX) && chmod 777 "$open" && cp kernel refuse "$open"
    trap 'rm -rf "$open"' EXIT
fi

value() { sed -n "s/^$1 //p" gmon.out.d/profile.info; }

# right NAME: ticks are the CPU time, to 2 % or two ticks, and each function has its own, to 5 % and three
# sampling errors. A function in the kernel is looked at no more often than the system's clock ticks. The
# timer of the whole process may not have come for a while when the process ends: then ticks are missing.
right() {
    missing=$(value missing-samples)
    [ "$(value sampled-by)" = process-clock ] || equal "$1: no sample is missing" 0 "$missing"
    awk -v rate="$(value rate-asked)" -v ticks="$(($(value ticks) + missing))" -v cpu="$(value cpu)" 'BEGIN {
        error = ticks / rate - cpu
        limit = 0.02 * cpu > 2 / rate ? 0.02 * cpu : 2 / rate
        exit !(cpu > 0 && error <= limit + 0.001 && -error <= limit + 0.001) }'
    verdict $? "$1: ticks are the CPU time" "$(cat gmon.out.d/profile.info)"
    "$GPROF" -b -p kernel gmon.out >flat 2>&1
    awk -v rate="$(value rate-asked)" 'NR == FNR { truth[$1] = $2; next }
        $NF in truth { found[$NF] = $3 }
        END {
            for (f in truth) {
                look = f == "user" ? 1 / rate : 1 / 250
                look = look > 1 / rate ? look : 1 / rate
                limit = 0.05 * truth[f] + 3 * sqrt(truth[f] * look) + 0.005
                error = found[f] - truth[f]
                if (error > limit || -error > limit) {
                    printf "%s used %.3f s, found %.3f +/- %.3f\n", f, truth[f], found[f], limit
                    bad = 1
                }
            }
            exit bad }' told flat >wrong
    verdict $? "$1: each function has its own" "$(cat wrong flat gmon.out.d/profile.info)"
}

# as_nobody COMMAND...: without any rights
as_nobody() {
    (cd "$open" && setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@")
    status=$?
    mv "$open"/gmon.out* .
    return $status
}

# try NAME KIND RATE COMMAND...: its words go before the program's
try() {
    name="$1: $2, rate=$3" kind=$2 rate=$3
    shift 3
    rm -rf gmon.out*
    GPTUI_RT=rate=$rate "$@" ./kernel "$kind" "$MS" >told 2>err
    case $? in
    0) right "$name" ;;
    77) skip "$name" 'this kernel refuses nothing' ;;
    *) verdict 1 "$name" "$(cat err)" ;;
    esac
}

for kind in read fault share; do
    for rate in 100 1000 5000; do
        try 'all rights' $kind $rate env
        if [ -n "${open-}" ]; then
            try nobody $kind $rate as_nobody
        else
            skip "nobody: $kind, rate=$rate" 'we are nobody, or no setpriv'
        fi
        [ $rate = 100 ] && continue
        try 'no counters' $kind $rate ./refuse counters
        try 'no rings' $kind $rate ./refuse rings
    done
done

# Threads that sleep often, and several at a time.
for kind in sleep spin; do
    rm -rf gmon.out*
    GPTUI_RT=rate=1000 ./kernel $kind "$MS" 3 >told && right "three threads: $kind"
done

# Threads that each live for half a millisecond: the tick finds some of them.
rm -rf gmon.out*
GPTUI_RT=rate=1000 ./kernel short "$MS" >told
awk -v rate=1000 -v ticks="$(value ticks)" -v missing="$(value missing-samples)" -v cpu="$(value cpu)" 'BEGIN {
    error = (ticks + missing) / rate - cpu
    exit !(cpu > 0.5 && error < 0.05 * cpu && -error < 0.05 * cpu) }'
verdict $? 'short threads: ticks and missing ones are the CPU time' "$(cat gmon.out.d/profile.info)"
finish
