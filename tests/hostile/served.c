/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* NOLINT: memfd_create */
#include "served.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../tools/tool.h"

static void set(const char *name, char *value)
{
    setenv(name, value, 1);
    free(value);
}

/* In the new process: never returns. */
static void become(const struct served *s, int in, int out, int page)
{
    int null = open("/dev/null", O_RDONLY);
    if (!s->keep_stdin)
        dup2(null, STDIN_FILENO);
    set("HOSTILE_SERVE", text_of("%d %d", in, out));
    set("HOSTILE_PAGE", text_of("%d", page));
    set("HOSTILE_OUT", text_of("%s/%s.out", s->streams, s->name));
    set("HOSTILE_ERR", text_of("%s/%s.err", s->streams, s->name));
    set("HOSTILE_LIMIT_SEC", copy_text(s->limit_sec));
    set("HOSTILE_MB", copy_text(s->limit_mb));
    set("LD_PRELOAD", copy_text(s->shim));
    execvp(s->program, s->argv);
    fail("%s: %s", s->program, strerror(errno));
}

void served_start(struct served *s)
{
    int to[2], from[2], page = memfd_create("page", 0);
    if (page < 0 || ftruncate(page, HOSTILE_PAGE_BYTES) != 0 || pipe(to) != 0 || pipe(from) != 0)
        fail("%s: %s", s->program, strerror(errno));
    s->page = mmap(NULL, HOSTILE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, page, 0);
    if (s->page == MAP_FAILED)
        fail("mmap: %s", strerror(errno));
    s->pid = fork();
    if (s->pid == 0) {
        close(to[1]);
        close(from[0]);
        become(s, to[0], from[1], page);
    }
    close(to[0]);
    close(from[1]);
    close(page);
    s->to = to[1];
    s->from = from[0];
    fcntl(s->to, F_SETFD, FD_CLOEXEC);
    fcntl(s->from, F_SETFD, FD_CLOEXEC);
}

static char *stream_of(const struct served *s, const char *suffix, size_t *n)
{
    char *path = text_of("%s/%s.%s", s->streams, s->name, suffix), *p = file_read(path, n);
    if (!p)
        fail("%s: %s", path, strerror(errno));
    free(path);
    return p;
}

void served_run(struct served *s)
{
    free(s->out);
    free(s->err);
    s->out = s->err = NULL;
    if (write(s->to, "", 1) != 1 ||
        read(s->from, &s->status, sizeof s->status) != (ssize_t)sizeof s->status)
        fail("%s: the shim does not answer", s->program);
    s->out = stream_of(s, "out", &s->n_out);
    s->err = stream_of(s, "err", &s->n_err);
    s->peak_bytes = atomic_load(&s->page->peak);
}

void served_stop(struct served *s)
{
    close(s->to);
    close(s->from);
    waitpid(s->pid, NULL, 0);
    munmap(s->page, HOSTILE_PAGE_BYTES);
    free(s->out);
    free(s->err);
}

bool served_exited(const struct served *s, int status)
{
    return s->status != HOSTILE_HANGS && WIFEXITED(s->status) && WEXITSTATUS(s->status) == status;
}
