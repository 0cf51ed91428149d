/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/runs_entries.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/join/library_image.h"
#include "core/load/runs_file.h"

struct library_entries {
    char *path, *build_id; /* as it was loaded; build_id NULL: unknown */
    bool is_there;
    struct unite_entries entries;
};

/* Where symbols of type FUNC begin, or symbols at all if there are none of these. */
static bool find(struct unite_entries *out, const struct image *im, struct err *e)
{
    enum unite_result result = UNITE_OK;
    out->memory = &runs_memory;
    for (uint32_t i = 0; i < im->n_symbols && result == UNITE_OK; i++)
        if ((im->symbols[i].flags & (SYM_FUNC | SYM_STUB)) == SYM_FUNC)
            result = unite_entries_add(out, im->symbols[i].addr);
    for (uint32_t i = 0; i < im->n_symbols && out->n == 0 && result == UNITE_OK; i++)
        result = unite_entries_add(out, im->symbols[i].addr);
    unite_entries_sort(out);
    return result == UNITE_OK || err_memory(e, 0);
}

bool runs_entries_begin(struct runs_entries *s, struct err *e)
{
    return find(&s->of_program, s->program, e);
}

static struct library_entries *add(struct runs_entries *s, const struct run_image *image)
{
    if (!mem_grow(&s->libraries, &s->cap, s->n + 1, sizeof *s->libraries))
        return NULL;
    struct library_entries *l = &s->libraries[s->n++];
    *l = (struct library_entries){.path = mem_text(image->path, strlen(image->path))};
    if (image->build_id)
        l->build_id = mem_text(image->build_id, strlen(image->build_id));
    return l->path && (l->build_id || !image->build_id) ? l : NULL;
}

/* Not looked for beside profiles: sums of parts must not depend on where these lie. */
static bool load(struct runs_entries *s, struct library_entries *l, struct err *e)
{
    const struct library_wanted w = {.path = l->path,
                                     .build_id = l->build_id,
                                     .profile = s->program->path,
                                     .program = s->program,
                                     .progress = s->progress};
    enum library_finding finding;
    struct image *im = library_image_find(&w, &finding, e);
    bool ok = im ? find(&l->entries, im, e) : e->code == ERR_NONE;
    l->is_there = im;
    image_free(im);
    return ok;
}

bool runs_entries_of(struct runs_entries *s, const struct run_image *image,
                     const struct unite_entries **out, struct err *e)
{
    struct library_entries *l = NULL;
    for (size_t i = 0; i < s->n && !l; i++)
        if (text_same(s->libraries[i].path, image->path) &&
            text_same(s->libraries[i].build_id, image->build_id))
            l = &s->libraries[i];
    if (!l) {
        l = add(s, image);
        if (!l)
            return err_memory(e, 0);
        if (!load(s, l, e))
            return false;
    }
    *out = l->is_there ? &l->entries : NULL;
    return true;
}

void runs_entries_release(struct runs_entries *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->libraries[i].path);
        free(s->libraries[i].build_id);
        if (s->libraries[i].entries.memory)
            unite_entries_release(&s->libraries[i].entries);
    }
    free(s->libraries);
    if (s->of_program.memory)
        unite_entries_release(&s->of_program);
    *s = (struct runs_entries){0};
}
