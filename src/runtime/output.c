/* SPDX-License-Identifier: MIT */
#include "runtime/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "runtime/sys.h"
#include "runtime/text.h"

enum { NUMBER_MOST = 10000 };

static void add(struct output *output, const char *s)
{
    text_add(output->path, sizeof output->path, s);
}

static void add_pid(struct output *output)
{
    text_add_number(output->path, sizeof output->path, (uint64_t)sys_pid());
}

/* What %LETTER stands for; nothing that is known: itself. */
static void add_letter(struct output *output, char letter)
{
    char name[PATH_BYTES];
    const char itself[3] = {'%', letter, 0};
    name[0] = 0;
    if (letter == 'p')
        add_pid(output);
    else if (letter == 't')
        text_add_number(output->path, sizeof output->path, output->start_sec);
    else if (letter == 'h' && sys_host(name, sizeof name))
        add(output, name);
    else if (letter == 'e' && sys_program(name, sizeof name))
        add(output, text_base(name));
    else
        add(output, letter == '%' ? "%" : itself);
}

static void make_path(struct output *output)
{
    output->path[0] = 0;
    if (output->pattern[0] != '/')
        add(output, output->folder);
    for (const char *at = output->pattern; *at; at++)
        if (!output->is_plain && *at == '%' && at[1])
            add_letter(output, *++at);
        else
            add(output, (const char[2]){*at, 0});
    if (output->with_pid) {
        add(output, ".");
        add_pid(output);
    }
    if (output->number > 1) {
        add(output, "-");
        text_add_number(output->path, sizeof output->path, output->number);
    }
}

void output_init(struct output *output, const char *pattern, const char *prefix)
{
    output->folder[0] = output->pattern[0] = 0;
    if (sys_folder(output->folder, sizeof output->folder))
        text_add(output->folder, sizeof output->folder, "/");
    output->is_plain = !pattern[0];
    output->with_pid = !pattern[0] && prefix;
    text_add(output->pattern, sizeof output->pattern,
             pattern[0] ? pattern
             : prefix   ? prefix
                        : "gmon.out");
    output->number = 1;
    output->start_sec = sys_clock_ns(CLOCK_REALTIME) / 1000000000;
    make_path(output);
}

static bool names_pid(const struct output *output)
{
    for (const char *at = output->pattern; !output->is_plain && *at; at++)
        if (at[0] == '%' && at[1] && *++at == 'p')
            return true;
    return false;
}

/* Then a file that bears the name already is of an earlier process with the same id. */
static bool has_pid(const struct output *output)
{
    return output->with_pid || names_pid(output);
}

void output_forked(struct output *output)
{
    output->with_pid |= !names_pid(output);
    output->number = 1;
    output->is_taken = false;
    make_path(output);
}

/* PATH.tmpPID. A left-over of that name is of a dead process that had our id. */
static int open_beside(struct writer *w, mode_t mode)
{
    w->beside[0] = 0;
    text_add(w->beside, sizeof w->beside, w->path);
    text_add(w->beside, sizeof w->beside, ".tmp");
    text_add_number(w->beside, sizeof w->beside, (uint64_t)sys_pid());
    sys_unlink(w->beside);
    return sys_open(w->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

/* A pipe that nobody reads is an error. Meanwhile somebody may have put a file there. */
static int open_in_place(const char *path)
{
    int fd = sys_open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY, 0);
    if (fd < 0)
        return fd;
    int failed = S_ISREG(sys_fd_mode(fd)) ? -EEXIST : sys_make_blocking(fd);
    if (failed < 0)
        sys_close(fd);
    return failed < 0 ? failed : fd;
}

bool output_is_in_place(const char *path)
{
    mode_t mode = sys_file_mode(path);
    return mode && !S_ISREG(mode) && !S_ISLNK(mode);
}

void writer_open(struct writer *w, const char *path, bool is_private)
{
    w->path = path;
    w->n_bytes = 0;
    w->in_place = output_is_in_place(path);
    if (!w->in_place)
        w->fd = open_beside(w, is_private ? 0600 : 0666);
    else
        w->fd = is_private ? -EEXIST : open_in_place(path);
    w->error = w->fd < 0 ? -w->fd : 0;
}

static void flush(struct writer *w)
{
    if (!w->error)
        w->error = sys_write_all(w->fd, w->bytes, w->n_bytes);
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

static int publish(struct writer *w, struct output *names)
{
    int failed;
    if (!names || names->is_taken || !has_pid(names))
        return sys_rename(w->beside, w->path);
    while ((failed = sys_rename_new(w->beside, w->path)) == -EEXIST &&
           names->number < NUMBER_MOST) {
        names->number++;
        make_path(names);
    }
    names->is_taken = !failed;
    return failed;
}

bool writer_close(struct writer *w, struct output *names)
{
    flush(w);
    if (w->fd >= 0)
        sys_close(w->fd);
    if (!w->error && !w->in_place)
        w->error = -publish(w, names);
    if (!w->error)
        return true;
    if (w->fd >= 0 && !w->in_place)
        sys_unlink(w->beside);
    return false;
}
