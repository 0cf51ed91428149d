/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which symbols are taken. By the letter that nm prints for them: T (global) and t (local) are
 * those of executable sections, but for four sections with letters of their own; W is a weak
 * symbol of any section. All other letters are left out: ifuncs, unique and common symbols, data.
 * Local names are judged by local_name.c. */
#include "core/load/image/image.h"

#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/file/elf.h"
#include "core/load/image/image_internal.h"

struct image *image_load_source(const struct source *s, bool by_bfd, const struct progress *p,
                                struct err *e)
{
    struct image *im = mem_array(1, sizeof *im);
    char *path = mem_text(s->path, strlen(s->path));
    im->path = path;
    im->mtime_sec = s->mtime_sec;
    im->file_bytes = s->n_bytes;
    im->n_name_bytes = 1;
    bool ok =
        !by_bfd && elf_recognise(s) ? image_read_elf(im, s, p, e) : image_read_bfd(im, s, p, e);
    if (ok && im->windows)
        pe_mark_functions(im, s);
    if (ok && elf_recognise(s))
        ok = stubs_add(im, s, e);
    im->can_record = im->can_record && access(im->path, X_OK) == 0;
    if (ok && !im->names)
        im->names = mem_text("", 0);
    if (ok)
        return im;
    image_free(im);
    return NULL;
}

struct image *image_load(const char *path, const struct progress *p, struct err *e)
{
    struct source s;
    if (!source_open(&s, path, e)) {
        if (e->code == ERR_NOT_REGULAR) /* in gprof's words */
            e->code = ERR_IMAGE_FORMAT;
        return NULL;
    }
    struct image *im = image_load_source(&s, false, p, e);
    source_close(&s);
    return im;
}
