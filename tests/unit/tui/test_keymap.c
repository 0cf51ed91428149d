/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of actions and keys: names, sequences, lookup, the key line. */
#include "tui/keys/keymap.h"

#include "core/base/utf8.h"
#include "tui/keys/keyline.h"
#include "tui/keys/keyname.h"
#include "tui/terminal/event.h"

#include "tests/support/unit.h"

static int setup(void **state)
{
    static struct keymap k;
    keymap_init(&k);
    for (size_t i = 0; i < k.n; i++)
        assert_true(k.b[i].n_keys > 0); /* else a row of the table is misspelt */
    *state = &k;
    return 0;
}

static int teardown(void **state)
{
    keymap_release(*state);
    return 0;
}

TEST(test_actions_have_unique_names)
{
    for (int a = ACTION_NONE + 1; a < N_ACTIONS; a++) {
        struct action_def d = action_get((enum action)a);
        assert_non_null(d.run);
        assert_true(*d.help && strlen(d.help) <= 72);
        assert_true(strspn(d.name, "abcdefghijklmnopqrstuvwxyz-") == strlen(d.name));
        assert_int_equal(action_by_name(d.name, strlen(d.name)), a);
    }
    assert_int_equal(action_by_name("no-such", 7), ACTION_NONE);
    assert_int_equal(action_by_name("row-dow", 7), ACTION_NONE);
}

TEST(test_every_action_can_be_reached)
{
    const struct keymap *k = *state;
    for (int a = ACTION_NONE + 1; a < N_ACTIONS; a++) {
        bool bound = false;
        for (size_t i = 0; i < k->n && !bound; i++)
            bound = k->b[i].action == a;
        if (!bound)
            fail_msg("%s has no key", action_get((enum action)a).name);
    }
}

static bool ancestor(enum mode m, enum mode of)
{
    do
        if (m == of)
            return true;
    while (mode_parent(of, &of));
    return false;
}

/* Keys of the cursor, which need no learning. */
static bool is_cursor_key(const struct binding *b)
{
    static const uint32_t keys[] = {KEYS_UP,   KEYS_DOWN, KEYS_LEFT,    KEYS_RIGHT,
                                    KEYS_HOME, KEYS_END,  KEYS_PAGE_UP, KEYS_PAGE_DOWN};
    for (size_t i = 0; b->n_keys == 1 && i < sizeof keys / sizeof *keys; i++)
        if (b->keys[0] == keys[i])
            return true;
    return false;
}

static bool is_in_a_view(const struct binding *b)
{
    for (int v = VIEW_NONE + 1; v < N_VIEWS; v++)
        if (ancestor((enum mode)b->mode, (enum mode)view_get((enum view)v)->mode))
            return true;
    return false;
}

/* Whether a binding of a view begins with a key that no such binding before it begins with. */
static bool is_another_key(const struct keymap *k, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (k->b[i].keys[0] == k->b[at].keys[0] && is_in_a_view(&k->b[i]))
            return false;
    return is_in_a_view(&k->b[at]);
}

/* More than these nobody can know: who adds one takes another away. */
TEST(test_keys_and_actions_can_be_known)
{
    const struct keymap *k = *state;
    unsigned n = 0;
    for (size_t i = 0; i < k->n; i++)
        n += is_another_key(k, i) && !is_cursor_key(&k->b[i]) && k->b[i].mode != MODE_LIVE;
    assert_in_range(n, 40, 63);
    assert_in_range(N_ACTIONS - 1, 60, 95); /* of which four are for what runs */
}

static bool begins(const struct binding *a, const struct binding *b)
{
    if (a->n_keys >= b->n_keys)
        return false;
    for (unsigned i = 0; i < a->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return false;
    return true;
}

TEST(test_no_sequence_begins_another)
{
    const struct keymap *k = *state;
    for (size_t i = 0; i < k->n; i++)
        for (size_t j = 0; j < k->n; j++)
            if (ancestor((enum mode)k->b[i].mode, (enum mode)k->b[j].mode) ||
                ancestor((enum mode)k->b[j].mode, (enum mode)k->b[i].mode))
                assert_false(begins(&k->b[i], &k->b[j]));
}

TEST(test_names_of_bindings_parse_back)
{
    const struct keymap *k = *state;
    for (size_t i = 0; i < k->n; i++) {
        struct text t = {0};
        uint32_t keys[KEYS_MAX];
        binding_keys(&k->b[i], &t);
        assert_int_equal(keyname_parse_all(text_z(&t), keys, KEYS_MAX), k->b[i].n_keys);
        assert_memory_equal(keys, k->b[i].keys, k->b[i].n_keys * sizeof *keys);
        text_release(&t);
    }
}

static enum action lookup(const struct keymap *k, enum mode m, const char *keys, bool *more)
{
    uint32_t seq[KEYS_MAX];
    size_t n = keyname_parse_all(keys, seq, KEYS_MAX);
    assert_true(n > 0);
    const struct binding *b = keymap_find(k, m, seq, n, more);
    return b ? (enum action)b->action : ACTION_NONE;
}

static void bind(struct keymap *k, enum mode m, const char *keys, enum action a)
{
    uint32_t seq[KEYS_MAX];
    size_t n = keyname_parse_all(keys, seq, KEYS_MAX);
    keymap_bind(k, m, seq, n, a);
}

TEST(test_rebinding)
{
    struct keymap *k = *state;
    size_t n = k->n;
    bool more;
    bind(k, MODE_LIST, "j", ACTION_PAGE_DOWN);
    assert_int_equal(k->n, n);
    assert_int_equal(lookup(k, MODE_FLAT, "j", &more), ACTION_PAGE_DOWN);
    bind(k, MODE_GRAPH, "j", ACTION_CALLER);
    assert_int_equal(lookup(k, MODE_GRAPH, "j", &more), ACTION_CALLER);
    assert_int_equal(lookup(k, MODE_FLAT, "j", &more), ACTION_PAGE_DOWN);
    bind(k, MODE_NORMAL, "q", ACTION_NONE);
    assert_int_equal(lookup(k, MODE_FLAT, "q", &more), ACTION_NONE);
}

static size_t make_line(const struct keymap *k, enum mode m, int cols, struct text *out,
                        struct key_item *items)
{
    return keyline_make(&(struct keyline_request){.keys = k, .mode = m, .cols = cols}, out, items);
}

TEST(test_keyline_fits)
{
    const struct keymap *k = *state;
    for (int m = 0; m < N_MODES; m++)
        for (int cols = 0; cols < 200; cols++) {
            struct text t = {0};
            struct key_item items[KEY_ITEMS_MAX];
            size_t n = make_line(k, (enum mode)m, cols, &t, items);
            assert_true(!n || (int)utf8_cols(t.p, t.n) <= cols);
            for (size_t i = 0; i < n; i++)
                assert_true(items[i].col + items[i].cols <= cols && items[i].action);
            text_release(&t);
        }
}

/* What is left where there is hardly any room. */
TEST(test_keyline_keeps_help)
{
    struct text t = {0};
    struct key_item items[KEY_ITEMS_MAX];
    make_line(*state, MODE_FLAT, 8, &t, items);
    assert_taken(&t, " ?:help");
}

EACH_TEST(setup, teardown);
