/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script: what a script says, and where it is wrong. */
#include "tui/script.h"

#include "tests/support/unit.h"

static void parse(struct script *s, const char *p)
{
    struct err e = ERR_INIT;
    if (!script_parse(s, "test", p, strlen(p), &e))
        print_error("line %d: %s: %s\n", (int)e.n, e.what, e.other);
    assert_int_equal(e.code, ERR_NONE);
}

static void assert_key(struct script *s, uint32_t key)
{
    struct script_step step = script_next(s);
    assert_int_equal(step.kind, STEP_EVENT);
    assert_int_equal(step.event.kind, EVENT_KEY);
    assert_int_equal(step.event.key, key);
}

TEST(test_keys)
{
    struct script s = {0};
    parse(&s, "gptui-script 1\nkeys j k<Enter><C-d><Esc><F5><A-x><Tab><lt><Space>\xc3\xa9<S-Tab>\n"
              "keys <A-Left><Backspace>#:");
    static const uint32_t want[] = {
        'j',      'k', KEYS_ENTER, 4,    KEYS_ESCAPE,   KEYS_F1 + 4,         'x' | KEY_ALT,
        KEYS_TAB, '<', ' ',        0xe9, KEYS_BACK_TAB, KEYS_LEFT | KEY_ALT, KEYS_BACKSPACE,
        '#',      ':'};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_key(&s, want[i]);
    assert_int_equal(script_next(&s).kind, STEP_END);
    assert_int_equal(script_next(&s).kind, STEP_END);
    script_release(&s);
}

TEST(test_steps)
{
    struct script s = {0};
    parse(&s, "# a comment first\r\n\n  gptui-script 1 \r\n"
              "mouse left 3 10\nmouse wheel-down 0 999 \n\tmouse right 1 2 double\n"
              "resize 1 1000\n:sort self \n: filter x\ndump out file.txt\n");
    static const struct {
        enum mouse_button button;
        int row, col;
        size_t line;
        bool twice;
    } mice[] = {{MOUSE_LEFT, 3, 10, 4, false},
                {MOUSE_WHEEL_DOWN, 0, 999, 5, false},
                {MOUSE_RIGHT, 1, 2, 6, true}};
    static const struct {
        const char *text;
        enum step_kind kind;
    } others[] = {
        {"sort self", STEP_COMMAND}, {"filter x", STEP_COMMAND}, {"out file.txt", STEP_DUMP}};
    struct script_step step;
    for (size_t i = 0; i < ARRAY_LEN(mice); i++) {
        step = script_next(&s);
        assert_int_equal(step.event.kind, EVENT_MOUSE);
        assert_true(step.event.button == mice[i].button && step.event.row == mice[i].row &&
                    step.event.col == mice[i].col && step.line == mice[i].line &&
                    step.event.double_click == mice[i].twice);
    }
    step = script_next(&s);
    assert_true(step.kind == STEP_RESIZE && step.event.kind == EVENT_RESIZE);
    assert_true(step.rows == 1 && step.cols == 1000);
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        step = script_next(&s);
        assert_int_equal(step.kind, others[i].kind);
        assert_string_equal(step.text, others[i].text);
    }
    assert_int_equal(step.line, 10);
    assert_int_equal(script_next(&s).kind, STEP_END);
    script_release(&s);
}

TEST(test_mistakes)
{
    static const struct {
        const char *text;
        int line;
        const char *other;
    } cases[] = {
        {"", 0, ""},
        {"# only a comment\n", 1, ""},
        {"keys j\n", 1, "keys j"},
        {"gptui-script 2\n", 1, "2"},
        {"gptui-script\n", 1, ""},
        {"gptui-script 1 x\n", 1, "x"},
        {"gptui-script 1\nkeys <Nothing>\n", 2, "<Nothing>"},
        {"gptui-script 1\nkeys j<Any>\n", 2, ""},
        {"gptui-script 1\n\nwait 3\n", 3, "wait 3"},
        {"gptui-script 1\nkeysj\n", 2, "keysj"},
        {"gptui-script 1\nmouse left 1\n", 2, ""},
        {"gptui-script 1\nmouse left -1 1\n", 2, "-1 1"},
        {"gptui-script 1\nmouse left 1 1000\n", 2, "1000"},
        {"gptui-script 1\nmouse left 1 99999999999999999999\n", 2, "99999999999999999999"},
        {"gptui-script 1\nmouse up 1 1\n", 2, "up 1 1"},
        {"gptui-script 1\nmouse left 1 1 twice\n", 2, "twice"},
        {"gptui-script 1\nresize 0 1\n", 2, "0 1"},
        {"gptui-script 1\nresize 1 1001\n", 2, "1001"},
        {"gptui-script 1\nresize 1 1x\n", 2, "1x"},
        {"gptui-script 1\ndump\n", 2, ""},
        {"gptui-script 1\n:\n", 2, ""},
        {"gptui-script 1\n:   \n", 2, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct script s = {0};
        struct err e = ERR_INIT;
        bool ok = script_parse(&s, "test", cases[i].text, strlen(cases[i].text), &e);
        if (ok || e.n != cases[i].line)
            print_error("case %zu: ok %d line %d\n", i, ok, (int)e.n);
        assert_false(ok);
        assert_int_equal(e.code, ERR_SCRIPT);
        assert_int_equal(e.n, cases[i].line);
        assert_string_equal(e.file, "test");
        assert_string_equal(e.other, cases[i].other);
        assert_null(s.steps);
        assert_int_equal(script_next(&s).kind, STEP_END);
    }
}

TEST(test_zero_byte)
{
    struct script s = {0};
    struct err e = ERR_INIT;
    assert_false(script_parse(&s, "test", "gptui-script 1\nkeys \0j\n", 23, &e));
    assert_int_equal(e.n, 2);
}
