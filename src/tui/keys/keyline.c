/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/keyline.h"

#include <string.h>

#include "core/base/utf8.h"
#include "tui/keys/keyname.h"
#include "tui/terminal/event.h"

static int is_fkey(const struct binding *b)
{
    return b->n_keys == 1 && b->keys[0] >= KEYS_F1 && b->keys[0] <= KEYS_F12;
}

/* Whether the binding has a label to show in mode m: nothing nearer took its keys, and no other
 * label for the same action stands already. */
static int shows(const struct keymap *k, const struct binding *b, enum mode m, int fkeys,
                 const struct key_item *items, size_t n)
{
    bool more;
    if (!b->label || !b->action || is_fkey(b) != fkeys)
        return 0;
    if (keymap_find(k, m, b->keys, b->n_keys, &more) != b)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (items[i].action == b->action)
            return 0;
    return 1;
}

/* Labelled bindings of the mode, nearest mode first; those with "!" last. */
static size_t collect(const struct keymap *k, enum mode m, int fkeys, struct key_item *items)
{
    size_t n = 0;
    for (int kept = 0; kept < 2; kept++) {
        enum mode at = m;
        do
            for (size_t i = 0; i < k->n && n < KEY_ITEMS_MAX; i++) {
                const struct binding *b = &k->b[i];
                if (b->mode == at && b->label && (*b->label == '!') == kept &&
                    shows(k, b, m, fkeys, items, n))
                    items[n++] = (struct key_item){.action = b->action, .binding = b};
            }
        while (mode_parent(at, &at));
    }
    return n;
}

static void item_text(const struct binding *b, struct text *out)
{
    binding_label(b, out);
    text_char(out, ':');
    text_str(out, *b->label == '!' ? b->label + 1 : b->label);
}

static int item_cols(const struct binding *b)
{
    struct text t = {0};
    item_text(b, &t);
    int cols = (int)utf8_cols(t.p ? t.p : "", t.n);
    text_release(&t);
    return cols;
}

static int is_view(enum mode m)
{
    do
        if (m == MODE_NORMAL)
            return 1;
    while (mode_parent(m, &m));
    return 0;
}

static void sort_fkeys(struct key_item *items, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j && items[j].binding->keys[0] < items[j - 1].binding->keys[0]; j--) {
            struct key_item swap = items[j];
            items[j] = items[j - 1];
            items[j - 1] = swap;
        }
}

static void measure(struct key_item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        items[i].cols = item_cols(items[i].binding);
}

static int total(const struct key_item *items, size_t n, int gap)
{
    int sum = 1 - gap;
    for (size_t i = 0; i < n; i++)
        sum += items[i].cols + gap;
    return sum;
}

/* Drop the last one that may go. */
static size_t drop(struct key_item *items, size_t n)
{
    size_t i = n - 1;
    while (i && *items[i].binding->label == '!')
        i--;
    memmove(&items[i], &items[i + 1], (n - i - 1) * sizeof *items);
    return n - 1;
}

size_t keyline_make(const struct keymap *k, enum mode m, int cols, int fkeys, struct text *out,
                    struct key_item *items)
{
    fkeys = fkeys && is_view(m);
    size_t n = collect(k, m, fkeys, items);
    if (fkeys)
        sort_fkeys(items, n);
    measure(items, n);
    int gap = total(items, n, 2) > cols ? 1 : 2, col = 1;
    while (n && total(items, n, gap) > cols)
        n = drop(items, n);
    for (size_t i = 0; i < n; i++) {
        text_fill(out, ' ', i ? (size_t)gap : 1);
        items[i].col = col;
        item_text(items[i].binding, out);
        col += items[i].cols + gap;
    }
    return n;
}

/* What a binding does, in a word; NULL: there is none. */
static const char *word_of(const struct binding *b)
{
    if (b->action >= ACTION_OPTION_1 && b->action <= ACTION_OPTION_LAST)
        return option_use(action_get((enum action)b->action).param)->word;
    return b->label && *b->label == '!' ? b->label + 1 : b->label;
}

/* "e:hide", or the key alone. */
static void next_key(const struct binding *b, size_t at, struct text *out)
{
    const char *word = word_of(b);
    struct binding rest = *b;
    rest.n_keys = (uint8_t)(b->n_keys - at);
    memmove(rest.keys, b->keys + at, rest.n_keys * sizeof *rest.keys);
    text_char(out, ' ');
    binding_label(&rest, out);
    if (word)
        text_printf(out, ":%s", word);
}

static bool follows(const struct binding *b, enum mode m, const uint32_t *keys, size_t n_keys)
{
    return b->mode == m && b->action && b->n_keys > n_keys &&
           !memcmp(b->keys, keys, n_keys * sizeof *keys);
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
            if (!follows(b, m, keys, n_keys))
                continue;
            if (b->keys[n_keys] == KEY_ANY) {
                any = true;
                continue;
            }
            next_key(b, n_keys, out);
            n++;
        }
    while (mode_parent(m, &m));
    if (any && n < MANY)
        text_str(out, n ? " or any character" : " and then a character");
}
