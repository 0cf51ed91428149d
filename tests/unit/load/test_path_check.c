/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call paths against the code of this very program. */
#include "core/load/image/image.h"
#include "core/load/path_check.h"

#include "tests/support/unit.h"

#ifdef __x86_64__

/* What nobody runs: calls of one function, of one that goes on with it, of one that counts calls,
 * of what a register holds, of one that goes on by a stub, of one that has the bytes of a jump in a
 * number, and a call with a prefix. */
__asm__(".text\n"
        ".type checked_leaf, @function\nchecked_leaf: ret\n"
        ".type checked_other, @function\nchecked_other: ret\n"
        ".type checked_wrap, @function\nchecked_wrap: jmp checked_leaf\n"
        ".type checked_open, @function\nchecked_open: jmp *%rax\n"
        ".type checked_number, @function\nchecked_number: mov $0xe0ffffff, %eax\nret\n"
        ".type checked_away, @function\nchecked_away: jmp .Lchecked_stub\n"
        ".section .text_of_stubs, \"ax\"\n.Lchecked_stub: jmp *%rax\n.text\n"
        ".section gptui_rt_entry, \"ax\"\n"
        ".type __fentry__, @function\n__fentry__: jmp checked_slow\n"
        ".type checked_slow, @function\nchecked_slow: ret\n"
        ".data\n.quad __start_gptui_rt_entry, __stop_gptui_rt_entry\n.text\n"
        ".type checked_calls, @function\nchecked_calls:\n"
        "call checked_leaf\nnop\n"
        "call checked_wrap\nnop\n"
        "call checked_open\nnop\n"
        "call __fentry__\nnop\n"
        "call *%rax\nnop\n"
        "call *%rax\nnop\n"
        "call checked_number\nnop\n"
        "call checked_away\nnop\n"
        ".byte 0x67\ncall checked_leaf\nnop\n"
        "ret\n");

/* Last bytes of the calls, counted from where the function begins. */
enum {
    LEAF = 4,
    WRAP = 10,
    OPEN = 16,
    COUNTS = 22,
    ADDRESS = 25,
    COUNTED = 28,
    NUMBER = 34,
    AWAY = 40,
    PREFIXED = 47
};

static struct image *im;

static uint64_t address_of(const char *name)
{
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (strcmp(image_name(im, &im->symbols[i]), name) == 0)
            return im->symbols[i].addr;
    fail_msg("no symbol %s", name);
    return 0;
}

static int read_image(void **state)
{
    im = image_load("/proc/self/exe", NULL, no_err());
    return im ? 0 : -1;
}

static int drop_image(void **state)
{
    image_free(im);
    return 0;
}

/* Three ticks at `inner`, called from there; is the path as it was? */
static bool stays(unsigned call, const char *inner)
{
    const uint64_t calls = address_of("checked_calls");
    struct raw_arc arc = {calls, calls + COUNTED + 1, 1};
    struct path_frame *node = calloc(2, sizeof *node);
    assert_non_null(node);
    node[0] = (struct path_frame){.parent = PATH_NO_NODE, .addr = calls + call};
    node[1] = (struct path_frame){.parent = 0, .addr = address_of(inner), .ticks = 3};
    struct profile_paths paths = {.nodes = node, .n = 2, .ticks = 3};
    struct profile p = {.image = im, .paths = &paths, .arcs = &arc, .n_arcs = 1};
    assert_true(path_check(&p, NULL, no_err()));
    const struct path_frame *last = &paths.nodes[paths.n - 1];
    bool is_cut = paths.nodes[0].addr == PATH_UNKNOWN;
    assert_int_equal(paths.n, 2);
    assert_int_equal(last->ticks, 3);
    assert_int_equal(last->addr, address_of(inner));
    assert_int_equal(last->parent, 0);
    assert_int_equal(paths.cut_ticks, is_cut ? 3 : 0);
    free(paths.nodes);
    return !is_cut;
}

TEST(calls_lead_where_they_say)
{
    assert_true(stays(LEAF, "checked_leaf"));
    assert_false(stays(LEAF, "checked_other"));
    assert_false(stays(LEAF, "checked_wrap"));
}

TEST(functions_go_on_with_others)
{
    assert_true(stays(WRAP, "checked_wrap"));
    assert_true(stays(WRAP, "checked_leaf"));
    assert_false(stays(WRAP, "checked_other"));
    assert_true(stays(OPEN, "checked_other"));
    assert_true(stays(AWAY, "checked_other"));    /* by a stub that has no symbol */
    assert_false(stays(NUMBER, "checked_other")); /* bytes of jmp *%rax are not such a jump */
}

TEST(what_counts_calls_calls_nothing_else)
{
    assert_true(stays(COUNTS, "__fentry__"));
    assert_true(stays(COUNTS, "checked_slow")); /* of our runtime */
    assert_false(stays(COUNTS, "checked_leaf"));
    assert_true(stays(ADDRESS, "checked_leaf"));
    assert_true(stays(COUNTED, "__fentry__"));
    assert_false(stays(COUNTED, "checked_leaf")); /* as an arc of the profile says */
}

/* The byte after a call is one that a signal interrupted, and its handler no code of that call. */
TEST(what_a_signal_interrupts_calls_nothing)
{
    assert_true(stays(LEAF + 1, "checked_other"));
    assert_true(stays(PREFIXED, "checked_leaf"));
    assert_false(stays(PREFIXED, "checked_other"));
    assert_true(stays(PREFIXED + 1, "checked_other"));
}

#else

TEST(nothing)
{
    skip();
}

#endif

ALL_TESTS(read_image, drop_image);
