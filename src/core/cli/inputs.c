/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/inputs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/load/file/image_file.h"
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

/* Take companions out of the paths, unless nothing else would stay: FILE.run and FILE.d if FILE is
 * among the paths, too, and marks of folders. A file of another kind is no companion, whatever its
 * name. Often there is no companion: millions of names take no memory then. */
static void companions_drop(struct words *w)
{
    const char **sorted = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < w->n; i++) {
        const char *path = w->p[i];
        const size_t n = companion_stem(path);
        if (n > 0 && !sorted) {
            sorted = mem_array_raw(w->n, sizeof *sorted);
            memcpy(sorted, w->p, w->n * sizeof *sorted);
            qsort(sorted, w->n, sizeof *sorted, by_path);
        }
        if (strcmp(path_base(path), marker) != 0 && (n == 0 || !is_named(path, n, sorted, w->n)))
            w->p[kept++] = path;
    }
    free(sorted);
    if (kept > 0)
        w->n = kept;
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
static bool is_of_run(const char *run, const char *of)
{
    size_t n_a, n_b;
    const char *a = beginner(of, &n_a), *b = beginner(run, &n_b);
    return a && b ? n_a == n_b && memcmp(a, b, n_a) == 0 : strcmp(of, run) == 0;
}

/* Whose profiles are wanted beside FILE. */
struct wanted {
    const char *program;
    const struct run_process *file; /* NULL: nothing is known of it */
    bool late;                      /* only what the job's ranks counted after MPI_Finalize */
    size_t n_of_others;             /* not taken, as they are of other programs */
    size_t n_of_runs;               /* or of other runs than that which wrote FILE */
};

/* Is a process wanted: of the program, and not in FILE already? Of other runs nothing is, as far as
 * processes say; ranks begin by themselves. */
static bool is_wanted(struct wanted *want, const struct run_process *p)
{
    const char *id = want->file ? want->file->id : NULL;
    const bool is_of_job = want->file && want->file->is_sum && text_same(p->id, id) && id;
    const bool passed = want->late
                            ? !is_of_job || !p->is_after
                            : is_of_job && p->rank != UNITE_NO_RANK && !p->is_sum && !p->is_after;
    const bool fits = is_same_program(p->program, want->program);
    const bool foreign = fits && !passed && !want->late && id && p->id &&
                         p->rank == UNITE_NO_RANK && !is_of_run(p->id, id);
    want->n_of_others += !fits && !passed;
    want->n_of_runs += foreign;
    return fits && !passed && !foreign && path_is_regular(p->profile);
}

/* Append FILE, unless another program wrote it or only late ones are wanted, and the profiles of
 * the folder's other processes, in the order of their names. */
static bool add_processes(struct words *w, const char *folder, struct wanted *want, struct err *e)
{
    struct run_groups all;
    if (!run_groups_read(&all, folder, "", e))
        return false;
    for (size_t i = 0; i < all.n_processes; i++)
        want->file = all.processes[i].is_main ? &all.processes[i] : want->file;
    const char *file = arena_text(&w->text, folder, strlen(folder) - (sizeof folder_ending - 1));
    if (!want->late && path_is_regular(file)) {
        if (!want->file || is_same_program(want->file->program, want->program))
            words_add(w, file);
        else
            want->n_of_others++;
    }
    const size_t first = w->n;
    for (size_t i = 0; i < all.n_processes; i++) {
        const struct run_process *p = &all.processes[i];
        if (p != want->file && is_wanted(want, p))
            words_add(w, arena_text(&w->text, p->profile, strlen(p->profile)));
    }
    if (w->n > first)
        qsort(w->p + first, w->n - first, sizeof *w->p, by_path);
    run_groups_release(&all);
    return true;
}

/* Did the ranks of a job write the profile together? */
static bool is_of_job(const char *profile)
{
    struct run run;
    struct err why = ERR_INIT;
    char *path = text_format("%s%s", profile, ending);
    const bool is = run_read_file(path, source_owner(profile), &run, &why) && run.n_runs > 0;
    err_need_memory(&why);
    run_release(&run);
    free(path);
    return is;
}

bool late_files_add(struct words *w, const char *profile, const char *program, struct err *e)
{
    struct wanted want = {.program = program, .late = true};
    char *folder = text_format("%s%s", profile, folder_ending);
    const bool ok =
        !run_folder_is(folder) || !is_of_job(profile) || add_processes(w, folder, &want, e);
    free(folder);
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
    const int got = glob(word, 0, NULL, &found);
    const bool ok = got == 0 ? add_matches(&in->files, word, &found, e) : got != GLOB_NOSPACE;
    if (ok && got != 0) /* taken as a name, which cannot be opened */
        words_add(&in->files, word);
    globfree(&found);
    return ok;
}

/* ---- files and folders ---- */

/* Append the profiles of the run: that which the folder is of, and those of its other processes, in
 * the order of their names. Only what is known to be of the image and of that run is taken. Fails
 * with ERR_OPEN and ERR_READ (the folder), and with ERR_SPEC if there is none. */
static bool add_run(struct inputs *in, const char *folder, struct err *e)
{
    struct words *w = &in->files;
    struct wanted want = {.program = in->image};
    const size_t first = w->n;
    const char *path = arena_text(&w->text, folder, without_slashes(folder));
    bool ok = add_processes(w, path, &want, e) &&
              (w->n > first ||
               err_what(e, ERR_SPEC, NULL, "no profile of this program is in this folder", folder));
    if (want.n_of_others > 0)
        message_left_out_processes(folder, want.n_of_others, in->program, &in->warnings);
    if (want.n_of_runs > 0)
        message_left_out_other_runs(folder, want.n_of_runs, in->program, &in->warnings);
    return ok;
}

enum { FEW = 1000 }; /* files; of more than that nobody asks for a job's late ones */

bool inputs_settle(struct inputs *in, struct err *e)
{
    struct words *w = &in->files;
    companions_drop(w);
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
