#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gptui record --repeat: the sum of several runs of one command, and what is offered after a run of few
# samples.
. "$SRC/tests/record/lib.sh"
: >diff
cat >taking.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
void take_samples(int n)
{
    while (n-- > 0)
        gptui_rt_sample();
}
END
"$CC" -O1 -g -fPIC -shared -o libtaking.so taking.c &&
    "$CC" -O1 -g -pg -o brief "$SRC/tests/record/programs/brief.c" -L. -ltaking -Wl,-rpath,"$PWD" || exit 1
# Samples are those that brief takes, and so is the time that it used: of thirty at 10 a second, three seconds.
export GPTUI_RT=asked=on GPTUI="$BUILD/tests/rt/gptui"

# repeat STATUS WORDS...
repeat() {
    want=$1
    shift
    rm -rf gmon.out* runs
    "$GPTUI" record "$@" >out 2>err <input
    status=$?
    [ $status = "$want" ] || echo "# status $status, not $want"
    [ $status = "$want" ]
}
# calls OPTION...: of work, in the sum
calls() {
    "$GPTUI" --batch -b -p --format=csv "$@" brief gmon.out 2>/dev/null | awk -F, '$1 == "flat" && $4 == "work" { print $10 }'
}
: >input
repeat 0 --repeat=5 ./brief && [ "$(calls)" = 5000 ]
result $? 'five runs: the calls of all'
grep -q ': the profile of 5 runs, [0-9]* samples\?, is in gmon.out; look at it with: gptui ./brief gmon.out$' err && [ "$(wc -l <err)" = 1 ]
result $? 'what is said'
holds 'the output of one' [ "$(cat out)" = here ]
[ ! -e gmon.out.d ] && "$GPTUI" --info gmon.out >info && grep -q '^runs 5$' info && grep -q '^calls 50' info
result $? 'the sum takes the place of what it sums'
repeat 0 --repeat=1 ./brief && [ "$(calls)" = 1000 ] && ! grep -q ' runs' err
result $? 'one run is no sum'
repeat 0 --repeat=3 -r 100 ./brief library
[ "$(calls --images)" = 3000 ] && "$GPTUI" --batch -b -p --images brief gmon.out | grep -q ' 0\.90 .* take_samples$'
result $? 'libraries are summed, too'
echo 7 >input
repeat 0 --repeat=3 ./brief input && [ "$(calls)" = 3021 ]
result $? 'each reads the same input'
echo 7 | "$GPTUI" record --repeat=3 ./brief input >out 2>err
[ $? = 0 ] && [ "$(calls)" = 3007 ] && grep -q ': the profile of 3 runs, ' err && grep -q ': the runs differ in calls, of which they made 100[01] to 100[78]$' err && [ "$(wc -l <err)" = 2 ]
result $? 'from a pipe only the first can'
repeat 0 --repeat=4 ./brief count && [ "$(calls)" = 4010 ] && grep -q ' of 4 runs, ' err && grep -q ': the runs differ in calls, ' err
result $? 'runs that differ in calls'
repeat 0 --repeat=4 ./brief && ! grep -q differ err
result $? 'runs that do not'
repeat 1 --repeat=9 ./brief status && [ "$(calls)" = 2000 ] &&
    grep -q ': run 3 ended with status 1, not 0: it is left out, and no other follows$' err && [ "$(cat runs)" = 3 ] && [ "$(wc -l <err)" = 2 ]
result $? 'a run that fails ends the series'
repeat 143 --repeat=9 ./brief die && [ "$(calls)" = 1000 ] && grep -q ': run 2 .* status 143' err
result $? 'and so does one that is killed'
repeat 0 --repeat=3 sh -c './brief; ./brief count; :' && [ "$(find gmon.out.d -name '*.run' | wc -l)" -ge 1 ] && grep -q ' of 3 runs, ' err
result $? 'of what a shell runs'
repeat 0 --repeat=4 -o 'my sum' ./brief && "$GPTUI" --batch -b -p brief 'my sum' | grep -q ' 4000 .* work$'
result $? 'another name'
repeat 0 --repeat=auto -r 10 ./brief library
ran=$(sed -n "s|.* of \([0-9]*\) runs, [0-9]* samples\?.*|\1|p" err)
[ "${ran:-1}" -gt 1 ] && [ "$(calls)" = "${ran}000" ]
result $? 'auto: more than one run'
repeat 0 --repeat=auto -r 1000 ./brief wait && [ "$(calls)" = 1000 ] && grep -q ': it waited, so that no other run follows: --clock=wall ' err
result $? 'auto: of a program that waits one is enough'
for words in '--repeat=0' '--repeat=1000001' '--repeat=many' '--repeat='; do
    repeat 1 "$words" ./brief 2>err && grep -q -- '--repeat wants auto, or a number from 1 to 1000000, not ' err
    result $? "$words"
done

# Few samples.
repeat 0 -r 1000 ./brief wait && ! grep -q 'repeat=auto' err
result $? 'a program that only waits: nothing is offered'
repeat 0 -r 10 ./brief library
grep -q '[:;] 30 samples: +/- 18 %; --repeat=auto takes about [0-9]* s for +/- [0-9] %$' err && [ "$(wc -l <err)" -le 2 ]
result $? 'few samples: what would help'
repeat 0 sh -c './brief library & ./brief library; wait' && ! grep -q 'repeat=auto' err
result $? 'several processes: nothing is offered'
repeat 143 ./brief ended && ! grep -q 'repeat=auto' err
result $? 'ended by a signal: nothing is offered'

# On a terminal its progress is shown.
rm -rf gmon.out*
"$BUILD/tests/record/on_terminal" front sh -c "'$GPTUI' record --no-open --repeat=40 ./brief sleep 2>&1" >out 2>err
tr '\r' '\n' <out | grep -q ': [0-9]* runs, [0-9]* samples\? [0-9]*%' && tr '\r' '\n' <out | grep -q ' of 40 runs, '
result $? 'progress on a terminal'
echo "1..$n"
