/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/wording.h"

#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/file/path.h"
#include "core/base/shell.h"
#include "core/load/image/demangle.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "core/options/symspec.h"
#include "core/select/symset.h"
#include "core/view/label.h"

const char *node_name(const struct session *s, node_id n, enum name_level level)
{
    sym_id sym = analysis_symbol_of(s->analysis, n);
    const char *name =
        sym == NO_ID ? NULL : names_get(s->names, s->analysis->table->symbols[sym].raw, level);
    return name ? name : "";
}

/* Append the file in front of a name that functions of other files have, too: its base name if that
 * is enough. */
static void add_file(const struct session *s, sym_id sym, bool in_arc, struct text *out)
{
    const struct analysis *a = s->analysis;
    struct line_pos here, other;
    if (s->settings.strict || !a->by_name || a->table->lines || !label_place(&s->view, sym, &here))
        return;
    const char *name = table_name(a->table, sym), *base = path_base(here.file);
    uint32_t i = 0, end = a->n_symbols;
    while (i < end) {
        const uint32_t mid = i + (end - i) / 2;
        if (strcmp(table_name(a->table, a->by_name[mid]), name) < 0)
            i = mid + 1;
        else
            end = mid;
    }
    bool alone = true, by_base = *base && !strchr(base, ':') && !symspec_is_ours(base);
    for (; i < a->n_symbols && strcmp(table_name(a->table, a->by_name[i]), name) == 0; i++) {
        const bool known = label_place(&s->view, a->by_name[i], &other);
        alone = alone && known && strcmp(other.file, here.file) == 0;
        by_base = by_base && (!known || strcmp(other.file, here.file) == 0 ||
                              strcmp(path_base(other.file), base) != 0);
    }
    if (!alone && (by_base || !in_arc)) /* in an arc a path would end at the last colon of all */
        text_printf(out, "%s%s:", by_base ? "" : "path=", by_base ? base : here.file);
}

bool symbol_spec(const struct session *s, sym_id sym, bool in_arc, struct text *out)
{
    const char *name = table_plain_name(s->analysis->table, sym);
    /* The name as it is, if that is not read as an arc, a file or a line. */
    if (*name && !strpbrk(name, "/:") && !(*name >= '0' && *name <= '9') &&
        !symspec_is_ours(name)) {
        const size_t before = out->n;
        add_file(s, sym, in_arc, out);
        text_str(out, out->n == before && strchr(name, '.') ? ":" : "");
        text_str(out, name);
        return true;
    }
    if (s->settings.strict)
        return false;
    struct text form = {0};
    if (demangle(name, demangle_style_auto(), false, &form))
        name = text_z(&form);
    text_str(out, "/^");
    for (; *name; name++) {
        if (strchr("\\^$.[]|()?*+{}/", *name))
            text_char(out, '\\');
        text_char(out, *name);
    }
    text_str(out, "$/");
    text_release(&form);
    return true;
}

/* The spec is looked up as if it were an include: those select nothing by themselves. */
bool spec_selects(const struct session *s, const char *spec, bool arcs)
{
    const struct analysis *a = s->analysis;
    struct filter f = {spec, UINT32_C(1) << SET_GRAPH_IN | UINT32_C(1) << SET_ARCS_IN};
    struct symset_source src = {a->table, a->sources, &f, 1, s->settings.strict};
    struct symset symbols = {0};
    struct arcset pairs = {0};
    struct arena memory = {0};
    struct err e = ERR_INIT;
    bool ok = arcs ? arcset_build(&pairs, &memory, &src, SET_ARCS_IN, &e)
                   : symset_build(&symbols, &memory, &src, SET_GRAPH_IN, &e);
    bool found = !ok || (symbols.has && memchr(symbols.has, 1, a->n_symbols));
    for (size_t i = 0; !found && i < pairs.n_rules; i++)
        found = pairs.rules[i].from.n && pairs.rules[i].to.n;
    arena_release(&memory);
    return found;
}

void spec_shown(const struct session *s, const char *spec, enum name_level level, struct text *out)
{
    struct text side = {0};
    while (*spec) {
        size_t n = strcspn(spec, "/");
        text_clear(&side);
        text_add(&side, spec, n);
        if (strncmp(spec, "_Z", 2) == 0)
            names_read(s->names, text_z(&side), level, out);
        else
            text_add(out, spec, n);
        spec += n;
        if (*spec)
            text_char(out, *spec++);
    }
    text_release(&side);
}

void options_shown(const struct session *s, const struct option_list *list, enum options_kind kind,
                   enum name_level level, struct text *out)
{
    const size_t start = out->n;
    for (size_t i = 0; i < list->n; i++) {
        struct option_item item = list->items[i];
        struct option_list one = {.items = &item, .n = 1};
        const enum option_kind k = option_get(item.id)->kind;
        const bool spec = k == OPTION_SYMSPEC || k == OPTION_ARC;
        const bool waits = option_waits_for_lines(list, i);
        const bool is_run = item.id == option_by_name("only-runs");
        const bool reads = (is_run && profile_shown_runs(s->profile) == 1) ||
                           item.id == option_by_name("diff") ||
                           item.id == option_by_name("diff-image");
        if ((!item.on && !waits) || (kind == OPTIONS_CHOSEN && (item.found || reads)))
            continue;
        text_str(out, out->n == start ? "" : " ");
        text_str(out, waits ? "(" : "");
        /* One whose value reads otherwise than it is written stands before it without quotes. */
        struct text read = {0};
        if (item.arg && spec)
            spec_shown(s, item.arg, level, &read);
        bool other = read.n && strcmp(text_z(&read), item.arg) != 0;
        item.on = true;
        item.arg = other ? NULL : item.arg;
        option_list_command(&one, out);
        if (other)
            text_printf(out, " %s", text_z(&read));
        text_release(&read);
        text_str(out, waits ? ")" : "");
    }
}

size_t options_on(const struct option_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += list->items[i].on;
    return n;
}

static bool is_on(const struct option_list *l, const char *name)
{
    size_t i = option_list_find(l, option_by_name(name), NULL);
    return i != SIZE_MAX && l->items[i].on;
}

void batch_command(const struct session *s, const struct option_list *list, const char *extra,
                   struct text *out)
{
    struct text words = {0};
    list = list ? list : &s->options;
    text_str(&words, "gptui");
    size_t start = words.n;
    text_char(&words, ' ');
    option_list_command(list, &words);
    if (words.n == start + 1)
        words.n = start;
    /* Whether split debug files are read here, which a batch command does only when asked. */
    if (lines_are_split(s->lookup.lines) && !is_on(list, "split-dwarf") && !is_on(list, "strict"))
        text_str(&words, " --split-dwarf");
    if (extra) {
        text_char(&words, ' ');
        text_str(&words, extra);
    }
    text_char(&words, ' ');
    text_shell_operand(&words, s->request.image);
    for (size_t i = 0; i < s->request.n_files; i++) {
        text_char(&words, ' ');
        text_shell_operand(&words, s->request.files[i]);
    }
    text_shell_command(out, &words);
    text_release(&words);
}
