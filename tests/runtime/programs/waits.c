/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waits WHAT: waits in some ways, each in a function of its own, and prints "FUNCTION KIND SECONDS"
 * for each; at the end how many waits were cut short. Each waits until the runtime, the one for
 * tests, has counted that (seen.h); with another one for half a second or so.
 *
 * timers, kinds: for time and locks; for what is not here yet
 * stale: on a stack that others have used
 * left: in a function of which a former frame, with another caller, is left over below
 * many N MS: N threads wait MS milliseconds for a lock
 * exit: the main thread ends before another one
 * lowest: closes a descriptor and opens one, often: who else opens any would get its number */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "seen.h"
#include "stale.h"

static int n_cut; /* waits that ended early */

static void check(int result)
{
    n_cut += result < 0;
}

/* Says how long a function waited since `from`, and for what. */
static void told(const char *function, const char *kind, double from)
{
    printf("%s %s %.3f\n", function, kind, now() - from);
}

KEPT static void do_nanosleep(void)
{
    double from = now();
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
        check(nanosleep(&(struct timespec){0, 50000000}, NULL));
    told(__func__, "timer", from);
}

KEPT static void do_poll(void)
{
    double from = now();
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
        check(poll(NULL, 0, 50));
    told(__func__, "timer", from);
}

KEPT static void do_epoll(void)
{
    struct epoll_event event;
    int fd = epoll_create1(EPOLL_CLOEXEC);
    double from = now();
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
        check(epoll_wait(fd, &event, 1, 50));
    told(__func__, "timer", from);
    close(fd);
}

KEPT static void do_sleep(void)
{
    double from = now();
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
        check(usleep(50000));
    told(__func__, "timer", from);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

KEPT static void do_lock(double *locking, double *sleeping)
{
    double from = now();
    pthread_mutex_lock(&mutex);
    double got = now();
    *locking += got - from;
    usleep(2000);
    pthread_mutex_unlock(&mutex);
    *sleeping += now() - got;
}

static atomic_bool is_enough;

static void *lock_often(void *unused)
{
    double locking = 0, sleeping = 0;
    while (!atomic_load(&is_enough))
        do_lock(&locking, &sleeping);
    printf("do_lock futex %.3f\ndo_lock timer %.3f\n", locking, sleeping);
    return unused;
}

/* Locks are what these threads wait for, and no other one does meanwhile. */
KEPT static void lock(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, lock_often, NULL);
    for (struct seen s = seen_begin(WAIT_FUTEX); !seen(&s);)
        usleep(50000);
    atomic_store(&is_enough, true);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
}

/* Writes to the other end of what somebody waits for, when that was counted. */
struct release {
    int fd;
    enum wait_kind kind;
};

static void *release(void *p)
{
    const struct release *r = p;
    for (struct seen s = seen_begin(r->kind); !seen(&s);)
        usleep(50000);
    n_cut += write(r->fd, "x", 1) != 1;
    return NULL;
}

static void release_later(struct release *r)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, release, r) != 0 || pthread_detach(thread) != 0)
        exit(1);
}

static void make_pipe(int end[2], enum wait_kind kind)
{
    static struct release r[8], *next = r;
    if (pipe(end) != 0)
        exit(1);
    *next = (struct release){end[1], kind};
    release_later(next++);
}

static void make_sockets(int end[2])
{
    static struct release r[8], *next = r;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) != 0)
        exit(1);
    *next = (struct release){end[1], WAIT_SOCKET};
    release_later(next++);
}

KEPT static void do_read(void)
{
    int end[2];
    char byte;
    make_pipe(end, WAIT_PIPE);
    double from = now();
    check((int)read(end[0], &byte, 1));
    told(__func__, "pipe", from);
}

KEPT static void do_receive(void)
{
    int end[2];
    char byte;
    make_sockets(end);
    double from = now();
    check((int)recv(end[0], &byte, 1, 0));
    told(__func__, "socket", from);
}

KEPT static void do_poll_socket(void)
{
    int end[2];
    make_sockets(end);
    struct pollfd polled[2] = {{.fd = -1}, {.fd = end[0], .events = POLLIN}};
    double from = now();
    check(poll(polled, 2, -1));
    told(__func__, "socket", from);
}

KEPT static void do_select(void)
{
    int end[2];
    fd_set set;
    make_pipe(end, WAIT_PIPE);
    FD_ZERO(&set);
    FD_SET(end[0], &set);
    double from = now();
    check(select(end[0] + 1, &set, NULL, NULL, NULL));
    told(__func__, "pipe", from);
}

KEPT static void do_epoll_socket(void)
{
    int end[2], fd = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    make_sockets(end);
    if (epoll_ctl(fd, EPOLL_CTL_ADD, end[0], &event) != 0)
        exit(1);
    double from = now();
    check(epoll_wait(fd, &event, 1, -1));
    told(__func__, "socket", from);
}

KEPT static void do_wait(void)
{
    int end[2];
    char byte;
    make_pipe(end, WAIT_CHILD);
    if (fork() == 0)
        _exit(read(end[0], &byte, 1) != 1);
    double from = now();
    check(wait(NULL));
    told(__func__, "child", from);
}

/* What stands where the library's frames have gaps is another function's. */
KEPT static void do_stale(void)
{
    double from = now();
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);) {
        leave(do_other());
        check(poll(NULL, 0, 50));
        leave(do_other());
        check(usleep(50000));
    }
    told(__func__, "timer", from);
}

/* Most of these frames nobody writes to. */
KEPT static void wait_or_not(int ms)
{
    volatile char room[4096];
    room[0] = 1;
    if (ms)
        check(poll(NULL, 0, ms));
    room[1] = 1;
}

KEPT static void do_before(void)
{
    volatile char room[3000];
    room[0] = 1;
    wait_or_not(0);
    room[1] = 1;
}

KEPT static void do_after(void)
{
    volatile char room[2048];
    double from = now();
    room[0] = 1;
    wait_or_not(100);
    room[1] = 1;
    told(__func__, "timer", from);
}

KEPT static void left(void)
{
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);) {
        do_before();
        do_after();
    }
}

static double waited; /* whoever has the mutex may write */

static void *wait_for_lock(void *unused)
{
    double from = now();
    pthread_mutex_lock(&mutex);
    waited += now() - from;
    pthread_mutex_unlock(&mutex);
    return unused;
}

/* N threads that wait for a lock, `ms` milliseconds. */
static void many(int n, int ms)
{
    pthread_t *thread = calloc((size_t)n, sizeof *thread);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 64 << 10);
    pthread_mutex_lock(&mutex);
    for (int i = 0; thread && i < n; i++)
        if (pthread_create(&thread[i], &attr, wait_for_lock, NULL) != 0)
            exit(1);
    check(nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL));
    pthread_mutex_unlock(&mutex);
    for (int i = 0; thread && i < n; i++)
        pthread_join(thread[i], NULL);
    printf("many futex %.3f\n", waited);
    free(thread);
}

static void *outlive(void *unused)
{
    for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
        usleep(50000);
    printf("the last thread\n");
    return unused;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t thread;
    if (strcmp(what, "timers") == 0) {
        do_nanosleep();
        do_poll();
        do_epoll();
        do_sleep();
        lock();
    } else if (strcmp(what, "kinds") == 0) {
        do_read();
        do_receive();
        do_poll_socket();
        do_select();
        do_epoll_socket();
        do_wait();
    } else if (strcmp(what, "stale") == 0) {
        do_stale();
    } else if (strcmp(what, "left") == 0) {
        left();
    } else if (strcmp(what, "many") == 0 && argc == 4) {
        many(atoi(argv[2]), atoi(argv[3]));
    } else if (strcmp(what, "exit") == 0) {
        pthread_create(&thread, NULL, outlive, NULL);
        pthread_exit(NULL);
    } else if (strcmp(what, "lowest") == 0) {
        for (int i = 0; i < 200000; i++) {
            close(0);
            n_cut += open("/dev/null", O_RDONLY) != 0;
        }
    }
    printf("cut %d\n", n_cut);
    return 0;
}
