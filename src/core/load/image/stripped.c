/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/stripped.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/file/debug_file.h"
#include "core/load/image/dynamic_symbols.h"
#include "core/load/image/image_internal.h"

/* Does the failure end the load, since it is not about the file? */
static bool is_fatal(const struct err *e)
{
    return e->code == ERR_MEMORY || e->code == ERR_CANCELLED;
}

/* From the file with its debug information; NULL without a reason: there is none. */
static struct image *load_separate(const struct source *s, const struct progress *p, struct err *e)
{
    struct debug_file own, separate = {.source.fd = -1};
    struct image *im = NULL;
    if (!debug_file_open(&own, s->path))
        return NULL;
    if (debug_file_follow(&own, &separate, p)) {
        im = image_load_source(&separate.source, false, p, e);
        debug_file_close(&separate);
    }
    debug_file_close(&own);
    if (separate.cancelled)
        err_set(e, ERR_CANCELLED, s->path);
    char *path = im && im->n_symbols ? mem_text(s->path, strlen(s->path)) : NULL;
    if (!path) {
        image_free(im);
        return NULL;
    }
    free(im->path);
    im->path = path;
    return im;
}

struct image *stripped_load(const struct source *s, const struct elf *f, const struct progress *p,
                            struct err *e)
{
    struct image *im = image_load_source(s, false, p, e);
    if (!im || im->n_symbols)
        return im;
    struct err why = ERR_INIT;
    struct image *separate = load_separate(s, p, &why);
    if (separate || is_fatal(&why)) {
        image_free(im);
        *e = separate ? *e : why;
        return separate;
    }
    if (dynamic_symbols_read(im, f, e))
        return im;
    image_free(im);
    return NULL;
}

bool stripped_restore(struct image **im, const struct progress *p, struct err *e)
{
    struct source s;
    struct elf f;
    struct image *found = NULL;
    struct err why = ERR_INIT;
    if ((*im)->n_symbols || !source_open(&s, (*im)->path, &why))
        return true;
    if (elf_recognise(&s) && elf_open(&f, &s, &why)) {
        found = stripped_load(&s, &f, p, &why);
        elf_release(&f);
    }
    source_close(&s);
    if (found && found->n_symbols) {
        found->is_stripped = true;
        found->mtime_sec = s.mtime_sec;
        found->file_bytes = s.n_bytes;
        found->can_record = (*im)->can_record;
        image_free(*im);
        *im = found;
    } else {
        image_free(found);
    }
    if (!is_fatal(&why))
        return true;
    *e = why;
    return false;
}

/* Large programs need not be read for that. */
static bool has_table(const struct source *s)
{
    struct err ignored = ERR_INIT;
    struct elf f;
    if (!elf_recognise(s) || !elf_open(&f, s, &ignored))
        return false;
    bool has = elf_find_type(&f, ELF_SHT_SYMTAB) != NULL;
    elf_release(&f);
    return has;
}

bool stripped_is_readable(const char *path)
{
    struct err ignored = ERR_INIT;
    struct source s;
    if (!source_open(&s, path, &ignored))
        return false;
    bool is_whole = has_table(&s);
    struct image *im = is_whole ? NULL : image_load_source(&s, false, NULL, &ignored);
    source_close(&s);
    if (is_whole)
        return true;
    bool is = im && stripped_restore(&im, NULL, &ignored) && im->n_symbols > 0;
    image_free(im);
    return is;
}
