/* SPDX-License-Identifier: MIT */
#include "unite/message.h"

enum {
    SPARE_BYTES = 1 << 16, /* by which a message grows, and a 32nd of itself */
    LARGEST_WIDE = 19,     /* bytes of 7 bits that 128 take */
};

void unite_message_release(struct unite_message *m)
{
    if (m->p)
        m->memory->resize(m->memory->ctx, m->p, m->cap, 0);
    *m = (struct unite_message){.memory = m->memory};
}

/* ---- both ways ---- */

/* Where a text may begin and how long it may be. */
struct text_place {
    size_t at, most;
};

static struct text_place place_of(enum unite_text_place place)
{
    if (place <= UNITE_TEXT_COMMAND)
        return (struct text_place){place * (size_t)UNITE_PATH_BYTES, UNITE_PATH_BYTES};
    return (struct text_place){2 * UNITE_PATH_BYTES +
                                   (place - UNITE_TEXT_HOST) * (size_t)UNITE_WORD_BYTES,
                               UNITE_WORD_BYTES};
}

static void forget_all(struct unite_code *c)
{
    c->kind = UNITE_END;
    c->number = c->at = 0;
    c->n_runs = c->n_all = c->n_images = c->index = c->n_bins = 0;
}

/* A new group begins. */
static void begin_group(struct unite_code *c, unsigned number)
{
    const enum unite_kind kind =
        number < UNITE_OTHER ? (enum unite_kind)number : (enum unite_kind)UNITE_OTHER;
    if (unite_section(kind) != unite_section(c->kind)) {
        c->image = c->addr = c->self = c->depth = 0;
        for (unsigned i = 0; i < N_UNITE_TEXTS; i++)
            c->texts[0].n[i] = c->texts[1].n[i] = 0;
    }
    c->kind = kind;
    c->number = number;
}

/* Keep what the record after this one is measured from. */
static void remember(struct unite_code *c, const struct unite_record *r)
{
    switch (r->kind) {
    case UNITE_RUN:
        c->n_runs++;
        c->n_all = unite_sum(c->n_all, r->run.times);
        break;
    case UNITE_IMAGE:
        c->n_images++;
        break;
    case UNITE_RANGE:
        c->index = 0;
        c->n_bins = r->range.n_bins;
        break;
    case UNITE_BIN:
        c->index = r->bin.index + 1;
        break;
    case UNITE_BLOCK:
        c->image = r->block.image;
        c->addr = r->block.addr;
        break;
    case UNITE_ARC:
        c->image = r->arc.from_image;
        c->addr = r->arc.from;
        c->self = r->arc.self;
        break;
    case UNITE_FUNCTION:
        c->image = r->function.image;
        c->addr = r->function.addr;
        break;
    case UNITE_NODE:
        c->addr = r->node.addr;
        c->depth = r->node.depth + 1;
        break;
    case UNITE_PROFILE:
    case UNITE_UNIT:
    case UNITE_WORD:
    case UNITE_PHASE:
    case UNITE_FACT:
    case UNITE_OTHER:
    case UNITE_END:
    case N_UNITE_KINDS:
        break;
    }
}

/* ---- reading ---- */

/* How many bytes were read. */
static uint64_t read_bytes(const struct unite_reader *r)
{
    return r->n_before + (uint64_t)(r->source.p - r->from);
}

static bool fail(struct unite_reader *r)
{
    if (r->result == UNITE_OK)
        r->result = UNITE_DAMAGED;
    return false;
}

static unsigned get_byte(struct unite_reader *r)
{
    struct unite_source *s = &r->source;
    while (s->n == 0) {
        r->n_before = read_bytes(r);
        s->n = s->more && r->result == UNITE_OK ? s->more(s->ctx, &s->p) : 0;
        r->from = s->p;
        if (s->n == 0) {
            s->more = NULL;
            fail(r);
            return 0;
        }
    }
    s->n--;
    return *s->p++;
}

static uint64_t get_number(struct unite_reader *r)
{
    struct unite_source *s = &r->source;
    uint64_t number = 0;
    if (s->n > 0 && *s->p < 0x80) {
        s->n--;
        return *s->p++;
    }
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const unsigned byte = get_byte(r);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    fail(r);
    return 0;
}

/* A distance from a number, which may be below it. */
static uint64_t get_near(struct unite_reader *r, uint64_t from)
{
    const uint64_t distance = get_number(r);
    return from + (distance >> 1 ^ (distance & 1 ? UINT64_MAX : 0));
}

static struct unite_wide get_wide(struct unite_reader *r)
{
    struct unite_wide w = {0, 0};
    for (unsigned i = 0, shift = 0; i < LARGEST_WIDE; i++, shift += 7) {
        const unsigned byte = get_byte(r);
        const uint64_t bits = byte & 0x7f;
        if (shift < 64) {
            w.low |= bits << shift;
            w.high |= shift > 57 ? bits >> (64 - shift) : 0;
        } else {
            w.high |= bits << (shift - 64);
        }
        if (byte < 0x80)
            return w;
    }
    fail(r);
    return w;
}

/* n bytes as what is read here; as long as there are so many. */
static struct unite_text get_bytes(struct unite_reader *r, enum unite_text_place place,
                                   size_t n_same, uint64_t n_more)
{
    struct unite_code *c = &r->code;
    const struct text_place at = place_of(place);
    const unsigned char *last = c->texts[!c->at].bytes + at.at;
    unsigned char *to = c->texts[c->at].bytes + at.at;
    c->texts[c->at].n[place] = 0;
    if (n_same > c->texts[!c->at].n[place] || n_more > at.most - n_same) {
        fail(r);
        return (struct unite_text){NULL, 0};
    }
    for (size_t i = 0; i < n_same; i++)
        to[i] = last[i];
    for (size_t i = 0; i < n_more && r->result == UNITE_OK; i++)
        to[n_same + i] = (unsigned char)get_byte(r);
    c->texts[c->at].n[place] = (size_t)(n_same + n_more);
    return (struct unite_text){(const char *)to, (size_t)(n_same + n_more)};
}

/* Bytes that it shares with the one before, then the others. */
static struct unite_text get_text(struct unite_reader *r, enum unite_text_place place)
{
    const uint64_t n_same = get_number(r), n_more = get_number(r);
    return get_bytes(r, place, n_same < SIZE_MAX ? (size_t)n_same : SIZE_MAX, n_more);
}

/* 1 + bytes; their check sum */
static bool get_profile(struct unite_reader *r, uint64_t head, struct unite_profile *profile)
{
    profile->bytes = head - 1;
    profile->check = get_number(r);
    return true;
}

/* 1 + rate; abbreviation; dimension */
static bool get_unit(struct unite_reader *r, uint64_t head, struct unite_unit *unit)
{
    unit->rate_hz = (uint32_t)(head - 1);
    unit->abbreviation = (char)get_byte(r);
    unit->dimension = get_text(r, UNITE_TEXT_HOST);
    return head - 1 <= UINT32_MAX;
}

static bool is_image(const struct unite_reader *r, uint64_t image)
{
    return image > 0 && image <= r->code.n_images;
}

/* times; rank + 1 or 0; texts; what is known of the process; sums, by measure */
static bool get_run(struct unite_reader *r, uint64_t head, struct unite_run *run)
{
    r->code.at = !r->code.at;
    run->times = head;
    run->rank = get_number(r) - 1;
    run->name = get_text(r, UNITE_TEXT_PATH);
    run->command = get_text(r, UNITE_TEXT_COMMAND);
    run->host = get_text(r, UNITE_TEXT_HOST);
    run->id = get_text(r, UNITE_TEXT_ID);
    run->pid = get_number(r);
    run->start_sec = get_number(r);
    run->began_ns = get_number(r);
    run->wall_ms = get_number(r);
    run->cpu_ms = get_number(r);
    for (int i = 0; i < N_UNITE_MEASURES; i++)
        run->sum[i] = get_number(r);
    return r->code.n_runs < UINT32_MAX;
}

/* 1; name, value */
static bool get_one_word(struct unite_reader *r, uint64_t head, struct unite_word *word)
{
    r->code.at = !r->code.at;
    word->name = get_text(r, UNITE_TEXT_HOST);
    word->value = get_text(r, UNITE_TEXT_PATH);
    return head == 1;
}

/* 1 + number; times, name */
static bool get_phase(struct unite_reader *r, uint64_t head, struct unite_phase *phase)
{
    r->code.at = !r->code.at;
    phase->number = head - 1;
    phase->wall_ms = get_number(r);
    phase->cpu_ms = get_number(r);
    phase->name = get_text(r, UNITE_TEXT_HOST);
    return true;
}

/* 1 + is_program; path, id; entry, ticks, waits */
static bool get_image(struct unite_reader *r, uint64_t head, struct unite_image *image)
{
    r->code.at = !r->code.at;
    image->is_program = head == 2;
    image->path = get_text(r, UNITE_TEXT_PATH);
    image->id = get_text(r, UNITE_TEXT_ID);
    image->entry = get_number(r);
    image->ticks = get_number(r);
    image->waits = get_number(r);
    return head <= 2 && r->code.n_images < UINT32_MAX;
}

/* 1 + rule; name, value */
static bool get_fact(struct unite_reader *r, uint64_t head, struct unite_fact *fact)
{
    r->code.at = !r->code.at;
    fact->rule = (enum unite_rule)(head == 2);
    fact->name = get_text(r, UNITE_TEXT_HOST);
    fact->value = get_number(r);
    return head <= N_UNITE_RULES;
}

/* 1 + measure; image, rate, low address, bytes, bins */
static bool get_range(struct unite_reader *r, uint64_t head, struct unite_range *range)
{
    range->measure = head == 1 ? UNITE_TICKS : UNITE_WAITS;
    range->image = get_number(r);
    range->rate_hz = get_number(r);
    range->lo = get_number(r);
    range->hi = range->lo + get_number(r);
    range->n_bins = get_number(r);
    return (head == 1 + UNITE_TICKS || head == 1 + UNITE_WAITS) && is_image(r, range->image) &&
           range->lo <= range->hi && range->n_bins <= UINT32_MAX;
}

/* distance from the bin before; count */
static bool get_bin(struct unite_reader *r, uint64_t head, struct unite_bin *bin)
{
    if (head > r->code.n_bins - r->code.index)
        return false;
    bin->index = r->code.index + head - 1;
    bin->count = get_number(r);
    return bin->count > 0;
}

/* 1 + distance of images; distance of addresses; count */
static bool get_block(struct unite_reader *r, uint64_t head, struct unite_block *block)
{
    block->image = r->code.image + head - 1;
    block->addr = get_near(r, r->code.addr);
    block->count = get_number(r);
    return is_image(r, block->image);
}

/* 1 + distance of the callers' images; distance of their addresses; the callee likewise; count */
static bool get_arc(struct unite_reader *r, uint64_t head, struct unite_arc *arc)
{
    arc->from_image = r->code.image + head - 1;
    arc->from = get_near(r, r->code.addr);
    arc->self_image = get_number(r);
    arc->self = get_near(r, r->code.self);
    arc->count = get_number(r);
    return arc->from_image <= r->code.n_images && arc->self_image <= r->code.n_images;
}

/* One number says it all if there is a single run. */
static bool get_spread(struct unite_reader *r, struct unite_spread *s)
{
    const struct unite_code *c = &r->code;
    if (c->n_all == 1) {
        const uint64_t value = get_number(r);
        *s = unite_spread_of(value, 0);
        return value > 0;
    }
    s->n_runs = get_number(r);
    s->sum = get_number(r);
    s->squares = get_wide(r);
    s->most = get_number(r);
    s->most_run = get_number(r);
    return s->n_runs > 0 && s->n_runs <= c->n_all && s->most > 0 && s->most <= s->sum &&
           s->most_run < c->n_runs;
}

/* 1 + distance of images; distance of addresses; the ticks */
static bool get_function(struct unite_reader *r, uint64_t head, struct unite_function *f)
{
    f->image = r->code.image + head - 1;
    f->addr = get_near(r, r->code.addr);
    return get_spread(r, &f->ticks) && is_image(r, f->image);
}

/* 1 + depth; image, distance of addresses; twice the ticks, and 1 if there are waits, then these */
static bool get_node(struct unite_reader *r, uint64_t head, struct unite_node *node)
{
    node->depth = head - 1;
    node->image = get_number(r);
    node->addr = get_near(r, r->code.addr);
    node->ticks = get_number(r);
    node->waits = node->ticks & 1 ? get_number(r) : 0;
    node->ticks >>= 1;
    return node->depth <= r->code.depth && node->image <= r->code.n_images;
}

/* Bytes, after how many */
static bool get_other(struct unite_reader *r, uint64_t head, struct unite_other *other)
{
    r->code.at = !r->code.at;
    other->kind = r->code.number;
    other->bytes = get_bytes(r, UNITE_TEXT_PATH, 0, head);
    return true;
}

/* Does a group of this kind come after the one before? */
static bool may_follow(unsigned before, unsigned kind)
{
    if (kind == UNITE_BIN)
        return before == UNITE_RANGE;
    return kind > before || (kind == UNITE_RANGE && before == UNITE_BIN);
}

/* Is the group as long as it says? */
static bool has_ended(struct unite_reader *r)
{
    return r->code.kind == UNITE_END || read_bytes(r) == r->end + 1 || fail(r);
}

/* What the next record begins with; 0: there is none. */
static uint64_t get_head(struct unite_reader *r)
{
    uint64_t head = r->code.kind == UNITE_END ? 0 : get_number(r);
    if (head || r->result != UNITE_OK || !has_ended(r))
        return head;
    const unsigned kind = get_byte(r);
    if (r->result != UNITE_OK || kind == UNITE_END)
        return 0;
    if (!may_follow(r->code.number, kind)) {
        fail(r);
        return 0;
    }
    begin_group(&r->code, kind);
    r->end = get_number(r);
    r->end += read_bytes(r);
    head = get_number(r);
    if (head == 0)
        fail(r);
    return head;
}

static bool get_record(struct unite_reader *r, uint64_t head, struct unite_record *out)
{
    out->kind = r->code.kind;
    switch (out->kind) {
    case UNITE_PROFILE:
        return get_profile(r, head, &out->profile);
    case UNITE_UNIT:
        return get_unit(r, head, &out->unit);
    case UNITE_RUN:
        return get_run(r, head, &out->run);
    case UNITE_WORD:
        return get_one_word(r, head, &out->word);
    case UNITE_PHASE:
        return get_phase(r, head, &out->phase);
    case UNITE_IMAGE:
        return get_image(r, head, &out->image);
    case UNITE_FACT:
        return get_fact(r, head, &out->fact);
    case UNITE_RANGE:
        return get_range(r, head, &out->range);
    case UNITE_BIN:
        return get_bin(r, head, &out->bin);
    case UNITE_BLOCK:
        return get_block(r, head, &out->block);
    case UNITE_ARC:
        return get_arc(r, head, &out->arc);
    case UNITE_FUNCTION:
        return get_function(r, head, &out->function);
    case UNITE_NODE:
        return get_node(r, head, &out->node);
    case UNITE_OTHER:
        return get_other(r, head, &out->other);
    case UNITE_END:
    case N_UNITE_KINDS:
        break;
    }
    return false;
}

/* Does the record come after the one before it? Bins do anyhow, of nodes nobody knows. */
static bool is_in_order(struct unite_reader *r, const struct unite_record *now)
{
    if (now->kind == UNITE_NODE || now->kind == UNITE_BIN)
        return true;
    const bool ok = r->head.kind != now->kind || unite_compare(&r->head, now) < 0;
    r->head = *now;
    return ok;
}

enum unite_result unite_reader_begin(struct unite_reader *r, const struct unite_source *source)
{
    static const char line[] = UNITE_FIRST_LINE;
    const size_t n_name = sizeof UNITE_ANY_VERSION - 1;
    r->source = *source;
    r->from = source->p;
    r->n_before = r->end = 0;
    forget_all(&r->code);
    r->head.kind = UNITE_END;
    r->result = UNITE_OK;
    for (size_t i = 0; i + 1 < sizeof line && r->result == UNITE_OK; i++)
        if (get_byte(r) != (unsigned char)line[i] && r->result == UNITE_OK)
            r->result = i < n_name ? UNITE_DAMAGED : UNITE_OTHER_VERSION;
    return r->result;
}

enum unite_result unite_read(struct unite_reader *r, struct unite_record *out)
{
    const uint64_t head = r->result == UNITE_OK ? get_head(r) : 0;
    out->kind = UNITE_END;
    if (r->result != UNITE_OK || head == 0)
        return r->result;
    if ((!get_record(r, head, out) || !is_in_order(r, out)) && r->result == UNITE_OK)
        r->result = UNITE_DAMAGED;
    if (r->result == UNITE_OK)
        remember(&r->code, out);
    else
        out->kind = UNITE_END;
    return r->result;
}

/* ---- writing ---- */

/* Room for one more number. */
static bool reserve(struct unite_writer *w)
{
    struct unite_message *m = w->message;
    if (m->cap - m->n >= LARGEST_WIDE)
        return true;
    const size_t more = SPARE_BYTES + m->cap / 32, cap = m->cap + more;
    uint8_t *p = w->result == UNITE_OK && cap > m->cap
                     ? m->memory->resize(m->memory->ctx, m->p, m->cap, cap)
                     : NULL;
    if (!p) {
        w->result = UNITE_NO_MEMORY;
        return false;
    }
    m->p = p;
    m->cap = cap;
    return true;
}

static void put_byte(struct unite_writer *w, unsigned byte)
{
    if (reserve(w))
        w->message->p[w->message->n++] = (uint8_t)byte;
}

static void put_number(struct unite_writer *w, uint64_t number)
{
    if (!reserve(w))
        return;
    uint8_t *at = w->message->p + w->message->n;
    for (; number > 0x7f; number >>= 7)
        *at++ = (uint8_t)((number & 0x7f) | 0x80);
    *at++ = (uint8_t)number;
    w->message->n = (size_t)(at - w->message->p);
}

static void put_near(struct unite_writer *w, uint64_t number, uint64_t from)
{
    const uint64_t distance = number - from;
    put_number(w, distance << 1 ^ (distance >> 63 ? UINT64_MAX : 0));
}

static void put_wide(struct unite_writer *w, struct unite_wide v)
{
    while (v.high || v.low > 0x7f) {
        put_byte(w, (unsigned)(v.low & 0x7f) | 0x80);
        v.low = v.low >> 7 | v.high << 57;
        v.high >>= 7;
    }
    put_byte(w, (unsigned)v.low);
}

/* A text becomes what the next one is measured from. */
static void put_text(struct unite_writer *w, struct unite_text text, enum unite_text_place place)
{
    const struct text_place at = place_of(place);
    unsigned char *last = w->code.texts[0].bytes + at.at;
    const size_t n = text.n < at.most ? text.n : at.most, n_last = w->code.texts[0].n[place];
    size_t n_same = 0;
    while (n_same < n && n_same < n_last && (unsigned char)text.p[n_same] == last[n_same])
        n_same++;
    put_number(w, n_same);
    put_number(w, n - n_same);
    for (size_t i = n_same; i < n; i++)
        put_byte(w, last[i] = (unsigned char)text.p[i]);
    w->code.texts[0].n[place] = n;
}

static void put_unit(struct unite_writer *w, const struct unite_unit *unit)
{
    put_number(w, 1 + (uint64_t)unit->rate_hz);
    put_byte(w, (unsigned char)unit->abbreviation);
    put_text(w, unit->dimension, UNITE_TEXT_HOST);
}

static void put_run(struct unite_writer *w, const struct unite_run *run)
{
    put_number(w, run->times);
    put_number(w, run->rank + 1);
    put_text(w, run->name, UNITE_TEXT_PATH);
    put_text(w, run->command, UNITE_TEXT_COMMAND);
    put_text(w, run->host, UNITE_TEXT_HOST);
    put_text(w, run->id, UNITE_TEXT_ID);
    put_number(w, run->pid);
    put_number(w, run->start_sec);
    put_number(w, run->began_ns);
    put_number(w, run->wall_ms);
    put_number(w, run->cpu_ms);
    for (int i = 0; i < N_UNITE_MEASURES; i++)
        put_number(w, run->sum[i]);
}

static void put_word(struct unite_writer *w, const struct unite_word *word)
{
    put_number(w, 1);
    put_text(w, word->name, UNITE_TEXT_HOST);
    put_text(w, word->value, UNITE_TEXT_PATH);
}

static void put_phase(struct unite_writer *w, const struct unite_phase *phase)
{
    put_number(w, 1 + phase->number);
    put_number(w, phase->wall_ms);
    put_number(w, phase->cpu_ms);
    put_text(w, phase->name, UNITE_TEXT_HOST);
}

static void put_image(struct unite_writer *w, const struct unite_image *image)
{
    put_number(w, 1 + image->is_program);
    put_text(w, image->path, UNITE_TEXT_PATH);
    put_text(w, image->id, UNITE_TEXT_ID);
    put_number(w, image->entry);
    put_number(w, image->ticks);
    put_number(w, image->waits);
}

static void put_range(struct unite_writer *w, const struct unite_range *range)
{
    put_number(w, 1 + (uint64_t)range->measure);
    put_number(w, range->image);
    put_number(w, range->rate_hz);
    put_number(w, range->lo);
    put_number(w, range->hi - range->lo);
    put_number(w, range->n_bins);
}

static void put_block(struct unite_writer *w, const struct unite_block *block)
{
    put_number(w, 1 + block->image - w->code.image);
    put_near(w, block->addr, w->code.addr);
    put_number(w, block->count);
}

static void put_arc(struct unite_writer *w, const struct unite_arc *arc)
{
    put_number(w, 1 + arc->from_image - w->code.image);
    put_near(w, arc->from, w->code.addr);
    put_number(w, arc->self_image);
    put_near(w, arc->self, w->code.self);
    put_number(w, arc->count);
}

static void put_spread(struct unite_writer *w, const struct unite_spread *s)
{
    if (w->code.n_all == 1) {
        put_number(w, s->sum);
        return;
    }
    put_number(w, s->n_runs);
    put_number(w, s->sum);
    put_wide(w, s->squares);
    put_number(w, s->most);
    put_number(w, s->most_run);
}

static void put_function(struct unite_writer *w, const struct unite_function *f)
{
    put_number(w, 1 + f->image - w->code.image);
    put_near(w, f->addr, w->code.addr);
    put_spread(w, &f->ticks);
}

static void put_node(struct unite_writer *w, const struct unite_node *node)
{
    put_number(w, 1 + node->depth);
    put_number(w, node->image);
    put_near(w, node->addr, w->code.addr);
    put_number(w, (node->ticks < UINT64_MAX >> 1 ? node->ticks : UINT64_MAX >> 1) << 1 |
                      (node->waits > 0));
    if (node->waits)
        put_number(w, node->waits);
}

static void put_other(struct unite_writer *w, struct unite_text bytes)
{
    put_number(w, bytes.n);
    for (size_t i = 0; i < bytes.n; i++)
        put_byte(w, (unsigned char)bytes.p[i]);
}

/* How long a group has become, before its records; and its end. */
static void end_group(struct unite_writer *w)
{
    struct unite_message *m = w->message;
    const size_t end = m->n, n_records = end - w->group_at;
    if (w->code.kind == UNITE_END || w->result != UNITE_OK)
        return;
    put_number(w, n_records);
    if (w->result != UNITE_OK)
        return;
    const size_t n = m->n - end;
    uint8_t length[LARGEST_WIDE];
    for (size_t i = 0; i < n; i++)
        length[i] = m->p[end + i];
    for (size_t i = end; i-- > w->group_at;)
        m->p[i + n] = m->p[i];
    for (size_t i = 0; i < n; i++)
        m->p[w->group_at + i] = length[i];
    put_byte(w, 0);
}

void unite_writer_begin(struct unite_writer *w, struct unite_message *message)
{
    w->message = message;
    w->group_at = 0;
    forget_all(&w->code);
    w->result = UNITE_OK;
    for (const char *p = UNITE_FIRST_LINE; *p; p++)
        put_byte(w, (unsigned char)*p);
}

void unite_write(struct unite_writer *w, const struct unite_record *r)
{
    const unsigned number = r->kind == UNITE_OTHER ? r->other.kind : r->kind;
    if (number != w->code.number) {
        end_group(w);
        put_byte(w, number);
        begin_group(&w->code, number);
        w->group_at = w->message->n;
    }
    switch (r->kind) {
    case UNITE_PROFILE:
        put_number(w, 1 + r->profile.bytes);
        put_number(w, r->profile.check);
        break;
    case UNITE_UNIT:
        put_unit(w, &r->unit);
        break;
    case UNITE_RUN:
        put_run(w, &r->run);
        break;
    case UNITE_WORD:
        put_word(w, &r->word);
        break;
    case UNITE_PHASE:
        put_phase(w, &r->phase);
        break;
    case UNITE_IMAGE:
        put_image(w, &r->image);
        break;
    case UNITE_FACT:
        put_number(w, 1 + (uint64_t)r->fact.rule);
        put_text(w, r->fact.name, UNITE_TEXT_HOST);
        put_number(w, r->fact.value);
        break;
    case UNITE_RANGE:
        put_range(w, &r->range);
        break;
    case UNITE_BIN:
        put_number(w, 1 + r->bin.index - w->code.index);
        put_number(w, r->bin.count);
        break;
    case UNITE_BLOCK:
        put_block(w, &r->block);
        break;
    case UNITE_ARC:
        put_arc(w, &r->arc);
        break;
    case UNITE_FUNCTION:
        put_function(w, &r->function);
        break;
    case UNITE_NODE:
        put_node(w, &r->node);
        break;
    case UNITE_OTHER:
        put_other(w, r->other.bytes);
        break;
    case UNITE_END:
    case N_UNITE_KINDS:
        break;
    }
    remember(&w->code, r);
}

enum unite_result unite_writer_end(struct unite_writer *w)
{
    struct unite_message *m = w->message;
    end_group(w);
    put_byte(w, UNITE_END);
    if (w->result == UNITE_OK && m->n < m->cap) {
        uint8_t *p = m->memory->resize(m->memory->ctx, m->p, m->cap, m->n);
        if (p) {
            m->p = p;
            m->cap = m->n;
        }
    }
    return w->result;
}
