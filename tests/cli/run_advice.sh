#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is said of profiles that show little or mislead: of each made situation the very lines, and no
# others; in the browser of 80 columns the same words. A command that stands there works as it stands.
. "$SRC/tests/cli/lib.sh"
why='got want err banner info'

# Lines of findings, without what depends on the machine's speed; as they are in `raw`.
findings() { # IMAGE PROFILE
    "$GPTUI" --batch -i "$1" "$2" 2>err | sed '1,/^Findings:$/d' >raw
    sed -E 's/[0-9.]+%/N%/g; s/only [0-9]+ samples?[^:]*:.*/only few samples/; s/it ran [0-9.]+ of/it ran N of/; s/under [0-9.]+ s/under N s/' raw
}

# Keep the lines of one finding, and of the advice below it.
about() { # WORDS
    awk -v words="$1" '/^\t[^\t]/ { on = index($0, words) } on'
}

# The text of a screen after the keys.
screen() { # LINES KEYS IMAGE PROFILE
    printf 'gptui-script 1\n%sdump dump\n' "${2:+keys $2
}" >script
    rm -f dump
    GPTUI_TEST=1 LINES=$1 COLUMNS=80 "$GPTUI" --script script "$3" "$4" >said 2>&1
    sed -n '/^--text--$/,/^--[^t]/p' dump | sed '1d;$d'
}

# Does the browser say the same? Above the keys stands one of the findings in `raw`, with its advice where there
# is room, and a command before reasons, or none of the warnings; Info has all of them.
browser_agrees() { # IMAGE PROFILE
    screen 24 '' "$1" "$2" | sed -n '23{/ [0-9]*\/[0-9]* *$/!p;}' >banner
    screen 120 4 "$1" "$2" | tr -s ' \n' '  ' >info
    awk -v banner="$(cat banner)" '
        function end() {
            if (problem == "" || problem == "nothing looks wrong")
                return
            if (!index(info, problem) || !index(info, advice))
                print "Info lacks: " problem ": " advice
            full = " " problem (advice == "" ? "" : ". " advice)
            reasons[1] = ";.*"
            reasons[2] = "[:;].*"
            for (i = 1; i <= 2 && advice ~ /^gptui / && length(full) > 80; i++) {
                full = " " problem
                sub(reasons[i], "", full)
                full = full ". " advice
            }
            if (length(full) > 80)
                full = length(problem) < 80 ? " " problem : substr(" " problem, 1, 79) ">"
            said = said || banner == full
        }
        NR == FNR { info = info $0; next }
        /^\t[^\t]/ { end(); advice = ""; problem = $0; sub(/^\t(warning: |note: )?/, "", problem) }
        /^\t\t/ { advice = $0; sub(/^\t\t/, "", advice) }
        END {
            end()
            if (banner != "" && !said)
                print "no finding: " banner
        }' info raw >want
    : >got
    diff got want >/dev/null
}

# wants FINDING [ADVICE]: as lines of the report
wants() { printf '\t%s\n' "$1" ${2:+"	$2"} >want; }

# advises NAME IMAGE PROFILE WORDS FINDING [ADVICE]: that is all that has these words
advises() {
    wants "$5" ${6:+"$6"}
    findings "$2" "$3" >all
    about "$4" <all >got
    diff got want >/dev/null && browser_agrees "$2" "$3"
    result $? "$1"
}

# silent NAME IMAGE PROFILE WORDS: no finding, and no advice, has these words
silent() {
    : >want
    findings "$2" "$3" >all
    [ -s all ] && ! grep -e "$4" all >got
    result $? "$1"
}

# built NAME FLAGS...: compile NAME.c
built() {
    name=$1
    shift
    "$CC" -o "$name" "$name.c" "$@" 2>err || exit 1
}

# ran NAME: with its profile in NAME.gmon
ran() {
    "./$1" >/dev/null </dev/null && mv gmon.out "$1.gmon" || exit 1
}

# asked WORDS...: gptui record, with the samples that the program asks for
asked() { GPTUI_RT=asked=on "$BUILD/tests/rt/gptui" record "$@"; }
# lasted SECONDS WORDS...: that, and so much time has passed, however busy the machine was
lasted() {
    seconds=$1
    shift
    rm -f gmon.out gmon.out.run
    asked "$@" </dev/null >got 2>&1 || exit 1
    "$GPTUI" --info gmon.out | sed "s/^wall .*/wall $seconds/" | "$BUILD/tests/cli/make_run" gmon.out
}

# counted PROGRAM FUNCTION: where it is known as a callee, after its call of what counts
counted() {
    objdump -d "$1" | awk -v start="<$2>:" '
        index($0, start) { on = 1 }
        on && after { print "0x" $1; exit }
        on && /call.*(mcount|fentry)/ { after = 1 }' | tr -d :
}

# calls NAME FUNCTION: how often it was called
calls() {
    "$GPTUI" --batch -b -p --format=csv "./$1" "$1.gmon" 2>err |
        awk -F, -v f="$2" '$1 == "flat" && index($4, f) == 1 { print $10 }'
}

# image NAME KIND: a program with main, one and _mcount
image() {
    "$tools/mkelf" "$1" <<END
elf $2 exec
section .text 0x400000 0x400 ax
section .fini 0x400400 0x10 ax
runs 0x400000
sym _start 0x400000
sym main 0x400040
sym one 0x400100
sym _mcount 0x400200
sym etext 0x400410 notype in=.fini
END
}

# alone NAME IMAGE PROFILE FINDING [ADVICE]: nothing else is said
alone() {
    title=$1
    findings "$2" "$3" >got
    shift 3
    wants "$@"
    diff got want >/dev/null
    result $? "$title"
}

# ---- no calls ----

cat >whole.c <<END
#include <stdlib.h>
#ifdef OTHERS
static void never(void) { exit(2); }
#endif
volatile double sum;
int main(int argc, char **argv)
{
    (void)argv;
    for (long i = 0; i < 20000000; i++) sum += (double)i;
#ifdef OTHERS
    if (argc > 1) never();
#endif
    return argc > 9;
}
END
cp whole.c linked.c && cp whole.c uncalled.c
built whole -O0 -pg && ran whole
advises 'everything is in main' ./whole whole.gmon 'no calls' \
    'warning: no calls: only main ran of the code with -pg' 'Move its work into functions.'
built uncalled -O0 -pg -DOTHERS && ran uncalled
advises 'nothing but main is called' ./uncalled uncalled.gmon 'no calls' \
    'warning: no calls: only main ran of the code with -pg' 'Move its work into functions.'
"$CC" -O0 -c linked.c && "$CC" -pg -o linked linked.o && ran linked
advises 'only linked' ./linked linked.gmon 'no calls' \
    'warning: no calls: no function is compiled with -pg' 'gptui record --compile says how.'
"$GPTUI" record --compile >got 2>err && grep -q -e '-pg' got
result $? 'and that command works'

cat >inlined.c <<'END'
#include <stdio.h>
volatile double sum;
static inline void tiny(void) { sum++; }
static inline void heavy(long n)
{
    for (long i = 0; i < n; i++) { sum += (double)i; sum *= 0.5; sum -= 1; }
    printf("%g\n", sum);
}
int main(void) { tiny(); heavy(20000000); return 0; }
END
built inlined -O2 -g -pg -D_FORTIFY_SOURCE=2 && ran inlined
advises 'what main calls is inlined' ./inlined inlined.gmon 'no calls' \
    'warning: no calls: heavy is inlined into main' 'Compile with -fno-inline.'
built inlined -O2 -g -pg -fno-inline && ran inlined && [ "$(calls inlined heavy)" = 1 ]
result $? 'and that works'
if command -v g++ >/dev/null; then
    cat >inlined.cc <<'END'
namespace outer { template <class T> struct box { T v; void turn(long n) { for (long i = 0; i < n; i++) v = v * 0.5 + (T)i; } }; }
volatile double sum;
int main() { outer::box<double> b = {1}; b.turn(20000000); sum = b.v; return 0; }
END
    g++ -O2 -g -pg -o inlined inlined.cc && ran inlined
    advises 'a method is inlined: its name is readable' ./inlined inlined.gmon 'no calls' \
        'warning: no calls: turn is inlined into main' 'Compile with -fno-inline.'
else
    skip 'a method is inlined' 'no g++'
fi
for kind in '-mfentry' '-fno-plt' '-no-pie'; do
    "$CC" $kind -O2 -pg -o whole whole.c 2>err && ran whole || { skip "all in main: $kind" 'no such code here'; continue; }
    advises "all in main: $kind" ./whole whole.gmon 'no calls' \
        'warning: no calls: only main ran of the code with -pg' 'Move its work into functions.'
done

cat >threads.c <<'END'
#include <pthread.h>
volatile double sum;
void spin(long n) { for (long i = 0; i < n; i++) sum += (double)i; }
static void *body(void *arg) { spin(20000000); return arg; }
int main(void)
{
    pthread_t t;
    return pthread_create(&t, 0, body, 0) || pthread_join(t, 0);
}
END
sed '/^void spin/d; s/spin(20000000)/for (long i = 0; i < 20000000; i++) sum += (double)i/' threads.c >thread.c
built thread -O0 -pg -pthread && ran thread
advises 'what runs is called by libc' ./thread thread.gmon 'no calls' \
    'warning: no calls: body is called from outside (thread, callback, signal), not counted'
built threads -O0 -pg -pthread && ran threads
advises 'threads' ./threads threads.gmon threads \
    "note: the program makes threads, of which libc's runtime loses calls" 'gptui record ./threads counts all of them.'
"$GPTUI" record ./threads >got 2>&1 && cp gmon.out threads.gmon && [ "$(calls threads spin)" = 1 ]
result $? 'and that command works'
silent 'of a recorded run that is not said' ./threads gmon.out 'makes threads'
sed 's/20000000/1/' threads.c >brief.c && built brief -O0 -pg -pthread
asked ./brief >got 2>&1
silent 'nor of one without samples' ./brief gmon.out 'makes threads'
rm -rf gmon.out gmon.out.run gmon.out.d

# ---- nobody is known to call it ----

if echo 'int main(void) { return 0; }' >omp.c && "$CC" -fopenmp -o omp omp.c 2>err; then
    cat >omp.c <<'END'
volatile double sums[64];
int count(int i) { return i + 1; }
int main(void)
{
#pragma omp parallel for
    for (int k = 0; k < 8; k++)
        for (long i = 0; i < 5000000; i++) sums[k] += (double)i;
    return count(0) != 1;
}
END
    built omp -O0 -pg -fopenmp && ran omp
    advises 'a body of OpenMP' ./omp omp.gmon 'the time' \
        'note: main._omp_fn.0 has N% of the time and is called by libgomp, not counted'
    sed 's/parallel for/parallel for schedule(dynamic)/; s/count(0) != 1/0/' omp.c >loop.c
    built loop -O2 -pg -fopenmp && ran loop
    advises 'a body of OpenMP, and no calls' ./loop loop.gmon 'no calls' \
        'warning: no calls: main._omp_fn.0 is called by libgomp, not counted'
    sed 's/parallel for/parallel for schedule(dynamic)/' omp.c >loop.c
    built loop -O0 -pg -fopenmp && ran loop
    advises 'threads of OpenMP' ./loop loop.gmon threads \
        "note: the program makes threads, of which libc's runtime loses calls" 'gptui record ./loop counts all of them.'
else
    skip 'a body of OpenMP' 'no OpenMP'
fi
cat >callback.c <<'END'
#include <stdlib.h>
volatile double sum;
static int compare(const void *a, const void *b)
{
    for (long i = 0; i < 2000000; i++) sum += (double)i;
    return *(const int *)a - *(const int *)b;
}
int count(int i) { return i + 1; }
int main(void)
{
    int v[] = {5, 3, 4, 1, 2, 9, 7};
    qsort(v, 7, sizeof *v, compare);
    return count(v[0]) != 2;
}
END
built callback -O0 -pg && ran callback
advises 'a callback' ./callback callback.gmon 'the time' \
    'note: compare has N% of the time and is called from outside (thread, callback, signal), not counted'

mkdir own own/sub away
cat >own/start.c <<'END'
void spin(long n);
int count(int i) { return i + 1; }
int main(void) { spin(20000000); return count(0) != 1; }
END
echo 'volatile double sum; void spin(long n) { for (long i = 0; i < n; i++) sum += (double)i; }' >own/sub/spin.c
cp own/sub/spin.c away/spin.c
# apart NAME SOURCE FLAGS...: own/start.c with -pg, the other one without
apart() {
    name=$1 source=$2
    shift 2
    "$CC" -O0 "$@" -c -o spin.o "$source" && "$CC" -O0 -g -pg -c -o start.o own/start.c &&
        "$CC" -pg -o "own/$name" start.o spin.o && "own/$name" && mv gmon.out "$name.gmon" || exit 1
}
apart own own/sub/spin.c -g
advises 'a file of the program without -pg' own/own own.gmon 'the time' \
    'note: spin has N% of the time and is compiled without -pg: its callers lack that time' 'Compile spin.c with -pg, too.'
apart own own/sub/spin.c -g -pg
silent 'and with -pg there is nothing to say' own/own own.gmon 'the time'
sed 's/void spin/__attribute__((noinline)) &/' own/sub/spin.c >own/sub/hot.c
"$CC" -O2 -g -c -o spin.o own/sub/hot.c && echo 'void spin(long n); int main(void) { spin(20000000); return 0; }' >own/alone.c &&
    "$CC" -O2 -g -pg -o own/alone own/alone.c spin.o && own/alone && mv gmon.out alone.gmon || exit 1
advises 'no calls, as a file of the program is without -pg' own/alone alone.gmon 'no calls' \
    'warning: no calls: spin has N% of the time and is compiled without -pg' 'Compile hot.c with -pg, too.'
"$CC" -O2 -c -o spin.o away/spin.c && "$CC" -O2 -g -pg -o own/alone own/alone.c spin.o && own/alone && mv gmon.out alone.gmon || exit 1
advises 'no calls, as main calls what is linked in' own/alone alone.gmon 'no calls' \
    'warning: no calls: spin has N% of the time and is compiled without -pg'
apart away away/spin.c -g "-ffile-prefix-map=$(pwd -P)=/usr/src" # short enough for a line of Info
advises 'a library that is linked in' own/away away.gmon 'the time' \
    'note: spin, of /usr/src/away/spin.c, has N% of the time and is compiled without -pg: its callers lack that time'
apart unknown away/spin.c
advises 'nothing says where it is from' own/unknown unknown.gmon 'the time' \
    'note: spin has N% of the time and is compiled without -pg: its callers lack that time'
if command -v g++ >/dev/null; then
    mkdir space
    cat >space/spin.cc <<'END'
volatile double sum;
namespace outer { template <class T> struct box { void spin(T n); };
template <class T> void box<T>::spin(T n) { for (T i = 0; i < n; i++) sum += (double)i; }
template struct box<long>; }
END
    cat >own/start.cc <<'END'
namespace outer { template <class T> struct box { void spin(T n); }; }
int count(int i) { return i + 1; }
int main() { outer::box<long>().spin(20000000); return count(0) != 1; }
END
    g++ -O0 -c -o spin.o space/spin.cc && g++ -O0 -pg -c -o start.o own/start.cc &&
        g++ -pg -o space/prog start.o spin.o && space/prog && mv gmon.out space.gmon || exit 1
    advises 'a name of C++ is readable, and its name space is said' space/prog space.gmon 'the time' \
        'note: outer::box<..>::spin, of outer, has N% of the time and is compiled without -pg: its callers lack that time'
    cat >tasks.cc <<'END'
#include <thread>
volatile double sum;
int count(int i) { return i + 1; }
int main() { std::thread([] { for (long i = 0; i < 20000000; i++) sum = sum + (double)i; }).join(); return count(0) != 1; }
END
    g++ -O0 -pg -pthread -o tasks tasks.cc && ran tasks
    advises 'threads of C++' ./tasks tasks.gmon threads \
        "note: the program makes threads, of which libc's runtime loses calls" 'gptui record ./tasks counts all of them.'
else
    skip 'a name of C++' 'no g++'
fi
if command -v gfortran >/dev/null; then
    cat >fortran.f90 <<'END'
program p
  real(8) :: s = 0
  integer :: i
  do i = 1, 20000000
    s = s + sqrt(real(i, 8))
  end do
  print *, s
end program
END
    gfortran -O0 -g -c fortran.f90 && gfortran -pg -o fortran fortran.o && ran fortran
    advises 'Fortran, only linked' ./fortran fortran.gmon 'no calls' \
        'warning: no calls: no function is compiled with -pg' 'gptui record --compile says how.'
    gfortran -O0 -g -pg -o fortran fortran.f90 && ran fortran
    silent 'Fortran: that all is in the program itself is no lack of calls' ./fortran fortran.gmon 'no calls'
else
    skip 'Fortran' 'no gfortran'
fi

# ---- hardly any samples ----

cat >short.c <<'END'
int count(int i) { return i + 1; }
int main(void) { return count(0) != 1; }
END
built short -O0 -pg && ran short
advises 'no samples' ./short short.gmon 'no samples' \
    'warning: no samples: brief, waiting, in libraries; calls are exact' 'gptui record ./short'
lasted 0.004 ./short
advises 'and that command does' ./short gmon.out 'no samples' \
    'warning: no samples: under N s; calls are exact' 'gptui record --repeat=auto ./short'
rm -rf gmon.out gmon.out.run gmon.out.d
cat >copying.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
void copying(void)
{
    for (int i = 0; i < 7; i++)
        gptui_rt_sample();
}
END
"$CC" -O1 -fPIC -shared -o libcopying.so copying.c || exit 1
cat >copy.c <<'END'
void copying(void);
int main(void) { copying(); return 0; }
END
built copy -O2 -pg -L. -lcopying -Wl,-rpath,"$PWD" && ran copy
advises 'all time in a library' ./copy copy.gmon 'no samples' \
    'warning: no samples: brief, waiting, in libraries' 'gptui record ./copy'
asked ./copy >got 2>&1
"$GPTUI" --batch -i --images=no ./copy gmon.out 2>err | sed '1,/^Findings:$/d' | about 'no samples' >got
wants 'warning: no samples but 7 in libraries' '--images adds them.'
diff got want >/dev/null
result $? 'recorded, and no libraries asked for'
"$GPTUI" --batch -b -p --images ./copy gmon.out 2>err | awk 'NR == 6 && $1 == "100.00" && $NF == "copying"' >got
holds 'and that command does, too' [ -s got ]
rm -rf gmon.out gmon.out.run gmon.out.d
"$CC" -O0 -pg -static -o fixed short.c 2>err && ran fixed && advises 'no samples of a static program' ./fixed fixed.gmon 'no samples' \
    'warning: no samples: waiting, or under N s; calls are exact' 'Give it more work.'
cat >few.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
volatile double sum;
void spin(long n) { for (long i = 0; i < n; i++) sum += (double)i; }
int main(void) { spin(20000000); for (int i = 0; i < 3; i++) gptui_rt_sample(); return 0; }
END
built few -O0 -pg
asked ./few >got 2>&1 && mv gmon.out few.gmon && rm -rf gmon.out.d || exit 1
advises 'few samples' ./few few.gmon 'few samples' 'note: only few samples' 'gptui record --repeat=auto ./few'
findings ./few few.gmon >got
command=$(sed -n 's/^\t\t\(gptui record .*\)/\1/p' got)
PATH=${GPTUI%/*}:$PATH
(eval "$(echo "$command" | sed 's/=auto/=2/')") >>got 2>&1 && grep -q ' 2 runs, ' got
result $? "and that works: $command"
cp few few.notmine && chmod -x few.notmine
silent 'no command for what cannot be run' ./few.notmine few.gmon 'gptui record'
"$CC" -O0 -pg -static -o fixed few.c 2>err && ran fixed &&
    silent 'no command for what is linked statically' ./fixed fixed.gmon 'gptui record'

# What the runtime wrote, as of a run that waited for its input.
cat >patient.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
#include <stdio.h>
void spin(int n) { for (int i = 0; i < n; i++) gptui_rt_sample(); }
int main(int argc, char **argv) { spin(argc > 1 && argv[1] ? 3 : 0); return getchar() != EOF; }
END
built patient -O0 -pg
lasted 9.000 ./patient
advises 'no samples, and it waited' ./patient gmon.out 'no samples' \
    'warning: no samples: it ran N of 9.00 s; calls are exact' 'gptui record --clock=wall ./patient'
{ "$GPTUI" --info gmon.out && echo looks 1; } | "$BUILD/tests/cli/make_run" gmon.out
advises 'no samples, and no waits where these were looked for' ./patient gmon.out 'no samples' \
    'warning: no samples: it ran N of 9.00 s; calls are exact' 'Give it more work.'
lasted 9.000 ./patient much
advises 'few samples, and it waited' ./patient gmon.out 'only' \
    'note: only few samples' 'gptui record --clock=wall ./patient'
holds 'and that is said' grep -q 'samples\{0,1\}, for it ran [0-9.]* of 9.00 s: times are' raw
rm -f gmon.out gmon.out.run
asked ./patient much </dev/null >got 2>&1 || exit 1
for run in 1 2 3 4; do
    [ $run = 1 ] || echo next
    "$GPTUI" --info gmon.out | sed "s/^run .*/run $run/; s/^wall .*/wall 0.070/; s/^cpu .*/cpu 0.000/"
    echo 'self 1:0x1000 3' # with which the runs are told apart
done >runs && "$BUILD/tests/cli/make_run" gmon.out <runs
advises 'few samples of brief runs, that each need time to start' ./patient gmon.out 'only' \
    'note: only few samples' 'Give it more work.'
holds 'which have not waited' grep -q 'samples*: times are' raw
rm -rf gmon.out gmon.out.run gmon.out.d

: | "$tools/mkgmon" none.gmon ./short
advises 'a file with nothing in it' ./short none.gmon 'neither' \
    'warning: neither times nor calls are in this file' 'gptui record ./short makes another.'
echo "arc main+20 $(counted short count) 7" | "$tools/mkgmon" untimed.gmon ./short
advises 'calls without times' ./short untimed.gmon 'no histogram' \
    'warning: no histogram: there are no times; calls are exact' 'gptui record ./short takes samples.'

# ---- other builds and programs ----

cat >first.c <<'END'
#define F(n) int f##n(int x) { return x + n; }
F(1) F(2) F(3) F(4) EXTRA F(5) F(6) F(7) F(8)
int main(void) { return f1(f2(f3(f4(f5(f6(f7(f8(0)))))))) == 0; }
END
cp first.c second.c && cp short.c third.c
built first -O0 -pg -no-pie -DEXTRA= && ran first
built second -O0 -pg -no-pie '-DEXTRA=int early(void) { return 7; }'
built third -O0 -pg -no-pie
mkdir one two && cp second one/ && cp third first.gmon two/ && cp first.gmon one/
alone 'another build: nothing else is said' one/second one/first.gmon \
    'warning: one/first.gmon was written by another build of one/second: 4 of 8 functions are in place' \
    'Run it again.'
alone 'another program: nothing else is said' two/third two/first.gmon \
    'warning: two/first.gmon was not written by two/third; another program or build did' 'Run it again.'
mkdir three && cp first.gmon three/ && "$CC" -O0 -no-pie -o three/plain short.c && alone 'a program without -pg: nothing else is said' three/plain three/first.gmon \
    'warning: three/first.gmon was not written by three/plain, built without -pg' 'Name the one that did.'
cp first two/ && alone 'another program that is there' two/third two/first.gmon \
    'warning: two/first.gmon was not written by two/third; two/first wrote it' 'Open it with that one.'
mkdir size && cp whole size/twin && cp whole.gmon size/ &&
    sed 's/^int main/int more(int x) { return x * x + x \/ 3 + x % 7; } &/' whole.c >larger.c && "$CC" -O0 -pg -o size/larger larger.c || exit 1
alone 'a program that fits in size alone is not said to have written it' size/larger size/whole.gmon \
    'warning: size/whole.gmon was not written by size/larger: it covers another range of addresses' \
    'Run it again.'
for machine in '64 le aarch64' '64 be s390x'; do
    image fixed.elf "$machine"
    printf 'hist 0x10000 0x10400 256\ntick 0x10110 7\n' | "$tools/mkgmon" fixed.gmon fixed.elf
    findings ./fixed.elf fixed.gmon >got
    wants 'warning: fixed.gmon was not written by ./fixed.elf: it covers another range of addresses'
    head -n 1 got | diff - want >/dev/null
    result $? "a range outside of the program's code, ${machine##* }"
done

# ---- what counting costs ----

image counting '64 le x86_64'
printf 'hist 0x400000 0x400410 260\ntick 0x400110 10\narc main one 100000000\n' |
    "$tools/mkgmon" counting.gmon counting && findings ./counting counting.gmon >got
holds 'calls whose counting no row shows' grep -q '100 million calls cost about 0.7 s that no row shows' got

# ---- a folder where nothing fits ----

mkdir none && cp first.gmon none/gmon.out && cp second third none/ && "$CC" -o none/plain short.c && cp first none/bare &&
    strip none/bare && cp linked.o none/object.o
image none/small '32 le 3'
long=a_program_whose_name_is_far_too_long_for_a_line_of_eighty_columns_and_then_some
cp third "none/$long"
(cd none && "$GPTUI" >../out 2>../err)
[ $? = 1 ] && [ ! -s out ] && sed -E "s|^[^ ]*gptui:|gptui:|; s/  +[0-9]{4}-.*//; s/  +/ /g" err | sort >got
cat >want <<'END'
 ..long_for_a_line_of_eighty_columns_and_then_some gmon.out does not fit
 bare gmon.out stripped
 plain gmon.out not -pg
 second gmon.out other build 4/8
 small gmon.out 32 bits
 third gmon.out does not fit
gptui: None of these programs wrote one of these profiles:
END
diff got want >/dev/null
result $? 'without a terminal: what each program is, on standard error'
awk 'length > 80 && !/gptui:/' err >got
: >want
holds 'one line of 80 columns each' [ ! -s got ]
(cd none && "$GPTUI" --strict >../out 2>../err)
[ $? = 1 ] && [ "$(cat err)" = 'a.out: No such file or directory' ]
result $? 'to the letter: not a word'

# ---- other machines ----

# A sound profile with hardly any samples, of a program that cannot be run here.
image strange '64 be 22'
chmod +x strange
printf 'hist 0x400000 0x400410 260\ntick 0x400110 7\narc main+0x20 one+0xc 400000000\n' |
    "$tools/mkgmon" strange.gmon strange
advises 'few samples, of another machine' ./strange strange.gmon 'few samples' \
    'note: only few samples' 'Give it more work.'
silent 'no command for another machine' ./strange strange.gmon 'gptui record'
address() { nm "$1" | awk -v s="$2" '$3 == s { print $1 }'; } # PROGRAM SYMBOL

# of_windows PROGRAM BITS START HOT [CALLEE]: PROGRAM.gmon, with seven samples in HOT; START calls CALLEE
of_windows() {
    first=$((0x$(address "$1" __eprol) / 4 * 4)) last=$((0x$(address "$1" etext)))
    bins=$(((last - first) / 4))
    printf 'class %s\norder le\nlayout mingw\nhist %d %d %d\ntick 0x%s 7\n' "$2" $first $((first + 4 * bins)) $bins \
        "$(address "$1" "$4")" >windows.txt
    [ -z "${5-}" ] || printf 'arc 0x%s %s 400000000\n' "$(address "$1" "$3")" "$(counted "$1" "$5")" >>windows.txt
    "$tools/mkgmon" "$1.gmon" <windows.txt 2>err
}

for machine in x86_64:64: i686:32:_; do
    triplet=${machine%%:*}-w64-mingw32 bits=${machine#*:} under=${machine##*:}
    bits=${bits%:*}
    command -v $triplet-g++ >/dev/null && command -v $triplet-gcc >/dev/null || { skip "$triplet" 'not here'; continue; }
    echo 'int one(int i) { return i + 1; } int main(void) { return one(0) != 1; }' >windows.c
    $triplet-gcc -O0 -pg -o windows.exe windows.c 2>err || exit 1
    of_windows windows.exe "$bits" ${under}main ${under}main ${under}one
    advises "few samples, $triplet" ./windows.exe windows.exe.gmon 'few samples' \
        'note: only few samples' 'Give it more work.'
    silent "no command for $triplet" ./windows.exe windows.exe.gmon 'gptui record'
    echo 'int main(void) { return 0; }' >alone.c && $triplet-gcc -O0 -pg -o windows.exe alone.c 2>err || exit 1
    of_windows windows.exe "$bits" ${under}main ${under}main
    advises "all in main, $triplet" ./windows.exe windows.exe.gmon 'no calls' \
        'warning: no calls: only main ran of the code with -pg' 'Move its work into functions.'
    $triplet-gcc -O0 -c -o windows.o windows.c && $triplet-gcc -pg -o windows.exe windows.o 2>err || exit 1
    of_windows windows.exe "$bits" ${under}main ${under}main
    advises "only linked, $triplet" ./windows.exe windows.exe.gmon 'no calls' \
        'warning: no calls: no function is compiled with -pg' 'Compile with -pg, too.'
    [ -d space ] || continue
    $triplet-g++ -O0 -c -o spin.o space/spin.cc && $triplet-g++ -O0 -pg -c -o start.o own/start.cc &&
        $triplet-g++ -pg -o windows.exe start.o spin.o || exit 1
    of_windows windows.exe "$bits" ${under}main ${under}_ZN5outer3boxIlE4spinEl ${under}_Z5counti
    advises "a readable name, $triplet" ./windows.exe windows.exe.gmon 'the time' \
        'note: outer::box<..>::spin, of outer, has N% of the time and is compiled without -pg: its callers lack that time'
done

echo "1..$n"
