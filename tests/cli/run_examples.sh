#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands of the manual, each run as it is written on a small program compiled for it, and checked for
# what the page promises. A command without a check here fails, and so does one that is in a section which
# neither this nor the test named below types.
. "$SRC/tests/cli/lib.sh"
# Samples are those that the programs ask for.
LC_ALL=C GPTUI_TEST=1 GPTUI_RT=asked=on PATH=$BUILD/tests/rt:$PATH
export LC_ALL GPTUI_TEST GPTUI_RT PATH
unset GMON_OUT_PREFIX CI
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi

# 40 calls of work, 20 of them by parse; read_line takes time, too. 1200 samples in all.
program() {
    cat >prog.c <<'END'
#include "tests/runtime/programs/sample.h"
#define APART __attribute__((noipa))
APART static void read_line(void) { for (int i = 0; i < 20; i++) gptui_rt_sample(); }
APART static void work(void) { for (int i = 0; i < 20; i++) gptui_rt_sample(); }
APART static void parse(void)
{
    read_line();
    work();
    __asm__ volatile("");
}
int main(void)
{
    for (int i = 0; i < 20; i++) {
        parse();
        work();
    }
    return 0;
}
END
    echo input >input.txt
    mkdir other
    cat >other/server.c <<'END'
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
__attribute__((noinline)) static void serve(void) { raise(SIGUSR2); }
int main(void)
{
    char name[64];
    glob_t found;
    serve();
    snprintf(name, sizeof name, "gmon.out.d/*.%ld", (long)getpid());
    puts(glob(name, 0, NULL, &found) == 0 ? "the profile so far is there" : "no profile");
    return 0;
}
END
    "$CC" -O2 -pg -o server other/server.c
}

# blocks PAGE SECTION: the lines of its examples; commands PAGE SECTION: one on a line
blocks() {
    sed -n "/^\.S[HS] $2\$/,/^\.S[HS] /{/^\.EX/,/^\.EE/{/^\./!p;};}" "$SRC/man/$1" |
        sed 's/\\&//g; s/\\-/-/g; s/\\(aq/'\''/g; s/\\e/\\/g'
}
commands() {
    blocks "$@" | sed -e ':a' -e '/|$/{N;s/\n/ /;ba' -e '}'
}

flat_has() { awk -v f="$1" '$NF == f && $3 > 0' out | grep -q .; }

# The calls of work by a caller, in the call graph.
calls_of_work_by() {
    awk -v by="$1" '/^\[/ { exit found != 1 } $NF ~ /^[[(]/ && $(NF - 1) == by { found = 1 }' entry
}

entry_of() { # FUNCTION: its lines of the call graph
    awk -v f="$1" '/^---/ { if (mine) printf "%s", text; text = ""; mine = 0; next }
        { text = text $0 "\n" } /^\[/ && $(NF - 1) == f { mine = 1 }' out >entry
    [ -s entry ]
}

# shellcheck disable=SC2016
# kept COMMAND: is in out, err and the files what it promises?
kept() {
    case $1 in
    'gcc '*) [ -x prog ] ;;
    'gptui record --no-open --dump USR2 ./server') grep -q '^the profile so far is there$' out ;;
    'gptui record --compile cmake') grep -q '^cmake .*-pg' out ;;
    'gptui record --repeat=auto ./prog input.txt') grep -q 'the profile of 2 runs, 2400 samples, is in gmon.out' err ;;
    'gptui record -r 5000 -o fast.out -- ./prog -v') gptui -b -i prog fast.out | grep -q . && [ -s fast.out ] ;;
    'gptui record ./prog'*) [ -s gmon.out ] && grep -q 'gmon.out' err ;;
    'gptui prog gmon.out' | 'gptui prog gmon.out.d') flat_has work && grep -q 'granularity' out ;;
    'gptui --batch -b prog gmon.out' | './gprof -b prog gmon.out')
        gprof -b prog gmon.out >oracle && cmp -s out oracle && flat_has work ;;
    'gptui --batch -b -qwork prog gmon.out')
        entry_of work && calls_of_work_by parse && calls_of_work_by main && ! entry_of parse ;;
    "gptui --batch -b '-P/^read_/' -p prog gmon.out") flat_has work && ! grep -q read_line out ;;
    'gptui --batch -b -q -k main/work prog gmon.out')
        entry_of work && calls_of_work_by parse && ! calls_of_work_by main ;;
    'gptui --batch -b -l -p prog gmon.out') grep -q 'work (prog.c:4 @' out ;;
    'gptui --batch -b -A prog gmon.out') grep -q '^ *40 -> .*work' out ;;
    'for i in 1 2 3; do GMON_OUT_PREFIX=run ./prog; done') [ "$(echo run.* | wc -w)" = 3 ] ;;
    'gptui --batch -b -p prog run.*') [ "$(awk '$NF == "work" { print $4 }' out)" = 120 ] ;;
    'gptui -s prog run.*') [ "$(gptui -b -p prog gmon.sum | awk '$NF == "work" { print $4 }')" = 120 ] ;;
    'gptui --format=csv -p prog gmon.out > prog.csv') grep -q '^flat,.*work' prog.csv ;;
    'gptui --format=dot prog gmon.out | dot -Tsvg > prog.svg') grep -q '>work' prog.svg ;;
    'ln -s "$(command -v gptui)" gprof') [ -L gprof ] ;;
    'gptui --format=json -p prog | jq '*) [ "$(grep -c 'work$' out)" = 1 ] && [ "$(wc -l <out)" -le 10 ] ;;
    'gptui --format=json -q prog | jq '*) grep -q '"main"' out && grep -q '"calls": 20' out ;;
    'gptui --diff='*) grep -q '^Compared: ' out && grep -q ' total$' out ;;
    'gptui --unpack gmon.out') [ -s gmon.out.libfoo.so ] ;;
    'gptui libfoo.so gmon.out.libfoo.so') grep -q ' 20 .* foo$' out ;;
    'mpirun '* | 'mpiexec '* | 'srun '* | 'gptui record --mpi '*) gptui --info gmon.out | grep -q '^image 0 ' && rm gmon.out ;;
    *) false ;;
    esac
}

# needs COMMAND: a program in it that is not installed
needs() {
    for tool in gcc dot jq mpirun mpiexec srun; do
        case " $1" in *" $tool "*) command -v $tool >/dev/null || echo $tool ;; esac
    done
}

# typed NAME: each command of the standard input
typed() {
    while read -r command <&3; do
        missing=$(needs "$command")
        if [ -n "$missing" ]; then
            skip "$1: $command" "no $missing here"
            continue
        fi
        sh -c "$command" >out 2>err </dev/null && kept "$command"
        result $? "$1: $command"
    done 3<all
}

for page in gptui.1 gptui-record.1 gptui-json.5; do
    mkdir "$page.d" && cd "$page.d" || exit 1
    program
    : >out
    commands "$page" EXAMPLES >all
    holds "$page has examples" [ -s all ]
    case $page in *.5) gcc -O2 -g -pg -o prog prog.c && ./prog ;; esac
    typed "$page"
    cd ..
done

# Comparisons.
cd gptui.1.d && mkdir old new a b || exit 1
for side in old new a/1 a/2 b/1 b/2; do cp gmon.out $side.out; done
cp prog old && cp prog new
commands gptui.1 COMPARISONS >all
holds 'gptui.1 has comparisons' [ "$(grep -c -- --diff all)" = 3 ]
typed COMPARISONS

# A script, with the keys that the example of a configuration binds.
mkdir gptui && blocks gptui.1 CONFIGURATION >gptui/config
blocks gptui.1 SCRIPTS >script
gptui --script script prog gmon.out >out 2>&1 && [ ! -s out ] && grep -q '^gptui-dump 1 30x100 ' screen.txt
result $? 'SCRIPTS: the example'
printf 'gptui-script 1\nkeys ,s\ndump screen.txt\n' >script
XDG_CONFIG_HOME=$PWD gptui --script script prog gmon.out >out 2>&1 && [ ! -s out ] &&
    grep -q ' sort ' screen.txt && ! grep -q 'config:' screen.txt
result $? 'CONFIGURATION: the example'
cd ..

# What stands in the text.
mkdir library && cd library || exit 1
printf '#include "tests/runtime/programs/sample.h"\nvoid foo(void) { gptui_rt_sample(); }\n' >foo.c
echo 'void foo(void); int main(void) { for (int i = 0; i < 20; i++) foo(); return 0; }' >main.c
gcc -O1 -g -pg -fPIC -shared -o libfoo.so foo.c && gcc -O1 -g -pg -o prog main.c -L. -lfoo -Wl,-rpath,"$PWD" &&
    gptui record --no-open ./prog >out 2>err || exit 1
sed -n 's/.*\\fB\(gptui [^ ]*unpack gmon.out\)\\fR.*/\1/p; s/^\\fB\(gptui libfoo.so .*\)\\fR.*/\1/p' "$SRC/man/gptui.1" |
    sed 's/\\-/-/g' >all
holds 'gptui.1 says how to look at a library alone' [ "$(grep -c '' all)" = 2 ]
typed 'SHARED LIBRARIES'
cd ..

# Parallel jobs, each with its MPI.
unset GPTUI_RT
mkdir jobs && cd jobs || exit 1
cat >job.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    return MPI_Init(&argc, &argv) || MPI_Finalize();
}
END
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe
commands gptui_rt.3 'PARALLEL JOBS' | sed "s| *#.*||; s|/usr/lib/libgptui|$BUILD/libgptui|" >jobs
while read -r command; do
    mpi=openmpi
    case $command in *-genv*) mpi=mpich ;; esac
    rm -rf bin && mkdir bin
    for tool in mpirun mpiexec mpicc; do
        ! command -v $tool.$mpi >/dev/null || printf '#!/bin/sh\nexec %s "$@"\n' $tool.$mpi >bin/$tool
    done
    # In Slurm's place; its --export adds to the environment of each rank.
    [ ! -e bin/mpirun ] || cat >bin/srun <<'END'
#!/bin/sh
added=${1#--export=ALL,}
shift
exec mpirun -n 2 -x "$added" "$@"
END
    [ ! -e bin/mpicc ] || chmod +x bin/*
    echo "$command" >all
    if [ ! -e bin/mpicc ]; then
        skip "$command" "no $mpi here"
        continue
    fi
    bin/mpicc -pg -g -o prog job.c 2>err || exit 1
    was=$PATH PATH=$PWD/bin:$PATH
    typed 'PARALLEL JOBS'
    PATH=$was
done <jobs
cd ..

# A profile that comes over a serial line, in which a terminal would change or swallow bytes.
mkdir serial && cd serial || exit 1
printf '\0\1\3\4\n\r\n\021\023\032\177\377end' | cat - ../gptui.1.d/gmon.out >sent
blocks gmon.out.5 'How the file leaves the board' | sed "s|/dev/ttyUSB0|$PWD/line|g" >all
[ "$(grep -c '' all)" = 2 ] &&
    timeout 600 "$BUILD/tests/cli/serial" line sent "$(sed 1q all)" "$(sed 1d all)" gmon.out >out 2>err &&
    cmp gmon.out sent >out 2>err
result $? 'gmon.out.5: a serial line'
cd ..

# Where else commands stand, and who types them.
for page in "$SRC"/man/*; do
    awk -v page="${page##*/}" '/^\.S[HS] / { place = page ": " substr($0, 5) } /^\.EX/ { print place }' "$page"
done | sort -u >places
sort >known <<'END'
gmon.out.5: BB.OUT
gmon.out.5: How the file leaves the board
gmon.out.5: What the program needs
gptui-json.5: EXAMPLES
gptui-record.1: EXAMPLES
gptui.1: COMPARISONS
gptui.1: CONFIGURATION
gptui.1: EXAMPLES
gptui.1: Guarding performance
gptui.1: SCRIPTS
gptui.1: Sums of many runs
gptui_rt.3: Autotools
gptui_rt.3: BUILDING
gptui_rt.3: CMake
gptui_rt.3: Meson
gptui_rt.3: Other machines
gptui_rt.3: PARALLEL JOBS
END
# cli/run_board, what a program of 1998 wrote, cli/run_recipes, cli/run_reduce, runtime/run_recipes
diff places known >out
result $? 'every place with commands in the manual is typed by a test'
echo "1..$n"
