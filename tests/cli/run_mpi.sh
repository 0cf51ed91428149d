#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Time inside MPI, by the functions of the program that call it. MPI is a library of this test: only names and
# calls count. Samples are those that the program asks for (tests/runtime/programs/sample.h).
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
cat >mpi.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
#define IS(name) void name(int n) { for (int i = 0; i < n; i++) gptui_rt_sample(); __asm__ volatile(""); }
IS(MPI_Barrier) IS(MPI_Waitall) IS(PMPI_Recv) IS(mpi_send_) IS(MPI_Abs) IS(MPIX_Other) IS(mpi_)
IS(pmpi_recv_) IS(mpi_helper)
void MPI_Reduce(void (*back)(void)) { MPI_Barrier(5); back(); __asm__ volatile(""); }
END
cat >job.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
#define APART __attribute__((noipa)) static void
void MPI_Barrier(int), MPI_Waitall(int), PMPI_Recv(int), mpi_send_(int), MPI_Abs(int), MPIX_Other(int), mpi_(int);
void pmpi_recv_(int), mpi_helper(int);
void MPI_Reduce(void (*)(void));
APART use(int n) { for (int i = 0; i < n; i++) gptui_rt_sample(); __asm__ volatile(""); }
APART exchange(void)
{
    MPI_Barrier(20);
    use(30);
    MPI_Waitall(40);
    MPI_Barrier(10);
    __asm__ volatile("");
}
APART back(void) { use(5); MPI_Abs(10); __asm__ volatile(""); }
APART reduce(void) { MPI_Reduce(back); __asm__ volatile(""); }
APART others(void) { MPIX_Other(1); mpi_(2); mpi_helper(2); pmpi_recv_(5); __asm__ volatile(""); }
APART other(void) { PMPI_Recv(20); mpi_send_(10); others(); MPI_Waitall(0); __asm__ volatile(""); }
APART last(void) { MPI_Abs(5); } /* by a jump: nobody is known to have called it */
APART less(void) { MPI_Barrier(10); __asm__ volatile(""); }
APART least(void) { MPI_Barrier(1); use(99); __asm__ volatile(""); }
int main(void)
{
    exchange();
    reduce();
    other();
    last();
    less();
    least();
    return 0;
}
END
{ $CC -O2 -shared -fPIC -o libmpi.so mpi.c && compile job job.c -pg -L. -lmpi -Wl,-rpath,"$PWD"; } >log 2>&1
verdict $? 'a program with a library of such names' "$(cat log)"
GPTUI_RT=asked=on,paths=on LD_BIND_NOW=1 ./job >log 2>&1
verdict $? 'runs' "$(cat log)"
if about | grep -q '^lost-path-ticks\|^paths 0'; then
    skip 'time inside MPI' 'no call paths here'
    finish
fi
"$GPTUI" --images --format=json job gmon.out >json 2>log
equal 'the outermost calls of MPI, with their share of who calls' \
    'exchange MPI_Barrier 0.3 30
exchange MPI_Waitall 0.4 40
least MPI_Barrier 0.01 1
less MPI_Barrier 0.1 100
other MPI_Recv 0.2 50
other mpi_send_ 0.1 25
others pmpi_recv_ 0.05 50
reduce MPI_Reduce 0.2 100' "$(sed -n 's/.*"raw_name":"\([^"]*\)","callee":"\([^"]*\)","seconds":\([0-9.]*\).*"percent":\([0-9.]*\)}.*/\1 \2 \3 \4/p' json | sort)"
printf 'gptui-script 1\nresize 60 140\nkeys 2\n:goto exchange\ndump entry\nresize 200 140\nkeys 4\ndump info\n' >keys
"$GPTUI" --script keys job gmon.out </dev/null >out 2>&1
equal 'its entry says so' '40.0% of the time of exchange() is MPI_Waitall, 30.0% MPI_Barrier' \
    "$(grep -ao '[0-9.]*% of the time of.*[a-z]' entry)"
equal 'Info has those of most time, the longest first' 'exchange other reduce less others' \
    "$(grep -ao '% of the time of [a-z]*' info | awk '{ print $NF }' | head -n 5 | xargs)"
finish
