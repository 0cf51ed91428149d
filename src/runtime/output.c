/* SPDX-License-Identifier: MIT */
#include "runtime/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "runtime/sys.h"
#include "runtime/text.h"

enum { NUMBER_MOST = 10000, NS_PER_SEC = 1000000000 };

static const char marker[] = "/gptui-run";

static void add(struct rt_output *output, const char *s)
{
    text_add(output->path, sizeof output->path, s);
}

static void add_pid(struct rt_output *output)
{
    text_add_number(output->path, sizeof output->path, (uint64_t)sys_pid());
}

/* Has the profile of another process, and what goes with it, in the run's folder? */
static bool is_other(const struct rt_output *output)
{
    return output->in_run || output->is_apart;
}

static void make_path(struct rt_output *output)
{
    output->path[0] = 0;
    if (output->pattern[0] != '/')
        add(output, output->folder);
    for (const char *at = output->pattern; *at; at++)
        if (!output->is_plain && *at == '%' && at[1]) {
            /* What %LETTER stands for; an unknown one stands for itself. */
            char letter = *++at;
            char name[PATH_BYTES];
            const char itself[3] = {'%', letter, 0};
            name[0] = 0;
            if (letter == 'p')
                add_pid(output);
            else if (letter == 't')
                text_add_number(output->path, sizeof output->path, output->start_ns / NS_PER_SEC);
            else if (letter == 'r' && output->rank)
                add(output, output->rank);
            else if (letter == 'r')
                add_pid(output);
            else if (letter == 'h' && sys_host(name, sizeof name))
                add(output, name);
            else if (letter == 'e' && sys_program(name, sizeof name))
                add(output, text_base(name));
            else
                add(output, letter == '%' ? "%" : itself);
        } else
            add(output, (const char[2]){*at, 0});
    if (output->is_apart) {
        add(output, ".d/");
        add(output, output->run);
    }
    if (is_other(output)) {
        add(output, ".");
        /* HOST.PID; without a host processes of two machines may meet. */
        char host[HOST_BYTES];
        if (sys_host(host, sizeof host)) {
            add(output, host);
            add(output, ".");
        }
        add_pid(output);
    } else if (output->with_pid) {
        add(output, ".");
        add_pid(output);
    }
    if (output->number > 1) {
        add(output, "-");
        text_add_number(output->path, sizeof output->path, output->number);
    }
}

/* A run that this process begins is called SECONDS-PID. */
static void name_run(struct rt_output *output, const char *run)
{
    output->run[0] = 0;
    text_add(output->run, sizeof output->run, run);
    if (run[0])
        return;
    text_add_number(output->run, sizeof output->run, output->start_ns / NS_PER_SEC);
    text_add(output->run, sizeof output->run, "-");
    text_add_number(output->run, sizeof output->run, (uint64_t)sys_pid());
}

void output_init(struct rt_output *output, const struct output_wish *wish)
{
    const char *pattern = wish->pattern[0] ? wish->pattern : wish->prefix;
    output->folder[0] = output->pattern[0] = 0;
    if (sys_folder(output->folder, sizeof output->folder))
        text_add(output->folder, sizeof output->folder, "/");
    output->is_plain = !wish->pattern[0];
    output->with_pid = !wish->pattern[0] && wish->prefix;
    output->in_run = output->with_pid && wish->run[0];
    text_add(output->pattern, sizeof output->pattern, pattern ? pattern : "gmon.out");
    output->number = 1;
    output->rank = wish->rank;
    output->start_ns = sys_clock_ns(CLOCK_REALTIME);
    name_run(output, wish->run);
    make_path(output);
}

static bool names_pid(const struct rt_output *output)
{
    for (const char *at = output->pattern; !output->is_plain && *at; at++)
        if (at[0] == '%' && at[1] && *++at == 'p')
            return true;
    return false;
}

/* Then a file that bears the name already is of an earlier process with the same id. */
static bool has_pid(const struct rt_output *output)
{
    return output->is_apart || output->with_pid || names_pid(output);
}

static void rename_process(struct rt_output *output, bool is_apart)
{
    output->is_apart = is_apart;
    output->number = 1;
    output->is_taken = false;
    make_path(output);
}

static bool is_device(const char *path)
{
    mode_t mode = sys_mode(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW);
    return S_ISCHR(mode) || S_ISBLK(mode);
}

void output_forked(struct rt_output *output)
{
    rename_process(output, !output->with_pid && !names_pid(output) && !is_device(output->path));
}

void output_set_apart(struct rt_output *output, bool is_apart)
{
    if (output->is_apart != is_apart && !output->with_pid && !names_pid(output) &&
        !is_device(output->path))
        rename_process(output, is_apart);
}

void output_join(struct rt_output *output, const char *run)
{
    if (!output->in_run)
        name_run(output, run);
    make_path(output);
}

/* The clock of files is that of the last tick, and they are ours if we have written them. */
bool output_is_of_others(const struct rt_output *output)
{
    enum { TICK_NS = 20000000 };
    return !output->is_taken && !has_pid(output) &&
           sys_file_ns(output->path) + TICK_NS > output->start_ns;
}

/* ---- the folder ---- */

static void mark(const char *path, const struct rt_output *output, mode_t mode)
{
    int fd = sys_open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (fd < 0)
        return;
    char line[RUN_BYTES + 32] = {0};
    text_add(line, sizeof line, "gptui-run 1\nrun ");
    text_add(line, sizeof line, output->run);
    text_add(line, sizeof line, "\n");
    sys_write_all(fd, line, text_length(line));
    sys_close(fd);
}

/* The path of the folder of further processes, without a slash at the end. */
static void folder_of(const struct rt_output *output, char *room, size_t bytes)
{
    size_t n =
        is_other(output) ? text_length(output->path) - text_length(text_base(output->path)) : bytes;
    room[0] = 0;
    text_add(room, n < bytes ? n : bytes, output->path);
    text_add(room, bytes, is_other(output) ? "" : ".d");
}

void output_kept_path(const struct rt_output *output, unsigned number, char *to, size_t bytes)
{
    char host[HOST_BYTES];
    folder_of(output, to, bytes);
    text_add(to, bytes, "/");
    text_add(to, bytes, output->run);
    text_add(to, bytes, ".");
    text_add(to, bytes, sys_host(host, sizeof host) ? host : "");
    text_add(to, bytes, ".");
    text_add_number(to, bytes, (uint64_t)sys_pid());
    text_add(to, bytes, "-");
    text_add_number(to, bytes, number);
    text_add(to, bytes, ".keep");
}

void output_make_folder(struct rt_output *output, bool is_private, char *room, size_t bytes)
{
    if (output->in_run)
        return;
    folder_of(output, room, bytes);
    if (sys_make_folder(room, is_private ? 0700 : 0777) != 0)
        return;
    output->has_made = true;
    text_add(room, bytes, marker);
    mark(room, output, is_private ? 0600 : 0666);
}

/* Is only the marker there? */
static bool is_empty(const char *folder)
{
    _Alignas(8) char list[512];
    const int fd = sys_open(folder, O_RDONLY | O_DIRECTORY, 0);
    const ssize_t n = fd < 0 ? -1 : sys_list(fd, list, sizeof list);
    bool is = n > 0;
    for (ssize_t at = 0; is && at < n;) {
        const struct sys_entry *entry = (const void *)(list + at);
        const char *name = sys_entry_name(entry);
        is = text_equal(name, ".") || text_equal(name, "..") || text_equal(name, marker + 1);
        at += entry->bytes;
    }
    if (fd >= 0)
        sys_close(fd);
    return is;
}

void output_remove_folder(struct rt_output *output, char *folder, size_t bytes)
{
    const size_t n = text_length(folder);
    if (!output->has_made || !is_empty(folder))
        return;
    text_add(folder, bytes, marker);
    sys_unlink(folder);
    folder[n] = 0;
    sys_remove_folder(folder);
    output->has_made = false;
}

/* ---- one file ---- */

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
    int failed = S_ISREG(sys_mode(fd, "", AT_EMPTY_PATH)) ? -EEXIST : sys_make_blocking(fd);
    if (failed < 0)
        sys_close(fd);
    return failed < 0 ? failed : fd;
}

bool output_is_in_place(const char *path)
{
    mode_t mode = sys_mode(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW);
    return mode && !S_ISREG(mode) && !S_ISLNK(mode);
}

static void flush(struct writer *w)
{
    if (!w->error)
        w->error = sys_write_all(w->fd, w->bytes, w->n_bytes);
    w->n_bytes = 0;
}

/* The last byte is written by what follows, so that the file gets its length. */
static bool skip(struct writer *w, size_t bytes)
{
    enum { HOLE_BYTES = 1 << 16 };
    if (bytes < HOLE_BYTES || w->in_place)
        return false;
    flush(w);
    return !w->error && sys_skip(w->fd, bytes - 1) == 0;
}

static void put_bytes(struct unite_sink *sink, const void *p, size_t n)
{
    struct writer *w = (struct writer *)sink;
    const char *from = p;
    w->all.bytes += n;
    w->all.check = unite_check(w->all.check, p, n);
    if (!from && skip(w, n))
        n = 1;
    while (n-- > 0) {
        if (w->n_bytes == sizeof w->bytes)
            flush(w);
        w->bytes[w->n_bytes++] = from ? *from++ : 0;
    }
}

void writer_open(struct writer *w, const char *path, bool is_private)
{
    w->path = path;
    w->sink.put = put_bytes;
    w->n_bytes = 0;
    w->all = (struct unite_profile){0, UNITE_CHECK_BEGIN};
    w->in_place = output_is_in_place(path);
    if (!w->in_place)
        w->fd = open_beside(w, is_private ? 0600 : 0666);
    else
        w->fd = is_private ? -EEXIST : open_in_place(path);
    w->error = w->fd < 0 ? -w->fd : 0;
}

static int publish(struct writer *w, struct rt_output *names)
{
    int failed = 0;
    if (!names || names->is_taken || !has_pid(names)) {
        failed = sys_rename(w->beside, w->path);
        if (names && !failed)
            names->is_taken = true;
        return failed;
    }
    while ((failed = sys_rename_new(w->beside, w->path)) == -EEXIST &&
           names->number < NUMBER_MOST) {
        names->number++;
        make_path(names);
    }
    names->is_taken = !failed;
    return failed;
}

bool writer_close(struct writer *w, struct rt_output *names)
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
