#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is said of profiles that show little or mislead: of each made situation the very lines, and no
# others. A command that stands there works as it stands.
set -u
. "$SRC/tests/cli/lib.sh"
why='got want err'
cd "$TMPDIR" || exit 1
LC_ALL=C
export LC_ALL
tools=$BUILD/tests/tools

# Lines of findings, without what depends on the machine's speed.
findings() { # IMAGE PROFILE
    "$GPTUI" --batch -i "$1" "$2" 2>err | sed '1,/^Findings:$/d' |
        sed -E 's/[0-9]+\.[0-9]%/N%/g; s/only [0-9]+ samples?:.*/only few samples/'
}

# Keep the lines of one finding, and of the advice below it.
about() { # WORDS
    awk -v words="$1" '/^\t[^\t]/ { on = index($0, words) } on'
}

# advises NAME IMAGE PROFILE WORDS: the findings that have these words are the lines of standard input
advises() {
    cat >want
    findings "$2" "$3" >all
    about "$4" <all >got
    diff got want >/dev/null
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

# calls NAME FUNCTION: how often it was called
calls() {
    "$GPTUI" --batch -b -p --format=csv "./$1" "$1.gmon" 2>err |
        awk -F, -v f="$2" '$1 == "flat" && index($4, f) == 1 { print $10 }'
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
advises 'everything is in main' ./whole whole.gmon 'no calls' <<'END'
	warning: no calls: only main is compiled with -pg, and nothing calls it
		What main does itself is no call: move work into functions.
END
built uncalled -O0 -pg -DOTHERS && ran uncalled
advises 'nothing but main is called' ./uncalled uncalled.gmon 'no calls' <<'END'
	warning: no calls: no function compiled with -pg but main was called
		What main does itself is no call: move work into functions.
END
"$CC" -O0 -c linked.c && "$CC" -pg -o linked linked.o && ran linked
advises 'only linked' ./linked linked.gmon 'no calls' <<'END'
	warning: no calls: no function is compiled with -pg
		Compile with -pg, too; with which words says: gptui record --compile
END
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
advises 'what main calls is inlined' ./inlined inlined.gmon 'no calls' <<'END'
	warning: no calls: what main calls is inlined, most of it heavy
		With -fno-inline calls of heavy are counted.
END
built inlined -O2 -g -pg -fno-inline && ran inlined && [ "$(calls inlined heavy)" = 1 ]
result $? 'and that works'

cat >thread.c <<'END'
#include <pthread.h>
volatile double sum;
static void *body(void *arg) { for (long i = 0; i < 20000000; i++) sum += (double)i; return arg; }
int main(void)
{
    pthread_t t;
    return pthread_create(&t, 0, body, 0) || pthread_join(t, 0);
}
END
built thread -O0 -pg -pthread && ran thread
advises 'what runs is called by libc' ./thread thread.gmon 'no calls' <<'END'
	warning: no calls: body is called by a library (threads, callbacks, signals), which is not counted
END
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
built threads -O0 -pg -pthread && ran threads
advises 'threads' ./threads threads.gmon threads <<'END'
	note: the program makes threads, of which libc's runtime loses calls
		gptui record ./threads counts all of them.
END
"$GPTUI" record ./threads >got 2>&1 && cp gmon.out threads.gmon && [ "$(calls threads spin)" = 1 ]
result $? 'and that command works'
silent 'of a recorded run that is not said' ./threads gmon.out 'makes threads'
rm -rf gmon.out gmon.out.d

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
    advises 'a body of OpenMP' ./omp omp.gmon 'the time' <<'END'
	note: main._omp_fn.0 has N% of the time; libgomp calls it, whose calls are not counted
END
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
advises 'a callback' ./callback callback.gmon 'the time' <<'END'
	note: compare has N% of the time; a library calls it (threads, callbacks, signals), whose calls are not counted
END

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
advises 'a file of the program without -pg' own/own own.gmon 'the time' <<'END'
	note: spin has N% of the time and is compiled without -pg: its callers lack that time
		Compile spin.c with -pg, too.
END
apart own own/sub/spin.c -g -pg
silent 'and with -pg there is nothing to say' own/own own.gmon 'the time'
apart away away/spin.c -g
advises 'a library that is linked in' own/away away.gmon 'the time' <<END
	note: spin, of $(pwd -P)/away/spin.c, has N% of the time and is compiled without -pg: its callers lack that time
END
apart unknown away/spin.c
advises 'nothing says where it is from' own/unknown unknown.gmon 'the time' <<'END'
	note: spin has N% of the time and is compiled without -pg: its callers lack that time
END
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
    advises 'a name of C++ is readable, and its name space is said' space/prog space.gmon 'the time' <<'END'
	note: outer::box<..>::spin, of outer, has N% of the time and is compiled without -pg: its callers lack that time
END
else
    skip 'a name of C++' 'no g++'
fi

# ---- hardly any samples ----

cat >short.c <<'END'
int count(int i) { return i + 1; }
int main(void) { return count(0) != 1; }
END
built short -O0 -pg && ran short
advises 'no samples' ./short short.gmon 'no samples' <<'END'
	warning: no samples: it used under 0.01 s, or waited; calls are exact
		Give it more work.
END
silent 'no command where it would take a thousand runs' ./short short.gmon 'gptui record'
cat >few.c <<'END'
volatile double sum;
void spin(long n) { for (long i = 0; i < n; i++) sum += (double)i; }
int main(void) { spin(20000000); return 0; }
END
built few -O0 -pg && ran few
advises 'few samples' ./few few.gmon 'few samples' <<'END'
	note: only few samples
		gptui record --repeat=auto ./few
END
findings ./few few.gmon >got
command=$(sed -n 's/^\t\t\(gptui record .*\)/\1/p' got)
PATH=${GPTUI%/*}:$PATH
(eval "$(echo "$command" | sed 's/=auto/=2/')") >>got 2>&1 && grep -q ' 2 runs, ' got
result $? "and that works: $command"
cp few few.notmine && chmod -x few.notmine
silent 'no command for what cannot be run' ./few.notmine few.gmon 'gptui record'
"$CC" -O0 -pg -static -o fixed few.c 2>err && ran fixed &&
    silent 'no command for what is linked statically' ./fixed fixed.gmon 'gptui record'

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
findings one/second one/first.gmon >got
cat >want <<'END'
	warning: one/first.gmon was written by another build of one/second: 4 of 8 functions are in place
		Run it again.
END
diff got want >/dev/null
result $? 'another build: nothing else is said'
findings two/third two/first.gmon >got
cat >want <<'END'
	warning: two/first.gmon was not written by two/third
		Another program, or another build of third, wrote it: name that, or run it again.
END
diff got want >/dev/null
result $? 'another program: nothing else is said'
cp first two/ && findings two/third two/first.gmon >got
cat >want <<'END'
	warning: two/first.gmon was not written by two/third; two/first wrote it
		Open it with that one.
END
diff got want >/dev/null
result $? 'another program that is there'
for machine in '64 le aarch64' '64 be s390x'; do
    # shellcheck disable=SC2086
    set -- $machine
    "$tools/mkelf" fixed.elf <<END
elf $1 $2 $3 exec
section .text 0x400000 0x400 ax
section .fini 0x400400 0x10 ax
runs 0x400000
sym _start 0x400000
sym main 0x400040
sym _mcount 0x400300
sym etext 0x400410 notype in=.fini
END
    printf 'hist 0x10000 0x10400 256\ntick 0x10110 7\n' | "$tools/mkgmon" fixed.gmon fixed.elf
    findings ./fixed.elf fixed.gmon >got
    cat >want <<'END'
	warning: fixed.gmon was not written by ./fixed.elf: it covers another range of addresses
END
    head -n 1 got | diff - want >/dev/null
    result $? "a range outside of the program's code, $3"
done

# ---- a folder where nothing fits ----

mkdir none && cp first.gmon none/gmon.out && cp second third none/ && "$CC" -o none/plain short.c && cp first none/bare &&
    strip none/bare && cp linked.o none/object.o
"$tools/mkelf" none/small <<'END'
elf 32 le 3 exec
section .text 0x400000 0x400 ax
runs 0x400000
sym _start 0x400000
sym main 0x400040
sym mcount 0x400080
END
long=a_program_whose_name_is_far_too_long_for_a_line_of_eighty_columns_and_then_some
cp third "none/$long"
(cd none && "$GPTUI" >../out 2>../err)
[ $? = 1 ] && [ ! -s out ] && sed -E "s|^[^ ]*gptui:|gptui:|; s/  +[0-9]{4}-.*//; s/  +/ /g" err | sort >got
cat >want <<'END'
 ..long_for_a_line_of_eighty_columns_and_then_some gmon.out other program
 bare gmon.out stripped
 plain gmon.out not -pg
 second gmon.out other build 4/8
 small gmon.out 32 bits
 third gmon.out other program
gptui: None of these programs wrote one of these profiles:
END
diff got want >/dev/null
result $? 'without a terminal: what each program is, on standard error'
awk 'length > 80 && !/gptui:/' err >got
: >want
[ ! -s got ]
result $? 'one line of 80 columns each'
(cd none && "$GPTUI" --strict >../out 2>../err)
[ $? = 1 ] && [ "$(cat err)" = 'a.out: No such file or directory' ]
result $? 'to the letter: not a word'

# ---- other machines ----

# A sound profile with hardly any samples, of a program that cannot be run here.
"$tools/mkelf" strange <<'END'
elf 64 be 22 exec
section .text 0x400000 0x400 ax
section .fini 0x400400 0x10 ax
runs 0x400000
sym _start 0x400000
sym main 0x400040
sym one 0x400100
sym _mcount 0x400200
sym etext 0x400410 notype in=.fini
END
chmod +x strange
printf 'hist 0x400000 0x400410 260\ntick 0x400110 7\narc main+0x20 one+0xc 400000000\n' |
    "$tools/mkgmon" strange.gmon strange
advises 'few samples, of another machine' ./strange strange.gmon 'few samples' <<'END'
	note: only few samples
		More work brings more.
END
silent 'no command for another machine' ./strange strange.gmon 'gptui record'
if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    echo 'int one(int i) { return i + 1; } int main(void) { return one(0) != 1; }' >windows.c
    x86_64-w64-mingw32-gcc -O0 -pg -o windows.exe windows.c 2>err || exit 1
    address() { nm windows.exe | awk -v s="$1" '$3 == s { print "0x" $1 }'; }
    # A callee is the address after the call of what counts.
    one=$(objdump -d windows.exe | awk '/<one>:$/ { on = 1 } on && after { print "0x" $1; exit } on && /call.*mcount/ { after = 1 }' | tr -d :)
    cat >windows.txt <<END
class 64
order le
layout mingw
hist $(address __eprol) $(address etext) 4096
tick $(address main) 7
arc $(address main) $one 400000000
END
    "$tools/mkgmon" windows.gmon <windows.txt 2>err
    advises 'few samples, of Windows' ./windows.exe windows.gmon 'few samples' <<'END'
	note: only few samples
		More work brings more.
END
    silent 'no command for Windows' ./windows.exe windows.gmon 'gptui record'
else
    skip 'few samples, of Windows' 'no x86_64-w64-mingw32-gcc'
fi

echo "1..$n"
