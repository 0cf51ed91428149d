/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of functions (-r) and of object files (-R): one raw name per line. */
#include "core/view/format/gnu.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/analyze/questions/linker_order.h"
#include "core/base/intern.h"

/* ---- as linkers read them ---- */

/* What gcc puts before a function's name in the name of its section. */
static const char *const section_kinds[] = {".text.", ".text.hot.", ".text.unlikely.",
                                            ".text.startup.", ".text.exit."};

/* ---- names ---- */

/* A name that no line of such a file can hold. */
static bool is_unusable(const char *name)
{
    for (const char *s = name; *s; s++)
        if ((unsigned char)*s <= ' ' || *s == 0x7f)
            return true;
    return !*name || *name == '#';
}

/* In patterns every character with a meaning of its own becomes "any character". */
static void put_pattern(struct text *t, const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_.$@/+-";
    for (; *name; name++)
        text_char(t, strchr(plain, *name) ? *name : '?');
}

/* Keep only the symbols that belong into the file, each name once. */
static void choose_symbols(const struct view_context *v, struct id_list *l)
{
    const struct analysis *a = v->analysis;
    struct intern_set names = {0};
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++) {
        const sym_id s = l->v[i];
        const char *name = symbol_name(a, s);
        const size_t n_before = names.n;
        (void)intern_set_put(&names, name, strlen(name));
        bool used = v->settings->unused || a->graph->calls[s] || a->samples->self[s] > 0 ||
                    analysis_n_callees(a, s);
        if (used && names.n > n_before && !is_unusable(name))
            l->v[n++] = s;
    }
    l->n = n;
    intern_set_release(&names);
}

/* ---- functions ---- */

static void put_gold(struct gnu_out *o, const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(section_kinds); i++) {
        text_str(&o->t, section_kinds[i]);
        put_pattern(&o->t, name);
        text_char(&o->t, '\n');
    }
}

static void put_raw_name(struct gnu_out *o, const char *name)
{
    gnu_words(o->v, &o->t, name);
    text_char(&o->t, '\n');
}

static void put_gcc(struct gnu_out *o, const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(section_kinds); i++) {
        text_str(&o->t, i ? " " : "    *(");
        text_str(&o->t, section_kinds[i]);
        put_pattern(&o->t, name);
    }
    text_str(&o->t, ")\n");
}

static void put_gcc_file(struct gnu_out *o, const char *name)
{
    text_str(&o->t, "    *");
    put_pattern(&o->t, name);
    text_str(&o->t, "(.text .text.*)\n");
}

/* ---- orders ---- */

static void put_each(struct gnu_out *o, const struct id_list *l,
                     void (*put)(struct gnu_out *o, const char *name))
{
    for (size_t i = 0; i < l->n && gnu_row(o); i++)
        put(o, symbol_name(o->v->analysis, l->v[i]));
}

static void put_statement(struct gnu_out *o, const struct id_list *l,
                          void (*put)(struct gnu_out *o, const char *name))
{
    text_str(&o->t, "  .text :\n  {\n");
    put_each(o, l, put);
    text_str(&o->t, "  }\n");
}

void gnu_function_order(struct gnu_out *o, bool graph_printed)
{
    const struct settings *s = o->v->settings;
    struct id_list order = {0};
    if (!gnu_flush(o))
        return;
    o->failed = !analysis_function_order(o->v->analysis, s, graph_printed, &order, o->e);
    if (s->order_format == ORDER_NAMES)
        put_each(o, &order, put_raw_name);
    else if (!o->failed) {
        /* Orders as linkers read them (--order-format), from symbols in their order; *order is
         * changed. Object files have no form but that for gcc. */
        choose_symbols(o->v, &order);
        if (s->order_format == ORDER_GCC)
            put_statement(o, &order, put_gcc);
        else
            put_each(o, &order, s->order_format == ORDER_LLD ? put_raw_name : put_gold);
    }
    free(order.v);
}

void gnu_file_order(struct gnu_out *o)
{
    const struct settings *s = o->v->settings;
    struct id_list order = {0}, others = {0};
    if (!gnu_flush(o))
        return;
    o->failed = !analysis_file_order(o->v->analysis, s, &order, &others, o->e);
    if (s->order_format == ORDER_NAMES) {
        const struct image *im = o->v->analysis->profile->image;
        put_each(o, &order, put_raw_name);
        for (size_t i = 0; i < others.n && gnu_row(o); i++)
            put_raw_name(o, im->names + im->objects[others.v[i]]);
    } else if (!o->failed) {
        choose_symbols(o->v, &order);
        put_statement(o, &order, put_gcc_file);
    }
    free(order.v);
    free(others.v);
}
