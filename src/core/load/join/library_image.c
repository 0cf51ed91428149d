/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/library_image.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/file/build_id.h"
#include "core/load/image/stripped.h"

/* Does the failure end the load, since it is not about the file? */
static bool is_fatal(const struct err *e)
{
    return e->code == ERR_MEMORY || e->code == ERR_CANCELLED;
}

/* Is the file the library that was loaded? */
static enum library_finding check(const struct library_wanted *w, const struct elf *f)
{
    struct build_id id = build_id_of(f);
    if (w->build_id && !build_id_is(&id, w->build_id))
        return LIBRARY_OTHER_BUILD;
    bool alike = f->machine == w->program->machine && f->big_endian == w->program->big_endian &&
                 (f->is64 ? 8 : 4) == w->program->addr_bytes;
    return alike ? LIBRARY_JOINED : LIBRARY_OTHER_BUILD;
}

static struct image *load(const struct library_wanted *w, const struct source *s,
                          const struct elf *f, enum library_finding *finding, struct err *e)
{
    *finding = check(w, f);
    if (*finding != LIBRARY_JOINED)
        return NULL;
    struct image *im = stripped_load(s, f, w->progress, e);
    *finding = im ? LIBRARY_NO_SYMBOLS : LIBRARY_NO_IMAGE;
    if (im && im->n_symbols)
        return im;
    image_free(im);
    return NULL;
}

/* The image of the file at `path`, if that is the library. *finding changes only if there is an ELF
 * file. */
static struct image *try_path(const struct library_wanted *w, const char *path,
                              enum library_finding *finding, struct err *e)
{
    struct source s;
    struct elf f;
    struct image *im = NULL;
    if (!source_open(&s, path, e))
        return NULL;
    if (elf_recognise(&s) && elf_open(&f, &s, e)) {
        im = load(w, &s, &f, finding, e);
        elf_release(&f);
    }
    source_close(&s);
    return im;
}

/* The path itself, then its base name in the folders of the program and of the profile. */
static void put_candidate(const struct library_wanted *w, int i, struct text *path)
{
    const char *beside = i == 1 ? w->program->path : w->profile;
    if (i == 0) {
        text_str(path, w->path);
    } else {
        text_add(path, beside, (size_t)(path_base(beside) - beside));
        text_str(path, path_base(w->path));
    }
}

struct image *library_image_find(const struct library_wanted *w, enum library_finding *finding,
                                 struct err *e)
{
    struct image *im = NULL;
    bool fatal = false;
    *finding = strchr(w->path, '/') ? LIBRARY_NO_IMAGE : LIBRARY_NO_FILE;
    for (int i = 0; i < 3 && !im && !fatal && *finding != LIBRARY_NO_FILE; i++) {
        struct text path = {0};
        struct err why = ERR_INIT;
        put_candidate(w, i, &path);
        const char *z = text_z(&path);
        im = try_path(w, z, finding, &why);
        fatal = !im && is_fatal(&why);
        if (fatal)
            *e = why;
        text_release(&path);
    }
    if (im)
        *finding = LIBRARY_JOINED;
    return im;
}
