/* SPDX-License-Identifier: MIT */
#include "unite/files.h"

#include "unite/list.h"

/* What the message says about an image. */
struct file_image {
    struct unite_image facts;   /* its texts are in path and id */
    bool has[N_UNITE_MEASURES]; /* ranges, and their files */
    uint64_t waits;             /* in these */
    uint64_t number;            /* among the program and those that have profiles; 0: it has none */
    char path[UNITE_PATH_BYTES + 1];
    char id[UNITE_WORD_BYTES + 1];
};

/* One arc of a file. */
struct file_arc {
    uint64_t from, self, count;
};

/* Where the records of a kind begin. */
struct file_mark {
    bool is_there;
    struct unite_reader reader;
    struct unite_record first;
};

struct unite_files_state {
    const struct unite_memory *memory;
    struct file_image *images;
    size_t n_images, n_nodes;
    uint64_t n_runs; /* processes */
    struct unite_list arcs, bins;
    struct unite_gmon gmon; /* of the file that is being written */
    enum unite_result result;
    struct file_mark marks[N_UNITE_KINDS];
    struct unite_reader reader;
    struct unite_record now;
    char name[UNITE_PATH_BYTES + 64];
};

static bool fail(struct unite_files_state *s, enum unite_result result)
{
    s->result = s->result == UNITE_OK ? result : s->result;
    return s->result == UNITE_OK;
}

/* ---- reading ---- */

/* False: that was the last record. */
static bool next(struct unite_files_state *s)
{
    return fail(s, unite_read(&s->reader, &s->now)) && s->now.kind != UNITE_END;
}

/* The first record of a kind, and the next one after it that stands together with it. */
static bool first_of(struct unite_files_state *s, enum unite_kind kind)
{
    const struct file_mark *m = &s->marks[kind];
    if (m->is_there && s->result == UNITE_OK) {
        s->reader = m->reader;
        s->now = m->first;
    }
    return m->is_there && s->result == UNITE_OK;
}

static bool next_of(struct unite_files_state *s)
{
    const unsigned section = unite_section(s->now.kind);
    return next(s) && unite_section(s->now.kind) == section;
}

static bool begin(const struct unite_files *f)
{
    const struct unite_source source = unite_source_of(f->message);
    return fail(f->state, unite_reader_begin(&f->state->reader, &source));
}

static void copy(char *to, struct unite_text *text)
{
    for (size_t i = 0; i < text->n; i++)
        to[i] = text->p[i];
    to[text->n] = 0;
    text->p = to;
}

static void take_image(struct unite_files_state *s)
{
    struct file_image *image = &s->images[s->n_images++];
    image->facts = s->now.image;
    copy(image->path, &image->facts.path);
    copy(image->id, &image->facts.id);
    image->has[UNITE_TICKS] = image->has[UNITE_WAITS] = false;
    image->waits = image->number = 0;
}

static struct file_image *image_of(const struct unite_files_state *s, uint64_t number)
{
    return &s->images[number - 1];
}

/* Which images have which files, and their waits. */
static void survey_ranges(struct unite_files_state *s)
{
    struct file_image *waiting = NULL;
    for (bool more = first_of(s, UNITE_RANGE); more; more = next_of(s)) {
        if (s->now.kind == UNITE_RANGE) {
            struct file_image *image = image_of(s, s->now.range.image);
            image->has[s->now.range.measure] = true;
            waiting = s->now.range.measure == UNITE_WAITS ? image : NULL;
        } else if (waiting) {
            waiting->waits = unite_sum(waiting->waits, s->now.bin.count);
        }
    }
}

static void number_images(struct unite_files_state *s)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s->n_images; i++)
        if (i == 0 || s->images[i].has[UNITE_TICKS])
            s->images[i].number = ++n;
}

static void mark(struct unite_files_state *s)
{
    struct file_mark *m = &s->marks[s->now.kind];
    if (m->is_there || s->now.kind == UNITE_RUN)
        return;
    m->is_there = true;
    m->reader = s->reader;
    m->first = s->now;
}

static bool survey(const struct unite_files *f)
{
    struct unite_files_state *s = f->state;
    const struct unite_memory *m = s->memory;
    size_t n = 0;
    for (bool more = begin(f) && next(s); more; more = next(s)) {
        mark(s);
        n += s->now.kind == UNITE_IMAGE;
        s->n_nodes += s->now.kind == UNITE_NODE && !f->has_no_paths;
        s->n_runs += s->now.kind == UNITE_RUN ? s->now.run.times : 0;
    }
    s->images =
        s->result == UNITE_OK ? m->resize(m->ctx, NULL, 0, (n + 1) * sizeof *s->images) : NULL;
    if (!s->images)
        return fail(s, UNITE_NO_MEMORY);
    for (bool more = first_of(s, UNITE_IMAGE); more; more = next_of(s))
        take_image(s);
    survey_ranges(s);
    number_images(s);
    return s->result == UNITE_OK;
}

enum unite_result unite_files_begin(struct unite_files *f)
{
    const struct unite_memory *m = f->message->memory;
    struct unite_files_state *s = m->resize(m->ctx, NULL, 0, sizeof *s);
    f->state = s;
    if (!s)
        return UNITE_NO_MEMORY;
    s->memory = m;
    s->images = NULL;
    s->n_images = s->n_nodes = 0;
    s->n_runs = 0;
    s->arcs = s->bins = (struct unite_list){NULL, 0, 0};
    s->gmon = f->gmon;
    s->result = UNITE_OK;
    for (unsigned kind = 0; kind < N_UNITE_KINDS; kind++)
        s->marks[kind].is_there = false;
    survey(f);
    return s->result;
}

void unite_files_end(struct unite_files *f)
{
    struct unite_files_state *s = f->state;
    if (!s)
        return;
    if (s->images)
        s->memory->resize(s->memory->ctx, s->images, (s->n_images + 1) * sizeof *s->images, 0);
    unite_list_release(&s->arcs, sizeof(struct file_arc), s->memory);
    unite_list_release(&s->bins, sizeof(struct unite_bin), s->memory);
    s->memory->resize(s->memory->ctx, s, sizeof *s, 0);
    f->state = NULL;
}

/* ---- one file ---- */

static bool close_file(const struct unite_files *f)
{
    return f->ops->close(f->ctx) ? f->state->result == UNITE_OK : fail(f->state, UNITE_NOT_WRITTEN);
}

/* Into s->name. */
static size_t add_text(struct unite_files_state *s, size_t at, const char *z)
{
    while (*z && at + 1 < sizeof s->name)
        s->name[at++] = *z++;
    s->name[at] = 0;
    return at;
}

static const char *base_of(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (*path == '/')
            base = path + 1;
    return base;
}

static bool is_same_name(const struct file_image *a, const struct file_image *b)
{
    const char *x = base_of(a->path), *y = base_of(b->path);
    while (*x && *x == *y)
        x++, y++;
    return *x == *y;
}

/* .LIBRARY, or .LIBRARY.N for the Nth of that name; nothing for the program. */
static const char *name_of(struct unite_files_state *s, const struct file_image *image,
                           const char *ending)
{
    char digits[20], *digit = digits + sizeof digits - 1;
    size_t n = 1, at = 0;
    *digit = 0;
    s->name[0] = 0;
    if (image > s->images) {
        for (const struct file_image *other = s->images + 1; other < image; other++)
            n += other->has[UNITE_TICKS] && is_same_name(other, image);
        at = add_text(s, add_text(s, 0, "."), base_of(image->path));
    }
    for (size_t left = n; n > 1 && left; left /= 10)
        *--digit = (char)('0' + left % 10);
    at = add_text(s, at, n > 1 ? "." : "");
    add_text(s, add_text(s, at, digit), ending);
    return s->name;
}

/* ---- tables ---- */

/* One range with its bins, which are at hand. */
static void put_hist(const struct unite_files_state *s, const struct unite_range *range,
                     const struct unite_unit *unit)
{
    const struct unite_bin *v = s->bins.v;
    bool more = true;
    for (uint64_t skipped = 0; more; skipped += UNITE_BIN_MOST) {
        uint64_t put = 0;
        more = false;
        unite_put_range(&s->gmon, range->lo, range->hi, (uint32_t)range->n_bins, unit);
        for (size_t i = 0; i < s->bins.n; put = v[i++].index + 1) {
            unite_put_zeros(&s->gmon, 2 * (size_t)(v[i].index - put));
            more |= unite_put_bin(&s->gmon, v[i].count, skipped);
        }
        unite_put_zeros(&s->gmon, 2 * (size_t)(range->n_bins - put));
    }
}

/* The bins of the range that was read last, if they are wanted; false: nothing comes after them. */
static bool take_bins(struct unite_files_state *s, bool is_wanted)
{
    bool more;
    s->bins.n = 0;
    while ((more = next_of(s)) && s->now.kind == UNITE_BIN) {
        struct unite_bin *bin =
            is_wanted ? unite_list_add(&s->bins, sizeof *bin, s->memory) : &s->now.bin;
        if (!bin)
            return fail(s, UNITE_NO_MEMORY);
        *bin = s->now.bin;
    }
    return more;
}

/* All ranges of an image that count the same. */
static void put_ranges(const struct unite_files *f, uint64_t number, enum unite_measure measure)
{
    struct unite_files_state *s = f->state;
    for (bool more = first_of(s, UNITE_RANGE); more;) {
        const struct unite_range range = s->now.range;
        const bool is_one = range.image == number && range.measure == measure;
        struct unite_unit unit =
            measure == UNITE_TICKS ? f->unit : (struct unite_unit){{"wait", 4}, 's', 0};
        unit.rate_hz = (uint32_t)range.rate_hz;
        more = take_bins(s, is_one);
        if (is_one && s->result == UNITE_OK)
            put_hist(s, &range, &unit);
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
 * If it is not known, they are left out: readers would take them for a function at address 0. */
static bool take_arcs(const struct unite_files *f, uint64_t number)
{
    struct unite_files_state *s = f->state;
    s->arcs.n = 0;
    for (bool more = first_of(s, UNITE_ARC); more; more = next_of(s)) {
        const struct unite_arc *arc = &s->now.arc;
        const bool is_inside = arc->from_image == number;
        if (arc->self_image != number || (f->has_callers && !is_inside))
            continue;
        struct file_arc *item = unite_list_add(&s->arcs, sizeof *item, s->memory);
        if (!item)
            return fail(s, UNITE_NO_MEMORY);
        *item = (struct file_arc){is_inside ? arc->from : image_of(s, number)->facts.entry,
                                  arc->self, arc->count};
    }
    unite_sort(s->arcs.v, s->arcs.n, sizeof(struct file_arc), compare_arcs);
    return s->result == UNITE_OK;
}

static bool fits(const struct unite_files *f, uint64_t records)
{
    return !f->arc_records || records <= f->arc_records || fail(f->state, UNITE_TOO_LARGE);
}

static void put_arcs(const struct unite_files *f, uint64_t number)
{
    struct unite_files_state *s = f->state;
    bool ok = take_arcs(f, number);
    const struct file_arc *v = s->arcs.v;
    for (size_t i = 0, n; ok && i < s->arcs.n; i += n) {
        uint64_t count = 0;
        for (n = 0; i + n < s->arcs.n && compare_arcs(&v[i], &v[i + n]) == 0; n++)
            count = unite_sum(count, v[i + n].count);
        ok = fits(f, count / UINT32_MAX);
        if (ok && v[i].from)
            unite_put_arc(&s->gmon, v[i].from, v[i].self, count);
    }
}

static void put_blocks(const struct unite_files *f, uint64_t number)
{
    struct unite_files_state *s = f->state;
    uint64_t n = 0;
    for (bool more = first_of(s, UNITE_BLOCK); more; more = next_of(s))
        if (s->now.block.image == number) {
            const uint64_t pairs = unite_block_pairs(&s->gmon, s->now.block.count);
            n += fits(f, pairs) ? pairs : 0;
        }
    if (n == 0 || s->result != UNITE_OK)
        return;
    unite_put_blocks(&s->gmon, (uint32_t)n);
    for (bool more = first_of(s, UNITE_BLOCK); more; more = next_of(s))
        if (s->now.block.image == number)
            unite_put_block(&s->gmon, s->now.block.addr, s->now.block.count);
}

static bool write_image(const struct unite_files *f, size_t i)
{
    struct unite_files_state *s = f->state;
    s->gmon.sink = f->ops->open(f->ctx, name_of(s, &s->images[i], ""));
    unite_put_gmon_head(&s->gmon);
    put_ranges(f, i + 1, UNITE_TICKS);
    put_arcs(f, i + 1);
    put_blocks(f, i + 1);
    return close_file(f);
}

static bool write_waits(const struct unite_files *f, size_t i)
{
    struct unite_files_state *s = f->state;
    s->gmon.sink = f->ops->open(f->ctx, name_of(s, &s->images[i], ".wait"));
    unite_put_gmon_head(&s->gmon);
    put_ranges(f, i + 1, UNITE_WAITS);
    return close_file(f);
}

/* ---- paths ---- */

static bool write_paths(const struct unite_files *f)
{
    struct unite_files_state *s = f->state;
    struct unite_sink *out = f->ops->open(f->ctx, ".paths");
    uint64_t depth = 0, last = 0;
    unite_put_paths_head(out, &(struct unite_paths_head){f->unit.dimension, f->unit.rate_hz,
                                                         s->n_nodes, f->lost_path_ticks});
    for (size_t i = 0; i < s->n_images; i++)
        unite_put_paths_image(out, i, &s->images[i].facts);
    unite_put(out, "end\n");
    for (bool more = first_of(s, UNITE_NODE); more; more = next_of(s)) {
        const struct unite_node *node = &s->now.node;
        const struct unite_path_node p = {.up = depth - node->depth,
                                          .image = node->image,
                                          .distance = node->addr - last,
                                          .ticks = node->ticks,
                                          .waits = node->waits};
        unite_put_path_node(out, &p);
        last = node->addr;
        depth = node->depth + 1;
    }
    return close_file(f);
}

/* ---- the text ---- */

static bool is_named(const struct unite_text *name, const char *z)
{
    const struct unite_fact a = {.name = *name}, b = {.name = unite_text_of(z)};
    return unite_compare_facts(&a, &b) == 0;
}

static void put_facts(struct unite_files_state *s, struct unite_sink *out)
{
    for (unsigned kind = 0; kind < N_UNITE_UNITED_FACTS; kind++)
        for (bool more = first_of(s, UNITE_FACT); more; more = next_of(s))
            if (is_named(&s->now.fact.name, unite_fact_name(kind)->name))
                unite_put_fact(out, (enum unite_fact_kind)kind, s->now.fact.value);
}

static void put_image(const struct unite_files *f, struct unite_sink *out, size_t i)
{
    struct unite_files_state *s = f->state;
    struct unite_image about = s->images[i].facts;
    about.waits = s->images[i].waits;
    unite_put_image(out, i, 0, &about);
    if (i == 0 || s->images[i].has[UNITE_TICKS]) {
        const char *name = name_of(s, &s->images[i], "");
        unite_put(out, " file ");
        unite_put_word(out, f->stem, unite_text_of(f->stem).n);
        unite_put_word(out, name, unite_text_of(name).n);
    }
    unite_put_path(out, about.path);
}

static bool write_info(const struct unite_files *f)
{
    struct unite_files_state *s = f->state;
    struct unite_sink *out = f->ops->open(f->ctx, ".info");
    f->ops->put_head(f->ctx, out);
    unite_put_line(out, "runs", f->n_runs ? f->n_runs : s->n_runs);
    put_facts(s, out);
    if (s->n_nodes)
        unite_put_line(out, "paths", s->n_nodes);
    for (size_t i = 0; i < s->n_images; i++)
        put_image(f, out, i);
    for (bool more = first_of(s, UNITE_ARC); more; more = next_of(s))
        if (s->now.arc.from_image != s->now.arc.self_image)
            unite_put_crossing(out, &s->now.arc);
    return close_file(f);
}

/* ---- the whole ---- */

enum unite_result unite_files_program(struct unite_files *f)
{
    write_image(f, 0);
    return f->state->result;
}

enum unite_result unite_files_rest(struct unite_files *f)
{
    struct unite_files_state *s = f->state;
    bool ok = s->result == UNITE_OK;
    for (size_t i = 1; ok && i < s->n_images; i++)
        ok = !s->images[i].has[UNITE_TICKS] || write_image(f, i);
    for (size_t i = 0; ok && i < s->n_images; i++)
        ok = !s->images[i].has[UNITE_WAITS] || (i > 0 && !s->images[i].has[UNITE_TICKS]) ||
             write_waits(f, i);
    ok = ok && (s->n_nodes == 0 || write_paths(f)) && write_info(f);
    return s->result;
}

/* Does a record belong to the statistics? Its images' numbers become theirs. */
static bool is_of_runs(struct unite_files_state *s, size_t *n_images)
{
    switch (s->now.kind) {
    case UNITE_RUN:
        return true;
    case UNITE_IMAGE:
        return s->images[(*n_images)++].number > 0;
    case UNITE_FUNCTION:
        s->now.function.image = image_of(s, s->now.function.image)->number;
        return s->now.function.image > 0;
    default:
        return false;
    }
}

enum unite_result unite_files_runs(struct unite_files *f)
{
    struct unite_files_state *s = f->state;
    struct unite_message runs = {.memory = s->memory};
    struct unite_writer writer;
    size_t n_images = 0;
    unite_writer_begin(&writer, &runs);
    for (bool more = begin(f) && next(s); more; more = next(s))
        if (is_of_runs(s, &n_images))
            unite_write(&writer, &s->now);
    if (fail(s, unite_writer_end(&writer))) {
        struct unite_sink *out = f->ops->open(f->ctx, "runs");
        out->put(out, runs.p, runs.n);
        close_file(f);
    }
    unite_message_release(&runs);
    return s->result;
}
