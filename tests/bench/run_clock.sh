#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Where the time goes, against what programs measure of their own CPU clock: arithmetic beside system
# calls, beside page faults, two functions that share the kernel's time 3:1, threads that sleep, short ones,
# several, and one beside some that do nothing; at 100 samples a second, at half of the kernel's ticks (auto),
# at all of them (10,000), and by perf's clock. MS milliseconds each. Limit: 5 % and three sampling errors; in the kernel and for the system's tick
# one sample in 4 milliseconds. Then handlers that come with the tick, waits, and programs that are killed. All of it beside BESIDE
# busy loops, where programs that read their CPU clock often are hardly found: see CLOCKS in gptui_rt(3).
set -eu
[ -e "$BUILD/libgptui-rt.a" ] || { echo "no runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/clock MS=${MS:-4000} CC=${CC:-gcc}
here=$SRC/tests/runtime/programs
mkdir -p "$dir"
cd "$dir"
rm -rf ./*
busy='' i=0
while [ $i -lt "${BESIDE:-0}" ]; do
    while :; do :; done &
    busy="$busy $!" i=$((i + 1))
done
# shellcheck disable=SC2086
trap '[ -z "$busy" ] || kill $busy' EXIT
trap 'exit 1' INT TERM
$CC -O2 -g -pg -static -pthread -o kernel "$here/kernel.c" -L"$BUILD" -lgptui-rt

value() { "$BUILD/gptui" --info gmon.out | sed -n "s/^$1 //p"; }

# row 'KIND [THREADS]' OPTIONS: what was measured, what was found
row() {
    kind=$1
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    GPTUI_RT=$2 ./kernel ${kind%% *} "$MS" ${kind#"${kind%% *}"} >truth || return 0
    gprof -b -p "$dir/kernel" gmon.out 2>/dev/null >flat || true
    awk -v name="$2" -v kind="$kind" -v rate="$(value rate-asked)" -v ticks="$(value ticks)" -v cpu="$(value cpu)" '
        NR == FNR { truth[$1] = $2; next }
        $NF in truth { found[$NF] = $3 }
        END {
            printf "%-26s %-6s %5d Hz: ticks %6.2f %% of CPU", name, kind, rate, 100 * ticks / rate / cpu
            for (f in truth) {
                look = 1 / rate > 0.004 ? 1 / rate : 0.004
                limit = 0.05 * truth[f] + 3 * sqrt(truth[f] * look) + 0.005
                error = found[f] - truth[f]
                missed = missed || error > limit || -error > limit
                printf "; %s %.2f for %.2f s", f, found[f], truth[f]
            }
            print missed ? "  MISSED" : "  met"
        }' truth flat
}

for kind in read fault share sleep short 'sleep 3' 'spin 3' 'idle 2'; do
    for options in rate=100 rate=auto rate=10000 rate=1000,event=task-clock; do
        row "$kind" $options
    done
done
# A handler of the program's own that comes with the tick has its own time: signals below and above ours, and
# those that share no stack with what they interrupt. At most ten hundredths more than it used.
$CC -O2 -g -pg -pthread -o ticks "$here/ticks.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
for signal in 10 14 27 40 64 '14 altstack' '40 altstack'; do
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    GPTUI_RT=rate=1000,paths=on ./ticks ${signal%% *} 600 ${signal#* } >truth
    gprof -b -p ticks gmon.out >flat 2>/dev/null || true
    awk -v signal="$signal" 'NR == FNR { truth = $1; next } $NF == "handler" { found = $1 }
        END { printf "handler of signal %-11s %.1f for %.1f %%  %s\n", signal ":", found, truth, found < truth + 10 ? "met" : "MISSED" }' truth flat
done

# Waits: what was found of what the program measured, by what was waited for, with and without call paths;
# and the CPU time of the thread that looks, of which one processor has at most 1 %.
$CC -O2 -g -pg -pthread -o waits "$here/waits.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
for paths in off on; do
    for what in timers kinds 'many 500 3000'; do
        rm -rf gmon.out*
        # shellcheck disable=SC2086
        GPTUI_RT=clock=wall,paths=$paths ./waits $what >truth || continue
        "$BUILD/gptui" --info gmon.out >found
        awk -v what="${what%% *}" -v paths=$paths '
            NR == FNR && NF == 3 { true[$2] += $3; next }
            /^wait-/ { found[substr($1, 6)] = $2 }
            $1 == "wall" { wall = $2 }
            $1 == "look-cpu" { cpu = $2 }
            $1 == "looks" { looks = $2 }
            END {
                printf "waits, paths %-3s %-6s:", paths, what
                for (kind in true)
                    printf " %s %.2f for %.2f s;", kind, found[kind], true[kind]
                printf " looking %.2f %% of a processor, %.1f us a look", 100 * cpu / wall, looks ? 1e6 * cpu / looks : 0
                print (cpu > 0.01 * wall + 0.002) ? "  MISSED" : "  met"
            }' truth found
    done
done

# What is kept of a program that was killed: what samples found and what is said to be missing, of its CPU time.
$CC -O2 -g -pg -static -pthread -I"$SRC" -o killed "$here/killed.c" -L"$BUILD" -lgptui-rt
for how in clocks blind; do
    rm -rf gmon.out*
    (GPTUI_RT=rate=200 ./killed $how 200 >truth) 2>/dev/null || "$BUILD/gptui" --batch -b -p killed gmon.out >flat
    awk -v how=$how -v ticks="$(value ticks)" -v missing="$(value missing-samples)" -v cpu="$(value cpu)" 'BEGIN {
        error = (ticks + missing) / 200 - cpu
        printf "killed, %s: samples %.2f, missing %.2f, for %.2f s  %s\n", how, ticks / 200, missing / 200, cpu,
            (error * error < (0.05 * cpu + 0.05) ^ 2) ? "met" : "MISSED" }'
done
