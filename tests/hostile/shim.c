/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shim: preloaded into the program that gets hostile input.
 *
 *   HOSTILE_SERVE="IN OUT"  serve: the program stops before main; each byte read from descriptor IN
 *                           makes a copy of it run main, whose wait status is written to OUT. Saves
 *                           the time of starting the program thousands of times.
 *   HOSTILE_OUT, _ERR       files for the streams of a copy
 *   HOSTILE_LIMIT_SEC       seconds of CPU after which a copy is killed, or six times as many of
 *                           waiting: other work of the machine is no fault of the program
 *   HOSTILE_MB              address space of a copy
 *   HOSTILE_PAGE=FD         a file of HOSTILE_PAGE_BYTES, shared: the heap in use and its peak
 *   HOSTILE_SHRINK="N SIZE FILE"  before the N-th read the file gets that size
 *   HOSTILE_SPOIL=HOW       misbehave: crash, hang, talk, babble, litter, eat, status
 *
 * For glibc, whose allocator has names of its own to call through. */
#define _GNU_SOURCE /* NOLINT: RTLD_NEXT, syscall */
#include "shim.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int main_function(int argc, char **argv, char **envp);
typedef int start_function(main_function *m, int argc, char **argv, void (*init)(void),
                           void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

static struct {
    struct hostile_page *page;
    main_function *main;
    unsigned long shrink_at, reads;
    long shrink_to;
    long base; /* of the heap, before main */
    char shrink_path[4096];
} shim;

/* ---- the heap ---- */

#ifndef HOSTILE_NO_HEAP
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);
void __libc_free(void *p);

static void taken(void *p)
{
    struct hostile_page *page = shim.page;
    if (!page || !p)
        return;
    long now =
        atomic_fetch_add(&page->bytes, (long)malloc_usable_size(p)) + (long)malloc_usable_size(p);
    long peak = atomic_load(&page->peak);
    while (now > peak && !atomic_compare_exchange_weak(&page->peak, &peak, now))
        ;
}

static void given_back(long n)
{
    if (shim.page)
        atomic_fetch_sub(&shim.page->bytes, n);
}

void *malloc(size_t n)
{
    void *p = __libc_malloc(n);
    taken(p);
    return p;
}

void *calloc(size_t n, size_t size)
{
    void *p = __libc_calloc(n, size);
    taken(p);
    return p;
}

void *memalign(size_t align, size_t n)
{
    void *p = __libc_memalign(align, n);
    taken(p);
    return p;
}

void *aligned_alloc(size_t align, size_t n)
{
    return memalign(align, n);
}

/* While the block moves, both exist: that is what it costs at its peak. */
void *realloc(void *p, size_t n)
{
    long old = p ? (long)malloc_usable_size(p) : 0;
    void *q = __libc_realloc(p, n);
    if (q || n == 0) {
        given_back(old);
        taken(q);
    }
    return q;
}

void free(void *p)
{
    given_back(p ? (long)malloc_usable_size(p) : 0);
    __libc_free(p);
}
#endif

/* ---- files that shrink ---- */

static void before_read(void)
{
    if (shim.shrink_at && ++shim.reads == shim.shrink_at &&
        truncate(shim.shrink_path, shim.shrink_to))
        _exit(99);
}

ssize_t read(int fd, void *p, size_t n)
{
    before_read();
    return syscall(SYS_read, fd, p, n);
}

ssize_t pread(int fd, void *p, size_t n, off_t at)
{
    before_read();
    return syscall(SYS_pread64, fd, p, n, at);
}

ssize_t pread64(int fd, void *p, size_t n, off_t at)
{
    before_read();
    return syscall(SYS_pread64, fd, p, n, at);
}

/* ---- misbehaviour, to show that the tests notice it ---- */

static void eat(size_t bytes)
{
    char *volatile p = malloc(bytes);
    (void)p;
}

static void litter(void)
{
    int fd = open("litter", O_WRONLY | O_CREAT, 0666);
    close(fd);
}

static void spoil(void)
{
    const char *how = getenv("HOSTILE_SPOIL");
    if (!how)
        return;
    if (strcmp(how, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "hang") == 0)
        pause();
    if (strcmp(how, "talk") == 0)
        fputs("one line more\n", stderr);
    if (strcmp(how, "babble") == 0)
        fputs("\033[2J", stderr);
    if (strcmp(how, "litter") == 0)
        litter();
    if (strcmp(how, "eat") == 0)
        eat((size_t)80 << 20);
    if (strcmp(how, "status") == 0)
        _exit(3);
}

/* ---- serving ---- */

static unsigned long setting(const char *name, unsigned long normal)
{
    const char *s = getenv(name);
    return s ? strtoul(s, NULL, 10) : normal;
}

static void redirect(const char *name, int fd)
{
    const char *path = getenv(name);
    int from = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (from < 0 || dup2(from, fd) < 0)
        _exit(99);
    close(from);
}

static void become_copy(void)
{
    unsigned long mb = setting("HOSTILE_MB", 4096);
    struct rlimit r = {.rlim_cur = mb << 20, .rlim_max = RLIM_INFINITY};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    redirect("HOSTILE_OUT", STDOUT_FILENO);
    redirect("HOSTILE_ERR", STDERR_FILENO);
    if (mb)
        setrlimit(RLIMIT_AS, &r);
    if (shim.page) {
        atomic_store(&shim.page->bytes, shim.base);
        atomic_store(&shim.page->peak, shim.base);
    }
    spoil();
}

static bool has_used(pid_t child, time_t seconds)
{
    struct timespec used;
    clockid_t clock;
    return clock_getcpuclockid(child, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
           used.tv_sec >= seconds;
}

/* The wait status of the child, or HOSTILE_HANGS if its time was too little. */
static int child_status(pid_t child, time_t seconds)
{
    const struct timespec look = {.tv_nsec = 250000000};
    const time_t looks = 6 * 4 * seconds;
    int status;
    sigset_t chld;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    for (time_t i = 0; i < looks && !has_used(child, seconds);) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        i += sigtimedwait(&chld, NULL, &look) < 0;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return HOSTILE_HANGS;
}

/* Returns in the copies only. */
static void serve(int in, int out)
{
    char c;
    sigset_t chld;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, NULL);
    shim.base = shim.page ? atomic_load(&shim.page->bytes) : 0;
    while (syscall(SYS_read, in, &c, 1) == 1) {
        pid_t child = fork();
        if (child == 0) {
            close(in);
            close(out);
            become_copy();
            return;
        }
        if (child < 0) /* nobody to wait for, nor to kill */
            _exit(99);
        int status = child_status(child, (time_t)setting("HOSTILE_LIMIT_SEC", 10));
        if (write(out, &status, sizeof status) != sizeof status)
            break;
    }
    _exit(0);
}

static int served_main(int argc, char **argv, char **envp)
{
    const char *s = getenv("HOSTILE_SERVE");
    int in, out;
    if (s && sscanf(s, "%d %d", &in, &out) == 2)
        serve(in, out);
    return shim.main(argc, argv, envp);
}

__attribute__((constructor)) static void start(void)
{
    const char *page = getenv("HOSTILE_PAGE"), *shrink = getenv("HOSTILE_SHRINK");
    if (page) {
        void *p = mmap(NULL, HOSTILE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(page), 0);
        shim.page = p == MAP_FAILED ? NULL : p;
    }
    if (shrink)
        sscanf(shrink, "%lu %ld %4095s", &shim.shrink_at, &shim.shrink_to, shim.shrink_path);
}

int __libc_start_main(main_function *m, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);
int __libc_start_main(main_function *m, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    void *next = dlsym(RTLD_NEXT, "__libc_start_main");
    start_function *go;
    memcpy(&go, &next, sizeof go);
    shim.main = m;
    return go(served_main, argc, argv, init, fini, rtld_fini, stack_end);
}
