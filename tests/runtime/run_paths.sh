#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Call paths: who really called the code that samples hit, by the stack. Samples are of instructions that the
# programs choose themselves (steps.h), so each run has the same.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"

case $(uname -m) in
x86_64 | i?86) ;;
*)
    echo "1..0 # SKIP frames are followed on x86 alone"
    exit 0
    ;;
esac

info_value() { about | sed -n "s/^$1 //p"; }

# run OPTIONS PROGRAM ARGUMENTS...: no function is looked for by the dynamic linker meanwhile
run() {
    options=$1
    shift
    rm -rf gmon.out*
    GPTUI_RT=asked=on,$options LD_BIND_NOW=1 timeout 600 "$@" >printed 2>&1
    verdict $? "$options $*: ends well" "$(cat printed)"
}

compile callers "$here/callers.c" -pg -lm
run paths=off ./callers dear 50
equal 'without paths there are no nodes' '' "$(info_value paths)"
run paths=on ./callers dear 100
[ "$(info_value paths)" -gt 0 ] && [ -z "$(info_value lost-path-ticks)" ]
verdict $? 'paths=on: the run has nodes, and no tick is lost' "$(about)"

# share FUNCTION: of the time, in percent, that stacks with it have
share() {
    awk -v name="$1" '{ n = $NF; all += n; sub(/ [0-9]*$/, "")
        if (index(";" $0 ";", ";" name ";")) sum += n }
        END { printf "%.2f\n", all ? 100 * sum / all : 0 }' stacks
}

# same NAME PROGRAM: what was printed has the samples that were taken there, but for those in the code that
# counts calls, which stacks leave out
same() {
    "$GPTUI" --batch --images --format=folded "$2" gmon.out >stacks 2>log
    awk 'NR == FNR { true_[$1] = $2; next }
        { n = $NF; sum += n; sub(/ [0-9]*$/, ""); gsub(/\([^()]*\)| \[clone [^]]*\]/, "")
          for (f in true_) if (index(";" $0 ";", ";" f ";")) is[f] += n }
        END { for (f in true_) {
                  p = true_[f]; q = sum ? 100 * is[f] / sum : 0
                  printf "%s: %.2f taken, %.2f found\n", f, p, q
                  if (p - q > 5 || q - p > 5 || p == 0 || q == 0) bad = 1 }
              exit bad || NR == FNR }' printed stacks >verdicts 2>&1
    verdict $? "$1: functions have the samples that were taken there" "$(cat verdicts log stacks)"
}

for case in dear sort recurse threads signals altstack coroutines; do
    [ $case = dear ] && enough=1000 || enough=150 # the one with the rarest function
    run paths=on ./callers "$case" $enough
    same "$case" callers
    case $case in
    threads) begin='main\|in_thread' ;;
    coroutines) begin='main\|in_first\|in_second\|\(.*;\)*swapcontext' ;;
    *) begin=main ;;
    esac
    # Nobody called the return from a handler; and the step that ends the steps has moved the stack.
    ! grep -v "^\($begin\|__restore_rt\|trap\)[; ]" stacks >parts
    verdict $? "$case: all paths are whole" "$(cat parts)"
done

# A program that counts no calls has a graph all the same, of measured callers: in formats for other programs
# as on the screen, and no number of calls.
compile uncounted "$here/callers.c" -lm
run paths=on ./uncounted dear 200
"$GPTUI" --batch --images --format=folded uncounted gmon.out >stacks 2>log
grep -q '^main;run_dear;' stacks
verdict $? 'without -pg: stacks are measured' "$(cat log stacks)"
"$GPTUI" --batch --images --format=csv -q uncounted gmon.out >csv 2>log
grep -q '^caller,[^,]*,[^,]*,main,' csv && ! awk -F, '/^caller/ && ($10 != "" || $11 != "")' csv | grep .
verdict $? 'without -pg: entries have callers and no numbers of calls' "$(cat log csv)"
"$GPTUI" --batch --images --format=dot uncounted gmon.out >dot 2>log
grep -q -- '->' dot && ! grep -F 'label="0\n' dot
verdict $? 'without -pg: no 0 stands for calls that nobody counted' "$(cat log dot)"

# Code needs no frame pointers, but tables for exceptions or else frame pointers; without both Info says
# what is missing.
tables='-fno-asynchronous-unwind-tables -fno-unwind-tables'
for flags in '-pg -mfentry' -finstrument-functions; do
    for frames in -fno-omit-frame-pointer -O2 "$tables -fno-omit-frame-pointer" "$tables -O2"; do
        case ${LONG:+all}$flags$frames in -finstrument-functions-* | *-mfentry-fno-*r) continue ;; esac # as with -pg
        # shellcheck disable=SC2086
        if ! compile framed "$here/callers.c" $flags $frames -lm >log 2>&1; then
            skip "$flags $frames" 'the compiler cannot'
            continue
        fi
        run paths=on ./framed dear 600 # so that the first calls, which the runtime finds a place for, weigh little
        "$GPTUI" --batch --images --format=folded framed gmon.out >stacks 2>log
        printf 'gptui-script 1\nkeys 4\ndump info\n' >script
        rm -f info
        LINES=40 COLUMNS=100 "$GPTUI" --script script framed gmon.out
        if [ "$frames" != "$tables -O2" ]; then
            awk -v is="$(share run_dear)" 'BEGIN { exit !(is > 90) }'
            verdict $? "$flags $frames: paths are whole" "$(cat stacks)"
            ! grep 'without their outer part' info
            verdict $? "$flags $frames: nothing is missing" "$(cat info)"
        else
            awk -v is="$(share work)" 'BEGIN { exit !(is > 90) }'
            verdict $? "$flags $frames: the innermost code is known" "$(cat stacks)"
            grep -q 'without their outer part' info
            verdict $? "$flags $frames: Info says what is missing" "$(cat info)"
        fi
    done
done

if COMPILER=${CXX:-c++} compile exceptional "$here/truth.cc" -pg >log 2>&1; then
    run paths=on ./exceptional 200
    same exceptions exceptional
else
    skip 'exceptions' 'no C++ compiler'
fi
if COMPILER=${FC:-gfortran} compile parallel "$here/truth.f90" "$here/steps.c" -pg -fno-inline -fopenmp >log 2>&1; then
    run paths=on env OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive ./parallel 200
    same OpenMP parallel
else
    skip 'OpenMP' 'no gfortran'
fi
# Functions that end their frame long before they return.
if COMPILER=${FC:-gfortran} compile leaves "$here/leaves.f90" "$here/steps.c" -pg -fno-inline >log 2>&1; then
    run paths=on ./leaves 200
    same 'early ends of frames' leaves
else
    skip 'early ends of frames' 'no gfortran'
fi

# Much of the stack may lie between code of a library and that of the program.
if $CC -O2 -fomit-frame-pointer -shared -fPIC -DLIBRARY -o libroomy.so "$here/roomy.c" >log 2>&1 &&
    compile roomy "$here/roomy.c" -pg -L. -lroomy "-Wl,-rpath,$PWD" >>log 2>&1; then
    run paths=on ./roomy 100
    same 'a library without frames' roomy
else
    verdict 1 'a library without frames is built' "$(cat log)"
fi

# Below a handler on a stack of its own, too.
for case in altstack altclock altsort; do
    run paths=on ./callers $case 80
    "$GPTUI" --batch --images --format=folded callers gmon.out >stacks 2>log
    awk '!/;?handle[; ]/ { next } { n += $NF } /^main;/ { whole += $NF }
        END { print whole, "of", n; exit !(n >= 200000 && whole > 0.8 * n) }' stacks >verdicts
    verdict $? "$case: paths of handlers begin in main" "$(cat verdicts stacks)"
done

# Threads of static programs, which nobody announces.
if compile callers-static "$here/callers.c" -pg -static -lm >log 2>&1; then
    run paths=on ./callers-static threads 150
    same 'threads of a static program' callers-static
fi

run paths=on ./callers dear 100
"$GPTUI" --batch --images --format=folded --callers=assumed callers gmon.out 2>&1 | grep -q '^.estimated'
verdict $? 'assumed if asked for'
"$GPTUI" --batch -b -q callers gmon.out >ours 2>&1
"$GPROF" -b -q callers gmon.out >theirs 2>&1
cmp ours theirs >log 2>&1
verdict $? "GNU's layout knows nothing of paths" "$(cat log)"

# Functions that call each other in circles are not put together, so that is not said of them.
run paths=on ./callers recurse 200
printf 'gptui-script 1\nkeys C\ndump measured\n:--callers=assumed\nkeys C\ndump assumed\n' >script
"$GPTUI" --script script callers gmon.out >log 2>&1
grep -q 'measured times need no cycles' measured && grep -q 'cycle 1' assumed
verdict $? 'C says why there are no cycles' "$(cat log measured assumed)"

# The sum of two runs has the paths of both.
for i in 1 2; do
    run paths=on,out=gmon.$i ./callers dear 200
done
"$GPTUI" -s callers gmon.1 gmon.2 >log 2>&1
"$GPTUI" --batch --images --format=folded callers gmon.sum 2>>log | sort >summed
"$GPTUI" --batch --images --format=folded callers gmon.1 gmon.2 2>>log | sort >both
grep -q 'run_dear;dear;work' summed && cmp summed both >>log 2>&1
verdict $? 'a sum has the paths of all runs' "$(cat log summed both)"
# Threads that are many and short: no page is mapped for each of them.
cat >many.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
static void *nothing(void *unused) { return unused; }
int main(void)
{
    struct rusage use;
    pthread_t t;
    for (int i = 0; i < 2000; i++)
        if (pthread_create(&t, NULL, nothing, NULL) || pthread_join(t, NULL))
            return 1;
    getrusage(RUSAGE_SELF, &use);
    printf("%ld\n", use.ru_minflt);
    return 0;
}
END
compile many many.c -pg
without=$(GPTUI_RT=asked=on ./many) with=$(GPTUI_RT=asked=on,paths=on ./many)
[ $((with - without)) -lt 1000 ]
verdict $? 'many short threads: no page faults for each' "without paths $without, with paths $with"
finish
