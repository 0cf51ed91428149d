/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live [LIBRARY]: does what lines of its input say, and answers each by its number when that is
 * done:
 * call N: calls leaf N times. thread N: likewise, in a thread of its own. fork N: likewise, in a
 * child, which goes on until the input ends. gone N, killed N: in a child that ends at once; its
 * parent asks for that only later. exec N: in a child that runs this program anew, as live N DONE
 * ALIVE, two descriptors, and goes on likewise.
 * open N: opens the library, calls lib_leaf in it N times, closes it.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNCOUNTED __attribute__((no_instrument_function))

__attribute__((noinline)) void leaf(void)
{
    __asm__ volatile("");
}

UNCOUNTED static void call_leaf(int n)
{
    while (n-- > 0)
        leaf();
}

UNCOUNTED static void *run_thread(void *n)
{
    call_leaf(*(const int *)n);
    return NULL;
}

UNCOUNTED static void have_thread(int n)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_thread, &n) != 0 || pthread_join(thread, NULL) != 0)
        abort();
}

/* When the child has called; it ends then, or when nobody has the other end of `alive` any more. */
UNCOUNTED static void have_child(int n, const int *alive, const char *how)
{
    siginfo_t end;
    int done[2];
    char c, words[3][16];
    if (pipe(done) != 0)
        abort();
    const pid_t child = fork();
    if (child == 0 && strcmp(how, "exec") == 0) {
        close(alive[1]);
        snprintf(words[0], sizeof words[0], "%d", n);
        snprintf(words[1], sizeof words[1], "%d", done[1]);
        snprintf(words[2], sizeof words[2], "%d", alive[0]);
        execl("/proc/self/exe", "live", words[0], words[1], words[2], (char *)NULL);
        abort();
    }
    if (child == 0) {
        call_leaf(n);
        if (strcmp(how, "killed") == 0)
            raise(SIGKILL);
        close(done[0]);
        close(done[1]);
        if (alive && close(alive[1]) == 0)
            (void)!read(alive[0], &c, 1);
        exit(0);
    }
    close(done[1]);
    (void)!read(done[0], &c, 1);
    close(done[0]);
    if (!alive)
        waitid(P_PID, (id_t)child, &end, WEXITED | WNOWAIT);
}

UNCOUNTED static void open_library(const char *path, int n)
{
    union {
        void *address;
        void (*call)(int);
    } work = {NULL};
    void *library = dlopen(path, RTLD_NOW);
    if (library)
        work.address = dlsym(library, "lib_work");
    if (!work.address)
        abort();
    work.call(n);
    dlclose(library);
}

UNCOUNTED int main(int argc, char **argv)
{
    char word[16];
    int n, number = 0, alive[2];
    if (argc == 4) {
        call_leaf(atoi(argv[1]));
        close(atoi(argv[2]));
        return (int)read(atoi(argv[3]), word, 1);
    }
    if (pipe(alive) != 0)
        abort();
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (scanf("%15s %d", word, &n) == 2) {
        if (strcmp(word, "call") == 0)
            call_leaf(n);
        else if (strcmp(word, "thread") == 0)
            have_thread(n);
        else if (strcmp(word, "open") == 0 && argc > 1)
            open_library(argv[1], n);
        else
            have_child(n, strcmp(word, "gone") && strcmp(word, "killed") ? alive : NULL, word);
        printf("%d\n", ++number);
    }
    close(alive[1]);
    while (wait(NULL) > 0)
        ;
    return 0;
}
