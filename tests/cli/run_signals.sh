#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A signal in batch mode, while a file is being written and while a FIFO is waited for: the signal
# ends the program, and nothing is left behind.
set -u
cd "$TMPDIR" && ulimit -c 0 || exit 1
case ${FLAVOUR-} in
asan | tsan | valgrind)
    echo "1..0 # SKIP the preloaded library does not go with this build"
    exit 0
    ;;
esac
. "$SRC/tests/tap.sh"
why=err

# SIGNAL_AT says in which call the signal SIGNAL_SEND comes: "write" to a file, or "poll".
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static void come(const char *at)
{
    if (!strcmp(at, getenv("SIGNAL_AT")))
        kill(getpid(), atoi(getenv("SIGNAL_SEND")));
}
ssize_t write(int fd, const void *p, size_t n)
{
    if (fd > 2)
        come("write");
    return syscall(SYS_write, fd, p, n);
}
int poll(struct pollfd *p, nfds_t n, int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    come("poll");
    return ppoll(p, n, ms < 0 ? 0 : &t, 0);
}
END
"$CC" -shared -fPIC -o preload.so preload.c &&
    "$CC" -pg -g -O1 -o sample "$SRC"/tests/fault/sample.c && ./sample >/dev/null && mkdir work &&
    mkfifo fifo && cp "$SRC/tests/fault/sample.c" work && echo old >work/gmon.sum || {
    echo "not ok - the sample program runs"
    exit 1
}

# ends NAME CALL ARGUMENTS...: by each signal, with the folder as it was
ends() {
    name=$1 at=$2
    shift 2
    for signal in 1 2 3 13 15 24; do
        (cd work && SIGNAL_AT=$at SIGNAL_SEND=$signal LD_PRELOAD=$TMPDIR/preload.so timeout 600 \
            "$GPTUI" "$@" </dev/null >../out 2>../err) 2>/dev/null
        status=$?
        [ $status = $((128 + signal)) ] && [ "$(ls -A work)" = "$(printf 'gmon.sum\nsample.c')" ] &&
            [ "$(cat work/gmon.sum)" = old ]
        result $? "$name: signal $signal"
    done
}
ends "the sum" write -s ../sample ../gmon.out
ends "annotated source" write -A -y ../sample ../gmon.out
ends "a FIFO" poll -b ../sample ../fifo
echo "1..$n"
