# SPDX-License-Identifier: GPL-3.0-or-later
# What scripts of this folder share.

# verdict NUMBER NAME SEEDS: none of the seeds is bad, and enough of the $rounds graphs were there.
verdict() {
    if [ -z "$3" ] && [ "$n_runs" -gt $((rounds / 2)) ]; then
        echo "ok $1 - $2 ($n_runs graphs)"
    else
        echo "not ok $1 - $2: seeds$3 of $n_runs graphs"
    fi
}

# make_real: a program, real, with a library, libpart.so. Their samples are those that they take.
make_real() {
    cat >part.c <<END
#include "$SRC/tests/runtime/programs/sample.h"
int part(int n)
{
    for (int i = 0; i < n; i++)
        gptui_rt_sample();
    return n;
}
int other(int n)
{
    return n > 0 ? part(n) + other(n - 1) : 0;
}
END
    cat >real.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
int part(int n), other(int n);
int twice(int n)
{
    return part(n) + part(n / 2);
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1, s = 0;
    for (int i = 0; i < 10 * n; i++)
        s += i % 3 ? twice(6) : other(4);
    nanosleep(&(struct timespec){0, 20000000 * n}, NULL);
    return s == 42;
}
END
    ${CC:-cc} -pg -O1 -falign-functions=64 -g -fPIC -shared -o libpart.so part.c &&
    ${CC:-cc} -pg -O1 -g -o real real.c -L. -lpart -Wl,-rpath,"$PWD" || exit 1
}
