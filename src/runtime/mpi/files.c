/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/files.h"

#include <errno.h>

#include "runtime/dump.h"
#include "runtime/gmon_file.h"
#include "runtime/mpi/memory.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "runtime/words.h"
#include "unite/list.h"

/* What the message says about an image. */
struct file_image {
    struct unite_image facts; /* its texts are in path and id */
    char path[UNITE_PATH_BYTES + 1];
    char id[UNITE_WORD_BYTES + 1];
    bool has_file; /* ranges of ticks */
    bool has_waits;
    uint64_t number; /* among those of which there are functions; 0: there are none of it */
};

/* One arc of a file. */
struct file_arc {
    uint64_t from, self, count;
};

struct job_writing {
    const struct unite_message *message;
    struct file_image *images;
    size_t n_images, n_nodes;
    uint64_t n_runs; /* processes */
    struct unite_list arcs, bins;
    int error;
    struct unite_reader reader;
    struct unite_record now;
};

static bool set_error(struct job_writing *w, int error)
{
    w->error = w->error ? w->error : error;
    return w->error == 0;
}

/* ---- reading ---- */

static bool begin(struct job_writing *w)
{
    const struct unite_source source = unite_source_of(w->message);
    return unite_reader_begin(&w->reader, &source) == UNITE_OK || set_error(w, EINVAL);
}

/* False: that was the last record. */
static bool next(struct job_writing *w)
{
    if (unite_read(&w->reader, &w->now) != UNITE_OK)
        return set_error(w, EINVAL);
    return w->now.kind != UNITE_END;
}

static void copy(char *to, struct unite_text text)
{
    for (size_t i = 0; i < text.n; i++)
        to[i] = text.p[i];
    to[text.n] = 0;
}

static void take_image(struct job_writing *w)
{
    struct file_image *image = &w->images[w->n_images++];
    image->facts = w->now.image;
    copy(image->path, w->now.image.path);
    copy(image->id, w->now.image.id);
    image->facts.path.p = image->path;
    image->facts.id.p = image->id;
}

static struct file_image *image_of(struct job_writing *w, uint64_t number)
{
    return &w->images[number - 1];
}

static void take_range(struct job_writing *w)
{
    struct file_image *image = image_of(w, w->now.range.image);
    image->has_file |= w->now.range.measure == UNITE_TICKS;
    image->has_waits |= w->now.range.measure == UNITE_WAITS;
}

static void number_images(struct job_writing *w)
{
    uint64_t n = 0;
    for (size_t i = 0; i < w->n_images; i++)
        if (i == 0 || w->images[i].number)
            w->images[i].number = ++n;
}

/* Which images there are, and what is known of them. */
static bool survey(struct job_writing *w)
{
    size_t n = 0;
    if (!begin(w))
        return false;
    while (next(w))
        n += w->now.kind == UNITE_IMAGE;
    w->images = w->error ? NULL : sys_map((n + 1) * sizeof *w->images);
    if (!w->images || !begin(w))
        return set_error(w, ENOMEM);
    while (next(w)) {
        w->n_runs += w->now.kind == UNITE_RUN ? w->now.run.times : 0;
        w->n_nodes += w->now.kind == UNITE_NODE;
        if (w->now.kind == UNITE_IMAGE)
            take_image(w);
        else if (w->now.kind == UNITE_RANGE)
            take_range(w);
        else if (w->now.kind == UNITE_FUNCTION)
            image_of(w, w->now.function.image)->number = 1;
    }
    number_images(w);
    return w->error == 0;
}

/* ---- one file ---- */

static void open_file(const char *path)
{
    writer_open(&rt.writer, path, rt.user.is_other);
}

static bool close_file(struct job_writing *w, struct rt_output *names)
{
    return writer_close(&rt.writer, names) ||
           set_error(w, dump_lose(rt.writer.path, rt.writer.error));
}

/* The caller adds the rest of the name to rt.path. */
static void begin_path(void)
{
    rt.path[0] = 0;
    text_add(rt.path, sizeof rt.path, rt.output.stem);
}

static bool is_same_name(const struct file_image *a, const struct file_image *b)
{
    return text_equal(text_base(a->path), text_base(b->path));
}

/* .LIBRARY, or .LIBRARY.N for the Nth of that name; nothing for the program. */
static void add_name(const struct job_writing *w, const struct file_image *image, char *to,
                     size_t room)
{
    unsigned n = 1;
    if (image == w->images)
        return;
    for (const struct file_image *other = w->images + 1; other < image; other++)
        n += other->has_file && is_same_name(other, image);
    text_add(to, room, ".");
    text_add(to, room, text_base(image->path));
    if (n > 1) {
        text_add(to, room, ".");
        text_add_number(to, room, n);
    }
}

/* ---- tables ---- */

/* One range with its bins, which are at hand. */
static void put_hist(const struct unite_range *range, const struct unite_list *bins,
                     const struct gmon_unit *unit)
{
    const struct unite_bin *v = bins->v;
    bool more = true;
    for (uint64_t skipped = 0; more; skipped += UINT16_MAX) {
        uint64_t put = 0;
        more = false;
        gmon_put_range(&rt.writer,
                       &(struct gmon_range){(uintptr_t)range->lo, (uintptr_t)range->hi,
                                            (uint32_t)range->n_bins},
                       unit);
        for (size_t i = 0; i < bins->n; put = v[i++].index + 1) {
            gmon_put_no_bins(&rt.writer, (size_t)(v[i].index - put));
            more |= gmon_put_bin(&rt.writer, v[i].count, skipped);
        }
        gmon_put_no_bins(&rt.writer, (size_t)(range->n_bins - put));
    }
}

/* All ranges of an image that count the same. */
static void put_ranges(struct job_writing *w, uint64_t number, enum unite_measure measure)
{
    struct gmon_unit unit = dump_unit();
    bool more = begin(w) && next(w);
    while (more) {
        const struct unite_range range = w->now.range;
        bool is_one =
            w->now.kind == UNITE_RANGE && range.image == number && range.measure == measure;
        w->bins.n = 0;
        while ((more = next(w)) && w->now.kind == UNITE_BIN) {
            struct unite_bin *bin = unite_list_add(&w->bins, sizeof *bin, &job_memory);
            if (!bin) {
                set_error(w, ENOMEM);
                return;
            }
            *bin = w->now.bin;
        }
        if (measure == UNITE_WAITS)
            unit = (struct gmon_unit){"wait", 's', 0};
        unit.rate_hz = (uint32_t)range.rate_hz;
        if (is_one)
            put_hist(&range, &w->bins, &unit);
    }
}

static int compare_arcs(const void *x, const void *y)
{
    const struct file_arc *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->self > b->self) - (a->self < b->self);
}

/* The image's entry stands for all callers elsewhere, so that several arcs can have the same ends.
 */
static bool take_arcs(struct job_writing *w, uint64_t number)
{
    w->arcs.n = 0;
    for (bool more = begin(w) && next(w); more; more = next(w)) {
        const struct unite_arc *arc = &w->now.arc;
        if (w->now.kind != UNITE_ARC || arc->self_image != number)
            continue;
        struct file_arc *item = unite_list_add(&w->arcs, sizeof *item, &job_memory);
        if (!item)
            return set_error(w, ENOMEM);
        *item = (struct file_arc){arc->from_image == number ? arc->from
                                                            : image_of(w, number)->facts.entry,
                                  arc->self, arc->count};
    }
    unite_sort(w->arcs.v, w->arcs.n, sizeof(struct file_arc), compare_arcs);
    return w->error == 0;
}

static void put_arcs(struct job_writing *w, uint64_t number)
{
    if (!take_arcs(w, number))
        return;
    const struct file_arc *v = w->arcs.v;
    for (size_t i = 0, n; i < w->arcs.n; i += n) {
        uint64_t count = 0;
        for (n = 0; i + n < w->arcs.n && compare_arcs(&v[i], &v[i + n]) == 0; n++)
            count = unite_sum(count, v[i + n].count);
        gmon_put_arc(&rt.writer, (uintptr_t)v[i].from, (uintptr_t)v[i].self, count);
    }
}

static void put_blocks(struct job_writing *w, uint64_t number)
{
    uint32_t n = 0;
    for (bool more = begin(w) && next(w); more; more = next(w))
        if (w->now.kind == UNITE_BLOCK && w->now.block.image == number)
            n += gmon_block_pairs(w->now.block.count);
    if (n == 0)
        return;
    gmon_put_blocks(&rt.writer, n);
    for (bool more = begin(w) && next(w); more; more = next(w))
        if (w->now.kind == UNITE_BLOCK && w->now.block.image == number)
            gmon_put_block(&rt.writer, (uintptr_t)w->now.block.addr, w->now.block.count);
}

static bool write_image(struct job_writing *w, size_t i)
{
    begin_path();
    add_name(w, &w->images[i], rt.path, sizeof rt.path);
    open_file(i == 0 ? rt.output.path : rt.path);
    gmon_put_header(&rt.writer);
    put_ranges(w, i + 1, UNITE_TICKS);
    put_arcs(w, i + 1);
    put_blocks(w, i + 1);
    return close_file(w, i == 0 ? &rt.output : NULL) && w->error == 0;
}

static bool write_waits(struct job_writing *w, size_t i)
{
    begin_path();
    add_name(w, &w->images[i], rt.path, sizeof rt.path);
    text_add(rt.path, sizeof rt.path, ".wait");
    open_file(rt.path);
    gmon_put_header(&rt.writer);
    put_ranges(w, i + 1, UNITE_WAITS);
    return close_file(w, NULL) && w->error == 0;
}

/* ---- paths ---- */

static void put_path_image(struct writer *out, const struct file_image *image, size_t number)
{
    put(out, "image ");
    put_number(out, number);
    put(out, " build-id ");
    put_build_id(out, (const uint8_t *)image->id, image->facts.id.n);
    put(out, " path ");
    put_word(out, image->path, text_length(image->path));
    put(out, "\n");
}

static bool write_paths(struct job_writing *w)
{
    struct path_put p;
    begin_path();
    text_add(rt.path, sizeof rt.path, ".paths");
    open_file(rt.path);
    paths_put_head(&rt.writer, w->n_nodes, 0);
    for (size_t i = 0; i < w->n_images; i++)
        put_path_image(&rt.writer, &w->images[i], i);
    put(&rt.writer, "end\n");
    uint64_t depth = 0, last = 0;
    for (bool more = begin(w) && next(w); more; more = next(w)) {
        const struct unite_node *node = &w->now.node;
        if (w->now.kind != UNITE_NODE)
            continue;
        p = (struct path_put){.up = depth - node->depth,
                              .image = node->image,
                              .distance = node->addr - last,
                              .ticks = node->ticks,
                              .waits = node->waits};
        paths_put_node(&rt.writer, &p);
        last = node->addr;
        depth = node->depth + 1;
    }
    return close_file(w, NULL) && w->error == 0;
}

/* ---- the text ---- */

static void put_name(struct job_writing *w, const struct file_image *image)
{
    char name[UNITE_PATH_BYTES + 16] = "";
    text_add(name, sizeof name, text_base(rt.output.stem));
    add_name(w, image, name, sizeof name);
    put(&rt.writer, " file ");
    put_word(&rt.writer, name, text_length(name));
}

static void put_image(struct job_writing *w, size_t i)
{
    const struct file_image *image = &w->images[i];
    struct writer *out = &rt.writer;
    put(out, "image ");
    put_number(out, i);
    put(out, " base 0x0 ticks ");
    put_number(out, image->facts.ticks);
    if (image->has_waits) {
        put(out, " waits ");
        put_number(out, image->facts.waits);
    }
    put(out, " build-id ");
    put_build_id(out, (const uint8_t *)image->id, image->facts.id.n);
    if (image->facts.entry) {
        put(out, " entry ");
        put_hex(out, image->facts.entry);
    }
    if (i == 0 || image->has_file)
        put_name(w, image);
    put(out, " path ");
    put_word(out, image->path, text_length(image->path));
    put(out, "\n");
}

static bool is_time(struct unite_text name)
{
    static const char *const times[] = {"wall", "cpu", "wait-"};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        size_t n = 0, whole = text_length(times[i]);
        while (n < whole && n < name.n && name.p[n] == times[i][n])
            n++;
        if (n == whole && (name.n == n || times[i][n - 1] == '-'))
            return true;
    }
    return false;
}

/* Times are milliseconds in the message, and seconds in the text. */
static void put_fact(const struct unite_fact *fact)
{
    if (is_time(fact->name) && fact->value == 0 && fact->name.n > 4)
        return;
    put_word(&rt.writer, fact->name.p, fact->name.n);
    put(&rt.writer, " ");
    if (is_time(fact->name))
        put_seconds(&rt.writer, fact->value * 1000000);
    else
        put_number(&rt.writer, fact->value);
    put(&rt.writer, "\n");
}

static void put_crossing(const struct unite_arc *arc)
{
    struct writer *out = &rt.writer;
    put(out, "arc ");
    if (arc->from_image)
        put_number(out, arc->from_image - 1);
    else
        put(out, "-");
    put(out, ":");
    put_hex(out, arc->from);
    put(out, " ");
    put_number(out, arc->self_image - 1);
    put(out, ":");
    put_hex(out, arc->self);
    put(out, " ");
    put_number(out, arc->count);
    put(out, "\n");
}

static bool write_info(struct job_writing *w)
{
    begin_path();
    text_add(rt.path, sizeof rt.path, ".info");
    open_file(rt.path);
    info_put_head(&rt.writer, true);
    put_line(&rt.writer, "runs", w->n_runs);
    for (bool more = begin(w) && next(w); more; more = next(w))
        if (w->now.kind == UNITE_FACT)
            put_fact(&w->now.fact);
    if (w->n_nodes)
        put_line(&rt.writer, "paths", w->n_nodes);
    for (size_t i = 0; i < w->n_images; i++)
        put_image(w, i);
    for (bool more = begin(w) && next(w); more; more = next(w))
        if (w->now.kind == UNITE_ARC && w->now.arc.from_image != w->now.arc.self_image)
            put_crossing(&w->now.arc);
    return close_file(w, NULL) && w->error == 0;
}

/* ---- runs ---- */

/* Images without functions are left out. */
static bool is_of_runs(struct job_writing *w, size_t *n_images)
{
    switch (w->now.kind) {
    case UNITE_RUN:
    case UNITE_NUMBER:
        return true;
    case UNITE_IMAGE:
        return w->images[(*n_images)++].number > 0;
    case UNITE_FUNCTION:
        w->now.function.image = image_of(w, w->now.function.image)->number;
        return true;
    default:
        return false;
    }
}

/* FILE.d/runs; STEM.runs where the folder is another process's. */
static bool write_runs(struct job_writing *w)
{
    struct unite_message runs = {.memory = &job_memory};
    struct unite_writer out;
    size_t n_images = 0;
    unite_writer_begin(&out, &runs);
    for (bool more = begin(w) && next(w); more; more = next(w))
        if (is_of_runs(w, &n_images))
            unite_write(&out, &w->now);
    if (unite_writer_end(&out) != UNITE_OK)
        return set_error(w, ENOMEM);
    begin_path();
    if (rt.output.in_run || rt.output.is_apart)
        text_add(rt.path, sizeof rt.path, ".");
    else
        rt.path[text_length(rt.path) - text_length(text_base(rt.path))] = 0;
    text_add(rt.path, sizeof rt.path, "runs");
    open_file(rt.path);
    writer_put(&rt.writer, runs.p, runs.n);
    unite_message_release(&runs);
    return close_file(w, NULL);
}

/* ---- the whole ---- */

static bool write_all(struct job_writing *w)
{
    if (rt.output.is_apart)
        output_make_folder(&rt.output, rt.user.is_other, rt.path, sizeof rt.path);
    if (!write_image(w, 0))
        return false;
    if (rt.writer.in_place)
        return true;
    output_make_folder(&rt.output, rt.user.is_other, rt.path, sizeof rt.path);
    for (size_t i = 1; i < w->n_images; i++)
        if (w->images[i].has_file && !write_image(w, i))
            return false;
    for (size_t i = 0; i < w->n_images; i++)
        if (w->images[i].has_waits && !write_waits(w, i))
            return false;
    return (w->n_nodes == 0 || write_paths(w)) && write_info(w) && write_runs(w);
}

int files_write(const struct unite_message *m)
{
    struct guard guard;
    struct job_writing *w = sys_map(sizeof *w);
    if (!w)
        return ENOMEM;
    w->message = m;
    int error = guard_begin(&guard, &rt.user);
    set_error(w, error ? dump_lose(rt.output.path, error) : 0);
    if (w->error == 0 && survey(w))
        write_all(w);
    guard_end(&guard);
    error = w->error;
    if (w->images)
        sys_unmap(w->images, (w->n_images + 1) * sizeof *w->images);
    unite_list_release(&w->arcs, sizeof(struct file_arc), &job_memory);
    unite_list_release(&w->bins, sizeof(struct unite_bin), &job_memory);
    sys_unmap(w, sizeof *w);
    return error;
}
