/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings: the items of a command line folded into values, from left to right. */
#include "core/options/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/load/gmon/gmon.h"
#include "core/load/image/demangle.h"
#include "core/options/fail_if.h"
#include "core/options/option.h"
#include "core/options/option_list.h"
#include "core/options/symspec.h"

#define DEFAULT_WIDTH     80
#define DEFAULT_TOP_LINES 10

/* A number as gprof reads it: the digits that arg begins with, 0 for none; huge numbers lose their
 * high bits. */
static int number_arg(const char *arg)
{
    return (int)(unsigned)strtol(arg, NULL, 10);
}

/* The first letter of a value of -O counts. */
static bool find_file_format(const char *value, int *format)
{
    static const char letters[] = {[GMON_FORMAT_AUTO] = 'a',
                                   [GMON_FORMAT_MAGIC] = 'm',
                                   [GMON_FORMAT_BSD] = 'b',
                                   [GMON_FORMAT_BSD44] = '4',
                                   [GMON_FORMAT_PROF] = 'p'};
    const char *at = memchr(letters, value[0], sizeof letters);
    if (at)
        *format = (int)(at - letters);
    return at;
}

static const char *const output_names[N_OUTPUTS] = {
    [OUTPUT_TEXT] = "text",
    [OUTPUT_JSON] = "json",
    [OUTPUT_CSV] = "csv",
    [OUTPUT_DOT] = "dot",
    [OUTPUT_CALLGRIND] = "callgrind",
    [OUTPUT_FOLDED] = "folded",
    [OUTPUT_PPROF] = "pprof",
    [OUTPUT_SVG] = "svg",
};

static const char *const order_names[N_ORDER_FORMATS] = {
    [ORDER_GOLD] = "gold",
    [ORDER_LLD] = "lld",
    [ORDER_GCC] = "gcc",
};

static bool find_name(const char *const *names, int n, const char *value, int *found)
{
    for (*found = 0; *found < n && !text_same(value, names[*found]);)
        ++*found;
    return *found < n;
}

enum err_code settings_word(const struct option_row *row, const char *word, int *meaning)
{
    switch (row->value) {
    case VALUE_DEMANGLE:
        return demangle_style(word, meaning) ? ERR_NONE : ERR_DEMANGLE_STYLE;
    case VALUE_FORMAT:
        return find_file_format(word, meaning) ? ERR_NONE : ERR_FILE_FORMAT;
    case VALUE_OUTPUT:
        return find_name(output_names, N_OUTPUTS, word, meaning) ? ERR_NONE : ERR_OUTPUT;
    case VALUE_ORDER:
        return find_name(order_names, N_ORDER_FORMATS, word, meaning) ? ERR_NONE : ERR_ORDER_FORMAT;
    default:
        return ERR_NONE;
    }
}

const char *settings_order_name(int format)
{
    return order_names[format];
}

const char *settings_output_name(int output)
{
    return output_names[output];
}

void settings_add_dirs(struct settings *s, struct settings_memory *own, const char *dirs)
{
    while (dirs) {
        size_t n = strcspn(dirs, ":");
        const char *copy = arena_text(&own->text, dirs, n);
        mem_append(&own->dirs, &s->n_dirs, &copy, sizeof copy);
        s->dirs = own->dirs;
        dirs = dirs[n] ? dirs + n + 1 : NULL;
    }
}

/* FROM=TO */
static bool add_map(struct settings *s, struct settings_memory *own, const char *arg, struct err *e)
{
    const char *eq = strchr(arg, '=');
    if (!eq)
        return err_what(e, ERR_SPEC, NULL, "a source map has the form FROM=TO", arg);
    char *from = arena_text(&own->text, arg, (size_t)(eq - arg));
    mem_append(&own->maps, &s->n_maps, &(struct source_map){from, eq + 1}, sizeof *own->maps);
    s->maps = own->maps;
    return true;
}

/* SIZE: a number, and perhaps K, M or G. 0 is no limit. */
static bool fold_max_output(struct settings *s, const char *arg, struct err *e)
{
    static const char units[] = "KMG";
    char *end;
    errno = 0;
    uint64_t n = strtoull(arg, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!char_is_digit(arg[0]) || (*end && (!unit || end[1])) || errno || n > UINT64_MAX >> shift)
        return err_what(e, ERR_SPEC, NULL, "a size is a number of bytes, or of K, M or G", arg);
    s->max_output = n ? n << shift : UINT64_MAX;
    return true;
}

/* yes, no, or nothing, which means yes */
static bool fold_choice(enum choice *choice, const char *arg, struct err *e)
{
    *choice = !arg || strcmp(arg, "yes") == 0 ? CHOICE_YES : CHOICE_NO;
    return *choice == CHOICE_YES || strcmp(arg, "no") == 0 ||
           err_what(e, ERR_SPEC, NULL, "this is asked for by yes or no", arg);
}

static bool fold_callers(struct settings *s, const char *arg, struct err *e)
{
    s->callers = strcmp(arg, "assumed") == 0 ? CALLERS_ASSUMED : CALLERS_MEASURED;
    if (s->callers == CALLERS_ASSUMED || strcmp(arg, "measured") == 0)
        return true;
    return err_what(e, ERR_SPEC, NULL, "times of callers are measured or assumed", arg);
}

/* At least `least` percent of the total. */
static bool fold_percent(double *least, const char *arg, struct err *e)
{
    char *end;
    *least = strtod(arg, &end);
    if (end == arg || *end || !(*least >= 0 && *least <= 100))
        return err_what(e, ERR_SPEC, NULL, "a share is a number from 0 to 100 (percent)", arg);
    return true;
}

/* A C number; negative ones are for programs that were loaded below their own addresses. */
static bool fold_base(struct settings *s, const char *arg, struct err *e)
{
    char *end;
    errno = 0;
    s->base = strtoull(arg, &end, 0);
    s->has_base = true;
    if (end == arg || *end || errno)
        return err_what(e, ERR_SPEC, NULL, "a base is a number, such as 0x7ff4c0040000", arg);
    return true;
}

static bool fold_value(struct settings *s, struct settings_memory *own,
                       const struct option_row *row, const char *arg, struct err *e)
{
    struct fail_if condition;
    int meaning;
    const enum err_code bad = arg ? settings_word(row, arg, &meaning) : ERR_NONE;
    if (bad != ERR_NONE)
        return err_what(e, bad, NULL, arg, NULL);
    switch (row->value) {
    case VALUE_NONE:
        break;
    case VALUE_DEMANGLE:
        s->demangle = true;
        s->demangle_style = arg ? meaning : s->demangle_style;
        break;
    case VALUE_NO_DEMANGLE:
        s->demangle = false;
        break;
    case VALUE_WIDTH:
        s->width = number_arg(arg) < 1 ? 1 : (uint32_t)number_arg(arg);
        break;
    case VALUE_FORMAT:
        s->file_format = meaning;
        break;
    case VALUE_OUTPUT:
        s->output = meaning;
        break;
    case VALUE_ORDER:
        s->order_format = meaning;
        break;
    case VALUE_MAX_OUTPUT:
        return fold_max_output(s, arg, e);
    case VALUE_MIN_FUNCTION:
        return fold_percent(&s->min_function, arg, e);
    case VALUE_DIRS:
        settings_add_dirs(s, own, arg);
        return true;
    case VALUE_SOURCE_MAP:
        return add_map(s, own, arg, e);
    case VALUE_MIN_COUNT: /* negative ones are huge */
        s->min_count = strtoull(arg, NULL, 10);
        break;
    case VALUE_IMAGES:
        return fold_choice(&s->images, arg, e);
    case VALUE_CLONES:
        return fold_choice(&s->clones, arg, e);
    case VALUE_SPLIT:
        return fold_choice(&s->split, arg, e);
    case VALUE_CALLERS:
        return fold_callers(s, arg, e);
    case VALUE_BASE:
        return fold_base(s, arg, e);

    case VALUE_DIFF:
        mem_append(&own->diff_files, &s->n_diff_files, &arg, sizeof arg);
        s->diff_files = own->diff_files;
        break;
    case VALUE_FAIL_IF:
        if (!fail_if_parse(&condition, arg, e))
            return false;
        mem_append(&own->fail_ifs, &s->n_fail_ifs, &arg, sizeof arg);
        s->fail_ifs = own->fail_ifs;
        break;
    case VALUE_TOP_LINES:
        s->top_lines = number_arg(arg) < 0 ? 0 : (uint32_t)number_arg(arg);
        break;
    }
    return true;
}

static bool fold_item(struct settings *s, struct settings_memory *own, const struct option_item *it,
                      struct err *e)
{
    const struct option_row *row = option_row(it->id);
    if (row->def.arg == OPTION_NEEDS_ARG && !it->arg)
        return err_what(e, ERR_SPEC, NULL, "an option lacks its argument", row->def.help);
    if (row->flag)
        *(bool *)((char *)s + row->flag - 1) = true;
    if (row->text)
        *(const char **)((char *)s + row->text - 1) = it->arg;
    s->mentioned |= row->style;
    if (row->unstyle && !it->arg)
        s->styles &= ~row->style;
    else
        s->styles |= row->style;
    if (row->sets && it->arg) {
        struct symspec spec;
        symspec_parse(&spec, it->arg, s->strict);
        bool arc = row->arc_sets && spec.has_right;
        own->filters[s->n_filters++] =
            (struct filter){.spec = it->arg, .sets = arc ? row->arc_sets : row->sets};
    }
    return fold_value(s, own, row, it->arg, e);
}

bool settings_fold(struct settings *s, struct settings_memory *own, const struct option_list *l,
                   struct err *e)
{
    *own = (struct settings_memory){.filters = mem_array_raw(l->n, sizeof *own->filters)};
    *s = (struct settings){.filters = own->filters,
                           .demangle = true,
                           .demangle_style = demangle_style_auto(),
                           .width = DEFAULT_WIDTH,
                           .min_count = 1,
                           .min_function = 0.5,
                           .top_lines = DEFAULT_TOP_LINES,
                           .file_format = GMON_FORMAT_AUTO,
                           .sum_output = "gmon.sum"};
    for (size_t i = 0; i < l->n; i++) /* it says how others are read */
        s->strict |= l->items[i].on && option_row(l->items[i].id)->flag == FLAG(strict);
    for (size_t i = 0; i < l->n; i++)
        if (l->items[i].on && !fold_item(s, own, &l->items[i], e))
            return false;
    return true;
}

void settings_release(struct settings_memory *own)
{
    free(own->filters);
    free(own->dirs);
    free(own->maps);
    free(own->diff_files);
    free(own->fail_ifs);
    arena_release(&own->text);
    *own = (struct settings_memory){0};
}

bool settings_joins(const struct settings *s, bool otherwise)
{
    if (s->strict || s->symbols_file || s->map_file || s->styles & STYLE_SUM)
        return false;
    return s->images == CHOICE_DEFAULT ? otherwise || s->waits : s->images == CHOICE_YES;
}

bool settings_tells_runs(const struct settings *s, bool otherwise)
{
    if (s->strict || s->as_one || s->styles & STYLE_SUM)
        return false;
    return otherwise || s->statistics || s->only_runs || s->compares;
}

bool settings_reads_paths(const struct settings *s)
{
    return !s->strict && !(s->styles & STYLE_SUM);
}

struct table_options settings_table(const struct settings *s)
{
    bool joins = s->join_parts && s->clones != CHOICE_NO && !s->strict;
    bool known = s->clones == CHOICE_YES && !s->strict;
    return (struct table_options){.no_static = s->no_static,
                                  .functions_only = s->functions_only,
                                  .clones = known || joins,
                                  .join_parts = joins};
}

bool settings_splits(const struct settings *s)
{
    return !s->strict && s->split == CHOICE_YES;
}

uint32_t settings_styles(const struct settings *s, bool has_histogram, bool has_arcs)
{
    if (s->styles)
        return s->styles;
    uint32_t seen = (has_histogram ? STYLE_FLAT : 0) | (has_arcs ? STYLE_GRAPH : 0);
    return (seen ? seen : STYLE_COUNTS) & ~s->mentioned;
}
