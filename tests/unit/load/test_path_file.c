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
#include "tests/support/scratch_folder.h"

static const struct path_image images[] = {{"/a b/prog", "abcdef"}, {"/l/x.so", NULL}};

static void write_bytes(const char *p, size_t n)
{
    FILE *f = fopen("p.paths", "w");
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static uint32_t add(struct path_tree *t, uint32_t parent, uint32_t image, uint64_t addr,
                    uint64_t ticks)
{
    const struct path_place place = {image, addr};
    uint32_t node = path_tree_find(t, parent, &place);
    assert_int_not_equal(node, PATH_NO_NODE);
    t->v[node].ticks += ticks;
    return node;
}

/* main - f - g (5), main - f (2), main - x.so (3, waits 9); ? - g (1) */
static void make_tree(struct path_tree *t)
{
    uint32_t main_node = add(t, PATH_NO_NODE, 1, 0x1000, 0);
    uint32_t f = add(t, main_node, 1, 0x1010, 2);
    add(t, f, 1, 0x1020, 5);
    t->v[add(t, main_node, 2, 0x30, 3)].waits = 9;
    add(t, add(t, PATH_NO_NODE, 0, PATH_CUT, 0), 1, 0x1020, 1);
}

static void write_tree(const struct path_tree *t)
{
    const struct path_text all = {t, images, 2, 100, 7};
    struct text out = {0};
    struct err e = ERR_INIT;
    assert_true(path_text_write(&all, &out, &e));
    write_bytes(out.p, out.n);
    text_release(&out);
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
    struct path_tree t = {0}, back = {0};
    struct path_file f;
    struct err e = ERR_INIT;
    make_tree(&t);
    write_tree(&t);
    assert_true(read_paths(&f, &e));
    assert_int_equal(f.n_nodes, t.n);
    assert_int_equal(f.lost_ticks, 7);
    assert_int_equal(f.rate_hz, 100);
    assert_int_equal(f.n_images, 2);
    assert_string_equal(f.images[0].path, "/a b/prog");
    assert_string_equal(f.images[0].build_id, "abcdef");
    assert_null(f.images[1].build_id);
    for (int twice = 1; twice <= 2; twice++) {
        assert_true(path_file_add(&f, targets, &back, NULL, &e));
        assert_int_equal(back.n, t.n);
        uint32_t main_node = add(&back, PATH_NO_NODE, 1, 0x1000, 0);
        uint32_t in_f = add(&back, main_node, 1, 0x1010, 0);
        assert_int_equal(back.v[add(&back, in_f, 1, 0x1020, 0)].ticks, 5 * twice);
        assert_int_equal(back.v[in_f].ticks, 2 * twice);
        assert_int_equal(back.v[add(&back, main_node, 1, 0x10030, 0)].ticks, 3 * twice);
        assert_int_equal(back.v[add(&back, main_node, 1, 0x10030, 0)].waits, 9 * twice);
        uint32_t cut = add(&back, PATH_NO_NODE, 0, PATH_CUT, 0);
        assert_int_equal(back.v[add(&back, cut, 1, 0x1020, 0)].ticks, twice);
        assert_int_equal(back.n, t.n);
    }
    path_file_release(&f);
    path_tree_release(&t);
    path_tree_release(&back);
}

/* Code of images that are not there is nowhere, and the frames around it stay. */
static void images_may_be_missing(void **state)
{
    (void)state;
    static const struct path_target targets[] = {{1, 0}, {0, 0}};
    struct path_tree t = {0}, back = {0};
    struct path_file f;
    struct err e = ERR_INIT;
    make_tree(&t);
    write_tree(&t);
    assert_true(read_paths(&f, &e));
    assert_true(path_file_add(&f, targets, &back, NULL, &e));
    uint32_t main_node = add(&back, PATH_NO_NODE, 1, 0x1000, 0);
    assert_int_equal(back.v[add(&back, main_node, 0, 0, 0)].ticks, 3);
    assert_int_equal(back.n, t.n);
    path_file_release(&f);
    path_tree_release(&t);
    path_tree_release(&back);
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
        struct path_tree t = {0};
        struct path_file f;
        struct err e = ERR_INIT;
        write_bytes(bad[i].p, bad[i].n);
        assert_int_equal(read_paths(&f, &e), bad[i].head);
        if (bad[i].head)
            assert_false(path_file_add(&f, targets, &t, NULL, &e));
        assert_int_equal(e.code, ERR_IMAGE_DAMAGED);
        path_file_release(&f);
        path_tree_release(&t);
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
