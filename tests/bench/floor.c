/* SPDX-License-Identifier: GPL-3.0-or-later */
/* floor IMAGE [PROFILE]: the least that any analyser does, to compare with.
 *
 * Opens the image with libbfd and reads its symbols. With a profile (64 bit, little endian, magic)
 * also: sorts the symbols, reads the arcs, and does one plain binary search for each end. */
#define PACKAGE         "floor" /* bfd.h insists */
#define PACKAGE_VERSION "0"
#include <bfd.h>

#include "../tools/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct table {
    uint64_t *addrs;
    size_t n;
};

static bool in_code(const asymbol *s)
{
    return (s->section->flags & SEC_CODE) && (s->flags & (BSF_GLOBAL | BSF_LOCAL | BSF_WEAK)) &&
           !(s->flags & (BSF_SECTION_SYM | BSF_FILE));
}

static void table_read(struct table *t, const char *path)
{
    bfd *b = bfd_openr(path, NULL);
    asymbol **symbols;
    long bytes, n;
    if (!b || !bfd_check_format(b, bfd_object) || (bytes = bfd_get_symtab_upper_bound(b)) < 0)
        fail("%s: %s", path, bfd_errmsg(bfd_get_error()));
    symbols = malloc((size_t)bytes);
    if (!symbols || (n = bfd_canonicalize_symtab(b, symbols)) < 0)
        fail("%s: no symbols", path);
    t->addrs = malloc(((size_t)n + 1) * sizeof *t->addrs);
    for (long i = 0; i < n && t->addrs; i++)
        if (in_code(symbols[i]))
            t->addrs[t->n++] = bfd_asymbol_value(symbols[i]);
    free(symbols);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t search(const struct table *t, uint64_t addr)
{
    size_t lo = 0, hi = t->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (t->addrs[mid] <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static uint64_t word_at(const char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* The sum of what was found: the compiler must not leave the work out. */
static size_t arcs_find(const struct table *t, const char *path)
{
    size_t size, at = 20, sum = 0;
    char *p = file_read(path, &size);
    if (!p)
        fail("%s: %s", path, strerror(errno));
    while (at + 21 <= size) {
        uint32_t bins;
        if (p[at] == 0) {
            memcpy(&bins, p + at + 17, sizeof bins);
            at += 41 + 2 * (size_t)bins;
            continue;
        }
        sum += search(t, word_at(p + at + 1)) + search(t, word_at(p + at + 9));
        at += 21;
    }
    free(p);
    return sum;
}

int main(int argc, char **argv)
{
    struct table t = {0};
    if (argc != 2 && argc != 3)
        fail("usage: floor IMAGE [PROFILE]");
    bfd_init();
    table_read(&t, argv[1]);
    if (argc == 3) {
        qsort(t.addrs, t.n, sizeof *t.addrs, by_value);
        printf("%zu\n", arcs_find(&t, argv[2]));
    }
    return 0;
}
