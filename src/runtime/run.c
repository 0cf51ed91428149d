/* SPDX-License-Identifier: MIT */
#include "runtime/run.h"

#include <fcntl.h>

#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/text.h"
#include "unite/build.h"
#include "unite/entries.h"

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    if (new_bytes == 0) {
        sys_unmap(p, old_bytes);
        return NULL;
    }
    return p ? sys_resize(p, old_bytes, new_bytes) : sys_map(new_bytes);
}

const struct unite_memory run_memory = {resize, NULL};

enum { NUMBERS_MOST = 8, DIGITS_BYTES = 24, POOL_BYTES = 128 << 10 };

/* Words; what does not fit is cut off. */
struct run_command {
    struct unite_sink sink; /* it */
    size_t n;
    char words[UNITE_PATH_BYTES];
};

/* A process, being put together: too much for a handler's stack. */
struct run_taking {
    struct unite_build build;
    struct unite_memory memory; /* pool, as long as there is room: system calls cost more */
    run_functions *functions;
    struct taken_image {
        const struct rt_image *image;
        struct unite_entries entries; /* without memory: not asked for */
    } * images;                       /* by number in the message, from 1 on */
    unsigned n_images, n_most;
    struct run_command command;
    char host[HOST_BYTES];
    char digits[NUMBERS_MOST][DIGITS_BYTES]; /* of words that are numbers */
    unsigned n_numbers;
    size_t n_pool;
    _Alignas(16) char pool[POOL_BYTES];
};

/* What is given back to the pool stays there until all of it goes. */
static void *resize_in_pool(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    struct run_taking *t = ctx;
    const size_t bytes = (new_bytes + 15) & ~(size_t)15;
    const bool is_pooled = p && (uintptr_t)p - (uintptr_t)t->pool < sizeof t->pool;
    if ((p && !is_pooled) || (new_bytes > 0 && bytes > sizeof t->pool - t->n_pool)) {
        char *to = resize(NULL, is_pooled ? NULL : p, old_bytes, new_bytes);
        for (size_t i = 0; to && is_pooled && i < old_bytes; i++)
            to[i] = ((const char *)p)[i];
        return to;
    }
    if (new_bytes == 0)
        return NULL;
    char *to = &t->pool[t->n_pool];
    t->n_pool += bytes;
    for (size_t i = 0; is_pooled && i < old_bytes; i++)
        to[i] = ((const char *)p)[i];
    return to;
}

static struct run_taking *new_taking(void)
{
    struct run_taking *t = sys_map(sizeof *t);
    if (!t)
        return NULL;
    t->memory = (struct unite_memory){resize_in_pool, t};
    unite_build_init(&t->build, &t->memory);
    return t;
}

/* ---- functions ---- */

/* The next image of the message. */
static void take_image(void *ctx, uint32_t number)
{
    struct run_taking *t = ctx;
    const struct rt_image *image = &rt.images.program;
    if (number != image->number)
        image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
    while (image && image->number != number)
        image = image->next;
    if (t->n_images < t->n_most)
        t->images[++t->n_images].image = image;
}

static uint64_t entry_of(void *ctx, unsigned number, uint64_t addr)
{
    const struct run_taking *t = ctx;
    struct taken_image *taken = number <= t->n_images ? &t->images[number] : NULL;
    if (!taken || !taken->image)
        return 0;
    if (!taken->entries.memory) {
        taken->entries.memory = &t->memory;
        t->functions(&taken->entries, taken->image);
    }
    return unite_entries_find(&taken->entries, addr);
}

/* ---- what is known of the process ---- */

static void put_command(struct unite_sink *s, const void *p, size_t n)
{
    struct run_command *c = (struct run_command *)s;
    for (size_t i = 0; i < n && c->n < sizeof c->words; i++)
        c->words[c->n++] = ((const char *)p)[i];
}

/* The arguments, from /proc, since the runtime is not handed them; each ends with a 0. */
static struct unite_text take_command(struct run_command *c)
{
    char bytes[512];
    bool is_pending = false;
    int fd = sys_open("/proc/self/cmdline", O_RDONLY, 0);
    c->sink.put = put_command;
    for (ssize_t n; fd >= 0 && (n = sys_read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            if (is_pending)
                unite_put(&c->sink, " ");
            is_pending = !bytes[i];
            if (bytes[i])
                unite_put_word(&c->sink, &bytes[i], 1);
        }
    if (fd >= 0)
        sys_close(fd);
    return (struct unite_text){c->words, c->n};
}

static void take_word(struct run_taking *t, const char *name, const char *value)
{
    if (value[0])
        unite_build_add(&t->build, UNITE_WORD,
                        &(struct unite_word){unite_text_of(name), unite_text_of(value)});
}

static void take_number(struct run_taking *t, const char *name, uint64_t number)
{
    char *digits = t->digits[t->n_numbers++];
    text_add_number(digits, DIGITS_BYTES, number);
    take_word(t, name, digits);
}

static void take_process(struct run_taking *t)
{
    t->build.unit = dump_unit();
    take_word(t, "world", rt.place.world);
    take_word(t, "after", rt.is_late ? "MPI_Finalize" : "");
    take_word(t, "sampled-by", info_sampled_by());
}

static void take_counts(struct run_taking *t)
{
    const struct arc_use use = arcs_use();
    take_number(t, "parent", (uint64_t)sys_parent());
    take_number(t, "threads", use.n_threads);
    take_number(t, "table-bytes", use.n_bytes);
    take_number(t, "rate-achieved", info_achieved_hz());
}

static struct unite_run about_run(struct run_taking *t)
{
    unsigned rank = 0;
    const bool has_rank = !rt.is_late && text_to_number(rt.place.rank, 0, INT32_MAX, &rank);
    struct unite_run run = {.rank = has_rank ? rank : UNITE_NO_RANK,
                            .command = take_command(&t->command),
                            .id = unite_text_of(rt.output.run)};
    if (sys_host(t->host, sizeof t->host))
        run.host = unite_text_of(t->host);
    return run;
}

/* ---- the whole ---- */

static void *array(struct run_taking *t, size_t n, size_t bytes)
{
    return t->memory.resize(t, NULL, 0, n * bytes);
}

static bool make(struct run_taking *t, struct unite_kept *kept, struct unite_message *m)
{
    const size_t n_parts = keep_parts(NULL, 0), n_images = rt.images.n_numbers;
    struct keep_part *parts = array(t, n_parts + 1, sizeof *parts);
    t->images = array(t, n_images + 1, sizeof *t->images);
    for (size_t i = 0; t->images && i <= n_images; i++)
        t->images[i] = (struct taken_image){NULL, {NULL, {NULL, 0, 0}}};
    t->n_most = (unsigned)n_images;
    struct unite_run run = about_run(t);
    bool ok = parts && t->images;
    if (ok) {
        const size_t n = keep_parts(parts, n_parts);
        kept->parts = parts;
        kept->n_parts = n < n_parts ? n : n_parts;
        ok = unite_kept_build(kept, &t->build, &run) &&
             unite_build_end(&t->build, &run, m) == UNITE_OK;
    }
    for (unsigned i = 1; i <= t->n_images; i++)
        if (t->images[i].entries.memory)
            unite_entries_release(&t->images[i].entries);
    if (t->images)
        t->memory.resize(t, t->images, (n_images + 1) * sizeof *t->images, 0);
    if (parts)
        t->memory.resize(t, parts, (n_parts + 1) * sizeof *parts, 0);
    return ok;
}

bool run_take(run_functions *functions, struct unite_message *m)
{
    struct run_taking *t = new_taking();
    if (!t)
        return false;
    struct unite_kept kept = {.rate_hz = rt.options.rate_hz,
                              .word_bytes = sizeof(uintptr_t),
                              .image = take_image,
                              .ctx = t};
    t->functions = functions;
    t->build.entry = functions ? entry_of : NULL;
    t->build.ctx = t;
    take_process(t);
    take_counts(t);
    const bool ok = make(t, &kept, m);
    unite_build_release(&t->build);
    sys_unmap(t, sizeof *t);
    return ok;
}

bool run_about(struct unite_message *m)
{
    struct run_taking *t = new_taking();
    if (!t)
        return false;
    take_process(t);
    take_word(t, "file", rt.output.in_run ? "" : text_base(rt.output.path));
    const struct unite_run run = about_run(t);
    const bool ok = unite_build_end(&t->build, &run, m) == UNITE_OK;
    unite_build_release(&t->build);
    sys_unmap(t, sizeof *t);
    return ok;
}
