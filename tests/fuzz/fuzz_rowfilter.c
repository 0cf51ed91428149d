/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row filters: any text is a filter or a mistake with a reason, and decides the same way twice. */
#include "fuzz.h"

#include <string.h>

#include "core/select/row_filter.h"
#include "tests/support/require.h"

static bool number(void *ctx, unsigned value, double *out)
{
    *out = 12.5 * value;
    return value < 3;
}

static const char *file(void *ctx)
{
    return ctx;
}

static void check(const struct rowfilter *f, const char *name, char *path)
{
    const struct row_facts row = {
        .name = name, .n_name = strlen(name), .ctx = path, .number = number, .file = file};
    require(rowfilter_keeps(f, &row) == rowfilter_keeps(f, &row));
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    static const struct row_field fields[] = {
        {"self", 0}, {"self%", 1}, {"total", 2}, {"calls", 3}};
    char path[] = "/usr/src/dir/btree.c";
    struct err e = ERR_INIT;
    struct rowfilter *f =
        rowfilter_new((const char *)p, n, fields, sizeof fields / sizeof *fields, &e);
    require(f ? e.code == ERR_NONE : e.code != ERR_NONE);
    if (f) {
        check(f, "std::vector<int>::push_back(int const&)", path);
        check(f, "", path);
        check(f, "\xff\xfe", NULL);
    }
    rowfilter_free(f);
    return 0;
}
