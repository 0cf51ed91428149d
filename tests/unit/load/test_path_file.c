/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of call paths: what is written is read back, several are united, bad ones are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/load/file/image_file.h"
#include "core/load/join/path_file.h"
#include "core/load/run/runs_memory.h"
#include "tests/support/path_writer.h"
#include "tests/support/scratch_folder.h"

static void write_bytes(const char *p, size_t n)
{
    FILE *f = fopen("p.paths", "w");
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static size_t add(struct unite_tree *t, size_t parent, uint64_t image, uint64_t addr,
                  uint64_t ticks)
{
    const struct unite_node node = {.image = image, .addr = addr, .ticks = ticks};
    const size_t number = unite_tree_add(t, parent, &node);
    assert_int_not_equal(number, UNITE_NO_NODE);
    return number;
}

/* A node of a parent that is there. */
static const struct unite_node *at(struct unite_tree *t, size_t parent, uint64_t image,
                                   uint64_t addr)
{
    size_t above;
    return unite_tree_node(t, add(t, parent, image, addr, 0), &above);
}

enum { N_NODES = 6 };

/* main - f - g (5), main - f (2), main - x.so (3, waits 9); ? - g (1) */
static void make_tree(struct unite_tree *t)
{
    const struct unite_node waiting = {.image = 2, .addr = 0x30, .ticks = 3, .waits = 9};
    size_t main_node = add(t, UNITE_NO_NODE, 1, 0x1000, 0);
    size_t f = add(t, main_node, 1, 0x1010, 2);
    add(t, f, 1, 0x1020, 5);
    unite_tree_add(t, main_node, &waiting);
    add(t, add(t, UNITE_NO_NODE, 0, PATH_CUT, 0), 1, 0x1020, 1);
    assert_int_equal(unite_tree_count(t), N_NODES);
}

static void write_tree(void)
{
    struct unite_build b;
    unite_build_init(&b, &runs_memory);
    unite_build_image(&b,
                      &(struct unite_image){.path = {"/a b/prog", 9}, .id = {"\xab\xcd\xef", 3}});
    unite_build_image(&b, &(struct unite_image){.path = {"/l/x.so", 7}});
    make_tree(&b.tree);
    path_write("p.paths", &b, 100, 7);
}

static bool read_paths(struct path_file *f, struct err *e)
{
    char stem[] = "p";
    return path_file_read(&(struct run_info){.stem = stem}, SOURCE_NO_OWNER, f, e);
}

static void written_is_read(void **state)
{
    (void)state;
    static const struct path_target targets[] = {{1, 0}, {1, 0x10000}};
    struct unite_tree back = {.memory = &runs_memory};
    struct path_file f;
    struct err e = ERR_INIT;
    write_tree();
    assert_true(read_paths(&f, &e));
    assert_int_equal(f.n_nodes, N_NODES);
    assert_int_equal(f.lost_ticks, 7);
    assert_int_equal(f.rate_hz, 100);
    assert_int_equal(f.n_images, 2);
    assert_string_equal(f.images[0].path, "/a b/prog");
    assert_string_equal(f.images[0].build_id, "abcdef");
    assert_null(f.images[1].build_id);
    for (int twice = 1; twice <= 2; twice++) {
        assert_true(path_file_add(&f, targets, &back, NULL, &e));
        assert_int_equal(unite_tree_count(&back), N_NODES);
        size_t main_node = add(&back, UNITE_NO_NODE, 1, 0x1000, 0);
        size_t in_f = add(&back, main_node, 1, 0x1010, 0);
        assert_int_equal(at(&back, in_f, 1, 0x1020)->ticks, 5 * twice);
        assert_int_equal(at(&back, main_node, 1, 0x1010)->ticks, 2 * twice);
        assert_int_equal(at(&back, main_node, 1, 0x10030)->ticks, 3 * twice);
        assert_int_equal(at(&back, main_node, 1, 0x10030)->waits, 9 * twice);
        size_t cut = add(&back, UNITE_NO_NODE, 0, PATH_CUT, 0);
        assert_int_equal(at(&back, cut, 1, 0x1020)->ticks, twice);
        assert_int_equal(unite_tree_count(&back), N_NODES);
    }
    path_file_release(&f);
    unite_tree_release(&back);
}

/* Code of images that are not there is nowhere, and the frames around it stay. */
static void images_may_be_missing(void **state)
{
    (void)state;
    static const struct path_target targets[] = {{1, 0}, {0, 0}};
    struct unite_tree back = {.memory = &runs_memory};
    struct path_file f;
    struct err e = ERR_INIT;
    write_tree();
    assert_true(read_paths(&f, &e));
    assert_true(path_file_add(&f, targets, &back, NULL, &e));
    size_t main_node = add(&back, UNITE_NO_NODE, 1, 0x1000, 0);
    assert_int_equal(at(&back, main_node, 0, 0)->ticks, 3);
    assert_int_equal(unite_tree_count(&back), N_NODES);
    path_file_release(&f);
    unite_tree_release(&back);
}

#define HEAD "gptui-paths 1\nnodes "
#define END  "\nimage 0 build-id - path p\nend\n"

static void bad_ones_are_refused(void **state)
{
    (void)state;
#define BYTES(s) (s), sizeof(s) - 1
    static const struct {
        const char *p;
        size_t n;
        bool head; /* it is the nodes that are wrong */
    } bad[] = {
        {BYTES(""), false},
        {BYTES("gptui-paths 2\nnodes 0\nend\n"), false},
        {BYTES("gptui-paths 1\nnodes 0\n"), false},
        {BYTES(HEAD "1" END), false},
        {BYTES(HEAD "1000000" END "\0\1\2\2"), false},
        {BYTES(HEAD "1" END "\1\1\2\2"), true},
        {BYTES(HEAD "1" END "\0\2\2\2"), true},
        {BYTES(HEAD "1" END "\0\1\2\3"), true},
        {BYTES(HEAD "2" END "\0\1\2\2\2\1\2\2"), true},
        {BYTES(HEAD "1" END "\0\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\2"), true},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        static const struct path_target targets[] = {{1, 0}};
        struct unite_tree t = {.memory = &runs_memory};
        struct path_file f;
        struct err e = ERR_INIT;
        write_bytes(bad[i].p, bad[i].n);
        assert_int_equal(read_paths(&f, &e), bad[i].head);
        if (bad[i].head)
            assert_false(path_file_add(&f, targets, &t, NULL, &e));
        assert_int_equal(e.code, ERR_IMAGE_DAMAGED);
        path_file_release(&f);
        unite_tree_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(images_may_be_missing),
        cmocka_unit_test(bad_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
