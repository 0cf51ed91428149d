/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/kept.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/run/run.h"
#include "core/load/run/runs.h"
#include "unite/build.h"
#include "unite/kept.h"
#include "unite/put.h"
#include "unite/unite.h"

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
    TRIES_MOST = 300,   /* to read what processes are just moving */
    LOOKS_MOST = 3,     /* at a lock */
    PAUSE_NS = 1000000, /* between them */
};

static const char magic[16] = KEEP_MAGIC;
static const char kept_ending[] = ".keep";

struct chunk {
    struct keep_part part;
    uint32_t number; /* of its process */
};

struct kept {
    struct source source; /* of the file, */
    struct bytes own;     /* and its bytes */
    struct image machine;
    bool is_alive;
    struct unite_kept layout; /* without parts */
    uint32_t page_bytes;
    uint32_t n_moving, n_moves;
    uint64_t n_pages;
    struct keep_part *chunks; /* by process, and as they lie in the file */
    size_t *parts;            /* where those of each begin; n_parts + 1 */
    uint32_t *numbers;        /* of each part's process */
    size_t n_parts;
};

/* ---- chunks ---- */

static bool take_head(struct kept *k)
{
    const struct bytes *file = &k->own;
    const struct keep_head *head = (const void *)file->p;
    struct unite_kept *l = &k->layout;
    if (file->n < HEAD_BYTES || memcmp(head->magic, magic, sizeof magic) != 0)
        return false;
    l->is_swapped = head->order != KEEP_ORDER;
    l->word_bytes = unite_kept_u32(l, &head->word);
    l->rate_hz = unite_kept_u32(l, &head->rate_hz);
    k->page_bytes = unite_kept_u32(l, &head->page_bytes);
    k->n_pages = unite_kept_u32(l, &head->n_pages);
    k->n_moving = unite_kept_u32(l, &head->n_moving);
    k->n_moves = unite_kept_u32(l, &head->n_moves);
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

/* What lies between chunks is whole pages: where none begins, the next page is tried. */
static void take_chunks(struct kept *k)
{
    struct kept_segment s;
    const struct bytes *file = &k->own;
    struct chunk *found = NULL;
    size_t n = 0;
    for (size_t at = k->page_bytes, step; at < file->n; at += step) {
        step = k->page_bytes;
        if (!unite_kept_segment(&k->layout, file->p + at, file->n - at, &s) ||
            s.kind != KEEP_CHUNK || s.n == 0 ||
            (s.n_bytes + sizeof(struct keep_segment)) % k->page_bytes != 0)
            continue;
        step = s.n_bytes + sizeof(struct keep_segment);
        mem_append(&found, &n,
                   &(struct chunk){{file->p + at + CHUNK_BYTES, step - CHUNK_BYTES}, s.n},
                   sizeof *found);
    }
    sort_ascending(found, n, SEARCH_BY(struct chunk, number));
    k->chunks = mem_array(n, sizeof *k->chunks);
    k->parts = mem_array(n + 1, sizeof *k->parts);
    k->numbers = mem_array(n, sizeof *k->numbers);
    for (size_t i = 0; i < n; i++) {
        k->chunks[i] = found[i].part;
        if (i == 0 || found[i].number != found[i - 1].number) {
            k->numbers[k->n_parts] = found[i].number;
            k->parts[k->n_parts++] = i;
        }
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
        t->build.unit = r->unit;
        t->build.unit.dimension = keep_text(t, r->unit.dimension);
    } else if (r->kind == UNITE_RUN) {
        t->run = r->run;
        t->run.name = keep_text(t, r->run.name);
        t->run.host = keep_text(t, r->run.host);
        t->run.id = keep_text(t, r->run.id);
        t->run.command = keep_text(t, r->run.command);
    } else if (r->kind == UNITE_WORD) {
        unite_build_add(
            &t->build, UNITE_WORD,
            &(struct unite_word){keep_text(t, r->word.name), keep_text(t, r->word.value)});
    }
}

/* What its message says; what is damaged in that is left out. */
static void take_about(struct process *t, const struct kept_segment *s)
{
    const struct unite_source source = {.p = s->p, .n = s->n < s->n_bytes ? s->n : s->n_bytes};
    struct unite_reader reader;
    struct unite_record r;
    (void)unite_reader_begin(&reader, &source);
    while (unite_next(&reader, &r))
        take_about_record(t, &r);
}

static void find_about(struct process *t, const struct unite_kept *first)
{
    struct kept_segment s;
    t->run.rank = UNITE_NO_RANK;
    t->build.unit = (struct unite_unit){unite_text_of("seconds"), 's', first->rate_hz};
    for (size_t i = 0; i < first->n_parts; i++)
        for (size_t at = 0; unite_kept_next(first, &first->parts[i], &at, &s);)
            if (s.kind == KEEP_ABOUT)
                take_about(t, &s);
}

/* All that the file says of one process: images with their bins and waits, calls, paths and facts;
 * nothing if no image is known. Its memory is runs_memory, which grows with what is in the file,
 * not with what that claims. As now, or to be taken off later: the process stays one. */
static void make_message(struct kept *k, size_t i, bool is_now, struct unite_message *out)
{
    const struct unite_kept first = part_of(k, 0), part = part_of(k, i);
    const struct unite_fact_name *fact = unite_fact_name(UNITE_FACT_KEPT);
    struct process *t = mem_array(1, sizeof *t);
    struct text parent = {0};
    *out = (struct unite_message){.memory = &runs_memory};
    unite_build_init(&t->build, &runs_memory);
    find_about(t, &first);
    text_uint(&parent, unite_kept_sum(&part, KEEP_PARENT), 0);
    unite_build_add(&t->build, UNITE_WORD,
                    &(struct unite_word){unite_text_of("parent"), unite_text_of(text_z(&parent))});
    if (is_now)
        unite_build_add(&t->build, UNITE_FACT,
                        &(struct unite_fact){fact->rule, unite_text_of(fact->name), 1});
    if (unite_kept_build(&part, &t->build, &t->run))
        (void)unite_build_end(&t->build, &t->run, out); /* it stays empty if that is damaged */
    unite_build_release(&t->build);
    text_release(&parent);
    arena_release(&t->memory);
    free(t);
}

/* ---- the whole ---- */

/* NULL is fine. */
static void close_kept(struct kept *k)
{
    if (!k)
        return;
    source_close(&k->source);
    bytes_release(&k->own);
    free(k->chunks);
    free(k->parts);
    free(k->numbers);
    free(k);
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
static bool open_own(struct source *s, const char *path, bool by_root, struct err *e)
{
    struct stat found, opened;
    if (lstat(path, &found) != 0)
        return false;
    if (!S_ISREG(found.st_mode))
        return err_set(e, ERR_NOT_REGULAR, path);
    if (found.st_uid != geteuid() && !(by_root && geteuid() == 0))
        return err_set(e, ERR_OWNER, path);
    return source_open(s, path, e) && fstat(s->fd, &opened) == 0 && opened.st_dev == found.st_dev &&
           opened.st_ino == found.st_ino;
}

struct kept_held {
    struct source source;
    char *path; /* of the source */
    struct kept_held *next;
    struct unite_message *zero; /* per process, what is taken off: n_zero, of these numbers */
    uint32_t *numbers;
    size_t n_zero;
};

static void drop_zero(struct kept_held *h)
{
    for (size_t i = 0; i < h->n_zero; i++)
        unite_message_release(&h->zero[i]);
    free(h->zero);
    free(h->numbers);
    h->zero = NULL;
    h->numbers = NULL;
    h->n_zero = 0;
}

struct kept_held *kept_hold(const char *path, struct kept_held *held)
{
    struct err why = ERR_INIT;
    struct kept_held *h = mem_array(1, sizeof *h);
    *h = (struct kept_held){.path = mem_text(path, strlen(path)), .next = held};
    h->source.fd = -1;
    if (kept_is_at(path, NULL) && open_own(&h->source, h->path, true, &why))
        return h;
    h->next = NULL;
    kept_let_go(h);
    return held;
}

static const struct kept_held *find_held(const char *path, const struct kept_held *held)
{
    while (held && strcmp(held->path, path) != 0)
        held = held->next;
    return held;
}

/* FOLDER/RUN.HOST. of FOLDER/RUN.HOST.PID-N.keep, which processes of one run have in common. */
static size_t run_bytes(const char *path)
{
    size_t n = strlen(path) - (text_ends_in(path, kept_ending) ? sizeof kept_ending - 1 : 0);
    while (n > 0 && path[n - 1] != '.' && path[n - 1] != '/')
        n--;
    return path[n] && n > 0 && path[n - 1] == '.' ? n : 0;
}

bool kept_is_of_run(const char *path, const char *of)
{
    const size_t n = run_bytes(path);
    return n > 0 && n == run_bytes(of) && memcmp(path, of, n) == 0;
}

struct kept_held *kept_hold_run(const char *path, struct kept_held *held)
{
    const int n_folder = (int)(path_base(path) - path);
    char *folder = text_format("%.*s.", n_folder, path);
    DIR *d = opendir(folder);
    if (!find_held(path, held))
        held = kept_hold(path, held);
    for (const struct dirent *entry; d && held && (entry = readdir(d));) {
        if (!text_ends_in(entry->d_name, kept_ending))
            continue;
        char *other = text_format("%.*s%s", n_folder, path, entry->d_name);
        if (kept_is_of_run(other, path) && !find_held(other, held))
            held = kept_hold(other, held);
        free(other);
    }
    if (d)
        closedir(d);
    free(folder);
    return held;
}

void kept_let_go(struct kept_held *held)
{
    for (struct kept_held *next; held; held = next) {
        next = held->next;
        drop_zero(held);
        source_close(&held->source);
        free(held->path);
        free(held);
    }
}

/* Processes have a lock in common as long as they have the pages. If nobody has, it is ours until
 * the file is closed. Somebody who only looks, as kept_goes_on() does, has it for a moment. */
static bool is_free(int fd)
{
    int failed = -1;
    for (int i = 0; i < LOOKS_MOST && failed; i++) {
        if (i > 0)
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
        failed = flock(fd, LOCK_EX | LOCK_NB);
    }
    return !failed;
}

bool kept_goes_on(const struct kept_held *held)
{
    bool does = false;
    for (; held && !does; held = held->next) {
        does = flock(held->source.fd, LOCK_EX | LOCK_NB) != 0;
        if (!does)
            (void)flock(held->source.fd, LOCK_UN);
    }
    return does;
}

bool kept_is_left(const struct kept_held *held)
{
    struct stat s;
    bool is = false;
    for (; held && !is; held = held->next)
        is = fstat(held->source.fd, &s) == 0 && s.st_nlink > 0;
    return is;
}

static bool open_held(struct source *s, const char *path, const struct kept_held *held)
{
    held = find_held(path, held);
    if (held) {
        *s = held->source;
        s->fd = fcntl(held->source.fd, F_DUPFD_CLOEXEC, 0);
    }
    return held && s->fd >= 0;
}

/* What the open file has by now, without its holes. */
static bool read_once(struct kept *k, struct err *e)
{
    const struct source *s = &k->source;
    bytes_release(&k->own);
    if (!source_append(s, &k->own, HEAD_BYTES, e))
        return false;
    if (!take_head(k))
        return err_set(e, is_of_other_version(&k->own) ? ERR_RUN_VERSION : ERR_RUN_DAMAGED,
                       s->path);
    return source_append(s, &k->own, k->page_bytes, e) && read_pieces(s, k, &k->own, e);
}

/* Has nothing been moved while it was read? Else some counts may be in it twice, or not at all. */
static bool was_still(const struct kept *k)
{
    struct keep_head now;
    return k->n_moving == 0 && source_get(&k->source, 0, &now, sizeof now) == sizeof now &&
           unite_kept_u32(&k->layout, &now.n_moving) == 0 &&
           unite_kept_u32(&k->layout, &now.n_moves) == k->n_moves;
}

/* The file at `path`, without its holes. To be `finished`: of one of which a process goes on,
 * nothing but that is known; others take its processes for such that go on until close_kept(); and
 * only the user's own are taken, for names in it may become those of files. Else it is as of now,
 * root reads anybody's. NULL and no error: it is not there any more. Fails with ERR_NOT_REGULAR,
 * ERR_OWNER, ERR_RUN_DAMAGED (at the beginning), ERR_RUN_VERSION, ERR_OPEN, ERR_READ, ERR_MEMORY.
 */
static struct kept *read_kept(const char *path, const struct kept_held *held, bool finished,
                              struct err *e)
{
    struct kept *k = mem_array(1, sizeof *k);
    k->source.fd = -1;
    bool ok = open_held(&k->source, path, held) || open_own(&k->source, path, !finished, e);
    k->is_alive = ok && finished && !is_free(k->source.fd);
    if (k->is_alive)
        return k;
    ok = ok && read_once(k, e);
    for (unsigned i = 1; ok && !finished && i < TRIES_MOST && !was_still(k); i++) {
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
        ok = read_once(k, e);
    }
    if (ok) {
        take_chunks(k);
        return k;
    }
    close_kept(k);
    return NULL;
}

/* ---- as of now ---- */

bool kept_is_at(const char *path, const struct kept_held *held)
{
    struct source s;
    struct err why = ERR_INIT;
    char first[sizeof KEEP_ANY_MAGIC - 1];
    if (find_held(path, held))
        return true;
    if (!text_ends_in(path, kept_ending) || !source_open(&s, path, &why))
        return false;
    const bool is = source_get(&s, 0, first, sizeof first) == sizeof first &&
                    memcmp(first, KEEP_ANY_MAGIC, sizeof first) == 0;
    source_close(&s);
    return is;
}

/* What the process of part i counted since its zero, if it has one. */
static enum unite_result take_off(const struct kept *k, size_t i, const struct kept_held *h,
                                  struct unite_message *m)
{
    struct unite_message less = {.memory = &runs_memory};
    size_t at = 0;
    while (h && at < h->n_zero && h->numbers[at] != k->numbers[i])
        at++;
    if (!h || at == h->n_zero || m->n == 0 || h->zero[at].n == 0)
        return UNITE_OK;
    const struct unite_source now = unite_source_of(m), then = unite_source_of(&h->zero[at]);
    const enum unite_result result = unite_less(&now, &then, &less);
    unite_message_release(m);
    *m = less;
    return result;
}

/* "4711 server" of "4711 (server) S ...", as its system says, while it is there, and not a zombie
 * (Z); else NULL. */
static const char *process_label(const struct kept *k, size_t i, struct text *out)
{
    const struct unite_kept part = part_of(k, i);
    const unsigned long long pid = unite_kept_sum(&part, KEEP_PID);
    char *path = text_format("/proc/%llu/stat", pid), *end = NULL;
    struct bytes stat = {0};
    struct err why = ERR_INIT;
    text_clear(out);
    if (unite_kept_sum(&part, KEEP_DONE) == 0 && file_read(path, &stat, &why)) {
        text_printf(out, "%.*s", (int)stat.n, (const char *)stat.p);
        end = strrchr(out->p, ')');
    }
    bytes_release(&stat);
    free(path);
    if (!end || strncmp(end, ") Z", 3) == 0)
        return NULL;
    *end = '\0';
    char *name = strchr(out->p, '(');
    memmove(name, name + 1, strlen(name));
    return out->p;
}

/* Processes being put together. */
struct together {
    const struct kept_held *held;
    struct profile_runs *list; /* NULL, or for each */
    struct profile_run ended;  /* those that are not there any more */
    struct unite_pile pile;
    struct arena memory; /* the program's path */
    const char *program; /* NULL: not known yet */
};

/* Is the message of the program that the first one was of? Others of the run have another's code.
 */
static bool is_of_program(struct together *t, const struct unite_source *source)
{
    struct unite_reader reader;
    struct unite_record r;
    bool is = false;
    (void)unite_reader_begin(&reader, source);
    while (!is && unite_next(&reader, &r))
        is = r.kind == UNITE_IMAGE && r.image.is_program;
    if (is && !t->program)
        t->program = arena_text(&t->memory, r.image.path.p, r.image.path.n);
    return is && text_is(r.image.path.p, r.image.path.n, t->program);
}

static enum unite_result add_processes(struct together *t, struct kept *k,
                                       const struct kept_held *h)
{
    struct text label = {0};
    enum unite_result result = UNITE_OK;
    for (size_t i = 0; result == UNITE_OK && i < k->n_parts; i++) {
        struct unite_message m = {.memory = &runs_memory};
        make_message(k, i, true, &m);
        result = take_off(k, i, h, &m);
        const struct unite_source source = unite_source_of(&m);
        if (result == UNITE_OK && m.n > 0 && is_of_program(t, &source)) {
            if (t->list)
                runs_take_process(&source, process_label(k, i, &label), t->list, &t->ended);
            result = unite_pile_add(&t->pile, &m);
        }
        unite_message_release(&m);
    }
    text_release(&label);
    return result;
}

/* What the processes of the file at `path` have counted, those that it forked included, and, where
 * somebody asks for each, of all others of the run that were started by exec of the same program.
 */
static bool unite_all(struct together *t, struct kept *k, const char *path,
                      struct unite_message *out)
{
    struct err ignored = ERR_INIT;
    enum unite_result result = add_processes(t, k, find_held(path, t->held));
    for (const struct kept_held *h = t->list ? t->held : NULL; h && result == UNITE_OK; h = h->next)
        if (strcmp(h->path, path) != 0 && kept_is_of_run(h->path, path)) {
            struct kept *other = read_kept(h->path, t->held, false, &ignored);
            result = other ? add_processes(t, other, h) : UNITE_OK;
            close_kept(other);
        }
    if (t->ended.times > 0) {
        char *label = text_format("%llu ended", (unsigned long long)t->ended.times);
        t->ended.label = arena_text(&t->list->memory, label, strlen(label));
        mem_grow(&t->list->v, &t->list->cap, (size_t)t->list->n + 1, sizeof t->ended);
        t->list->v[t->list->n++] = t->ended;
        free(label);
    }
    if (result == UNITE_OK)
        result = unite_pile_end(&t->pile, out);
    unite_pile_release(&t->pile);
    arena_release(&t->memory);
    return result == UNITE_OK && out->n > 0;
}

bool kept_zero(struct kept_held *held, struct err *e)
{
    for (struct kept_held *h = held; h; h = h->next) {
        struct kept *k = read_kept(h->path, held, false, e);
        if (!k)
            return false;
        drop_zero(h);
        h->n_zero = k->n_parts;
        h->zero = mem_array(h->n_zero, sizeof *h->zero);
        h->numbers = mem_array(h->n_zero, sizeof *h->numbers);
        for (size_t i = 0; i < h->n_zero; i++) {
            h->numbers[i] = k->numbers[i];
            make_message(k, i, false, &h->zero[i]);
        }
        close_kept(k);
    }
    return true;
}

bool kept_run(const char *path, const struct kept_held *held, struct profile_runs **processes,
              struct run *out, struct err *e)
{
    struct unite_message m = {.memory = &runs_memory};
    struct kept_held *own = processes && !held ? kept_hold_run(path, NULL) : NULL;
    struct together t = {
        .held = held ? held : own,
        .ended = {.rank = RUN_NO_RANK, .name = "", .host = "", .id = "", .command = ""},
        .pile = {.memory = &runs_memory},
    };
    struct kept *k = read_kept(path, t.held, false, e);
    *out = (struct run){0};
    bool ok = k || (e->code == ERR_NONE && err_sys(e, ERR_OPEN, path, ENOENT));
    if (k && processes)
        t.list = *processes = arena_object(sizeof **processes);
    ok = ok && (unite_all(&t, k, path, &m) ? run_of_message(&m, path, out, e)
                                           : err_set(e, ERR_RUN_DAMAGED, path));
    unite_message_release(&m);
    close_kept(k);
    kept_let_go(own);
    return ok;
}

/* ---- what becomes of it ---- */

static const char folder_ending[] = ".d";

enum { NUMBER_MOST = 10000, WORTH_MS = 100, WORTH_CALLS = 100 };

/* When the process of the pair at `path` began; 0: not known, or there is none. */
static uint64_t began_at(const char *path)
{
    struct run run;
    struct err ignored = ERR_INIT;
    char *name = text_format("%s%s", path, RUN_ENDING);
    uint64_t began_ns = 0;
    if (run_read_file(name, SOURCE_NO_OWNER, &run, &ignored))
        began_ns = run.began_ns;
    run_release(&run);
    free(name);
    return began_ns;
}

/* May the process take that name for its files: nobody has written there, or itself, or, where any
 * process may, one that began and wrote before it began? */
static bool may_take(const char *path, const struct run *run, bool is_anyones)
{
    struct stat s;
    if (lstat(path, &s) != 0)
        return true;
    const uint64_t began_ns = began_at(path), written_ns = (uint64_t)s.st_mtim.tv_sec * 1000000000 +
                                                           (uint64_t)s.st_mtim.tv_nsec;
    /* The clock of files is that of the last tick: a little early, never late. */
    const bool is_older = began_ns < run->began_ns && written_ns <= run->began_ns;
    return S_ISREG(s.st_mode) && (began_ns == run->began_ns || (is_anyones && is_older));
}

/* A name from the file, as far as it does not lead out of the folder. */
static const char *plain(const char *name)
{
    return name && !strchr(name, '/') ? name : "";
}

/* FILE, if the process is the one that it is of; else FOLDER/RUN.HOST.PID, or that with a number.
 */
static void find_name(const char *folder, const struct run *run, bool is_first, struct text *out)
{
    const char *file = "";
    const size_t n = strlen(folder), n_ending = sizeof folder_ending - 1;
    for (size_t i = 0; is_first && i < run->n_words; i++)
        file = strcmp(run->words[i].name, "file") == 0 ? plain(run->words[i].value) : file;
    if (*file && text_ends_in(folder, folder_ending)) {
        text_add(out, folder, n - n_ending);
        if (strcmp(path_base(text_z(out)), file) == 0 && may_take(out->p, run, true))
            return;
    }
    for (unsigned number = 1; number <= NUMBER_MOST; number++) {
        text_clear(out);
        text_printf(out, "%s/%s.%s.%llu", folder, plain(run->id), plain(run->host),
                    (unsigned long long)run->pid);
        if (number > 1)
            text_printf(out, "-%u", number);
        if (may_take(text_z(out), run, false))
            break;
    }
}

static bool write_pair(const char *path, const struct run *run, const struct kept *k, struct err *e)
{
    struct bytes profile;
    if (!run_profile(run, 0, UNITE_TICKS, &k->machine, &profile, e))
        return false;
    const bool ok =
        file_put(path, profile.p, profile.n, e) && run_write(&run->message, &profile, path, e);
    bytes_release(&profile);
    return ok;
}

/* A process that counted nothing, and took no time to speak of, is not worth a file: shells, and
 * what they run, would leave many. Nor what a forked child calls on its way to another program. */
static bool is_worth(const struct run *run, bool is_forked)
{
    const struct run_facts *f = &run->facts;
    uint64_t waits_ms = 0;
    for (size_t i = 0; i < N_RUN_WAITS; i++)
        waits_ms += f->wait_ms[i];
    return f->n_calls >= (is_forked ? WORTH_CALLS : 1) || run->n_phases > 0 ||
           waits_ms >= WORTH_MS || f->cpu_ms >= WORTH_MS ||
           f->ticks * 1000 >= WORTH_MS * f->asked_hz;
}

static bool finish_part(const char *folder, struct kept *k, size_t i, struct err *e)
{
    struct unite_message m;
    struct run run = {0};
    struct text path = {0};
    const struct unite_kept part = part_of(k, i);
    if (unite_kept_sum(&part, KEEP_DONE) > 0)
        return true;
    make_message(k, i, true, &m);
    bool ok = m.n == 0 || run_of_message(&m, folder, &run, e);
    if (ok && run.n_images > 0 && is_worth(&run, i > 0)) {
        find_name(folder, &run, i == 0, &path);
        ok = write_pair(text_z(&path), &run, k, e);
    }
    text_release(&path);
    run_release(&run);
    unite_message_release(&m);
    return ok;
}

/* What is not finished stays, for another time. */
static void finish_file(const char *folder, const char *path, struct kept_left *left)
{
    struct err why = ERR_INIT;
    struct kept *k = read_kept(path, NULL, true, &why);
    bool ok = k && !k->is_alive;
    left->n_alive += k && !ok;
    for (size_t i = 0; ok && i < k->n_parts; i++)
        ok = finish_part(folder, k, i, &why);
    left->n_done += ok && unlink(path) == 0;
    close_kept(k);
    if (why.code == ERR_NONE)
        return;
    mem_append(&left->why, &left->n_failed, &why, sizeof why);
}

void kept_remove_folder(const char *folder)
{
    static const char marker[] = "gptui-run";
    DIR *d = opendir(folder);
    char *path = text_format("%s/%s", folder, marker);
    bool is_empty = d != NULL;
    for (const struct dirent *entry; is_empty && (entry = readdir(d));)
        is_empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                   strcmp(entry->d_name, marker) == 0;
    if (d)
        closedir(d);
    if (is_empty && unlink(path) == 0)
        (void)rmdir(folder);
    free(path);
}

static int is_kept(const struct dirent *entry)
{
    return text_ends_in(entry->d_name, kept_ending);
}

/* The later ones first: FILE becomes that of the process that began last. */
void kept_finish(const char *folder, struct kept_left *left)
{
    struct dirent **entries = NULL;
    for (int i = scandir(folder, &entries, is_kept, alphasort); i-- > 0;) {
        char *path = text_format("%s/%s", folder, entries[i]->d_name);
        finish_file(folder, path, left);
        free(path);
        free(entries[i]);
    }
    free(entries);
}
