/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/load/file/image_file.h"
#include "core/load/gmon/gmon.h"
#include "core/load/run/groups.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/view/message.h"

static const char ending[] = RUN_ENDING, folder_ending[] = ".d", marker[] = "gptui-run";

/* ---- companions ---- */

static int by_path(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

size_t companion_stem(const char *path)
{
    const size_t n = strlen(path);
    if (text_ends_in(path, ending) && run_is_at(path))
        return n - (sizeof ending - 1);
    return text_ends_in(path, folder_ending) && run_folder_is(path) ? n - (sizeof folder_ending - 1)
                                                                    : 0;
}

/* Is PROFILE, the first n bytes of path, among n_paths sorted ones? */
static bool is_named(const char *path, size_t n, const char **paths, size_t n_paths)
{
    char *profile = mem_text(path, n);
    bool is = bsearch(&profile, paths, n_paths, sizeof *paths, by_path);
    free(profile);
    return is;
}

/* Take companions out of the paths from number `first` on, unless nothing else would stay: FILE.run
 * and FILE.d if FILE is among the paths, too, and marks of folders. A file of another kind is no
 * companion, whatever its name. Often there
 * is no companion: millions of names take no memory then. */
static void companions_drop(struct words *w, size_t first)
{
    const size_t n_paths = w->n - first;
    const char **sorted = NULL, **paths = n_paths ? w->p + first : NULL;
    size_t kept = 0;
    for (size_t i = 0; i < n_paths; i++) {
        const char *path = paths[i];
        const size_t n = companion_stem(path);
        if (n > 0 && !sorted) {
            sorted = mem_array_raw(n_paths, sizeof *sorted);
            memcpy(sorted, paths, n_paths * sizeof *sorted);
            qsort(sorted, n_paths, sizeof *sorted, by_path);
        }
        if (strcmp(path_base(path), marker) != 0 && (n == 0 || !is_named(path, n, sorted, n_paths)))
            paths[kept++] = path;
    }
    free(sorted);
    if (kept > 0)
        w->n = first + kept;
}

/* ---- folders of runs ---- */

static size_t without_slashes(const char *folder)
{
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/')
        n--;
    return n;
}

bool run_folder_is(const char *path)
{
    struct text t = {0};
    size_t n = without_slashes(path);
    text_add(&t, path, n);
    bool is_one = text_ends_in(text_z(&t), folder_ending);
    text_printf(&t, "/%s", marker);
    is_one = is_one && path_is_regular(text_z(&t));
    text_release(&t);
    return is_one;
}

void run_finish(const char *path, const char *program, struct text *warnings)
{
    struct text folder = {0};
    struct kept_left left = {0};
    text_add(&folder, path, without_slashes(path));
    if (!run_folder_is(text_z(&folder)))
        text_str(&folder, folder_ending);
    const char *z = text_z(&folder);
    kept_finish(z, &left);
    message_kept_left(z, &left, program, warnings);
    free(left.why);
    if (left.n_done > 0)
        kept_remove_folder(z);
    text_release(&folder);
}

/* The run of a profile, all zero if there is none that can be read. */
static void read_run(const char *profile, struct run *out)
{
    struct err why = ERR_INIT;
    char *path = text_format("%s%s", profile, ending);
    if (!run_read_file(path, source_owner(path), out, &why))
        *out = (struct run){0};
    err_need_memory(&why);
    free(path);
}

const char *run_folder_program(struct words *w, const char *folder)
{
    struct run_groups groups;
    struct err why = ERR_INIT;
    if (!run_groups_read(&groups, arena_text(&w->text, folder, without_slashes(folder)), "",
                         &why)) {
        err_need_memory(&why);
        return NULL;
    }
    const char *found = groups.n ? groups.groups[0].processes->program : NULL;
    found = found ? arena_text(&w->text, found, strlen(found)) : NULL;
    run_groups_release(&groups);
    return found;
}

static bool is_same_program(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) == 0 && stat(b, &y) == 0)
        return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    return strcmp(path_base(a), path_base(b)) == 0;
}

/* How many profiles of a folder are not taken. */
struct run_folder_rest {
    size_t n_of_others; /* of other programs */
    size_t n_of_runs;   /* of the program, but of other runs than that which wrote FILE */
};

/* What is wanted of the other processes of a run. */
struct wanted {
    const char *program;
    char *run;   /* that of FILE; NULL: not known. malloc'ed */
    bool is_job; /* the ranks of that run wrote FILE together */
    bool of_run; /* nothing of other runs */
    bool late;   /* only what the job's ranks counted after MPI_Finalize */
    struct run_folder_rest *rest;
};

/* Read which run FILE is of. */
static void find_run(const char *file, struct wanted *want)
{
    struct run run = {0};
    read_run(file, &run);
    want->run = run.id ? mem_text(run.id, strlen(run.id)) : NULL;
    want->is_job = run.n_runs > 0;
    run_release(&run);
}

/* The process that began a run called SECONDS-PID, or SECONDS-PID-N if a series is of N runs; NULL:
 * its name is another one. *n bytes. */
static const char *beginner(const char *run, size_t *n)
{
    static const char digits[] = "0123456789";
    size_t n_seconds = strspn(run, digits);
    const char *pid = run[n_seconds] == '-' ? run + n_seconds + 1 : run + n_seconds;
    *n = strspn(pid, digits);
    return n_seconds && *n && (!pid[*n] || pid[*n] == '-' || pid[*n] == '.') ? pid : NULL;
}

/* What a process becomes by exec is another run with the same process id, unless gptui record or
 * the ranks of a job gave it a name. */
static bool is_of_run(const struct wanted *want, const char *run, size_t n)
{
    size_t n_a, n_b;
    const char *a = beginner(want->run, &n_a), *b = beginner(run, &n_b);
    return a && b ? n_a == n_b && memcmp(a, b, n_a) == 0
                  : strlen(want->run) == n && memcmp(want->run, run, n) == 0;
}

/* Is it in FILE already, or not wanted for another reason than its program? */
static bool is_passed_over(const struct wanted *want, const struct run *run)
{
    bool is_of_job = want->is_job && run->id && strcmp(run->id, want->run) == 0;
    if (want->late)
        return !is_of_job || !run->is_after;
    return is_of_job && run->rank != UNITE_NO_RANK && run->n_runs == 0 && !run->is_after;
}

/* The profile of another process, if it is known which. */
static void add_process(struct words *w, const char *profile, struct wanted *want)
{
    struct run run = {0};
    if (path_is_regular(profile))
        read_run(profile, &run);
    if (run.n_images == 0)
        return;
    bool passed = is_passed_over(want, &run);
    bool fits = is_same_program(run.images[0].path, want->program);
    /* Another run's process left it, as far as it says; ranks begin by themselves. */
    bool foreign = fits && !passed && want->of_run && want->run && run.id &&
                   run.rank == UNITE_NO_RANK && !is_of_run(want, run.id, strlen(run.id));
    run_release(&run);
    want->rest->n_of_others += !fits && !passed;
    want->rest->n_of_runs += foreign;
    if (fits && !passed && !foreign)
        words_add(w, profile);
}

static void add_entry(struct words *w, const char *folder, const char *name, struct wanted *want)
{
    if (name[0] == '.' || !text_ends_in(name, ending))
        return; /* what was put aside is of another run */
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = arena_alloc(&w->text, room, 1);
    snprintf(path, room, "%s/%s", folder, name);
    path[room - sizeof ending] = '\0';
    add_process(w, path, want);
}

static bool add_wanted(struct words *w, const char *folder, struct wanted *want, struct err *e)
{
    size_t first = w->n;
    DIR *d = opendir(folder);
    if (!d)
        return err_sys(e, ERR_OPEN, folder, errno);
    const struct dirent *entry;
    for (errno = 0; (entry = readdir(d)); errno = 0)
        add_entry(w, folder, entry->d_name, want);
    bool ok = errno == 0 || err_sys(e, ERR_READ, folder, errno);
    closedir(d);
    if (ok && w->n > first)
        qsort(w->p + first, w->n - first, sizeof *w->p, by_path);
    return ok;
}

bool late_files_add(struct words *w, const char *profile, const char *program, struct err *e)
{
    struct run_folder_rest ignored = {0};
    struct wanted want = {.program = program, .late = true, .rest = &ignored};
    char *folder = text_format("%s%s", profile, folder_ending);
    bool ok = true;
    if (run_folder_is(folder))
        find_run(profile, &want);
    if (want.is_job)
        ok = add_wanted(w, folder, &want, e);
    free(want.run);
    free(folder);
    return ok;
}

/* FILE, unless another program wrote it. */
static void add_main(struct words *w, const char *profile, const struct wanted *want)
{
    struct run run = {0};
    read_run(profile, &run);
    bool is_one = run.n_images == 0 || is_same_program(run.images[0].path, want->program);
    run_release(&run);
    if (!path_is_regular(profile))
        return;
    want->rest->n_of_others += !is_one;
    if (is_one)
        words_add(w, profile);
}

/* Append the profiles of the run: that which the folder is of, and those of its other processes, in
 * the order of their names. Only what is known to be of `program` and of that run is taken; how
 * many are not is added to *rest. Fails with ERR_OPEN and ERR_READ (the folder), and with ERR_SPEC
 * if there is none. */
static bool run_folder_add(struct words *w, const char *folder, const char *program,
                           struct run_folder_rest *rest, struct err *e)
{
    const size_t first = w->n, n = without_slashes(folder) - (sizeof folder_ending - 1);
    struct wanted want = {.program = program, .of_run = true, .rest = rest};
    const char *profile = arena_text(&w->text, folder, n);
    add_main(w, profile, &want);
    find_run(profile, &want);
    bool ok = add_wanted(w, folder, &want, e);
    free(want.run);
    if (ok && w->n == first)
        return err_what(e, ERR_SPEC, NULL, "no profile of this program is in this folder", folder);
    return ok;
}

/* ---- patterns ---- */

static bool add_matches(struct words *w, const char *word, const glob_t *found, struct err *e)
{
    size_t first = w->n;
    for (size_t i = 0; i < found->gl_pathc; i++) {
        const char *path = found->gl_pathv[i];
        if (path_is_regular(path) || run_folder_is(path))
            words_add(w, arena_text(&w->text, path, strlen(path)));
    }
    if (w->n == first)
        return err_what(e, ERR_SPEC, NULL, "matches nothing that is a regular file", word);
    return true;
}

bool inputs_add_word(struct inputs *in, const char *word, struct err *e)
{
    glob_t found = {0};
    struct stat st;
    if (!strpbrk(word, "*?[") || lstat(word, &st) == 0) {
        words_add(&in->files, word);
        return true;
    }
    bool ok;
    switch (glob(word, 0, NULL, &found)) { /* sorted as in the C locale, which is never left */
    case 0:
        ok = add_matches(&in->files, word, &found, e);
        break;
    case GLOB_NOSPACE:
        ok = false;
        break;
    default:
        words_add(&in->files, word);
        ok = true;
    }
    globfree(&found);
    return ok;
}

/* ---- files and folders ---- */

static bool add_run(struct inputs *in, const char *folder, struct err *e)
{
    struct run_folder_rest rest = {0};
    bool ok = run_folder_add(&in->files, folder, in->image, &rest, e);
    if (rest.n_of_others > 0)
        message_left_out_processes(folder, rest.n_of_others, in->program, &in->warnings);
    if (rest.n_of_runs > 0)
        message_left_out_other_runs(folder, rest.n_of_runs, in->program, &in->warnings);
    return ok;
}

enum { FEW = 1000 }; /* files; of more than that nobody asks for a job's late ones */

bool inputs_settle(struct inputs *in, struct err *e)
{
    struct words *w = &in->files;
    companions_drop(w, 0);
    const size_t n = w->n;
    size_t at = 0; /* what comes before stays as it is, for there may be millions */
    while (n > FEW && at < n && !run_folder_is(w->p[at]))
        at++;
    if (at == n)
        return true;
    const char **named = mem_array_raw(n - at, sizeof *named);
    for (size_t i = at; i < n; i++) {
        named[i - at] = w->p[i];
        if (n <= FEW)
            run_finish(w->p[i], in->program, &in->warnings);
    }
    w->n = at;
    bool ok = true;
    for (size_t i = 0; ok && i < n - at; i++)
        if (run_folder_is(named[i]))
            ok = add_run(in, named[i], e);
        else {
            words_add(w, named[i]);
            ok = n > FEW || late_files_add(w, named[i], in->image, e);
        }
    free(named);
    return ok;
}

void inputs_release(struct inputs *in)
{
    words_release(&in->files);
    text_release(&in->warnings);
}
