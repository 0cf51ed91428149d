/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/library.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/elf.h"
#include "core/load/image/stripped.h"

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
        fatal = !im && err_is_fatal(&why);
        if (fatal)
            *e = why;
        text_release(&path);
    }
    if (im)
        *finding = LIBRARY_JOINED;
    return im;
}

struct library_entries {
    struct arena memory;
    char *path, *build_id; /* as it was loaded; build_id NULL: unknown */
    bool is_there;
    struct unite_entries entries;
};

/* What an image has in memory for exceptions (LSB core specification, .eh_frame_hdr): all that a
 * running program knows of its functions, so that a job of MPI and the sum of its ranks' files say
 * the same (runtime/mpi/job.c). Files without it, and those of another build id (NULL: any),
 * give none. *is_it: the file is of that build id. */
static void find_frames(struct unite_entries *out, const char *path, const char *build_id,
                        bool *is_it)
{
    struct source s;
    struct elf f;
    struct err why = ERR_INIT;
    struct bytes b = {0};
    *is_it = false;
    if (!source_open(&s, path, &why))
        return;
    if (elf_open(&f, &s, &why)) {
        const struct elf_section *table = elf_find_name(&f, ".eh_frame_hdr");
        const struct build_id id = build_id_of(&f);
        *is_it = !build_id || build_id_is(&id, build_id);
        if (*is_it && table && elf_contents(&f, table, &b, &why))
            (void)unite_entries_add_frames(out, b.p, b.n, table->addr, f.big_endian);
        elf_release(&f);
    }
    bytes_release(&b);
    source_close(&s);
    err_need_memory(&why);
}

/* Where frames begin; else symbols of type FUNC, or symbols at all if there are none of these. */
static void find(struct unite_entries *out, const struct image *im)
{
    bool is_it;
    out->memory = &runs_memory;
    find_frames(out, im->path, NULL, &is_it);
    const bool has_frames = out->list.n > 0;
    for (uint32_t i = 0; i < im->n_symbols && !has_frames; i++)
        if ((im->symbols[i].flags & (SYM_FUNC | SYM_STUB)) == SYM_FUNC)
            (void)unite_entries_add(out, im->symbols[i].addr);
    for (uint32_t i = 0; i < im->n_symbols && out->list.n == 0; i++)
        (void)unite_entries_add(out, im->symbols[i].addr);
    unite_entries_sort(out);
}

void runs_entries_begin(struct runs_entries *s, const struct image *program)
{
    s->program = program;
    find(&s->of_program, program);
}

static struct library_entries *add(struct runs_entries *s, const struct run_image *image)
{
    struct library_entries *l = arena_object(sizeof *l);
    mem_append(&s->libraries, &s->n, &l, sizeof l);
    l->path = arena_text(&l->memory, image->path, strlen(image->path));
    if (image->build_id)
        l->build_id = arena_text(&l->memory, image->build_id, strlen(image->build_id));
    return l;
}

/* Not looked for beside profiles: sums of parts must not depend on where these lie. A library that
 * names none of its functions is one, as it is for a job. */
static bool load_entries(struct runs_entries *s, struct library_entries *l, struct err *e)
{
    const struct library_wanted w = {.path = l->path,
                                     .build_id = l->build_id,
                                     .profile = s->program->path,
                                     .program = s->program,
                                     .progress = s->progress};
    enum library_finding finding;
    l->entries.memory = &runs_memory;
    if (strchr(l->path, '/'))
        find_frames(&l->entries, l->path, l->build_id, &l->is_there);
    if (l->entries.list.n > 0)
        return true;
    struct image *im = library_image_find(&w, &finding, e);
    if (!im)
        return e->code == ERR_NONE;
    find(&l->entries, im);
    l->is_there = true;
    image_free(im);
    return true;
}

bool runs_entries_of(struct runs_entries *s, const struct run_image *image,
                     const struct unite_entries **out, struct err *e)
{
    struct library_entries *l = NULL;
    for (size_t i = 0; i < s->n && !l; i++)
        if (text_same(s->libraries[i]->path, image->path) &&
            text_same(s->libraries[i]->build_id, image->build_id))
            l = s->libraries[i];
    if (!l) {
        l = add(s, image);
        if (!load_entries(s, l, e))
            return false;
    }
    *out = l->is_there ? &l->entries : NULL;
    return true;
}

void runs_entries_release(struct runs_entries *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct library_entries *l = s->libraries[i];
        if (l->entries.memory)
            unite_entries_release(&l->entries);
        arena_object_free(l);
    }
    free(s->libraries);
    if (s->of_program.memory)
        unite_entries_release(&s->of_program);
    *s = (struct runs_entries){0};
}
