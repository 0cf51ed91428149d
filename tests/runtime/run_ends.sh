#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that become others by exec, wrappers that end after what they ran, and the folder of further
# processes.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
GPTUI_RT=libs=off # a sample that by chance hits a library must not make a file more
export GPTUI_RT
compile shared "$here/becomes.c" -pg
compile static "$here/becomes.c" -pg -static
printf 'echo "$0 $*"\n' >script && chmod +x script

# M3: what was counted before exec is a profile of its own.
for prog in shared static; do
    for how in execv fexecve; do
        rm -rf gmon.out*
        ./$prog $how
        status=$?
        settle $prog gmon.out
        set -- gmon.out.d/*[0-9]
        equal "$prog: M3: $how" '3 1000 1000' "$status $(calls $prog gmon.out leaf) $(calls $prog "$1" leaf)"
    done
    equal "$prog: M3: gptui opens all of the run" 2000 \
        "$("$GPTUI" --batch -b -p gmon.out.d | awk '$NF == "leaf" { print $4 }')"
    rm -rf p.*
    GPTUI_RT=out=p.%p ./$prog execv
    settle $prog p.*[0-9]
    equal "$prog: M3: names with a process id" '1000 1000' \
        "$(for file in p.*[0-9] p.*.d/*[0-9]; do calls $prog "$file" leaf; done | xargs)"
    rm -rf p.* gmon.out*
    equal "$prog: M3: a script by execvp" './script last' "$(./$prog script)"
    equal "$prog: M3: its profile is there" 1000 "$(calls $prog gmon.out leaf)"
    rm -rf gmon.out*
    ./$prog vfork
    equal "$prog: M3: not in a child of vfork" '4 gmon.out gmon.out.run' "$? $(echo gmon.out*)"
    rm -rf gmon.out*
    ./$prog fork
    status=$?
    settle $prog gmon.out
    equal "$prog: M3: not for what a child calls on the way to exec" '3 gmon.out gmon.out.run' \
        "$status $(echo gmon.out*)"
    rm -rf gmon.out*
    equal "$prog: M9: a daemon goes on as without the runtime" '/ 0 1 -1' "$(./$prog daemon)"
    settle $prog gmon.out
    equal "$prog: M9: what the process that became a daemon did is not lost, nor what that does" '1000 10' \
        "$(calls $prog gmon.out leaf) $(calls $prog gmon.out.d/*[0-9] leaf)"
done

# M6: what everyone types, under the name gprof, too.
rm -rf gmon.out*
for i in 1 2; do GMON_OUT_PREFIX=gmon.out ./shared; done
ln -s "$GPTUI" gprof
for command in "$GPTUI --batch" './gprof' "$GPTUI --batch --strict"; do
    equal "M6: $command: the folders of profiles that are named are left out" '2000 0' \
        "$($command -b -p shared gmon.out.* 2>err | awk '$NF == "leaf" { print $4 }') $(wc -l <err)"
done
rm -rf gmon.out*

# M4: a wrapper has no calls, and ends last.
"$CC" -O2 -pg -o plain "$here/becomes.c" || exit 1
cat >wraps.c <<'END'
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    volatile unsigned i = 0;
    int status;
    clock_t until = argc > 2 ? CLOCKS_PER_SEC / 2 : 0;
    pid_t pid = fork();
    if (pid == 0)
        execv(argv[1], argv + 1);
    waitpid(pid, &status, 0);
    while (clock() < until)
        for (i = 0; i < 1000000; i++)
            ;
    return WEXITSTATUS(status);
}
END
"$CC" -O2 -o wraps wraps.c || exit 1
rm -rf gmon.out*
LD_PRELOAD=$RT/libgptui-rt.so ./wraps ./plain
equal 'M4: a wrapper does not replace the profile of what it ran' '3 1000' "$? $(calls plain gmon.out leaf)"
rm -rf gmon.out*
LD_PRELOAD=$RT/libgptui-rt.so ./wraps ./plain long
equal 'M4: nor does one that uses time' '3 1000' "$? $(calls plain gmon.out leaf)"
set -- gmon.out.d/*[0-9]
[ $# = 1 ] && "$GPTUI" --batch -b -p ./wraps "$1" | grep -q '[1-9].* main$'
verdict $? 'M4: that has a profile of its own' "$(ls gmon.out.d)"
echo 'int main(void) { return 0; }' | "$CC" -static -xc -o quiet - || exit 1
LD_PRELOAD=$RT/libgptui-rt.so ./wraps ./quiet long
"$GPTUI" --batch -b -p ./wraps gmon.out | grep -q '[1-9].* main$'
verdict $? 'M4: an older profile is replaced'

# Its files are written once at the end, although gcrt1.o and the last destructor both ask for it, and again
# only if something was counted in between. The rate: a sample hardly ever comes.
"$CC" -O2 -o renames "$here/renames.c" || exit 1
cat >ending.c <<'END'
#include <string.h>
#include <unistd.h>
void _mcleanup(void);
__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }
static int is_late;
__attribute__((destructor, no_instrument_function)) static void late(void) { if (is_late) leaf(); }
int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    for (int i = 0; i < 10; i++)
        leaf();
    is_late = strcmp(how, "late") == 0;
    if (how[0] == 'c')
        _mcleanup();
    if (strcmp(how, "called") == 0)
        leaf();
    if (how[0] == 'c')
        _exit(0);
    return 0;
}
END
for flags in -pg '-pg -static'; do
    # shellcheck disable=SC2086
    compile ending ending.c $flags
    while read -r how wanted most; do
        rm -rf gmon.out*
        GPTUI_RT=rate=1 ./renames . ./ending "$how" >renamed
        times=$(grep -cx gmon.out renamed)
        [ "$times" -ge 1 ] && [ "$times" -le "$most" ] && [ "$(calls ending gmon.out leaf)" = "$wanted" ]
        verdict $? "$flags, $how: all calls, in a file that is written $most times at most" \
            "$(cat renamed) $(calls ending gmon.out leaf)"
        equal "$flags, $how: the run is written as often" "$times" "$(grep -cx gmon.out.run renamed)"
    done <<'END'
ends 10 1
late 11 2
cleanup 10 1
called 11 2
END
done

# Code of no file: each new page has the list of mappings read, but not without end.
cat >made.c <<'END'
#include <stdio.h>
void __cyg_profile_func_enter(void *self, void *from);
int main(void)
{
    static const long ends[] = {0, 500, 1500, 6000};
    long at[4] = {0};
    for (long i = 0, page = 0; i < 4; i++) {
        for (; page < ends[i]; page++)
            __cyg_profile_func_enter((char *)0x10000000 + page * 4096, (void *)64);
        FILE *f = fopen("/proc/self/io", "r");
        if (!f || fscanf(f, "rchar: %ld", &at[i]) != 1 || fclose(f) != 0)
            return 2;
    }
    return at[3] - at[2] > at[1] - at[0];
}
END
compile made made.c -O2
[ ! -e /proc/self/io ] || ./made
result $? 'code made at run time: the mappings are looked at 1,024 times, then seldom'

# The folder.
rm -rf gmon.out*
./shared
equal 'a single process needs no folder' 'gmon.out gmon.out.run' "$(echo gmon.out*)"
equal 'the run says which process it was' "$(uname -n) $$" \
    "$(about | awk '$1 == "parent" || $1 == "host" { printf "%s%s", s, $2; s = " " }')"
rm -rf gmon.out*
./shared execv
settle shared gmon.out
set -- gmon.out.d/*[0-9]
equal 'another process of a run has its own two files in it' "$1 $1.run gmon.out.d/gptui-run" "$(echo gmon.out.d/*)"
grep -qx 'gptui-run 1' gmon.out.d/gptui-run && [ "$(sed -n 's/^run //p' gmon.out.d/gptui-run)" = "$(about "$1" | sed -n 's/^run //p')" ]
verdict $? 'it bears a marker, with the name of the run' "$(cat gmon.out.d/gptui-run)"
rm -rf gmon.out*
OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=16 GPTUI_RT=out=r.%r ./shared
equal 'ranks, as a launcher tells them' '3 16' \
    "$(about r.3 | awk '$1 == "rank" || $1 == "world" { printf "%s%s", s, $2; s = " " }')"
mkdir gmon.out.d && ./shared execv
[ ! -e gmon.out.d/gptui-run ] && [ -n "$(ls gmon.out.d)" ]
verdict $? 'a folder of others gets no marker' "$(ls gmon.out.d)"
mkdir run.d
GMON_OUT_PREFIX=run.d/R GPTUI_RT=libs=off,record=R ./shared execv
equal 'a process of a run is one in its folder' "R.$(uname -n).PID R.$(uname -n).PID-1.keep" \
    "$(cd run.d && ls | sed 's/\.[0-9][0-9]*\(-1.keep\)*$/.PID\1/' | grep -v run$ | xargs)"
finish
