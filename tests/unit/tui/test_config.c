/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The config file: what it changes, and what it says about bad lines. */
#include "tui/keys/config.h"

#include "tui/keys/keyname.h"
#include "tui/terminal/event.h"

#include "tests/support/unit.h"

struct fixture {
    struct keymap keys;
    struct prefs prefs;
    struct config config;
    struct text why;
};

static int setup(void **state)
{
    static struct fixture f;
    keymap_init(&f.keys);
    prefs_init(&f.prefs);
    f.config = (struct config){&f.keys, &f.prefs};
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    keymap_release(&f->keys);
    text_release(&f->why);
    return 0;
}

static size_t apply(struct fixture *f, const char *s)
{
    text_clear(&f->why);
    return config_apply(&f->config, "config", s, strlen(s), &f->why);
}

TEST(test_good_lines)
{
    struct fixture *f = *state;
    assert_int_equal(apply(f, "# comment\n\n  \t\r\nset names full\nset mouse off\r\n"
                              "bind graph <C-x>k option\nbind list j none"),
                     0);
    assert_int_equal(f->why.n, 0);
    assert_int_equal(f->prefs.v[PREF_NAMES], 1);
    assert_int_equal(f->prefs.v[PREF_MOUSE], 0);
    uint32_t keys[2] = {'X' - '@', 'k'};
    bool more;
    const struct binding *b = keymap_find(&f->keys, MODE_GRAPH, keys, 2, &more);
    assert_non_null(b);
    assert_int_equal(b->action, ACTION_OPTION);
    keys[0] = 'j';
    b = keymap_find(&f->keys, MODE_FLAT, keys, 1, &more);
    assert_true(!b || !b->action);
}

TEST(test_bad_lines)
{
    struct fixture *f = *state;
    struct prefs before = f->prefs;
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"bind", "config:1: bind takes MODE KEYS ACTION\n"},
        {"bind flat j row-down now", "config:1: bind takes MODE KEYS ACTION\n"},
        {"bind nomode j row-down", "config:1: no such mode: \"nomode\"\n"},
        {"bind flat <Nokey> row-down", "config:1: no key sequence: \"<Nokey>\"\n"},
        {"bind flat abcde row-down", "config:1: no key sequence: \"abcde\"\n"},
        {"bind flat j fly", "config:1: no such action: \"fly\"\n"},
        {"set names", "config:1: set takes NAME VALUE\n"},
        {"set nosuch on", "config:1: no such setting: \"nosuch\"\n"},
        {"set mouse maybe", "config:1: no such value: \"maybe\"\n"},
        {"sett mouse on", "config:1: no such command: \"sett\"\n"},
        {"\x1b[2J", "config:1: no such command: \"\\x1b[2J\"\n"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(apply(f, bad[i].line), 1);
        assert_string_equal(text_z(&f->why), bad[i].why);
    }
    assert_memory_equal(&before, &f->prefs, sizeof before);
}

TEST(test_many_bad_lines)
{
    struct fixture *f = *state;
    struct text many = {0};
    assert_int_equal(apply(f, "x\nset follow on\n\ny\n"), 2);
    assert_string_equal(text_z(&f->why),
                        "config:1: no such command: \"x\"\nconfig:4: no such command: \"y\"\n");
    assert_int_equal(f->prefs.v[PREF_FOLLOW], 1);
    for (int i = 0; i < 1000; i++)
        text_str(&many, "nonsense\n");
    assert_int_equal(apply(f, text_z(&many)), 1000);
    assert_true(f->why.n < 1000);
    text_release(&many);
    static const char zero[] = "bind flat j\0k row-down";
    assert_int_equal(config_apply(&f->config, "c", zero, sizeof zero - 1, &f->why), 1);
}

TEST(test_path)
{
    struct text t = {0};
    setenv("XDG_CONFIG_HOME", "/x", 1);
    assert_true(config_path(&t));
    assert_string_equal(text_z(&t), "/x/gptui/config");
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", "/home/u", 1);
    text_clear(&t);
    assert_true(config_path(&t));
    assert_string_equal(text_z(&t), "/home/u/.config/gptui/config");
    unsetenv("HOME");
    text_clear(&t);
    assert_false(config_path(&t));
    text_release(&t);
}

TEST(test_prefs_table)
{
    struct prefs p;
    prefs_init(&p);
    for (int i = 0; i < N_PREFS; i++) {
        const struct pref_def *d = pref_get((enum pref)i);
        enum pref found;
        assert_true(pref_by_name(d->name, strlen(d->name), &found));
        assert_int_equal(found, i);
        assert_true(p.v[i] < pref_n_values((enum pref)i));
        for (int v = 0; v < pref_n_values((enum pref)i); v++)
            assert_int_equal(pref_value((enum pref)i, d->values[v], strlen(d->values[v])), v);
    }
}

EACH_TEST(setup, teardown);
