/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/inputs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/cli/runtime_files.h"
#include "core/load/gmon/gmon.h"
#include "core/view/message.h"

void inputs_release(struct inputs *in)
{
    words_release(&in->files);
    text_release(&in->warnings);
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

/* ---- folders of runs ---- */

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
