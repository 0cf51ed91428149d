/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/runtime_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/keep.h"
#include "core/load/join/run_groups.h"
#include "core/load/join/run_info.h"

static const char ending[] = ".info", kept_ending[] = ".keep", wait_ending[] = ".wait",
                  folder_ending[] = ".d", marker[] = "gptui-run";

/* ---- companions ---- */

struct operand_path {
    const char *path;
    size_t at; /* its number */
};

struct dropping {
    const char *const *paths; /* n_paths */
    size_t n_paths;
    struct operand_path *named; /* n of them that may be companions, ascending by path */
    size_t n;
    bool *gone; /* by number */
    struct err *e;
};

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct operand_path *)a)->path, ((const struct operand_path *)b)->path);
}

static void drop(struct dropping *d, const char *path)
{
    const struct operand_path key = {.path = path};
    struct operand_path *there = bsearch(&key, d->named, d->n, sizeof key, compare);
    /* A path may be there more than once. */
    while (there && there > d->named && strcmp(there[-1].path, path) == 0)
        there--;
    for (; there && there < d->named + d->n && strcmp(there->path, path) == 0; there++)
        d->gone[there->at] = true;
}

/* Drop the profiles of libraries, which lie beside the text, and what threads waited there and in
 * the program. */
static bool drop_listed(struct dropping *d, const struct run_info *info)
{
    struct text path = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < info->n_images; i++) {
        text_clear(&path);
        if (i > 0 && run_info_file(info, i, &path))
            drop(d, text_z(&path));
        text_clear(&path);
        if (run_info_waits(info, i, &path))
            drop(d, text_z(&path));
        ok = !path.failed;
    }
    text_release(&path);
    return ok || err_memory(d->e, 0);
}

/* Drop what the text STEM.info lists; *is_one: it is a text of ours. */
static bool drop_by_text(struct dropping *d, const char *stem, bool *is_one)
{
    struct run_info info;
    struct err why = ERR_INIT;
    bool ok = run_info_read_text(stem, source_owner(stem), &info, &why);
    *is_one = (ok && info.n_images > 0) || why.code == ERR_OWNER || why.code == ERR_LIMIT;
    if (ok && info.n_images > 0) {
        ok = drop_listed(d, &info);
    } else if (!ok && why.code == ERR_MEMORY) {
        *d->e = why;
    } else {
        ok = true;
    }
    run_info_release(&info);
    return ok;
}

/* Drop a path with an ending, if there is one without it, too. */
static bool drop_with(struct dropping *d, const struct operand_path *path, const char *with)
{
    size_t n = strlen(path->path) - strlen(with);
    char *file = mem_text(path->path, n);
    if (!file)
        return err_memory(d->e, n);
    bool found = false;
    for (size_t i = 0; i < d->n_paths && !found; i++)
        found = strcmp(d->paths[i], file) == 0;
    d->gone[path->at] |= found;
    free(file);
    return true;
}

/* Whether a path comes before all that begin with `stem`, of n bytes, and a point. */
static bool is_before(const char *path, const char *stem, size_t n)
{
    int order = strncmp(path, stem, n);
    return order < 0 || (order == 0 && (unsigned char)path[n] < '.');
}

/* Could one of the paths be a companion of this one? They begin as it does, and a point. */
static bool leads_others(const struct dropping *d, const char *path)
{
    size_t n = strlen(path), lo = 0, hi = d->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (is_before(d->named[mid].path, path, n))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < d->n && strncmp(d->named[lo].path, path, n) == 0 && d->named[lo].path[n] == '.';
}

static bool drop_named(struct dropping *d, const struct operand_path *named)
{
    d->gone[named->at] |= strcmp(path_base(named->path), marker) == 0;
    if (text_ends_in(named->path, ending)) {
        char *stem = mem_text(named->path, strlen(named->path) - (sizeof ending - 1));
        bool is_one, ok = (stem || err_memory(d->e, 0)) && drop_by_text(d, stem, &is_one);
        if (ok)
            d->gone[named->at] |= is_one;
        free(stem);
        return ok;
    }
    if (text_ends_in(named->path, wait_ending))
        return drop_with(d, named, wait_ending);
    return !text_ends_in(named->path, folder_ending) || !run_folder_is(named->path) ||
           drop_with(d, named, folder_ending);
}

static void keep(struct words *w, size_t first, const bool *gone)
{
    size_t kept = first, n = w->n - first;
    for (size_t i = 0; i < n; i++)
        if (!gone[i])
            w->p[kept++] = w->p[first + i];
    if (kept > first)
        w->n = kept;
}

/* Sort those out that may be companions. Often that is none: millions of names take no memory. */
static bool list_named(struct dropping *d)
{
    size_t cap = 0;
    for (size_t i = 0; i < d->n_paths; i++) {
        /* Could it be left out, or lead to what is? Names of companions go on after a point. */
        const char *base = path_base(d->paths[i]);
        if (!*base || (!strchr(base + 1, '.') && strcmp(base, marker) != 0))
            continue;
        if (!mem_grow(&d->named, &cap, d->n + 1, sizeof *d->named))
            return err_memory(d->e, sizeof *d->named);
        d->named[d->n++] = (struct operand_path){d->paths[i], i};
    }
    if (d->n)
        qsort(d->named, d->n, sizeof *d->named, compare);
    return true;
}

bool companions_drop(struct words *w, size_t first, struct err *e)
{
    struct dropping d = {.paths = w->p + first, .n_paths = w->n - first, .e = e};
    bool ok = list_named(&d);
    if (ok && d.n) {
        d.gone = mem_array(d.n_paths, sizeof *d.gone);
        ok = d.gone || err_memory(e, d.n_paths);
    }
    for (size_t i = 0; ok && i < d.n; i++)
        ok = drop_named(&d, &d.named[i]);
    for (size_t i = 0; ok && d.n && i < d.n_paths; i++) {
        bool is_text, again = i > 0 && strcmp(d.paths[i], d.paths[i - 1]) == 0;
        ok = again || !leads_others(&d, d.paths[i]) || drop_by_text(&d, d.paths[i], &is_text);
    }
    if (ok && d.n)
        keep(w, first, d.gone);
    free(d.gone);
    free(d.named);
    return ok;
}

/* ---- folders of runs ---- */

static bool is_regular(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* FOLDER/NAME in the arena. */
static const char *join(struct words *w, const char *folder, const char *name, struct err *e)
{
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = arena_alloc(&w->text, room, 1);
    if (path)
        snprintf(path, room, "%s/%s", folder, name);
    else
        err_memory(e, room);
    return path;
}

/* False if it is not there. */
static bool is_newer(const char *path, const char *other)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_mtime >= b.st_mtime;
}

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
    is_one = is_one && is_regular(text_z(&t)) && !t.failed;
    text_release(&t);
    return is_one;
}

/* Ask the first file of counts in the folder, if there is any: of a run that ended before it could
 * write a text. */
static bool find_kept_program(struct words *w, const char *folder, char **program, struct err *e)
{
    DIR *d = opendir(folder);
    bool ok = true;
    for (const struct dirent *entry; ok && d && !*program && (entry = readdir(d));) {
        if (!text_ends_in(entry->d_name, kept_ending))
            continue;
        const char *path = join(w, folder, entry->d_name, e);
        struct kept_about about = {0};
        ok = path && (!is_regular(path) || gmon_kept_about(path, &about, e));
        *program = about.program;
    }
    if (d)
        closedir(d);
    return ok;
}

/* The program that weighs most; *program is malloc'ed, NULL: no text names any. */
static bool find_heaviest(const char *folder, char **program, struct err *e)
{
    struct run_groups groups;
    struct err why = ERR_INIT;
    *program = NULL;
    if (!run_groups_read(&groups, folder, "", &why))
        return why.code != ERR_MEMORY || err_memory(e, 0);
    const char *found = groups.n ? groups.groups[0].processes->program : NULL;
    *program = found ? mem_text(found, strlen(found)) : NULL;
    run_groups_release(&groups);
    return *program || !found || err_memory(e, 0);
}

const char *run_folder_program(struct words *w, const char *folder, struct err *e)
{
    char *program = NULL;
    const char *path = arena_text(&w->text, folder, without_slashes(folder)), *copy = NULL;
    if (!path)
        err_memory(e, 0);
    else if (find_heaviest(path, &program, e) &&
             (program || find_kept_program(w, path, &program, e)) && program &&
             !(copy = arena_text(&w->text, program, strlen(program))))
        err_memory(e, 0);
    free(program);
    return copy;
}

static bool is_same_program(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) == 0 && stat(b, &y) == 0)
        return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    return strcmp(path_base(a), path_base(b)) == 0;
}

/* What is wanted of the other processes of a run. */
struct wanted {
    const char *program;
    char *run;   /* that of FILE; NULL: not known. malloc'ed */
    bool is_job; /* the ranks of that run wrote FILE together */
    bool of_run; /* nothing of other runs */
    bool late;   /* only what the job's ranks counted after MPI_Finalize */
    struct run_folder_rest *rest;
};

/* Read which run the profile FILE.d/profile.info is of. */
static bool find_run(const char *folder, struct wanted *want, struct err *e)
{
    struct text stem = {0};
    struct run_info info = {0};
    struct err why = ERR_INIT;
    text_printf(&stem, "%s/profile", folder);
    const char *z = text_z(&stem);
    bool ok = !stem.failed && run_info_read_text(z, source_owner(z), &info, &why);
    bool is_known = ok && info.id;
    want->run = is_known ? mem_text(info.id, strlen(info.id)) : NULL;
    want->is_job = is_known && info.n_runs > 0;
    ok = !stem.failed && why.code != ERR_MEMORY && (want->run || !is_known);
    run_info_release(&info);
    text_release(&stem);
    return ok || err_memory(e, 0);
}

/* Is PATH.keep what the process kept that began then? */
static bool is_kept_of(const char *path, uint64_t began_ns, bool *is, struct err *e)
{
    struct text kept = {0};
    struct kept_about about = {0};
    text_printf(&kept, "%s%s", path, kept_ending);
    const char *z = text_z(&kept);
    bool ok = kept.failed ? err_memory(e, 0) : !is_regular(z) || gmon_kept_about(z, &about, e);
    *is = about.program && about.began_ns == began_ns;
    free(about.program);
    text_release(&kept);
    return ok;
}

/* Has the process that wrote a dump, whose text is STEM.info, kept its counts, too? These are
 * newer, then: a process removes them when it writes its last dump. *has is set. */
static bool find_newer_kept(const struct run_info *info, bool *has, struct err *e)
{
    struct text path = {0};
    *has = false;
    if (!info->began_ns || !is_kept_of(info->stem, info->began_ns, has, e))
        return !info->began_ns;
    if (*has || !info->id || !info->host || !info->pid)
        return true;
    text_add(&path, info->stem, (size_t)(path_base(info->stem) - info->stem));
    text_printf(&path, "%s.%s.%llu", info->id, info->host, (unsigned long long)info->pid);
    const char *z = text_z(&path);
    bool ok = path.failed ? err_memory(e, 0) : is_kept_of(z, info->began_ns, has, e);
    text_release(&path);
    return ok;
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
static bool is_passed_over(const struct wanted *want, const struct run_info *info)
{
    bool is_of_job = want->is_job && info->id && strcmp(info->id, want->run) == 0;
    if (want->late)
        return !is_of_job || !info->is_after;
    return is_of_job && info->rank && info->n_runs == 0 && !info->is_after;
}

/* The profile STEM of another process, if a text goes with it. */
static bool add_process(struct words *w, const char *stem, struct wanted *want, struct err *e)
{
    struct run_info info = {0};
    struct err why = ERR_INIT;
    bool passed = false;
    if (!is_regular(stem))
        return true;
    bool is_there = run_info_read_text(stem, source_owner(stem), &info, &why);
    bool ok = !is_there || find_newer_kept(&info, &passed, e);
    passed |= is_there && is_passed_over(want, &info);
    bool fits =
        is_there && info.n_images > 0 && is_same_program(info.images[0].path, want->program);
    /* Another run's process left it, as far as its text says; ranks begin by themselves. */
    bool foreign = fits && !passed && want->of_run && want->run && info.id && !info.rank &&
                   !is_of_run(want, info.id, strlen(info.id));
    run_info_release(&info);
    if (!ok || why.code == ERR_MEMORY)
        return err_memory(e, 0);
    want->rest->n_of_others += !fits && !passed;
    want->rest->n_of_runs += foreign;
    passed |= foreign;
    return !fits || passed || words_add(w, stem) || err_memory(e, 0);
}

/* Older runtimes do not say which process it was. */
static bool is_written(const char *kept, const struct kept_about *about, bool *is, struct err *e)
{
    struct text info = {0};
    text_add(&info, kept, strlen(kept) - (sizeof kept_ending - 1));
    text_str(&info, ending);
    *is = about->began_ns == 0 && is_newer(text_z(&info), kept);
    bool ok = !info.failed || err_memory(e, 0);
    text_release(&info);
    return ok;
}

/* What a process kept that could not write its profile any more. */
static bool add_kept(struct words *w, const char *path, struct wanted *want, struct err *e)
{
    struct kept_about about = {0};
    bool is_old = false;
    if (!is_regular(path))
        return true;
    bool ok = gmon_kept_about(path, &about, e) && is_written(path, &about, &is_old, e);
    bool fits = ok && about.program && is_same_program(about.program, want->program);
    const char *name = path_base(path); /* RUN.HOST.PID.keep or profile.keep */
    bool foreign = fits && !is_old && !about.is_rank && want->of_run && want->run &&
                   strcmp(name, "profile.keep") != 0 && !is_of_run(want, name, strcspn(name, "."));
    want->rest->n_of_others += ok && !fits && !is_old;
    want->rest->n_of_runs += foreign;
    free(about.program);
    return ok && (!fits || is_old || foreign || words_add(w, path) || err_memory(e, 0));
}

static bool add_entry(struct words *w, const char *folder, const char *name, struct wanted *want,
                      struct err *e)
{
    bool is_kept = text_ends_in(name, kept_ending);
    if (!is_kept && (!text_ends_in(name, ending) || strcmp(name, "profile.info") == 0))
        return true;
    const char *path = join(w, folder, name, e);
    if (!path)
        return false;
    if (is_kept)
        return want->late || add_kept(w, path, want, e);
    size_t n_stem = strlen(path) - (sizeof ending - 1);
    const char *stem = arena_text(&w->text, path, n_stem);
    return (stem || err_memory(e, 0)) && add_process(w, stem, want, e);
}

static bool add_entries(struct words *w, DIR *d, const char *folder, struct wanted *want,
                        struct err *e)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(d);
        if (!entry)
            return errno == 0 || err_sys(e, ERR_READ, folder, errno);
        if (!add_entry(w, folder, entry->d_name, want, e))
            return false;
    }
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_wanted(struct words *w, const char *folder, struct wanted *want, struct err *e)
{
    size_t first = w->n;
    DIR *d = opendir(folder);
    if (!d)
        return err_sys(e, ERR_OPEN, folder, errno);
    bool ok = add_entries(w, d, folder, want, e);
    closedir(d);
    if (ok)
        qsort(w->p + first, w->n - first, sizeof *w->p, by_path);
    return ok;
}

bool late_files_add(struct words *w, const char *profile, const char *program, struct err *e)
{
    struct run_folder_rest ignored = {0};
    struct wanted want = {.program = program, .late = true, .rest = &ignored};
    struct text folder = {0}, runs = {0};
    text_printf(&folder, "%s%s", profile, folder_ending);
    text_printf(&runs, "%s/runs", text_z(&folder));
    bool ok = (!folder.failed && !runs.failed) || err_memory(e, 0);
    if (ok && is_regular(text_z(&runs)))
        ok = find_run(folder.p, &want, e) && (!want.is_job || add_wanted(w, folder.p, &want, e));
    free(want.run);
    text_release(&folder);
    text_release(&runs);
    return ok;
}

/* Did the program write the profile that the folder is of, as far as its text says? *is_old: what
 * it kept is newer. */
static bool is_main_of(struct words *w, const char *folder, const char *program, bool *is_one,
                       bool *is_old, struct err *e)
{
    struct run_info info = {0};
    struct err why = ERR_INIT;
    const char *stem = join(w, folder, "profile", e);
    bool is_there = stem && run_info_read_text(stem, source_owner(stem), &info, &why);
    bool is_known = is_there && info.n_images > 0;
    *is_old = false;
    *is_one = !is_known || is_same_program(info.images[0].path, program);
    bool ok = stem && (why.code != ERR_MEMORY || err_memory(e, 0)) &&
              (!is_known || find_newer_kept(&info, is_old, e));
    run_info_release(&info);
    return ok;
}

static bool add_main(struct words *w, const char *folder, const char *program,
                     struct run_folder_rest *rest, struct err *e)
{
    bool is_one, is_old;
    size_t n = without_slashes(folder) - (sizeof folder_ending - 1);
    const char *profile = arena_text(&w->text, folder, n);
    if (!profile)
        return err_memory(e, n);
    if (!is_main_of(w, folder, program, &is_one, &is_old, e))
        return false;
    if (!is_regular(profile) || is_old)
        return true;
    rest->n_of_others += !is_one;
    return !is_one || words_add(w, profile) || err_memory(e, 0);
}

bool run_folder_add(struct words *w, const char *folder, const char *program,
                    struct run_folder_rest *rest, struct err *e)
{
    size_t first = w->n;
    struct wanted want = {.program = program, .of_run = true, .rest = rest};
    bool ok = add_main(w, folder, program, rest, e) && find_run(folder, &want, e) &&
              add_wanted(w, folder, &want, e);
    free(want.run);
    if (ok && w->n == first)
        return err_what(e, ERR_SPEC, NULL, "no profile of this program is in this folder", folder);
    return ok;
}
