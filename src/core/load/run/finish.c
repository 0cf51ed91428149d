/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/finish.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"
#include "unite/put.h"

static const char kept_ending[] = ".keep", folder_ending[] = ".d";

enum { NUMBER_MOST = 10000, WORTH_MS = 100, WORTH_CALLS = 100 };

/* When the process of the pair at `path` began; 0: not known, or there is none. */
static uint64_t began_at(const char *path)
{
    struct text name = {0};
    struct run run = {0};
    struct err ignored = ERR_INIT;
    text_printf(&name, "%s%s", path, RUN_ENDING);
    uint64_t began_ns = 0;
    if (run_read_file(text_z(&name), SOURCE_NO_OWNER, &run, &ignored))
        began_ns = run.began_ns;
    run_release(&run);
    text_release(&name);
    return began_ns;
}

/* May the process take that name for its files: nobody has written there, or itself, or, where any
 * process may, one that began and wrote before it began? */
static bool may_take(const char *path, const struct run *run, bool is_anyones)
{
    struct stat s;
    if (lstat(path, &s) != 0)
        return true;
    const uint64_t began_ns = began_at(path), written_ns = (uint64_t)s.st_mtim.tv_sec * 1000000000 +
                                                           (uint64_t)s.st_mtim.tv_nsec;
    /* The clock of files is that of the last tick: a little early, never late. */
    const bool is_older = began_ns < run->began_ns && written_ns <= run->began_ns;
    return S_ISREG(s.st_mode) && (began_ns == run->began_ns || (is_anyones && is_older));
}

static const char *word_of(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->n_words; i++)
        if (strcmp(run->words[i].name, name) == 0)
            return run->words[i].value;
    return NULL;
}

/* A name from the file, as far as it does not lead out of the folder. */
static const char *plain(const char *name)
{
    return name && !strchr(name, '/') ? name : "";
}

/* FILE, if the process is the one that it is of; else FOLDER/RUN.HOST.PID, or that with a number.
 */
static void find_name(const char *folder, const struct run *run, bool is_first, struct text *out)
{
    const char *file = is_first ? plain(word_of(run, "file")) : "";
    const size_t n = strlen(folder), n_ending = sizeof folder_ending - 1;
    if (*file && text_ends_in(folder, folder_ending)) {
        text_add(out, folder, n - n_ending);
        if (strcmp(path_base(text_z(out)), file) == 0 && may_take(out->p, run, true))
            return;
    }
    for (unsigned number = 1; number <= NUMBER_MOST; number++) {
        text_clear(out);
        text_printf(out, "%s/%s.%s.%llu", folder, plain(run->id), plain(run->host),
                    (unsigned long long)run->pid);
        if (number > 1)
            text_printf(out, "-%u", number);
        if (may_take(text_z(out), run, false))
            break;
    }
}

static bool write_file(const char *path, const void *p, size_t n, struct err *e)
{
    struct file_writer w;
    if (!file_create(&w, path, FILE_REPLACE, e))
        return false;
    if (file_write(&w, p, n, e))
        return file_commit(&w, e);
    file_abort(&w);
    return false;
}

static bool write_pair(const char *path, const struct run *run, const struct kept *k, struct err *e)
{
    struct bytes profile;
    struct text name = {0};
    struct text_sink to;
    if (!run_profile(run, 0, UNITE_TICKS, kept_machine(k), &profile, e))
        return false;
    text_sink_begin(&to);
    unite_put_message(
        &to.sink, &run->message,
        &(struct unite_profile){profile.n, unite_check(UNITE_CHECK_BEGIN, profile.p, profile.n)});
    text_printf(&name, "%s%s", path, RUN_ENDING);
    const bool ok = write_file(path, profile.p, profile.n, e) &&
                    write_file(text_z(&name), to.text.p, to.text.n, e);
    bytes_release(&profile);
    text_release(&to.text);
    text_release(&name);
    return ok;
}

/* A process that counted nothing, and took no time to speak of, is not worth a file: shells, and
 * what they run, would leave many. Nor what a forked child calls on its way to another program. */
static bool is_worth(const struct run *run, bool is_forked)
{
    const struct run_facts *f = &run->facts;
    uint64_t waits_ms = 0;
    for (size_t i = 0; i < N_RUN_WAITS; i++)
        waits_ms += f->wait_ms[i];
    return f->n_calls >= (is_forked ? WORTH_CALLS : 1) || run->n_phases > 0 ||
           waits_ms >= WORTH_MS || f->cpu_ms >= WORTH_MS ||
           f->ticks * 1000 >= WORTH_MS * f->asked_hz;
}

static bool finish_part(const char *folder, struct kept *k, size_t i, struct err *e)
{
    struct unite_message m;
    struct run run = {0};
    struct text path = {0};
    kept_message(k, i, &m);
    bool ok = m.n == 0 || run_of_message(&m, folder, &run, e);
    if (ok && run.n_images > 0 && is_worth(&run, i > 0)) {
        find_name(folder, &run, i == 0, &path);
        ok = write_pair(text_z(&path), &run, k, e);
    }
    text_release(&path);
    run_release(&run);
    unite_message_release(&m);
    return ok;
}

/* What is not finished stays, for another time. */
static void finish_file(const char *folder, const char *path, struct kept_left *left)
{
    struct err why = ERR_INIT;
    struct kept *k = kept_read(path, &why);
    bool ok = k && !kept_is_alive(k);
    left->n_alive += k && !ok;
    for (size_t i = 0; ok && i < kept_count(k); i++)
        ok = finish_part(folder, k, i, &why);
    left->n_done += ok && unlink(path) == 0;
    kept_close(k);
    if (why.code == ERR_NONE)
        return;
    mem_grow(&left->why, &left->cap, left->n_failed + 1, sizeof why);
    left->why[left->n_failed++] = why;
}

void kept_remove_folder(const char *folder)
{
    static const char marker[] = "gptui-run";
    DIR *d = opendir(folder);
    struct text path = {0};
    bool is_empty = d != NULL;
    for (const struct dirent *entry; is_empty && (entry = readdir(d));)
        is_empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                   strcmp(entry->d_name, marker) == 0;
    if (d)
        closedir(d);
    text_printf(&path, "%s/%s", folder, marker);
    if (is_empty && *text_z(&path) && unlink(path.p) == 0)
        (void)rmdir(folder);
    text_release(&path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)b, *(char *const *)a);
}

/* The later ones first: FILE becomes that of the process that began last. */
void kept_finish(const char *folder, struct kept_left *left)
{
    DIR *d = opendir(folder);
    char **paths = NULL;
    size_t n = 0, cap = 0;
    for (const struct dirent *entry; d && (entry = readdir(d));) {
        struct text path = {0};
        if (!text_ends_in(entry->d_name, kept_ending))
            continue;
        text_printf(&path, "%s/%s", folder, entry->d_name);
        mem_grow(&paths, &cap, n + 1, sizeof *paths);
        text_z(&path);
        paths[n++] = path.p;
    }
    if (d)
        closedir(d);
    if (n > 0)
        qsort(paths, n, sizeof *paths, by_name);
    for (size_t i = 0; i < n; i++) {
        finish_file(folder, paths[i], left);
        free(paths[i]);
    }
    free(paths);
}
