/* SPDX-License-Identifier: MIT */
#include "unite/put.h"

/* ---- texts ---- */

static void put(struct unite_sink *s, const void *p, size_t n)
{
    s->put(s, p, n);
}

static void put_byte(struct unite_sink *s, unsigned byte)
{
    put(s, &(const unsigned char){(unsigned char)byte}, 1);
}

void unite_put(struct unite_sink *s, const char *z)
{
    const struct unite_text text = unite_text_of(z);
    put(s, text.p, text.n);
}

void unite_put_number(struct unite_sink *s, uint64_t number)
{
    char digits[20], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    put(s, at, (size_t)(digits + sizeof digits - at));
}

void unite_put_hex(struct unite_sink *s, uint64_t number)
{
    char digits[18], *at = digits + sizeof digits;
    do
        *--at = "0123456789abcdef"[number % 16];
    while (number /= 16);
    *--at = 'x';
    *--at = '0';
    put(s, at, (size_t)(digits + sizeof digits - at));
}

/* Spaces, backslashes and control bytes as \ooo, so that every value is one word on one line. */
void unite_put_word(struct unite_sink *s, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c > ' ' && c != '\\' && c != 0x7f)
            put(s, &c, 1);
        else
            put(s,
                (const char[]){'\\', (char)('0' + c / 64), (char)('0' + c / 8 % 8),
                               (char)('0' + c % 8)},
                4);
    }
}

void unite_put_line(struct unite_sink *s, const char *name, uint64_t number)
{
    unite_put(s, name);
    put_byte(s, ' ');
    unite_put_number(s, number);
    put_byte(s, '\n');
}

/* Milliseconds are as exact as CPU clocks are. */
void unite_put_seconds(struct unite_sink *s, uint64_t ms)
{
    unite_put_number(s, ms / 1000);
    put(s,
        (const char[]){'.', (char)('0' + ms / 100 % 10), (char)('0' + ms / 10 % 10),
                       (char)('0' + ms % 10)},
        4);
}

/* ---- what is known of a run ---- */

static const struct unite_fact_name facts[N_UNITE_FACTS] = {
    [UNITE_FACT_KEPT] = {"kept", UNITE_SUM, false, true},
    [UNITE_FACT_WALL] = {"wall", UNITE_SUM, true, false},
    [UNITE_FACT_CPU] = {"cpu", UNITE_SUM, true, false},
    [UNITE_FACT_CALLS] = {"calls", UNITE_SUM, false, false},
    [UNITE_FACT_LOST_CALLS] = {"lost-calls", UNITE_SUM, false, false},
    [UNITE_FACT_RATE_ASKED] = {"rate-asked", UNITE_MOST, false, false},
    [UNITE_FACT_RATE_TICK] = {"rate-tick", UNITE_MOST, false, true},
    [UNITE_FACT_MISSING_SAMPLES] = {"missing-samples", UNITE_SUM, false, false},
    [UNITE_FACT_TICKS] = {"ticks", UNITE_SUM, false, false},
    [UNITE_FACT_UNKNOWN_TICKS] = {"ticks-unknown", UNITE_SUM, false, false},
    [UNITE_FACT_COUNTING_TICKS] = {"ticks-counting", UNITE_SUM, false, false},
    [UNITE_FACT_LOST_PATH_TICKS] = {"lost-path-ticks", UNITE_SUM, false, true},
    [UNITE_FACT_LOOKS] = {"looks", UNITE_SUM, false, true},
    [UNITE_FACT_LOOK_CPU] = {"look-cpu", UNITE_SUM, true, true},
    [UNITE_FACT_UNKNOWN_WAITS] = {"waits-unknown", UNITE_SUM, true, true},
    [UNITE_FACT_WAITS] = {"wait-futex", UNITE_SUM, true, true},
    {"wait-file", UNITE_SUM, true, true},
    {"wait-socket", UNITE_SUM, true, true},
    {"wait-pipe", UNITE_SUM, true, true},
    {"wait-timer", UNITE_SUM, true, true},
    {"wait-child", UNITE_SUM, true, true},
    {"wait-page", UNITE_SUM, true, true},
    {"wait-other", UNITE_SUM, true, true},
    [UNITE_FACT_RATE_ACHIEVED] = {"rate-achieved", UNITE_MOST, false, false},
};

const struct unite_fact_name *unite_fact_name(enum unite_fact_kind kind)
{
    return &facts[kind];
}

void unite_put_fact(struct unite_sink *s, enum unite_fact_kind kind, uint64_t value)
{
    const struct unite_fact_name *fact = &facts[kind];
    if (!value && fact->is_rare)
        return;
    unite_put(s, fact->name);
    put_byte(s, ' ');
    if (fact->is_time)
        unite_put_seconds(s, value);
    else
        unite_put_number(s, value);
    put_byte(s, '\n');
}

/* ---- profile data ---- */

enum {
    TAG_HIST,
    TAG_ARC,
    TAG_BLOCKS,
    VERSION = 1,
    SPARE_BYTES = 12,
    DIMENSION_BYTES = 15,
};

void unite_put_int(const struct unite_gmon *g, uint64_t number, unsigned n)
{
    unsigned char p[8];
    for (unsigned i = 0; i < n; i++)
        p[i] = (unsigned char)(number >> 8 * (g->is_big ? n - 1 - i : i));
    put(g->sink, p, n);
}

static void put_address(const struct unite_gmon *g, uint64_t address)
{
    unite_put_int(g, address, g->word_bytes);
}

void unite_put_gmon_head(const struct unite_gmon *g)
{
    put(g->sink, "gmon", 4);
    unite_put_int(g, VERSION, 4);
    put(g->sink, NULL, SPARE_BYTES);
}

void unite_put_range(const struct unite_gmon *g, uint64_t lo, uint64_t hi, uint32_t n_bins,
                     const struct unite_unit *unit)
{
    const size_t n =
        unit->dimension.n < DIMENSION_BYTES ? unit->dimension.n : (size_t)DIMENSION_BYTES;
    unite_put_int(g, TAG_HIST, 1);
    put_address(g, lo);
    put_address(g, hi);
    unite_put_int(g, n_bins, 4);
    unite_put_int(g, unit->rate_hz, 4);
    put(g->sink, unit->dimension.p, n);
    put(g->sink, NULL, DIMENSION_BYTES - n);
    unite_put_int(g, (unsigned char)unit->abbreviation, 1);
}

bool unite_put_bin(const struct unite_gmon *g, uint64_t ticks, uint64_t skipped)
{
    const uint64_t rest = ticks > skipped ? ticks - skipped : 0;
    unite_put_int(g, rest < UNITE_BIN_MOST ? rest : UNITE_BIN_MOST, 2);
    return rest > UNITE_BIN_MOST;
}

void unite_put_zeros(const struct unite_gmon *g, size_t n)
{
    put(g->sink, NULL, n);
}

void unite_put_arc(const struct unite_gmon *g, uint64_t from, uint64_t self, uint64_t count)
{
    uint64_t left = count, n;
    do {
        n = left < UINT32_MAX ? left : UINT32_MAX;
        unite_put_int(g, TAG_ARC, 1);
        put_address(g, from);
        put_address(g, self);
        unite_put_int(g, n, 4);
    } while (left -= n);
}

/* Counts of blocks are as wide as addresses; a greater one is written in parts. */
static uint64_t most_of_block(const struct unite_gmon *g)
{
    return g->word_bytes == 4 ? UINT32_MAX : UINT64_MAX;
}

uint64_t unite_block_pairs(const struct unite_gmon *g, uint64_t count)
{
    const uint64_t most = most_of_block(g);
    return count == 0 ? 1 : count / most + (count % most != 0);
}

void unite_put_blocks(const struct unite_gmon *g, uint32_t n)
{
    unite_put_int(g, TAG_BLOCKS, 1);
    unite_put_int(g, n, 4);
}

void unite_put_block(const struct unite_gmon *g, uint64_t address, uint64_t count)
{
    uint64_t left = count, n;
    do {
        n = left < most_of_block(g) ? left : most_of_block(g);
        put_address(g, address);
        put_address(g, n);
    } while (left -= n);
}

/* ---- messages ---- */

/* What a message goes with is its first record: it takes the place of the one that is there. */
void unite_put_message(struct unite_sink *s, const struct unite_message *m,
                       const struct unite_profile *profile)
{
    uint8_t record[32];
    size_t n = 0, after = sizeof UNITE_FIRST_LINE - 1;
    if (m->n > after + 1 && m->p[after] == UNITE_PROFILE)
        after += 3 + (size_t)m->p[after + 1];
    for (uint64_t number = 1 + profile->bytes, i = 0; i < 2; number = profile->check, i++) {
        for (; number > 0x7f; number >>= 7)
            record[n++] = (uint8_t)((number & 0x7f) | 0x80);
        record[n++] = (uint8_t)number;
    }
    put(s, m->p, sizeof UNITE_FIRST_LINE - 1);
    put_byte(s, UNITE_PROFILE);
    put_byte(s, (unsigned)n);
    put(s, record, n);
    put_byte(s, 0);
    put(s, m->p + after, m->n - after);
}
