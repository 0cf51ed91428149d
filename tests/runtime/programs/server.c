/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server: an event loop, whose worker threads come and go, on a port of the loopback that it says.
 * Each byte is a request, answered by one: c: all that were handled, as 8 bytes; e: it ends.
 * server PORT CONNECTIONS REQUESTS: the load. Each connection waits for each answer. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define UNCOUNTED __attribute__((no_instrument_function))

enum { WORKERS = 3, WORK_MOST = 50 }; /* requests, until another thread takes its place */

static int events, work[2];
static _Atomic uint64_t n_handled;

UNCOUNTED static void must(int ok)
{
    if (!ok)
        abort();
}

__attribute__((noinline)) void handle(int client)
{
    atomic_fetch_add(&n_handled, 1);
    must(write(client, "k", 1) == 1);
}

UNCOUNTED static void answer(int client)
{
    char request;
    const ssize_t n = read(client, &request, 1);
    const uint64_t handled = atomic_load(&n_handled);
    if (n == 1 && request == 'e')
        exit(0);
    if (n == 1 && request == 'c')
        must(write(client, &handled, sizeof handled) == sizeof handled);
    else if (n == 1)
        handle(client);
    else
        close(client);
    if (n == 1)
        must(epoll_ctl(events, EPOLL_CTL_MOD, client,
                       &(struct epoll_event){EPOLLIN | EPOLLONESHOT, {.fd = client}}) == 0);
}

UNCOUNTED static void begin(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    must(pthread_create(&thread, NULL, run, argument) == 0 && pthread_detach(thread) == 0);
}

UNCOUNTED static void *work_some(void *unused)
{
    for (int i = 0, client; i < WORK_MOST; i++) {
        must(read(work[0], &client, sizeof client) == sizeof client);
        answer(client);
    }
    begin(work_some, unused);
    return NULL;
}

UNCOUNTED static void serve(int listener)
{
    must(pipe(work) == 0 && (events = epoll_create1(0)) >= 0);
    for (int i = 0; i < WORKERS; i++)
        begin(work_some, NULL);
    struct epoll_event event = {EPOLLIN, {.fd = listener}};
    must(epoll_ctl(events, EPOLL_CTL_ADD, listener, &event) == 0);
    while (epoll_wait(events, &event, 1, -1) >= 0) {
        int fd = event.data.fd;
        if (fd != listener)
            must(write(work[1], &fd, sizeof fd) == sizeof fd);
        else if ((fd = accept(listener, NULL, NULL)) >= 0)
            must(epoll_ctl(events, EPOLL_CTL_ADD, fd,
                           &(struct epoll_event){EPOLLIN | EPOLLONESHOT, {.fd = fd}}) == 0);
    }
}

UNCOUNTED int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t n = sizeof at;
    uint64_t handled;
    char k;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (argc < 4) {
        must(bind(listener, (struct sockaddr *)&at, n) == 0 && listen(listener, 64) == 0 &&
             getsockname(listener, (struct sockaddr *)&at, &n) == 0);
        printf("%d\n", ntohs(at.sin_port));
        fflush(stdout);
        serve(listener);
    }
    const int connections = atoi(argv[2]), requests = atoi(argv[3]);
    at.sin_port = htons((uint16_t)atoi(argv[1]));
    int *client = calloc((size_t)connections, sizeof *client);
    for (int i = 0; i < connections; i++)
        must((client[i] = socket(AF_INET, SOCK_STREAM, 0)) >= 0 &&
             connect(client[i], (struct sockaddr *)&at, sizeof at) == 0);
    for (int r = 0; r < requests; r++) {
        for (int i = 0; i < connections; i++)
            must(write(client[i], "r", 1) == 1);
        for (int i = 0; i < connections; i++)
            must(read(client[i], &k, 1) == 1);
    }
    must(write(client[0], requests ? "c" : "e", 1) == 1);
    if (requests && read(client[0], &handled, sizeof handled) == sizeof handled)
        printf("%llu\n", (unsigned long long)handled);
    return 0;
}
