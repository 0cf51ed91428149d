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
    case UNITE_TOTAL:
        c->image = r->function.image;
        c->addr = r->function.addr;
        break;
    case UNITE_NODE:
        c->addr = r->node.addr;
        c->depth = r->node.depth + 1;
        break;
    default:
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

/* n_same bytes of the text before, then n_more that are read here. */
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

/* ---- records, both ways ---- */

/* A record on its way: what is read fills it in, what is written says it. */
struct coding {
    struct unite_reader *r; /* NULL: it is written, by w */
    struct unite_writer *w;
    const struct unite_code *c;
    uint64_t head; /* what it begins with, if it is read */
};

/* The first number, which is more than the value is, or less. */
static void code_head(const struct coding *d, uint64_t *value, uint64_t more)
{
    if (d->r)
        *value = d->head - more;
    else
        put_number(d->w, *value + more);
}

static void code_number(const struct coding *d, uint64_t *value)
{
    if (d->r)
        *value = get_number(d->r);
    else
        put_number(d->w, *value);
}

/* A distance from a number, which may be below it. */
static void code_near(const struct coding *d, uint64_t *value, uint64_t from)
{
    uint64_t distance = *value - from;
    if (d->r) {
        distance = get_number(d->r);
        *value = from + (distance >> 1 ^ (distance & 1 ? UINT64_MAX : 0));
    } else {
        put_number(d->w, distance << 1 ^ (distance >> 63 ? UINT64_MAX : 0));
    }
}

static void code_text(const struct coding *d, struct unite_text *text, enum unite_text_place place)
{
    if (d->r) {
        /* Bytes that it shares with the one before, then the others. */
        const uint64_t n_same = get_number(d->r), n_more = get_number(d->r);
        *text = get_bytes(d->r, place, n_same < SIZE_MAX ? (size_t)n_same : SIZE_MAX, n_more);
    } else
        put_text(d->w, *text, place);
}

static bool is_image(const struct coding *d, uint64_t image)
{
    return image > 0 && image <= d->c->n_images;
}

/* All these return whether what was read can be; what is written is not looked at. */

/* 1 + rate; abbreviation; dimension */
static bool code_unit(const struct coding *d, struct unite_unit *unit)
{
    uint64_t rate_hz = unit->rate_hz, abbreviation = (unsigned char)unit->abbreviation;
    code_head(d, &rate_hz, 1);
    code_number(d, &abbreviation);
    code_text(d, &unit->dimension, UNITE_TEXT_HOST);
    if (d->r) {
        unit->rate_hz = (uint32_t)rate_hz;
        unit->abbreviation = (char)abbreviation;
    }
    return rate_hz <= UINT32_MAX && abbreviation <= UINT8_MAX;
}

/* times; rank + 1 or 0; texts; what is known of the process; sums, by measure */
static bool code_run(const struct coding *d, struct unite_run *run)
{
    uint64_t rank = run->rank + 1;
    code_head(d, &run->times, 0);
    code_number(d, &rank);
    if (d->r)
        run->rank = rank - 1;
    code_text(d, &run->name, UNITE_TEXT_PATH);
    code_text(d, &run->command, UNITE_TEXT_COMMAND);
    code_text(d, &run->host, UNITE_TEXT_HOST);
    code_text(d, &run->id, UNITE_TEXT_ID);
    code_number(d, &run->pid);
    code_number(d, &run->start_sec);
    code_number(d, &run->began_ns);
    code_number(d, &run->wall_ms);
    code_number(d, &run->cpu_ms);
    for (int i = 0; i < N_UNITE_MEASURES; i++)
        code_number(d, &run->sum[i]);
    return d->c->n_runs < UINT32_MAX;
}

/* 1 + is_program; path, id; entry, ticks, waits */
static bool code_image(const struct coding *d, struct unite_image *image)
{
    uint64_t is_program = !d->r && image->is_program;
    code_head(d, &is_program, 1);
    if (d->r)
        image->is_program = is_program;
    code_text(d, &image->path, UNITE_TEXT_PATH);
    code_text(d, &image->id, UNITE_TEXT_ID);
    code_number(d, &image->entry);
    code_number(d, &image->ticks);
    code_number(d, &image->waits);
    return is_program <= 1 && d->c->n_images < UINT32_MAX;
}

/* 1 + rule; name, value */
static bool code_fact(const struct coding *d, struct unite_fact *fact)
{
    uint64_t rule = fact->rule;
    code_head(d, &rule, 1);
    if (d->r)
        fact->rule = rule == UNITE_MOST ? UNITE_MOST : UNITE_SUM;
    code_text(d, &fact->name, UNITE_TEXT_HOST);
    code_number(d, &fact->value);
    return rule < N_UNITE_RULES;
}

/* 1 + measure; image, rate, low address, bytes, bins */
static bool code_range(const struct coding *d, struct unite_range *range)
{
    uint64_t measure = range->measure, bytes = range->hi - range->lo;
    code_head(d, &measure, 1);
    code_number(d, &range->image);
    code_number(d, &range->rate_hz);
    code_number(d, &range->lo);
    code_number(d, &bytes);
    code_number(d, &range->n_bins);
    if (d->r) {
        range->measure = measure == UNITE_TICKS ? UNITE_TICKS : UNITE_WAITS;
        range->hi = range->lo + bytes;
    }
    return (measure == UNITE_TICKS || measure == UNITE_WAITS) && is_image(d, range->image) &&
           range->lo <= range->hi && range->n_bins <= UINT32_MAX;
}

/* One number says it all if there is a single run. */
static bool code_spread(const struct coding *d, struct unite_spread *s)
{
    const struct unite_code *c = d->c;
    if (c->n_all == 1) {
        uint64_t value = s->sum;
        code_number(d, &value);
        if (d->r)
            *s = unite_spread_of(value, 0);
        return value > 0;
    }
    code_number(d, &s->n_runs);
    code_number(d, &s->sum);
    if (d->r)
        s->squares = get_wide(d->r);
    else
        put_wide(d->w, s->squares);
    code_number(d, &s->most);
    code_number(d, &s->most_run);
    return s->n_runs > 0 && s->n_runs <= c->n_all && s->most > 0 && s->most <= s->sum &&
           s->most_run < c->n_runs;
}

/* 1 + depth; image, distance of addresses; twice the ticks, and 1 if there are waits, then these */
static bool code_node(const struct coding *d, struct unite_node *node)
{
    const uint64_t most = UINT64_MAX >> 1;
    uint64_t twice = 0, waits = 0;
    if (!d->r) {
        twice = (node->ticks < most ? node->ticks : most) << 1 | (node->waits > 0);
        waits = node->waits;
    }
    code_head(d, &node->depth, 1);
    code_number(d, &node->image);
    code_near(d, &node->addr, d->c->addr);
    code_number(d, &twice);
    if (twice & 1)
        code_number(d, &waits);
    if (d->r) {
        node->ticks = twice >> 1;
        node->waits = waits;
    }
    return node->depth <= d->c->depth && node->image <= d->c->n_images;
}

/* Bytes, after how many */
static bool code_other(const struct coding *d, struct unite_other *other)
{
    uint64_t n = other->bytes.n;
    code_head(d, &n, 0);
    if (d->r) {
        other->kind = d->c->number;
        other->bytes = get_bytes(d->r, UNITE_TEXT_PATH, 0, n);
    }
    for (size_t i = 0; !d->r && i < n; i++)
        put_byte(d->w, (unsigned char)other->bytes.p[i]);
    return true;
}

static bool code_record(const struct coding *d, struct unite_record *record)
{
    uint64_t one = 1;
    switch (record->kind) {
    case UNITE_PROFILE:
        /* 1 + bytes; their check sum */
        code_head(d, &record->profile.bytes, 1);
        code_number(d, &record->profile.check);
        return true;
    case UNITE_UNIT:
        return code_unit(d, &record->unit);
    case UNITE_RUN:
        return code_run(d, &record->run);
    case UNITE_WORD:
        /* 1; name, value */
        code_head(d, &one, 0);
        code_text(d, &record->word.name, UNITE_TEXT_HOST);
        code_text(d, &record->word.value, UNITE_TEXT_PATH);
        return one == 1;
    case UNITE_PHASE:
        /* 1 + number; times, name */
        code_head(d, &record->phase.number, 1);
        code_number(d, &record->phase.wall_ms);
        code_number(d, &record->phase.cpu_ms);
        code_text(d, &record->phase.name, UNITE_TEXT_HOST);
        return true;
    case UNITE_IMAGE:
        return code_image(d, &record->image);
    case UNITE_FACT:
        return code_fact(d, &record->fact);
    case UNITE_RANGE:
        return code_range(d, &record->range);
    case UNITE_BIN:
        /* distance from the bin before; count */
        code_head(d, &record->bin.index, 1 - d->c->index);
        code_number(d, &record->bin.count);
        return record->bin.index - d->c->index < d->c->n_bins - d->c->index &&
               record->bin.count > 0;
    case UNITE_BLOCK:
        /* 1 + distance of images; distance of addresses; count */
        code_head(d, &record->block.image, 1 - d->c->image);
        code_near(d, &record->block.addr, d->c->addr);
        code_number(d, &record->block.count);
        return is_image(d, record->block.image);
    case UNITE_ARC:
        /* 1 + distance of the callers' images; distance of their addresses; the callee likewise;
         * count */
        code_head(d, &record->arc.from_image, 1 - d->c->image);
        code_near(d, &record->arc.from, d->c->addr);
        code_number(d, &record->arc.self_image);
        code_near(d, &record->arc.self, d->c->self);
        code_number(d, &record->arc.count);
        return record->arc.from_image <= d->c->n_images && record->arc.self_image <= d->c->n_images;
    case UNITE_FUNCTION:
    case UNITE_TOTAL:
        /* 1 + distance of images; distance of addresses; the ticks */
        code_head(d, &record->function.image, 1 - d->c->image);
        code_near(d, &record->function.addr, d->c->addr);
        return code_spread(d, &record->function.ticks) && is_image(d, record->function.image);
    case UNITE_NODE:
        return code_node(d, &record->node);
    case UNITE_OTHER:
        return code_other(d, &record->other);
    default:
        return false;
    }
}

/* ---- messages that are read ---- */

/* Does a group of this kind come after the one before? */
static bool may_follow(unsigned before, unsigned kind)
{
    if (kind == UNITE_BIN)
        return before == UNITE_RANGE;
    return kind > before || (kind == UNITE_RANGE && before == UNITE_BIN);
}

/* What the next record begins with; 0: there is none. */
static uint64_t get_head(struct unite_reader *r)
{
    uint64_t head = r->code.kind == UNITE_END ? 0 : get_number(r);
    /* Is the group as long as it says? */
    if (head || r->result != UNITE_OK ||
        !(r->code.kind == UNITE_END || read_bytes(r) == r->end + 1 || fail(r)))
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
    const struct coding d = {.r = r, .c = &r->code, .head = head};
    out->kind = r->code.kind;
    r->code.at = !r->code.at;
    if ((!code_record(&d, out) || !is_in_order(r, out)) && r->result == UNITE_OK)
        r->result = UNITE_DAMAGED;
    if (r->result == UNITE_OK)
        remember(&r->code, out);
    else
        out->kind = UNITE_END;
    return r->result;
}

/* ---- messages that are written ---- */

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
    const struct coding d = {.w = w, .c = &w->code};
    const unsigned number = r->kind == UNITE_OTHER ? r->other.kind : r->kind;
    if (number != w->code.number) {
        end_group(w);
        put_byte(w, number);
        begin_group(&w->code, number);
        w->group_at = w->message->n;
    }
    code_record(&d, (struct unite_record *)r); /* which is not changed */
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
