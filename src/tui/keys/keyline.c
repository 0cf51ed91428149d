/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/keyline.h"

#include <string.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "core/options/option.h"
#include "tui/keys/keyname.h"

/* Whether the binding has a label to show: nothing nearer took its keys, no other label for the
 * same action stands already, and the action can do something. */
static bool shows(const struct keyline_request *r, const struct binding *b,
                  const struct key_item *items, size_t n)
{
    bool more;
    if (!b->label || !b->action)
        return false;
    if (keymap_find(r->keys, r->mode, b->keys, b->n_keys, &more) != b)
        return false;
    for (size_t i = 0; i < n; i++)
        if (items[i].action == b->action)
            return false;
    return !r->useful || r->useful(r->ctx, (enum action)b->action);
}

/* Labelled bindings of the mode, nearest mode first; those with "!" last. */
static size_t collect(const struct keyline_request *r, struct key_item *items)
{
    size_t n = 0;
    for (int kept = 0; kept < 2; kept++) {
        enum mode at = r->mode;
        do
            for (size_t i = 0; i < r->keys->n && n < KEY_ITEMS_MAX; i++) {
                const struct binding *b = &r->keys->b[i];
                if (b->mode == at && b->label && (*b->label == '!') == kept &&
                    shows(r, b, items, n))
                    items[n++] = (struct key_item){.action = b->action, .binding = b};
            }
        while (mode_parent(at, &at));
    }
    return n;
}

/* "u:up", "1Flat", "[1Flat]" */
static void item_text(const struct keyline_request *r, const struct binding *b, struct text *out)
{
    const bool on = b->action == r->on;
    text_str(out, on ? "[" : "");
    binding_label(b, out);
    text_str(out, action_view(b->action) ? "" : ":");
    text_str(out, *b->label == '!' ? b->label + 1 : b->label);
    text_str(out, on ? "]" : "");
}

static int text_cols(const struct text *t)
{
    return (int)utf8_cols(t->p ? t->p : "", t->n);
}

/* The order on the line of what all views have; tabs and a view's own keys stand before them. */
static const uint16_t NORMAL_ORDER[] = {
    ACTION_TAKE_OUT, ACTION_UNDO,        ACTION_ROW_MENU,     ACTION_SEARCH,
    ACTION_FIND,     ACTION_FILTER_ROWS, ACTION_SORT_MENU,    ACTION_BACK,
    ACTION_FORWARD,  ACTION_WRITE,       ACTION_OPTION_PANEL,
};

static uint32_t rank(const struct key_item *item)
{
    size_t i = 0;
    if (*item->binding->label == '!')
        return ARRAY_LEN(NORMAL_ORDER) + 3;
    if (action_view(item->action))
        return 0;
    if (item->binding->mode != MODE_NORMAL)
        return 1;
    while (i < ARRAY_LEN(NORMAL_ORDER) && NORMAL_ORDER[i] != item->action)
        i++;
    return (uint32_t)i + 2;
}

/* Blanks before item i: twice as many after the tabs. */
static int gap_before(const struct key_item *items, size_t i, int gap)
{
    const bool after = i && action_view(items[i - 1].action) && !action_view(items[i].action);
    return i ? gap << after : 1;
}

static int total(const struct key_item *items, size_t n, int gap)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += gap_before(items, i, gap) + items[i].cols;
    return sum;
}

/* How long it stays where room is short. */
static unsigned staying(const struct key_item *item)
{
    const bool for_all = item->action == ACTION_ROW_MENU || item->action == ACTION_SEARCH;
    return *item->binding->label == '!' ? 3 : action_view(item->action) ? 2 : for_all ? 1 : 0;
}

/* The last of those that stay shortest, but the help of the others. */
static size_t next_to_go(const struct key_item *items, size_t n)
{
    for (unsigned how_long = 0; how_long < 3; how_long++)
        for (size_t i = n; i-- > 0;)
            if (staying(&items[i]) == how_long)
                return i;
    return n > 1 && items[n - 1].action == ACTION_HELP ? n - 2 : n - 1;
}

size_t keyline_make(const struct keyline_request *r, struct text *out, struct key_item *items)
{
    size_t n = collect(r, items);
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j && rank(&items[j]) < rank(&items[j - 1]); j--) {
            struct key_item swap = items[j];
            items[j] = items[j - 1];
            items[j - 1] = swap;
        }
    for (size_t i = 0; i < n; i++) {
        struct key_item *item = &items[i];
        struct text t = {0};
        binding_label(item->binding, &t);
        item->key_cols = text_cols(&t);
        text_clear(&t);
        item_text(r, item->binding, &t);
        item->cols = text_cols(&t);
        text_release(&t);
    }
    int gap = total(items, n, 2) > r->cols ? 1 : 2, col = 0;
    while (n && total(items, n, gap) > r->cols) {
        const size_t i = next_to_go(items, n);
        n--;
        memmove(&items[i], &items[i + 1], (n - i) * sizeof *items);
    }
    for (size_t i = 0; i < n; i++) {
        const int before = gap_before(items, i, gap);
        text_fill(out, ' ', (size_t)before);
        items[i].col = col + before;
        item_text(r, items[i].binding, out);
        col += before + items[i].cols;
    }
    return n;
}

/* Where single keys are many, that others mean something too is not worth the room. */
void keyline_pending(const struct keymap *k, enum mode m, const uint32_t *keys, size_t n_keys,
                     struct text *out)
{
    enum { MANY = 8 };
    bool any = false;
    unsigned n = 0;
    text_char(out, ' ');
    for (size_t i = 0; i < n_keys; i++)
        keyname_text(keys[i], out);
    do
        for (size_t i = 0; i < k->n; i++) {
            const struct binding *b = &k->b[i];
            if (b->mode != m || !b->action || b->n_keys <= n_keys ||
                memcmp(b->keys, keys, n_keys * sizeof *keys) != 0)
                continue;
            any = any || b->keys[n_keys] == KEY_ANY;
            if (b->keys[n_keys] != KEY_ANY) {
                /* "e:hide", or the key alone. */
                const char *word = b->label && *b->label == '!' ? b->label + 1 : b->label;
                struct binding rest = *b;
                rest.n_keys = (uint8_t)(b->n_keys - n_keys);
                memmove(rest.keys, b->keys + n_keys, rest.n_keys * sizeof *rest.keys);
                text_char(out, ' ');
                binding_label(&rest, out);
                text_str(out, word ? ":" : "");
                text_str(out, word ? word : "");
                n++;
            } else if (b->action == ACTION_OPTION) {
                option_id id;
                for (unsigned place = 1; (id = option_key_at(place)) != OPTION_NONE; place++, n++)
                    text_printf(out, " %c:%s", option_get(id)->letter, option_use(id)->word);
            }
        }
    while (mode_parent(m, &m));
    if (any && n < MANY)
        text_str(out, n ? " or any character" : " and then a character");
}
