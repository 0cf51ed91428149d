#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands in the sections EXAMPLES of the manual, each run as it is written on a small program
# compiled for it, and checked for what the page promises. A command without a check here fails.
set -u
. "$SRC/tests/cli/lib.sh"
cd "$TMPDIR" || exit 1
LC_ALL=C GPTUI_TEST=1 PATH=$BUILD:$PATH
export LC_ALL GPTUI_TEST PATH
unset GMON_OUT_PREFIX GPTUI_RT CI
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi

# 40 calls of work, 20 of them by parse; read_line takes time, too.
program() {
    cat >prog.c <<'END'
volatile unsigned sum;
#define NOINLINE __attribute__((noinline, noclone))
NOINLINE static void read_line(void) { for (unsigned i = 0; i < 15000000; i++) sum += i; }
NOINLINE static void work(void) { for (unsigned i = 0; i < 15000000; i++) sum ^= i; }
NOINLINE static void parse(void)
{
    read_line();
    work();
    sum++;
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

# commands PAGE: those of its EXAMPLES, one on a line
commands() {
    sed -n '/^\.SH EXAMPLES/,/^\.SH [^E]/{/^\.EX/,/^\.EE/{/^\./!p;};}' "$SRC/man/$1" |
        sed 's/\\&//g; s/\\-/-/g; s/\\(aq/'\''/g; s/\\e/\\/g' | sed -e ':a' -e '/|$/{N;s/\n/ /;ba' -e '}'
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
    'gptui record --repeat=auto ./prog input.txt') [ -s gmon.out ] && ! grep -q 'fewer' err ;;
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
    *) false ;;
    esac
}

# needs COMMAND: a program in it that is not installed
needs() {
    for tool in gcc dot jq; do
        case " $1" in *" $tool "*) command -v $tool >/dev/null || echo $tool ;; esac
    done
}

for page in gptui.1 gptui-record.1 gptui-json.5; do
    mkdir "$page.d" && cd "$page.d" || exit 1
    program
    : >out
    commands "$page" >all
    [ -s all ]
    result $? "$page has examples"
    case $page in *.5) gcc -O2 -g -pg -o prog prog.c && ./prog ;; esac
    while read -r command <&3; do
        missing=$(needs "$command")
        if [ -n "$missing" ]; then
            skip "$page: $command" "no $missing here"
            continue
        fi
        sh -c "$command" >out 2>err </dev/null && kept "$command"
        result $? "$page: $command"
    done 3<all
    cd ..
done
echo "1..$n"
