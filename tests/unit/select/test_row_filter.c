/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select/row_filter: what typed filters keep, and what they refuse. */
#include "core/select/row_filter.h"

#include "tests/support/unit.h"

enum { SELF, CALLS, TOTAL_PCT, PER_CALL };

static const struct row_field fields[] = {
    {"self", SELF},        {"calls", CALLS},        {"total%", TOTAL_PCT},
    {"%total", TOTAL_PCT}, {"self/call", PER_CALL},
};

struct row {
    const char *name;
    double self, calls, total_pct;
    const char *file;
    int n_asked; /* for the file */
    const char *image, *scope;
};

static bool number(void *ctx, unsigned value, double *out)
{
    const struct row *r = ctx;
    if (value == PER_CALL && r->calls == 0)
        return false;
    *out = value == SELF        ? r->self
           : value == CALLS     ? r->calls
           : value == TOTAL_PCT ? r->total_pct
                                : r->self / r->calls;
    return true;
}

static const char *file(void *ctx)
{
    struct row *r = ctx;
    r->n_asked++;
    return r->file;
}

static const char *image(void *ctx)
{
    return ((const struct row *)ctx)->image;
}

static const char *scope(void *ctx)
{
    return ((const struct row *)ctx)->scope;
}

static const struct row rows[] = {
    {"sq_step", 3.84, 1204511, 83.9, "/src/vdbe.c", 0, "bin/db", NULL},
    {"btree_seek", 2.11, 886420, 36.0, "/src/storage/btree.c", 0, "/lib/libstore.so", NULL},
    {"operator new(unsigned long)", 0.1, 40, 0.8, NULL, 0, "/lib/libc++.so", NULL},
    {"std::vector<int>::push_back(int&&)", 0, 0, 5, "/usr/include/btree.cpp", 0, "bin/db",
     "std::vector"},
};

/* For each filter a string of '1' (kept) and '0' for the rows. */
static const struct {
    const char *text, *kept;
} cases[] = {
    {"", "1111"},
    {"   ", "1111"},
    {"e", "1111"},
    {"seek", "0100"},
    {"Seek", "0000"},
    {"SEEK", "0000"},
    {"s.*e", "1111"},
    {"!seek", "1011"},
    {"! seek", "1011"},
    {"!^std::", "1110"},
    {"operator new", "0010"},
    {"operator  new", "0000"},
    {"dir:^/src", "1100"}, /* D7 */
    {"dir:storage$", "0100"},
    {"!dir:.", "0010"},
    {"ns:^std(::|$)", "0001"},
    {"!ns:.", "1110"},
    {"ns::x", "0000"},
    {"self>0.1", "1100"},
    {"self>=0.1", "1110"},
    {"self>-1", "1111"},
    {"self<-.5ms", "0000"},
    {"self<0.1", "0001"},
    {"self<=100ms", "0011"},
    {"self=0", "0001"},
    {"self==0", "0001"},
    {"self!=0", "1110"},
    {"!self>0.1", "0011"},
    {"calls>1000", "1100"},
    {"calls>=1k calls<1M", "0100"},
    {"total%>5", "1100"},
    {"%total>=5%", "1101"},
    {"self/call>1us", "1110"},
    {"self/call>=0", "1110"}, /* no calls, no such number */
    {"!self/call>=0", "0001"},
    {"seek self>0.1", "0100"},
    {"self>0.1 seek", "0100"},
    {"step self>0.1 seek", "0000"},
    {"!seek self>0.1", "1000"},
    {"self>0.1 !seek !step", "0000"},
    {"new !long self>0", "0000"},
    {"file:btree.c$", "0100"},
    {"file:btree", "0101"},
    {"file:storage", "0000"},
    {"file:storage/", "0100"},
    {"!file:btree", "1010"},
    {"vector<int>", "0001"},
    {"self\\>1", "0000"},
    {"file::x", "0000"},
    {"image:^db$", "1001"},
    {"image:lib", "0110"},
    {"image:lib/", "0110"},
    {"!image:libstore file:btree", "0001"},
    {"image::x", "0000"},
    {"&&", "0001"},
    {"a>b", "0000"},
};

static struct rowfilter *make(const char *text, struct err *e)
{
    return rowfilter_new(text, strlen(text), fields, sizeof fields / sizeof *fields, e);
}

static bool keeps(const struct rowfilter *f, struct row *r)
{
    struct row_facts facts = {.name = r->name,
                              .n_name = strlen(r->name),
                              .ctx = r,
                              .number = number,
                              .file = file,
                              .image = image,
                              .scope = scope};
    return rowfilter_keeps(f, &facts);
}

TEST(keeps_what_it_says)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rowfilter *f = make(cases[i].text, no_err());
        assert_non_null(f);
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            struct row r = rows[k];
            if (keeps(f, &r) != (cases[i].kept[k] == '1'))
                fail_msg("'%s' on row %zu", cases[i].text, k);
        }
        rowfilter_free(f);
    }
}

TEST(refuses)
{
    static const struct {
        const char *text;
        enum err_code code;
        const char *other;
    } bad[] = {
        {"slef>0.1", ERR_SPEC, "slef"},
        {"self>", ERR_SPEC, ""},
        {"self>x", ERR_SPEC, "x"},
        {"self>1.2.3", ERR_SPEC, "1.2.3"},
        {"self>1q", ERR_SPEC, "1q"},
        {"self>-", ERR_SPEC, "-"},
        {"self>--1", ERR_SPEC, "--1"},
        {"self>1-", ERR_SPEC, "1-"},
        {"self>.", ERR_SPEC, "."},
        {"seek calls>>5", ERR_SPEC, ">5"},
        {"!", ERR_SPEC, "!"},
        {"self>1 !", ERR_SPEC, "!"},
        {"file:", ERR_SPEC, "file:"},
        {"image:", ERR_SPEC, "image:"},
        {"a(b", ERR_REGEX, "a(b"},
        {"!a(b", ERR_REGEX, "a(b"},
        {"file:a(b", ERR_REGEX, "a(b"},
        {"a(b self>1", ERR_REGEX, "a(b"},
        {"self>1 a(b", ERR_REGEX, "a(b"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err e = {0};
        assert_null(make(bad[i].text, &e));
        assert_int_equal(e.code, bad[i].code);
        assert_string_equal(e.other, bad[i].other);
        assert_true(e.what[0] != '\0');
    }
}

/* Looking up a file is dear: not for rows that another item keeps out. */
TEST(asks_files_last)
{
    struct rowfilter *f = make("file:btree seek self>0.1", no_err());
    int asked = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct row r = rows[k];
        (void)keeps(f, &r);
        asked += r.n_asked;
    }
    assert_int_equal(asked, 1);
    assert_true(rowfilter_needs_name(f));
    rowfilter_free(f);
    f = make("file:btree self>0.1", no_err());
    assert_false(rowfilter_needs_name(f));
    rowfilter_free(f);
}

TEST(none_keeps_all)
{
    struct row_facts facts = {.name = "x", .n_name = 1};
    assert_true(rowfilter_keeps(NULL, &facts));
    assert_false(rowfilter_needs_name(NULL));
    rowfilter_free(NULL);
}
