/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation at its limits; the error value. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"

#include "tests/support/unit.h"

TEST(arrays)
{
    uint64_t *p = mem_array(100, sizeof *p);
    assert_non_null(p);
    for (int i = 0; i < 100; i++)
        assert_true(p[i] == 0);
    free(p);
    void *none = mem_array(0, 8), *raw = mem_array_raw(0, 8);
    assert_non_null(none);
    assert_non_null(raw);
    free(none);
    free(raw);
    assert_null(mem_try_array(SIZE_MAX / 8 + 2, 8)); /* the product would be 8 */
    assert_null(mem_try_array_raw(SIZE_MAX / 8 + 2, 8));
    assert_null(mem_try_array_raw(SIZE_MAX, SIZE_MAX));
    assert_null(mem_try_array_raw((size_t)PTRDIFF_MAX + 1, 1));
}

/* Memory that was used before comes back zeroed, whatever its size. */
TEST(zeroed_again)
{
    mem_setup();
    for (size_t n = 1 << 10; n <= 1 << 26; n *= 4) {
        unsigned char *p = mem_array_raw(n, 1);
        assert_non_null(p);
        memset(p, 0xff, n);
        free(p);
        p = mem_array(n, 1);
        assert_non_null(p);
        for (size_t i = 0; i < n; i++)
            if (p[i])
                fail_msg("byte %zu of %zu", i, n);
        free(p);
    }
}

TEST(growing)
{
    uint32_t *p = NULL;
    size_t cap = 0, moves = 0;
    for (size_t n = 0; n < 100000; n++) {
        size_t before = cap;
        mem_grow(&p, &cap, n + 1, sizeof *p);
        moves += cap != before;
        p[n] = (uint32_t)n;
    }
    assert_true(moves < 40);
    for (size_t n = 0; n < 100000; n++)
        assert_int_equal(p[n], n);
    uint32_t *old = p;
    size_t old_cap = cap;
    assert_false(mem_try_grow(&p, &cap, SIZE_MAX / 4 + 2, sizeof *p));
    assert_false(mem_try_grow(&p, &cap, SIZE_MAX, sizeof *p));
    assert_ptr_equal(p, old);
    assert_int_equal(cap, old_cap);
    free(p);
}

/* Objects of all sizes keep their contents and are aligned; texts between them are not disturbed.
 */
TEST(arenas)
{
    struct arena a = {0};
    enum { N = 3000 };
    static unsigned char *at[N];
    static char *name[N];
    for (size_t i = 0; i < N; i++) {
        size_t n = i % 500 == 499 ? 700000 : i * 7 % 300;
        at[i] = arena_alloc(&a, n, 1);
        name[i] = arena_text(&a, "name", i % 5);
        assert_non_null(at[i]);
        assert_true((uintptr_t)at[i] % alignof(max_align_t) == 0);
        memset(at[i], (int)(i & 255), n);
    }
    for (size_t i = 0; i < N; i++) {
        size_t n = i % 500 == 499 ? 700000 : i * 7 % 300;
        for (size_t k = 0; k < n; k++)
            assert_true(at[i][k] == (i & 255));
        assert_int_equal(strlen(name[i]), i % 5);
    }
    arena_release(&a);
    assert_null(a.block);
    arena_release(&a);
}

/* Whatever the two hold, all of it is there afterwards, and all of it goes (under ASan). */
TEST(joined_arenas)
{
    static const size_t counts[] = {0, 1, 10, 5000};
    for (size_t i = 0; i < ARRAY_LEN(counts) * ARRAY_LEN(counts); i++) {
        struct arena two[2] = {{0}, {0}};
        char *first[2] = {NULL, NULL};
        for (size_t k = 0; k < 2; k++)
            for (size_t n = counts[k ? i / ARRAY_LEN(counts) : i % ARRAY_LEN(counts)]; n > 0; n--) {
                char *p = arena_text(&two[k], "twelve bytes", 12);
                assert_non_null(p);
                first[k] = first[k] ? first[k] : p;
            }
        arena_join(&two[0], &two[1]);
        assert_null(two[1].block);
        assert_non_null(arena_text(&two[0], "more", 4));
        for (size_t k = 0; k < 2; k++)
            assert_true(!first[k] || strcmp(first[k], "twelve bytes") == 0);
        arena_release(&two[0]);
    }
}

TEST(first_error_wins)
{
    struct err e = ERR_INIT;
    assert_int_equal(e.code, ERR_NONE);
    assert_false(err_sys(&e, ERR_OPEN, "file", ENOENT));
    assert_false(err_set(&e, ERR_GMON_MAGIC, "other"));
    assert_false(err_memory(&e, 5));
    assert_int_equal(e.code, ERR_OPEN);
    assert_int_equal(e.sys, ENOENT);
    assert_string_equal(e.file, "file");
    assert_true(e.offset == ERR_NO_OFFSET);
}

TEST(error_facts)
{
    struct err e = ERR_INIT;
    static char longest[10000];
    memset(longest, 'x', sizeof longest - 1);
    err_what(&e, ERR_SPEC, longest, longest, NULL);
    assert_int_equal(strlen(e.file), sizeof e.file - 1);
    assert_int_equal(strlen(e.what), sizeof e.what - 1);
    assert_string_equal(e.other, "");
    err_clear(&e);
    err_at(&e, ERR_GMON_EOF_BINS, NULL, 7, -3, 4);
    assert_string_equal(e.file, "");
    assert_true(e.offset == 7 && e.n == -3 && e.m == 4);
    err_clear(&e);
    err_memory(&e, UINT64_MAX);
    assert_true(e.code == ERR_MEMORY && e.n == INT64_MAX);
}

/* What an object owns has its own lifetime, whatever the size; new room is zero. */
TEST(objects_own_what_they_point_to)
{
    struct owner {
        struct arena memory;
        unsigned char *small, *large;
    };
    enum { LARGE = 3 << 20 };
    for (unsigned round = 0; round < 3; round++) { /* memory that was used before, too */
        struct owner *o = arena_object(sizeof *o);
        assert_non_null(o);
        assert_null(o->small);
        o->small = arena_array(&o->memory, 1000, 1);
        o->large = arena_array(&o->memory, LARGE, 1);
        assert_true(o->small && o->large);
        for (size_t i = 0; i < LARGE; i++)
            assert_int_equal(o->large[i], 0);
        for (size_t i = 0; i < 1000; i++)
            assert_int_equal(o->small[i], 0);
        memset(o->small, 0xff, 1000);
        memset(o->large, 0xff, LARGE);
        arena_object_free(o);
    }
    arena_object_free(NULL);
}

/* ---- where there is no memory ---- */

enum { ENDED = 42 }; /* the status of a process that was ended as mem_on_failure says */

static void end(const void *ctx)
{
    _exit(*(const int *)ctx);
}

enum asked { ARRAY, RAW, GROW, TEXT, ARENA, BLOCK, ARENA_TEXT, FAIL, SYSTEM, N_ASKED };

static void ask(enum asked what)
{
    const struct rlimit none = {0, 0};
    struct arena a = {0};
    char *p = NULL;
    size_t cap = 0;
    if (what == ARRAY)
        mem_array(SIZE_MAX / 8 + 2, 8);
    else if (what == RAW)
        mem_array_raw((size_t)PTRDIFF_MAX + 1, 1);
    else if (what == GROW)
        mem_grow(&p, &cap, SIZE_MAX, 1);
    else if (what == TEXT)
        mem_text("x", SIZE_MAX);
    else if (what == ARENA)
        arena_alloc(&a, SIZE_MAX / 8 + 2, 8);
    else if (what == BLOCK)
        arena_array(&a, PTRDIFF_MAX, 1);
    else if (what == ARENA_TEXT)
        arena_text(&a, "x", SIZE_MAX);
    else if (what == FAIL)
        mem_fail();
    for (setrlimit(RLIMIT_AS, &none); what == SYSTEM;)
        mem_array_raw(1 << 20, 1);
}

/* How a process ends that asks for what there is not. */
static int status_of(enum asked what, bool handled)
{
    static const int ended = ENDED;
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGILL, SIG_DFL); /* cmocka's */
        signal(SIGTRAP, SIG_DFL);
        if (handled)
            mem_on_failure(end, &ended);
        ask(what);
        _exit(0);
    }
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    return status;
}

TEST(failure_ends_the_program)
{
    for (unsigned what = 0; what < N_ASKED; what++) {
        int status = status_of((enum asked)what, true);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == ENDED);
    }
    assert_true(WIFSIGNALED(status_of(ARRAY, false)));
}

/* All threads ask for too much at the same time: one line of the handler, one end. */
static void end_once(const void *ctx)
{
    (void)!write(*(const int *)ctx, "x", 1);
    for (int i = 0; i < 100; i++)
        sched_yield(); /* the others are there by now, or come too late */
    _exit(ENDED);
}

static void *ask_in_thread(void *ctx)
{
    ask(ARRAY);
    return NULL;
}

TEST(one_thread_ends_it)
{
    int ends[2], status = 0;
    char bytes[20];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        pthread_t other[4];
        mem_on_failure(end_once, &ends[1]);
        for (size_t i = 0; i < ARRAY_LEN(other); i++)
            pthread_create(&other[i], NULL, ask_in_thread, NULL);
        ask(ARRAY);
        _exit(0);
    }
    close(ends[1]);
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == ENDED);
    assert_int_equal(read(ends[0], bytes, sizeof bytes), 1);
    close(ends[0]);
}
