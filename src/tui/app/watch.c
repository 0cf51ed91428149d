/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/watch.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "core/base/clock.h"
#include "core/base/mem.h"
#include "core/load/run/kept.h"

struct file_stamp {
    bool there;
    dev_t dev;
    ino_t ino;
    off_t n_bytes;
    struct timespec changed;
};

static struct file_stamp stamp(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return (struct file_stamp){.there = false};
    return (struct file_stamp){true, st.st_dev, st.st_ino, st.st_size, st.st_mtim};
}

static bool equal(const struct file_stamp *a, const struct file_stamp *b)
{
    return a->there == b->there && a->dev == b->dev && a->ino == b->ino &&
           a->n_bytes == b->n_bytes && a->changed.tv_sec == b->changed.tv_sec &&
           a->changed.tv_nsec == b->changed.tv_nsec;
}

static const char *path_of(const struct watch *w, size_t i)
{
    return i ? w->files[i - 1] : w->image;
}

/* A process that ends as it should removes its file first: one that is there after its process is
 * not will stay. */
static enum watch_state state_of(const struct watch *w)
{
    return !w->held                ? WATCH_FILES
           : kept_goes_on(w->held) ? WATCH_RUNS
           : kept_is_left(w->held) ? WATCH_EARLY
                                   : WATCH_ENDED;
}

void watch_again(struct watch *w)
{
    w->changed = false;
    w->was_last = w->state != WATCH_RUNS;
    for (size_t i = 0; w->read && i <= w->n_files; i++)
        w->read[i] = w->seen[i] = stamp(path_of(w, i));
}

void watch_hold(struct watch *w)
{
    if (w->n_files == 1)
        w->held = kept_hold_run(w->files[0], w->held);
}

void watch_begin(struct watch *w, const char *image, const char *const *files, size_t n_files)
{
    size_t n = n_files + 1;
    *w = (struct watch){.image = image,
                        .files = files,
                        .n_files = n_files,
                        .every_ms = WATCH_MS,
                        .renewed_ms = clock_ms()};
    w->read = mem_array(n, sizeof *w->read);
    w->seen = mem_array(n, sizeof *w->seen);
    for (size_t i = 0; n_files > 1 && i < n_files; i++)
        w->held = kept_hold(files[i], w->held);
    watch_hold(w);
    w->state = state_of(w);
    watch_again(w);
    w->was_last = false;
}

bool watch_look(struct watch *w)
{
    bool changed = false, steady = true;
    if (w->state == WATCH_RUNS)
        w->state = state_of(w);
    if (w->state != WATCH_FILES)
        return !w->was_last;
    for (size_t i = 0; w->read && i <= w->n_files; i++) {
        struct file_stamp now = stamp(path_of(w, i));
        changed |= !equal(&now, &w->read[i]);
        steady &= now.there && equal(&now, &w->seen[i]);
        w->seen[i] = now;
    }
    w->changed = changed && (steady || w->changed);
    return changed && steady;
}

void watch_release(struct watch *w)
{
    kept_let_go(w->held);
    free(w->read);
    free(w->seen);
    *w = (struct watch){0};
}
