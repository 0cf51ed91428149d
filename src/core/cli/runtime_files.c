/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/runtime_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/join/run_info.h"

static const char ending[] = ".info";

struct dropping {
    const char **paths; /* n of them, ascending */
    size_t n;
    bool *gone;
    struct err *e;
};

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void drop(struct dropping *d, const char *path)
{
    const char **there = bsearch(&path, d->paths, d->n, sizeof *d->paths, compare);
    if (there)
        d->gone[there - d->paths] = true;
}

/* Drop the profiles of libraries, which are in the same folder. */
static bool drop_libraries(struct dropping *d, const char *profile, const struct run_info *info)
{
    struct text path = {0};
    bool ok = true;
    for (size_t i = 1; ok && i < info->n_images; i++) {
        text_clear(&path);
        if (run_info_file(info, i, profile, &path))
            drop(d, text_z(&path));
        ok = !path.failed;
    }
    text_release(&path);
    return ok || err_memory(d->e, 0);
}

/* Drop the text at number i, and the profiles that it lists. */
static bool drop_text(struct dropping *d, size_t i)
{
    size_t n = strlen(d->paths[i]) - (sizeof ending - 1);
    struct run_info info;
    struct err why = ERR_INIT;
    char *profile = mem_text(d->paths[i], n);
    if (!profile)
        return err_memory(d->e, n);
    bool ok = run_info_read(profile, source_owner(profile), &info, &why);
    d->gone[i] = (ok && info.n_images > 0) || why.code == ERR_OWNER || why.code == ERR_LIMIT;
    if (ok && info.n_images > 0) {
        ok = drop_libraries(d, profile, &info);
    } else if (!ok && why.code == ERR_MEMORY) {
        *d->e = why;
    } else {
        ok = true;
    }
    run_info_release(&info);
    free(profile);
    return ok;
}

bool companions_drop(struct words *w, size_t first, struct err *e)
{
    struct dropping d = {.paths = w->p + first, .n = w->n - first, .e = e};
    d.gone = mem_array(d.n, sizeof *d.gone);
    bool ok = d.gone || err_memory(e, d.n);
    for (size_t i = 0; ok && i < d.n; i++)
        if (text_ends_in(d.paths[i], ending))
            ok = drop_text(&d, i);
    size_t kept = first;
    for (size_t i = 0; ok && i < d.n; i++)
        if (!d.gone[i])
            w->p[kept++] = d.paths[i];
    if (ok)
        w->n = kept;
    free(d.gone);
    return ok;
}
