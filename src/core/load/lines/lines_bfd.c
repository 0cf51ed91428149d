/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"
#include "core/load/lines/lines_bfd.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/bfd/guard.h"
#include "core/load/file/debug_file.h"

enum { LINK_MOST = 4096 }; /* bytes of a section with a debug link */

static const char unused[] = ".gptui.unused";

struct bfd_lines {
    struct source source;
    char *path;
    bfd *b;
    asymbol **symbols;
    asection *text;
    bool broken; /* the library gave up inside a call: it must not be called again */

    /* the question and the answer */
    uint64_t addr;
    struct bfd_place place;
};

/* Give harmful sections another name, so that libbfd does not know them: with debug links, since it
 * opens whatever file a link names, and computes a check sum of all of it; and with debug
 * information that is not in the file, since it makes zeros of any number there. */
static void guard_sections(struct bfd_lines *l)
{
    for (asection *s = l->b->sections; s; s = s->next)
        if ((bfd_section_flags(s) & (SEC_DEBUGGING | SEC_HAS_CONTENTS)) == SEC_DEBUGGING)
            bfd_rename_section(s, unused);
    char name[LINK_MOST] = "";
    asection *link = bfd_get_section_by_name(l->b, ".gnu_debuglink");
    asection *shared = bfd_get_section_by_name(l->b, ".gnu_debugaltlink");
    if (link) {
        bfd_size_type n =
            bfd_section_size(link) < sizeof name ? bfd_section_size(link) : sizeof name;
        bool read = bfd_get_section_contents(l->b, link, name, 0, n);
        if (!read || !memchr(name, 0, sizeof name) || !debug_link_is_harmless(l->path, name))
            bfd_rename_section(link, unused);
    }
    if (shared)
        bfd_rename_section(shared, unused);
}

static void open_file(void *ctx)
{
    struct bfd_lines *l = ctx;
    l->b = bfd_door_open(&l->source);
    if (!l->b)
        return;
    l->b->flags |= BFD_DECOMPRESS;
    if (!bfd_door_check(l->b))
        return;
    guard_sections(l);
    long bytes = bfd_get_symtab_upper_bound(l->b);
    if (bytes < 0)
        return;
    l->symbols = mem_try_array((size_t)bytes / sizeof *l->symbols + 1, sizeof *l->symbols);
    if (l->symbols && bfd_canonicalize_symtab(l->b, l->symbols) >= 0)
        l->text = bfd_get_section_by_name(l->b, ".text");
}

static void close_file(void *ctx)
{
    struct bfd_lines *l = ctx;
    bfd_close(l->b);
}

static void ask_library(void *ctx)
{
    struct bfd_lines *l = ctx;
    unsigned line = 0;
    l->place = (struct bfd_place){0};
    if (bfd_find_nearest_line(l->b, l->text, l->symbols, l->addr - bfd_section_vma(l->text),
                              &l->place.file, &l->place.function, &line))
        l->place.line = line;
}

struct bfd_lines *bfd_lines_new(const char *path)
{
    struct err e = ERR_INIT;
    struct bfd_lines *l = mem_array(1, sizeof *l);
    l->source.fd = -1;
    l->path = mem_text(path, strlen(path));
    if (source_open(&l->source, l->path, &e) && guard_run(open_file, l) && l->text)
        return l;
    bfd_lines_free(l);
    return NULL;
}

void bfd_lines_free(struct bfd_lines *l)
{
    if (!l)
        return;
    if (l->b && !l->broken)
        l->broken = !guard_run(close_file, l);
    free(l->symbols);
    free(l->path);
    source_close(&l->source);
    free(l);
}

uint64_t bfd_lines_end(const struct bfd_lines *l)
{
    uint64_t at = (uint64_t)l->text->filepos, size = bfd_section_size(l->text);
    uint64_t there = at < l->source.n_bytes ? l->source.n_bytes - at : 0;
    return bfd_section_vma(l->text) + (size < there ? size : there);
}

bool bfd_lines_find(struct bfd_lines *l, uint64_t addr, struct bfd_place *out)
{
    l->addr = addr;
    if (!l->broken && !guard_run(ask_library, l))
        l->broken = true;
    *out = l->place;
    return !l->broken && out->file && out->function && out->line != 0;
}
