/* SPDX-License-Identifier: MIT */
#include "runtime/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "runtime/sys.h"
#include "runtime/text.h"

static void add(struct output *output, const char *s)
{
    text_add(output->path, sizeof output->path, s);
}

/* gmon.out, gmon.out.PID in children, PREFIX.PID as libc's runtime. */
static void make_path(struct output *output, bool with_pid)
{
    const char *name = output->prefix[0] ? output->prefix : "gmon.out";
    output->path[0] = 0;
    if (name[0] != '/' && output->folder[0]) {
        add(output, output->folder);
        add(output, "/");
    }
    add(output, name);
    if (!with_pid)
        return;
    add(output, ".");
    text_add_number(output->path, sizeof output->path, (uint64_t)sys_pid());
}

void output_init(struct output *output, const char *prefix)
{
    if (!sys_folder(output->folder, sizeof output->folder))
        output->folder[0] = 0;
    text_add(output->prefix, sizeof output->prefix, prefix ? prefix : "");
    make_path(output, output->prefix[0]);
}

void output_forked(struct output *output)
{
    make_path(output, true);
}

/* PATH.tmpPID. A left-over of that name is of a dead process that had our id. */
static void open_beside(struct writer *w)
{
    w->beside[0] = 0;
    text_add(w->beside, sizeof w->beside, w->path);
    text_add(w->beside, sizeof w->beside, ".tmp");
    text_add_number(w->beside, sizeof w->beside, (uint64_t)sys_pid());
    sys_unlink(w->beside);
    w->fd = sys_open(w->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
}

void writer_open(struct writer *w, const char *path)
{
    mode_t mode = sys_file_mode(path);
    w->path = path;
    w->n_bytes = 0;
    w->in_place = mode && !S_ISREG(mode) && !S_ISLNK(mode);
    if (w->in_place)
        w->fd = sys_open(path, O_WRONLY | O_NOFOLLOW | O_NOCTTY, 0);
    else
        open_beside(w);
    w->error = w->fd < 0 ? -w->fd : 0;
}

static void flush(struct writer *w)
{
    if (!w->error && !sys_write_all(w->fd, w->bytes, w->n_bytes))
        w->error = EIO;
    w->n_bytes = 0;
}

void writer_put(struct writer *w, const void *p, size_t bytes)
{
    const char *from = p;
    while (bytes-- > 0) {
        if (w->n_bytes == sizeof w->bytes)
            flush(w);
        w->bytes[w->n_bytes++] = *from++;
    }
}

bool writer_close(struct writer *w)
{
    flush(w);
    if (w->fd >= 0)
        sys_close(w->fd);
    if (!w->error && !w->in_place)
        w->error = -sys_rename(w->beside, w->path);
    if (!w->error)
        return true;
    if (w->fd >= 0 && !w->in_place)
        sys_unlink(w->beside);
    return false;
}
