/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions: the first byte chooses the style they are demangled in and widths, lines are
 * names. A name reads the same however it is asked for, and rows of different functions differ. */
#include "fuzz.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/load/image/demangle.h"
#include "core/load/image/name_brackets.h"
#include "core/view/names/form.h"
#include "core/view/names/names.h"
#include "core/view/names/row_names.h"
#include "parts.h"
#include "tests/support/profile_builder.h"
#include "tests/support/require.h"

enum { NAMES_MOST = 12, WIDTHS = 7 }; /* one in WIDTHS widths is tried */

static const char *const styles[] = {"auto", "gnu-v3", "java", "gnat", "dlang", "rust", "none"};

/* Its image has a function for each word of the text. */
static struct profile *make_profile(const char *text, size_t n)
{
    struct made m = {0};
    made_init(&m, 0, 16 * ((uint64_t)n + 1));
    for (size_t at = 0; at <= n && m.image.n_symbols < NAMES_MOST; at += strlen(text + at) + 1)
        made_symbol(&m, text + at, 16 * (uint64_t)at, SYM_FUNC);
    return made_take(&m, "", "");
}

static void check_form(const char *raw, int style)
{
    struct text once = {0}, twice = {0};
    text_str(&twice, "before");
    bool has = demangle(raw, style, true, &once);
    require(demangle(raw, style, true, &twice) == has && (has || once.n == 0));
    require(!has || demangle_may(raw, style));
    require(twice.n == 6 + once.n && (!once.n || memcmp(twice.p + 6, once.p, once.n) == 0));
    text_release(&once);
    text_release(&twice);
}

/* Parts lie within the text, within one another or apart. */
static void check_parts(const char *raw)
{
    struct name_form f = {0};
    bool has = name_form_read(raw, demangle_style_auto(), &f);
    require(has || (f.n_parts == 0 && f.text.n == 0));
    for (size_t i = 0; i < f.n_parts; i++) {
        require(f.parts[i].lo <= f.parts[i].hi && f.parts[i].hi <= f.text.n);
        for (size_t k = 0; k < i; k++)
            require(f.parts[k].lo <= f.parts[i].lo &&
                    (f.parts[k].hi >= f.parts[i].hi || f.parts[k].hi <= f.parts[i].lo));
    }
    name_form_release(&f);
}

struct listed {
    struct names *names;
    unsigned cols;
};

static void row(const void *ctx, uint32_t i, struct named_row *out)
{
    const struct listed *l = ctx;
    *out = (struct named_row){l->names, i, l->cols};
}

/* Rows of different names differ. */
static void check_rows(struct names *names, const struct profile *p, unsigned cols)
{
    struct listed l = {names, cols};
    const uint32_t n = p->image->n_symbols;
    const struct row_names_source s = {.level = (enum name_level)(cols % NAME_RAW),
                                       .uncut = cols == 0,
                                       .ascii = cols % 2,
                                       .n_rows = n,
                                       .row = row,
                                       .ctx = &l};
    struct row_names *r = row_names_new(&s);
    for (uint32_t i = 0; i < n; i++) {
        const char *text = row_names_get(r, i);
        require(text != NULL);
        require(cols == 0 || quiet_cols(text, strlen(text)) <= (cols > 24 ? cols : 24));
        for (uint32_t k = cols && i > ROW_NAMES_NEAR ? i - ROW_NAMES_NEAR : 0;
             k < i && (cols >= 60 || cols == 0); k++)
            require(strcmp(text, row_names_get(r, k)) != 0);
    }
    row_names_free(r);
}

static void check_names(const struct profile *p, int style, unsigned widths)
{
    struct names *names = names_new(p, NULL, style != 0, style);
    const struct image *im = p->image;
    require(names != NULL);
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        struct text read = {0};
        const char *raw = image_name(im, &im->symbols[i]);
        require(strcmp(names_get(names, i, NAME_RAW), raw) == 0);
        names_read(names, raw, NAME_SHORT, &read);
        require(!*raw || *text_z(&read));
        text_release(&read);
        require(*names_printed(names, i) || !*raw);
        for (int level = NAME_SHORT; level < NAME_RAW; level++)
            require(names_get(names, i, (enum name_level)level) != NULL);
    }
    for (unsigned cols = 0, i = widths; style != 0 && cols < 90; cols += 1 + cols / 3, i++)
        if (i % WIDTHS == 0)
            check_rows(names, p, cols);
    names_free(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    int style;
    if (n == 0)
        return 0;
    require(demangle_style(styles[p[0] % ARRAY_LEN(styles)], &style));
    char *text = part_text((struct part){p + 1, n - 1});
    for (char *end = text; (end = strchr(end, '\n'));)
        *end++ = '\0';
    struct profile *profile = make_profile(text, n - 1);
    free(text);
    for (uint32_t i = 0; i < profile->image->n_symbols; i++) {
        check_parts(image_name(profile->image, &profile->image->symbols[i]));
        check_form(image_name(profile->image, &profile->image->symbols[i]), style);
    }
    check_names(profile, style, p[0] / (unsigned)ARRAY_LEN(styles));
    profile_free(profile);
    return 0;
}
