/* SPDX-License-Identifier: GPL-3.0-or-later */
/* control WORD...: does what the words say, one after the other:
 *
 *     N                  calls leaf so often
 *     start stop reset   gptui_rt.h
 *     dump               the same, which must write a file called "gmon.out" if there is none
 *     grown              calls and dumps until the file has arcs
 *     raise=N            sends itself a signal
 *     root               goes to the root folder
 *     child              has a child that finds "old" in the file of its profile's name, calls leaf
 *                        once, and prints its process id
 *     has=FILE           ends with status 3 if there is no such file
 *     _exit _Exit quick_exit abort fault     ends so */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gptui_rt.h"

#define ALONE __attribute__((noinline))

ALONE void leaf(void)
{
    __asm__ volatile("# leaf");
}

static void start(void)
{
    gptui_rt_start();
}

static void dump(void)
{
    if (gptui_rt_dump() != 0)
        exit(4);
}

static long size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (long)st.st_size : 0;
}

static void grown(void)
{
    dump();
    long before = size_of("gmon.out");
    do {
        leaf();
        dump();
    } while (size_of("gmon.out") == before);
}

static void root(void)
{
    if (chdir("/") != 0)
        exit(5);
}

static void child(void)
{
    char name[40];
    fflush(stdout);
    pid_t pid = fork();
    if (pid != 0) {
        waitpid(pid, NULL, 0);
        return;
    }
    snprintf(name, sizeof name, "gmon.out.%ld", (long)getpid());
    FILE *old = fopen(name, "w");
    if (!old || fputs("old\n", old) < 0 || fclose(old) != 0)
        exit(6);
    leaf();
    printf("%ld\n", (long)getpid());
    exit(0);
}

static void quit(void)
{
    _exit(7);
}

static void Quit(void)
{
    _Exit(7);
}

static void quick(void)
{
    quick_exit(7);
}

static void fault(void)
{
    *(volatile int *)8 = 1;
}

static const struct {
    const char *word;
    void (*act)(void);
} acts[] = {{"start", start}, {"stop", gptui_rt_stop}, {"reset", gptui_rt_reset},
            {"dump", dump},   {"grown", grown},        {"root", root},
            {"_exit", quit},  {"_Exit", Quit},         {"quick_exit", quick},
            {"abort", abort}, {"fault", fault},        {"child", child}};

static void act(const char *word)
{
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        if (strcmp(acts[i].word, word) == 0)
            acts[i].act();
    if (strncmp(word, "raise=", 6) == 0)
        raise(atoi(word + 6));
    else if (strncmp(word, "has=", 4) == 0 && access(word + 4, R_OK) != 0)
        exit(3);
    for (long n = atol(word); n > 0; n--)
        leaf();
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        act(argv[i]);
    return 0;
}
