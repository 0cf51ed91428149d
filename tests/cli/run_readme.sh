#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command of the README that stands between ```sh and ```, as written, in a folder with a small
# program, with gptui as installed.
. "$SRC/tests/tap.sh"
why='said'

make -C "$SRC" BUILD="$BUILD" PREFIX="$PWD/there" install >said 2>&1
result $? 'make install'
! grep -qw 'CC\|LINK' said
result $? 'make install after make compiles nothing'
PATH=$PWD/there/bin:$PATH PKG_CONFIG_PATH=$PWD/there/lib/pkgconfig
export PATH PKG_CONFIG_PATH

mkdir work && cd work || exit 1
cat >prog.c <<'END'
#include <stdio.h>
#define APART __attribute__((noinline, noclone))
static volatile double total;
static APART void area(double x) { total += x * x; }
static APART void sum(int n)
{
    for (int i = 0; i < n; i++)
        area(i);
    total += 1;
}
int main(void)
{
    for (int i = 0; i < 3000; i++)
        sum(20000);
    return printf("%g\n", total) < 0;
}
END
mkdir job && cat >job/job.c <<'END'
#include <mpi.h>
static volatile double total;
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 10000000; i++)
        total += i;
    return MPI_Finalize();
}
END
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe

awk '/^```sh$/ { inside = 1; n++; next } /^```$/ { inside = 0 } inside { print >("block." n) }' "$SRC/README.md"
for block in block.*; do
    sed 's/ *#.*//' "$block" >command
    if grep -q pkg-config command && ! command -v pkg-config >/dev/null; then
        skip "$(head -n 1 command)" 'no pkg-config here'
        continue
    fi
    folder=.
    if grep -q mpirun command; then
        if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
            skip "$(head -n 1 command)" 'no MPI here'
            continue
        fi
        folder=job
        (cd job && mpicc -pg -g -o prog job.c) 2>said || exit 1
    fi
    here=$PWD
    (cd $folder && sh -e "$here/command") >said 2>&1 </dev/null
    result $? "$block: $(head -n 1 command)"
done

made() { # FILE PATTERN: is there such a line in a file that a command wrote?
    grep -aq "$2" "$1" 2>said
    result $? "the README's commands: $1"
}
made prog.csv '^flat,.*,sum,'
made callgrind.out '^events:'
made prog.folded 'sum;area '
made prog.dot '^digraph'
made prog.svg '^<g><title>area$'
gzip -dc <prog.pb.gz 2>said | grep -aq area
result $? "the README's commands: prog.pb.gz"
gptui -b prog new.out >said && grep -q ' 60000000 .* area$' said
result $? "the README's commands: new.out has all calls"
echo "1..$n"
