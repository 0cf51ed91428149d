/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/debug_file.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/pe.h"

enum {
    LINK_MOST = 4096, /* bytes of a section with a debug link */
    CRC_STEP = 1 << 16,
    SECTION_HEAD = 64,             /* bytes, at most */
    AFTER_SECTIONS_MOST = 1 << 20, /* bytes after sections and their headers: a signature */
    ALONE_MOST = 1 << 30,          /* bytes that are summed up in seconds */
};

static const char debug_root[] = "/usr/lib/debug";

bool debug_file_open(struct debug_file *f, const char *path, bool windows)
{
    struct err e = ERR_INIT;
    *f = (struct debug_file){.path = mem_text(path, strlen(path)), .source.fd = -1};
    if (source_open(&f->source, f->path, &e) &&
        (elf_recognise(&f->source) ? elf_open(&f->elf, &f->source, &e)
                                   : windows && pe_sections(&f->elf, &f->source)))
        return true;
    err_need_memory(&e);
    debug_file_close(f);
    return false;
}

void debug_file_close(struct debug_file *f)
{
    elf_release(&f->elf);
    source_close(&f->source);
    free(f->path);
    f->path = NULL;
}

bool debug_file_has_dwarf(const struct debug_file *f)
{
    const struct elf_section *s = elf_find_name(&f->elf, ".debug_info");
    return s && s->type != SHT_NOBITS && s->size > 0;
}

static bool open_dwarf(struct debug_file *f, struct text *path)
{
    if (!debug_file_open(f, text_z(path), false))
        return false;
    if (debug_file_has_dwarf(f))
        return true;
    debug_file_close(f);
    return false;
}

static bool follow_build_id(const struct build_id *id, struct debug_file *separate)
{
    struct text path = {0};
    if (id->n < 2)
        return false;
    text_str(&path, debug_root);
    text_str(&path, "/.build-id/");
    for (size_t i = 0; i < id->n; i++)
        text_printf(&path, i == 1 ? "/%02x" : "%02x", id->bytes[i]);
    text_str(&path, ".debug");
    bool ok = open_dwarf(separate, &path);
    text_release(&path);
    if (!ok)
        return false;
    struct build_id its = build_id_of(&separate->elf);
    if (build_id_same(id, &its))
        return true;
    debug_file_close(separate);
    return false;
}

/* What a debug link asks of the file that it names, and who may cancel the search. */
struct link_wanted {
    struct build_id id;
    uint32_t crc;
    const struct progress *progress;
};

/* Is the file about as long as what its sections take? A sum over anything else would take time
 * for nothing. */
static bool is_sized(const struct elf *f)
{
    uint64_t end = 0, most = AFTER_SECTIONS_MOST + (uint64_t)f->n_sections * SECTION_HEAD;
    for (uint32_t i = 0; i < f->n_sections; i++) {
        const struct elf_section *s = &f->sections[i];
        bool inside = s->type != SHT_NOBITS && source_has(f->source, s->offset, s->size);
        if (inside && s->offset + s->size > end)
            end = s->offset + s->size;
    }
    return f->source->n_bytes - end <= most;
}

/* If there are build ids, only they count: they say more than the check sum, which takes time. */
static bool belongs(struct debug_file *f, const struct link_wanted *w)
{
    uint8_t buf[CRC_STEP];
    uLong crc = 0;
    int64_t n;
    struct build_id its = build_id_of(&f->elf);
    if (w->id.n && its.n)
        return build_id_same(&w->id, &its);
    if (!is_sized(&f->elf))
        return false;
    for (uint64_t off = 0; (n = source_get(&f->source, off, buf, sizeof buf)) > 0;) {
        crc = crc32(crc, buf, (uInt)n);
        off += (uint64_t)n;
        f->cancelled = !progress_step(w->progress, "check sum", off, f->source.n_bytes);
        if (f->cancelled)
            return false;
    }
    return n == 0 && crc == w->crc;
}

/* Where a debug link may lead. */
struct debug_link {
    char *dir;        /* of the image, "" or with a slash at its end */
    char *real;       /* the same without links */
    const char *name; /* what the link says */
};

enum { LINK_PLACES = 4 };

static void put_link(const struct debug_link *k, int i, struct text *path)
{
    const char *const before[LINK_PLACES][3] = {{k->dir, "", ""},
                                                {k->dir, ".debug/", ""},
                                                {debug_root, k->real, ""},
                                                {debug_root, "/usr", k->real}};
    for (int part = 0; part < 3; part++)
        text_str(path, before[i][part]);
    text_str(path, k->name);
}

static bool link_open(struct debug_link *k, const char *image, const char *name)
{
    const char *slash = strrchr(image, '/');
    *k = (struct debug_link){.name = name, .real = realpath(image, NULL)};
    k->dir = mem_text(image, slash ? (size_t)(slash - image) + 1 : 0);
    if (k->real)
        strrchr(k->real, '/')[1] = '\0';
    return k->real;
}

static void link_close(struct debug_link *k)
{
    free(k->real);
    free(k->dir);
}

static bool follow_link(const struct debug_file *f, struct link_wanted *w,
                        struct debug_file *separate)
{
    uint8_t b[LINK_MOST];
    size_t n = elf_first_bytes(&f->elf, ".gnu_debuglink", b, sizeof b);
    const uint8_t *end = n ? memchr(b, 0, n) : NULL;
    size_t at = end ? ((size_t)(end - b) + 4) & ~(size_t)3 : n;
    if (!end || end == b || at + 4 > n)
        return false;
    w->crc = elf_u32(&f->elf, b + at);
    struct debug_link k;
    bool there = link_open(&k, f->path, (const char *)b), ok = false;
    for (int i = 0; there && !ok && !separate->cancelled && i < LINK_PLACES; i++) {
        struct text path = {0};
        put_link(&k, i, &path);
        bool open = open_dwarf(separate, &path);
        text_release(&path);
        ok = open && belongs(separate, w);
        if (open && !ok)
            debug_file_close(separate);
    }
    link_close(&k);
    return ok;
}

bool debug_file_follow(const struct debug_file *f, struct debug_file *separate,
                       const struct progress *progress)
{
    struct link_wanted w = {.id = build_id_of(&f->elf), .progress = progress};
    return follow_build_id(&w.id, separate) || follow_link(f, &w, separate);
}

bool debug_file_shared(const struct debug_file *f, struct debug_file *shared)
{
    uint8_t b[LINK_MOST];
    struct text path = {0};
    size_t n = elf_first_bytes(&f->elf, ".gnu_debugaltlink", b, sizeof b);
    if (n == 0 || !b[0] || !memchr(b, 0, n))
        return false;
    const char *slash = strrchr(f->path, '/');
    if (b[0] != '/' && slash)
        text_add(&path, f->path, (size_t)(slash - f->path) + 1);
    text_str(&path, (const char *)b);
    bool ok = open_dwarf(shared, &path);
    text_release(&path);
    return ok;
}

/* Does it take little time to open and read the whole of each file, and does none lead to another
 * one? */
bool debug_link_is_harmless(const char *image, const char *name)
{
    struct debug_link k;
    if (strchr(name, '/'))
        return false;
    bool ok = link_open(&k, image, name);
    for (int i = 0; ok && i < LINK_PLACES; i++) {
        struct text path = {0};
        struct source s;
        struct elf f;
        struct err e = ERR_INIT;
        put_link(&k, i, &path);
        if (source_open(&s, text_z(&path), &e)) {
            ok = s.n_bytes <= ALONE_MOST;
            if (elf_recognise(&s) && elf_open(&f, &s, &e)) {
                ok = ok && !elf_find_name(&f, ".gnu_debugaltlink");
                elf_release(&f);
            }
            source_close(&s);
        } else {
            ok = e.code != ERR_NOT_REGULAR;
        }
        text_release(&path);
    }
    link_close(&k);
    return ok;
}
