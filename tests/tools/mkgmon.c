/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkgmon OUT [IMAGE] < DESCRIPTION: write a profile from a short text. One statement per line:
 *
 *   layout magic|bsd|4.4bsd|mingw    class 32|64    order le|be    (class, order: else the image's)
 *   noise SEED BITS            of the padding of counts in layout mingw, up to 32
 *   rate N    dimension TEXT    abbreviation C              for the records that follow
 *   version N                  the header of the magic layout; 1 is written where it is missing
 *   hist LO HI BINS [said=N]   a histogram; said: the number of bins that the file claims
 *   bin I COUNT | tick ADDR COUNT | fill COUNT    into the last histogram
 *   arc FROM TO COUNT
 *   block ADDR COUNT           following ones make one record;  blocks said=N  opens a record
 *   byte HEX...                anything
 *   truncate N                 cut the file to N bytes; negative: that many off the end
 *
 * An address is NUMBER, SYMBOL, or SECTION of the image, or one of these and +NUMBER; `end:NAME`
 * is the end of a section. The statements are written in their order. */
#include "elf.h"
#include "gmon.h"

#include <stdlib.h>
#include <string.h>

struct maker {
    struct gmon gmon;
    struct elf elf;
    bool image, started;
    struct gmon_histogram hist; /* the open one, hist.n = 0: none is open */
    uint16_t *bins;
    bool hist_open, blocks_open;
    uint64_t *pairs;
    size_t n_pairs, cap_pairs;
    uint64_t blocks_said;
    long long truncate;
    bool truncated;
    size_t line;
};

static uint64_t symbol_address(const struct maker *m, const char *name)
{
    const struct elf_section *s;
    const struct elf_symbol *y;
    if (!m->image)
        fail("line %zu: %s: no image given", m->line, name);
    if (strncmp(name, "end:", 4) == 0 && (s = elf_find_section(&m->elf, name + 4)))
        return s->addr + s->size;
    if ((y = elf_find_symbol(&m->elf, name)))
        return y->addr;
    if ((s = elf_find_section(&m->elf, name)))
        return s->addr;
    fail("line %zu: no symbol %s", m->line, name);
}

static uint64_t address(const struct maker *m, const char *text)
{
    char *end, *name = copy_text(text), *plus = strrchr(name, '+');
    uint64_t v, add = 0;
    if (plus) {
        add = strtoull(plus + 1, NULL, 0);
        *plus = 0;
    }
    v = strtoull(name, &end, 0);
    if (*end)
        v = symbol_address(m, name);
    free(name);
    return v + add;
}

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 0);
}

static uint64_t said_of(char **w, uint64_t normal)
{
    for (; *w; w++)
        if (strncmp(*w, "said=", 5) == 0)
            return number(*w + 5);
    return normal;
}

static void flush(struct maker *m)
{
    if (m->hist_open)
        gmon_histogram(&m->gmon, &m->hist);
    free(m->bins);
    m->bins = NULL;
    m->hist_open = false;
    if (m->blocks_open)
        gmon_blocks(&m->gmon, m->pairs, m->n_pairs / 2,
                    m->blocks_said == UINT64_MAX ? m->n_pairs / 2 : m->blocks_said);
    m->n_pairs = 0;
    m->blocks_open = false;
}

static void start(struct maker *m)
{
    if (!m->started && m->gmon.layout == GMON_MAGIC)
        gmon_header(&m->gmon, 1);
    m->started = true;
}

static void make_layout(struct maker *m, char **w)
{
    m->gmon.layout = strcmp(w[1], "bsd") == 0      ? GMON_BSD
                     : strcmp(w[1], "4.4bsd") == 0 ? GMON_44BSD
                     : strcmp(w[1], "mingw") == 0  ? GMON_MINGW
                                                   : GMON_MAGIC;
}

static void make_noise(struct maker *m, char **w)
{
    m->gmon.noise = (struct chance){number(w[1])};
    m->gmon.noise_bits = (unsigned)number(w[2]);
}

static void make_class(struct maker *m, char **w)
{
    m->gmon.word = strcmp(w[1], "32") == 0 ? 4 : 8;
}

static void make_order(struct maker *m, char **w)
{
    m->gmon.out.big = strcmp(w[1], "be") == 0;
}

static void make_rate(struct maker *m, char **w)
{
    m->gmon.rate = (uint32_t)number(w[1]);
}

static void make_dimension(struct maker *m, char **w)
{
    memset(m->gmon.dimension, 0, sizeof m->gmon.dimension);
    memcpy(m->gmon.dimension, w[1], strnlen(w[1], sizeof m->gmon.dimension));
}

static void make_abbreviation(struct maker *m, char **w)
{
    m->gmon.abbreviation = w[1][0];
}

static void make_version(struct maker *m, char **w)
{
    gmon_header(&m->gmon, (uint32_t)strtoll(w[1], NULL, 0));
    m->started = true;
}

static void make_hist(struct maker *m, char **w)
{
    start(m);
    flush(m);
    size_t n = number(w[3]);
    m->bins = calloc(n + 1, sizeof *m->bins);
    if (!m->bins)
        fail("out of memory");
    m->hist = (struct gmon_histogram){.lo = address(m, w[1]),
                                      .hi = address(m, w[2]),
                                      .bins = m->bins,
                                      .n = n,
                                      .said = said_of(w + 4, n)};
    m->hist_open = true;
}

static void bin_add(struct maker *m, uint64_t i, uint64_t count)
{
    if (!m->hist_open || i >= m->hist.n)
        fail("line %zu: no such bin", m->line);
    m->bins[i] = (uint16_t)(m->bins[i] + count);
}

static void make_bin(struct maker *m, char **w)
{
    bin_add(m, number(w[1]), number(w[2]));
}

/* As the kernel does it: the bin at the address's share of the range. */
static void make_tick(struct maker *m, char **w)
{
    uint64_t at = address(m, w[1]);
    if (!m->hist_open || at < m->hist.lo || at >= m->hist.hi)
        fail("line %zu: outside the histogram", m->line);
    bin_add(m, (at - m->hist.lo) * m->hist.n / (m->hist.hi - m->hist.lo), number(w[2]));
}

static void make_fill(struct maker *m, char **w)
{
    for (size_t i = 0; i < m->hist.n && m->hist_open; i++)
        bin_add(m, i, number(w[1]));
}

static void make_arc(struct maker *m, char **w)
{
    start(m);
    flush(m);
    gmon_arc(&m->gmon, address(m, w[1]), address(m, w[2]), number(w[3]));
}

static void make_blocks(struct maker *m, char **w)
{
    start(m);
    flush(m);
    m->blocks_open = true;
    m->blocks_said = said_of(w + 1, UINT64_MAX);
}

static void make_block(struct maker *m, char **w)
{
    char *none[] = {NULL, NULL};
    if (!m->blocks_open)
        make_blocks(m, none);
    m->pairs = grow(m->pairs, m->n_pairs + 1, &m->cap_pairs, sizeof *m->pairs);
    m->pairs[m->n_pairs++] = address(m, w[1]);
    m->pairs[m->n_pairs++] = number(w[2]);
}

static void make_byte(struct maker *m, char **w)
{
    start(m);
    flush(m);
    for (w++; *w; w++)
        bytes_number(&m->gmon.out, strtoul(*w, NULL, 16), 1);
}

static void make_truncate(struct maker *m, char **w)
{
    m->truncate = strtoll(w[1], NULL, 0);
    m->truncated = true;
}

static const struct statement statements[] = {
    {"arc", 4, make_arc},
    {"tick", 3, make_tick},
    {"bin", 3, make_bin},
    {"hist", 4, make_hist},
    {"fill", 2, make_fill},
    {"block", 3, make_block},
    {"blocks", 1, make_blocks},
    {"layout", 2, make_layout},
    {"noise", 3, make_noise},
    {"class", 2, make_class},
    {"order", 2, make_order},
    {"rate", 2, make_rate},
    {"dimension", 2, make_dimension},
    {"abbreviation", 2, make_abbreviation},
    {"version", 2, make_version},
    {"byte", 2, make_byte},
    {"truncate", 2, make_truncate},
};

static size_t final_size(const struct maker *m)
{
    size_t n = m->gmon.out.n;
    if (!m->truncated)
        return n;
    if (m->truncate < 0)
        return (size_t)-m->truncate < n ? n - (size_t)-m->truncate : 0;
    return (size_t)m->truncate < n ? (size_t)m->truncate : n;
}

int main(int argc, char **argv)
{
    struct maker m = {0};
    if (argc != 2 && argc != 3)
        fail("usage: mkgmon OUT [IMAGE] < DESCRIPTION");
    if (argc == 3) {
        elf_load(&m.elf, argv[2]);
        m.image = true;
    }
    gmon_init(&m.gmon, GMON_MAGIC, !m.image || m.elf.wide, m.image && m.elf.big);
    make_all(statements, sizeof statements / sizeof statements[0], &m, &m.line);
    start(&m);
    flush(&m);
    file_write(argv[1], m.gmon.out.p, final_size(&m));
    free(m.pairs);
    bytes_release(&m.gmon.out);
    elf_release(&m.elf);
    return 0;
}
