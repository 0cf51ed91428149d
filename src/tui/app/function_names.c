/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/function_names.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/mem.h"
#include "core/session/compare.h"
#include "tui/app/screen.h"
#include "tui/app/wording.h"

enum { SLICE_NAMES = 512 };

void function_names_release(struct function_names *l)
{
    free(l->items);
    free(l->nodes);
    *l = (struct function_names){0};
}

bool function_names_ready(const struct function_names *l)
{
    return l->valid && l->ready == l->n;
}

/* Without memory the list is empty, so that nothing is waited for. */
static bool make_room(struct function_names *l, size_t n)
{
    return mem_grow(&l->items, &l->item_cap, n, sizeof *l->items) &&
           mem_grow(&l->nodes, &l->node_cap, n, sizeof *l->nodes);
}

/* The order of the call graph's entries, without cycles and lines. */
static void list_here(struct ui *ui)
{
    struct function_names *l = ui->names;
    const struct analysis *an = ui->session->analysis;
    uint32_t at = 0;
    function_names_release(l);
    l->valid = true;
    if (!make_room(l, an->n_symbols))
        return;
    for (sym_id s; (s = analysis_next_ranked(an, &at)) != NO_ID;)
        if (!(an->table->symbols[s].flags & SYM_LINE))
            l->nodes[l->n++] = s;
    l->n_here = l->n;
}

static void list_old(struct ui *ui)
{
    struct function_names *l = ui->names;
    struct err ignored = ERR_INIT;
    const struct view_diff *v =
        session_compares(ui->session) ? session_diff(ui->session, &ignored) : NULL;
    const struct analysis *old = v ? v->side[DIFF_OLD]->analysis : NULL;
    uint32_t at = 0;
    l->compared = true;
    if (!old || old->n_symbols > UINT32_MAX - l->n || !make_room(l, (size_t)l->n + old->n_symbols))
        return;
    for (sym_id s; (s = analysis_next_ranked(old, &at)) != NO_ID;)
        if (!(old->table->symbols[s].flags & SYM_LINE) &&
            diff_name_is_old(v->diff, s, ui->session->settings.unused))
            l->nodes[l->n++] = s;
}

static bool is_compared(const struct ui *ui)
{
    return screen_ops(ui->views->at)->compares;
}

uint32_t function_names_offered(const struct ui *ui)
{
    return is_compared(ui) ? ui->names->n : ui->names->n_here;
}

void function_names_gather(struct ui *ui)
{
    struct function_names *l = ui->names;
    if (!l->valid)
        list_here(ui);
    if (is_compared(ui) && !l->compared)
        list_old(ui);
    for (unsigned i = 0; i < SLICE_NAMES && l->ready < l->n; i++) {
        const bool is_old = function_name_is_old(l, l->ready);
        const struct session *of = is_old ? session_old(ui->session) : ui->session;
        const char *name = of ? node_name(of, l->nodes[l->ready], ui_name_level(ui)) : "";
        size_t len = strlen(name);
        l->items[l->ready++] =
            (struct fuzzy_item){.name = name, .n = (uint32_t)len, .mask = fuzzy_mask(name, len)};
    }
}
