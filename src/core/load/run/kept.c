/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/kept.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/run/run.h"
#include "unite/build.h"
#include "unite/kept.h"

#ifndef SEEK_DATA /* newer than the POSIX that is asked for, and the same on all systems that have \
                     it */
#define SEEK_DATA 3
#define SEEK_HOLE 4
#endif

enum {
    HEAD_BYTES = sizeof(struct keep_head),
    CHUNK_BYTES = sizeof(struct keep_chunk), /* its head */
    HZ_MOST = 1000000000,
    PAGE_MOST = 1 << 20,
};

static const char magic[16] = KEEP_MAGIC;

struct chunk {
    struct keep_part part;
    uint32_t number; /* of its process */
};

struct kept {
    struct source source; /* of the file, if it was read here, */
    struct bytes own;     /* and its bytes */
    struct image machine;
    bool is_alive;
    struct unite_kept layout; /* without parts */
    uint32_t page_bytes;
    uint64_t n_pages;
    struct keep_part *chunks; /* by process, and as they lie in the file */
    size_t n_chunks;
    size_t *parts; /* where those of each begin; n_parts + 1 */
    size_t n_parts;
};

/* ---- chunks ---- */

static bool take_head(struct kept *k, const struct bytes *file)
{
    const struct keep_head *head = (const void *)file->p;
    struct unite_kept *l = &k->layout;
    if (file->n < HEAD_BYTES || memcmp(head->magic, magic, sizeof magic) != 0)
        return false;
    l->is_swapped = head->order != KEEP_ORDER;
    l->word_bytes = unite_kept_u32(l, &head->word);
    l->rate_hz = unite_kept_u32(l, &head->rate_hz);
    k->page_bytes = unite_kept_u32(l, &head->page_bytes);
    k->n_pages = unite_kept_u32(l, &head->n_pages);
    k->machine.addr_bytes = (uint8_t)l->word_bytes;
    k->machine.big_endian = l->is_swapped != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    return unite_kept_u32(l, &head->order) == KEEP_ORDER &&
           (l->word_bytes == 4 || l->word_bytes == 8) && l->rate_hz > 0 && l->rate_hz <= HZ_MOST &&
           k->page_bytes >= CHUNK_BYTES && k->page_bytes <= PAGE_MOST &&
           k->page_bytes % CHUNK_BYTES == 0;
}

static bool is_of_other_version(const struct bytes *file)
{
    return file->n >= sizeof magic && memcmp(file->p, magic, sizeof KEEP_ANY_MAGIC - 1) == 0 &&
           memcmp(file->p, magic, sizeof magic) != 0;
}

static int by_number(const void *a, const void *b)
{
    const struct chunk *x = a, *y = b;
    return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
                                  : (x->part.p > y->part.p) - (x->part.p < y->part.p);
}

/* What lies between chunks is whole pages: where none begins, the next page is tried. */
static void take_chunks(struct kept *k, const struct bytes *file)
{
    struct kept_segment s;
    struct chunk *found = NULL;
    size_t n = 0, cap = 0;
    for (size_t at = k->page_bytes, step; at < file->n; at += step) {
        step = k->page_bytes;
        if (!unite_kept_segment(&k->layout, file->p + at, file->n - at, &s) ||
            s.kind != KEEP_CHUNK || s.n == 0 ||
            (s.n_bytes + sizeof(struct keep_segment)) % k->page_bytes != 0)
            continue;
        step = s.n_bytes + sizeof(struct keep_segment);
        mem_grow(&found, &cap, n + 1, sizeof *found);
        found[n++] = (struct chunk){{file->p + at + CHUNK_BYTES, step - CHUNK_BYTES}, s.n};
    }
    if (n > 0)
        qsort(found, n, sizeof *found, by_number);
    k->chunks = mem_array(n, sizeof *k->chunks);
    k->parts = mem_array(n + 1, sizeof *k->parts);
    for (size_t i = 0; i < n; i++) {
        k->chunks[i] = found[i].part;
        if (i == 0 || found[i].number != found[i - 1].number)
            k->parts[k->n_parts++] = i;
    }
    k->parts[k->n_parts] = n;
    free(found);
}

static struct unite_kept part_of(const struct kept *k, size_t i)
{
    struct unite_kept part = k->layout;
    part.parts = &k->chunks[k->parts[i]];
    part.n_parts = k->parts[i + 1] - k->parts[i];
    return part;
}

/* ---- what is known of the run ---- */

/* A process, being put together; and what the first part says of the whole run. */
struct process {
    struct unite_build build;
    struct unite_unit unit;
    struct unite_run run;
    struct arena memory; /* texts */
};

static struct unite_text keep_text(struct process *t, struct unite_text text)
{
    return (struct unite_text){arena_text(&t->memory, text.n ? text.p : "", text.n), text.n};
}

static void take_about_record(struct process *t, const struct unite_record *r)
{
    if (r->kind == UNITE_UNIT) {
        t->unit = r->unit;
        t->unit.dimension = keep_text(t, r->unit.dimension);
    } else if (r->kind == UNITE_RUN) {
        t->run = r->run;
        t->run.name = keep_text(t, r->run.name);
        t->run.host = keep_text(t, r->run.host);
        t->run.id = keep_text(t, r->run.id);
        t->run.command = keep_text(t, r->run.command);
    } else if (r->kind == UNITE_WORD) {
        unite_build_word(&t->build, keep_text(t, r->word.name).p, keep_text(t, r->word.value));
    }
}

/* What its message says; what is damaged in that is left out. */
static void take_about(struct process *t, const struct kept_segment *s)
{
    struct unite_reader *reader = mem_array(1, sizeof *reader);
    struct unite_record r = {.kind = UNITE_END};
    struct unite_source source = {.p = s->p, .n = s->n < s->n_bytes ? s->n : s->n_bytes};
    if (unite_reader_begin(reader, &source) == UNITE_OK)
        while (unite_read(reader, &r) == UNITE_OK && r.kind != UNITE_END)
            take_about_record(t, &r);
    free(reader);
}

static void find_about(struct process *t, const struct unite_kept *first)
{
    struct kept_segment s;
    t->run.rank = UNITE_NO_RANK;
    t->unit = (struct unite_unit){unite_text_of("seconds"), 's', first->rate_hz};
    for (size_t i = 0; i < first->n_parts; i++)
        for (size_t at = 0; unite_kept_next(first, &first->parts[i], &at, &s);)
            if (s.kind == KEEP_ABOUT)
                take_about(t, &s);
    unite_build_unit(&t->build, &t->unit);
}

void kept_message(struct kept *k, size_t i, struct unite_message *out)
{
    const struct unite_kept first = part_of(k, 0), part = part_of(k, i);
    const struct unite_fact_name *fact = unite_fact_name(UNITE_FACT_KEPT);
    struct process *t = mem_array(1, sizeof *t);
    struct text parent = {0};
    *out = (struct unite_message){.memory = &runs_memory};
    unite_build_init(&t->build, &runs_memory);
    find_about(t, &first);
    text_uint(&parent, unite_kept_sum(&part, KEEP_PARENT), 0);
    unite_build_word(&t->build, "parent", unite_text_of(text_z(&parent)));
    unite_build_fact(&t->build, &(struct unite_fact){fact->rule, unite_text_of(fact->name), 1});
    if (unite_kept_sum(&part, KEEP_DONE) == 0 && unite_kept_build(&part, &t->build, &t->run))
        (void)unite_build_end(&t->build, &t->run, out); /* it stays empty if that is damaged */
    unite_build_release(&t->build);
    text_release(&parent);
    arena_release(&t->memory);
    free(t);
}

/* ---- the whole ---- */

size_t kept_count(const struct kept *k)
{
    return k->n_parts;
}

const struct image *kept_machine(const struct kept *k)
{
    return &k->machine;
}

bool kept_is_alive(const struct kept *k)
{
    return k->is_alive;
}

void kept_close(struct kept *k)
{
    if (!k)
        return;
    source_close(&k->source);
    bytes_release(&k->own);
    free(k->chunks);
    free(k->parts);
    free(k);
}

struct kept *kept_take(const struct bytes *file)
{
    struct kept *k = mem_array(1, sizeof *k);
    k->source.fd = -1;
    if (!take_head(k, file)) {
        kept_close(k);
        return NULL;
    }
    take_chunks(k, file);
    return k;
}

/* What lies between holes, in whole pages. Where holes are not known, the file is one piece, up to
 * what was asked for of it. */
static bool read_pieces(const struct source *s, struct kept *k, struct bytes *b, struct err *e)
{
    const uint64_t page = k->page_bytes, asked = page * k->n_pages;
    const uint64_t most = asked < s->n_bytes ? asked : s->n_bytes;
    for (uint64_t at = page, end; at < most; at = end) {
        const off_t from = lseek(s->fd, (off_t)at, SEEK_DATA);
        const off_t to = from < 0 ? -1 : lseek(s->fd, from, SEEK_HOLE);
        if (from < 0 && errno == ENXIO)
            break;
        at = from < 0 ? at : (uint64_t)from / page * page;
        end = to < 0 ? most : ((uint64_t)to + page - 1) / page * page;
        end = end < most ? end : most;
        if (at >= end)
            break;
        uint8_t *p = realloc(b->p, b->n + (size_t)(end - at));
        if (!p)
            return err_memory(e, end - at);
        b->p = p;
        const int64_t got = source_get(s, at, p + b->n, (size_t)(end - at));
        if (got < 0)
            return err_sys(e, ERR_READ, s->path, errno);
        b->n += (size_t)got;
    }
    return true;
}

/* Without following links: what they name is none of this run. What cannot be opened as it was
 * found has been finished meanwhile, or is another file. */
static bool open_own(struct source *s, const char *path, struct err *e)
{
    struct stat found, opened;
    if (lstat(path, &found) != 0)
        return false;
    if (!S_ISREG(found.st_mode))
        return err_set(e, ERR_NOT_REGULAR, path);
    if (found.st_uid != geteuid())
        return err_set(e, ERR_OWNER, path);
    return source_open(s, path, e) && fstat(s->fd, &opened) == 0 && opened.st_dev == found.st_dev &&
           opened.st_ino == found.st_ino;
}

struct kept *kept_read(const char *path, struct err *e)
{
    struct kept *k = mem_array(1, sizeof *k);
    const struct source *s = &k->source;
    k->source.fd = -1;
    bool ok = open_own(&k->source, path, e);
    k->is_alive = ok && flock(s->fd, LOCK_EX | LOCK_NB) != 0;
    if (k->is_alive)
        return k;
    ok = ok && source_append(s, &k->own, HEAD_BYTES, e);
    if (ok && !take_head(k, &k->own))
        ok = err_set(e, is_of_other_version(&k->own) ? ERR_RUN_VERSION : ERR_RUN_DAMAGED, path);
    if (ok && source_append(s, &k->own, k->page_bytes, e) && read_pieces(s, k, &k->own, e)) {
        take_chunks(k, &k->own);
        return k;
    }
    kept_close(k);
    return NULL;
}
