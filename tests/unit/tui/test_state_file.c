/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tui/keys/state_file: what is written comes back, from any bytes; what is damaged, foreign or too
 * much is passed over. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"
#include "tui/keys/state_file.h"

static const char *get(const struct state *s, const char *name, const char *key, size_t i)
{
    size_t at = 0;
    const char *value = state_next(s, name, key, &at);
    while (value && i-- > 0)
        value = state_next(s, name, key, &at);
    return value;
}

static void write_all(const struct state *s, const char *path)
{
    assert_true(state_write(s, path, no_err()));
}

static void read_all(struct state *s, const char *path)
{
    *s = (struct state){0};
    assert_true(state_read(s, path, no_err()));
}

TEST(test_round_trip)
{
    static const char odd[] = "a\n[b]\\x41\t\177 \303\244 ";
    struct state s = {0}, t;
    state_add(&s, "/bin/one", "place", "Flat main");
    state_add(&s, "/bin/one", "search", "first");
    state_add(&s, "/bin/one", "search", "second");
    state_add(&s, odd, "set1", odd);
    state_add(&s, "", "pane", "");
    write_all(&s, "a/deep/folder/state");
    read_all(&t, "a/deep/folder/state");
    assert_string_equal(get(&t, "/bin/one", "place", 0), "Flat main");
    assert_string_equal(get(&t, "/bin/one", "search", 1), "second");
    assert_null(get(&t, "/bin/one", "search", 2));
    assert_null(get(&t, "/bin/two", "search", 0));
    assert_string_equal(get(&t, odd, "set1", 0), odd);
    assert_string_equal(get(&t, "", "pane", 0), "");
    state_release(&s);
    state_release(&t);
}

TEST(test_forget)
{
    struct state s = {0};
    state_add(&s, "a", "x", "1");
    state_add(&s, "a", "y", "2");
    state_add(&s, "b", "x", "3");
    state_forget(&s, "a", "x");
    assert_null(get(&s, "a", "x", 0));
    assert_string_equal(get(&s, "a", "y", 0), "2");
    state_forget(&s, "nowhere", "x");
    assert_string_equal(get(&s, "b", "x", 0), "3");
    state_release(&s);
}

TEST(test_oldest_go)
{
    struct state s = {0}, t;
    char name[16];
    for (int i = 0; i < STATE_SECTIONS_MOST + 3; i++) {
        snprintf(name, sizeof name, "%d", i);
        state_add(&s, name, "n", name);
    }
    write_all(&s, "state");
    read_all(&t, "state");
    assert_int_equal(t.n, STATE_SECTIONS_MOST);
    assert_null(get(&t, "2", "n", 0));
    assert_string_equal(get(&t, "3", "n", 0), "3");
    assert_string_equal(get(&t, name, "n", 0), name);
    state_release(&s);
    state_release(&t);
}

/* What is used is not what goes. */
TEST(test_touched_stay)
{
    struct state s = {0};
    char name[16];
    state_add(&s, "", "n", "all");
    for (int i = 0; i < STATE_SECTIONS_MOST + 3; i++) {
        snprintf(name, sizeof name, "%d", i);
        state_add(&s, name, "n", name);
        state_touch(&s, "");
    }
    state_touch(&s, "nowhere");
    assert_string_equal(get(&s, "", "n", 0), "all");
    assert_int_equal(s.n, STATE_SECTIONS_MOST);
    state_release(&s);
}

/* Whatever a file holds, what can be understood is kept and nothing else. */
TEST(test_damaged)
{
    struct state s;
    scratch_put("state",
                "gptui-state 1\nlost 1\n[a]\nkey\n x\nk \\x00\nk \\xzz\nk \\x4\nk \\\nk v\n[a]\nk "
                "w\n[]\n[\n]\n[b]\nk cut");
    read_all(&s, "state");
    assert_string_equal(get(&s, "a", "k", 0), "v");
    assert_null(get(&s, "a", "k", 1));
    assert_null(get(&s, "b", "k", 0));
    state_release(&s);
    scratch_put("state", "gptui-state 2\n[a]\nk v\n");
    read_all(&s, "state");
    assert_int_equal(s.n, 0);
    state_release(&s);
    read_all(&s, "there/is/none");
    assert_int_equal(s.n, 0);
}

TEST(test_folder)
{
    struct text path = {0};
    setenv("HOME", "/", 1);
    unsetenv("XDG_STATE_HOME");
    struct stat st;
    bool own = stat("/", &st) == 0 && st.st_uid == geteuid();
    assert_int_equal(state_path(&path), own);
    text_clear(&path);
    setenv("HOME", "/nowhere/at/all", 1);
    assert_false(state_path(&path));
    unsetenv("HOME");
    assert_false(state_path(&path));
    char *here = realpath(".", NULL);
    assert_non_null(here);
    setenv("HOME", here, 1);
    assert_true(state_path(&path));
    assert_non_null(strstr(text_z(&path), "/.local/state/gptui/state"));
    text_clear(&path);
    setenv("XDG_STATE_HOME", "/xdg", 1);
    assert_true(state_path(&path));
    assert_taken(&path, "/xdg/gptui/state");
    free(here);
}

/* What has no room is left out, and the file can be read. */
TEST(test_too_much)
{
    struct state s = {0}, t;
    char *long_value = mem_array(1 << 20, 1);
    memset(long_value, 'x', (1 << 20) - 1);
    state_add(&s, "first", "k", "v");
    state_add(&s, "large", "k", long_value);
    state_add(&s, "last", "k", "w");
    write_all(&s, "large");
    read_all(&t, "large");
    assert_string_equal(get(&t, "first", "k", 0), "v");
    assert_null(get(&t, "large", "k", 0));
    assert_string_equal(get(&t, "last", "k", 0), "w");
    free(long_value);
    state_release(&s);
    state_release(&t);
}

static void add_more(void *ctx, struct state *s)
{
    state_add(s, "", ctx, "value");
}

/* Processes that change the file at one time lose nothing of each other's. */
TEST(test_at_one_time)
{
    enum { PROCESSES = 8, TIMES = 25 };
    struct state s;
    for (int i = 0; i < PROCESSES; i++) {
        char key[] = "a";
        key[0] = (char)(key[0] + i);
        if (fork() == 0) {
            struct err e = ERR_INIT;
            bool ok = true;
            for (int k = 0; k < TIMES; k++)
                ok = state_update("many", add_more, key, &e) && ok;
            _exit(!ok);
        }
    }
    for (int i = 0, status; i < PROCESSES; i++)
        assert_true(wait(&status) > 0 && status == 0);
    read_all(&s, "many");
    for (int i = 0; i < PROCESSES; i++) {
        const char key[] = {(char)('a' + i), '\0'};
        assert_non_null(get(&s, "", key, TIMES - 1));
    }
    state_release(&s);
}

ALL_TESTS(scratch_enter, scratch_leave);
