/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image: what is mended in programs for Windows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/attr.h"
#include "core/model/image.h"

static void weak_functions_and_labels(void **state)
{
    (void)state;
    static const char names[] =
        "\0.weak._soft._main\0.weak.__Z1mi._a.b\0.weak._end\0.weak..x\0_plain";
    static const struct {
        uint32_t at, flags;
        const char *windows;
    } cases[] = {
        {1, SYM_TYPED, "_soft"}, {19, 0, "__Z1mi"},   {57, SYM_LABEL, NULL},     {1, 0, "_soft"},
        {37, 0, ".weak._end"},   {48, 0, ".weak..x"}, {57, SYM_TYPED, "_plain"},
    };
    for (int windows = 0; windows < 2; windows++) {
        struct raw_symbol s[ARRAY_LEN(cases)];
        char own[sizeof names];
        struct image im = {.names = own,
                           .n_name_bytes = sizeof own,
                           .symbols = s,
                           .n_symbols = ARRAY_LEN(cases),
                           .windows = windows,
                           .leading_char = '_'};
        memcpy(own, names, sizeof own);
        for (uint32_t i = 0; i < ARRAY_LEN(cases); i++)
            s[i] = (struct raw_symbol){.addr = i, .name = cases[i].at, .flags = cases[i].flags};
        image_mend_windows(&im);
        assert_int_equal(im.n_symbols, ARRAY_LEN(cases) - (windows ? 1 : 0));
        for (uint32_t i = 0; i < im.n_symbols; i++) {
            uint64_t was = s[i].addr;
            const char *want = windows ? cases[was].windows : names + cases[was].at;
            assert_string_equal(image_name(&im, &s[i]), want);
            bool typed = cases[was].flags & SYM_TYPED;
            assert_int_equal(s[i].flags & SYM_FUNC, windows && typed ? SYM_FUNC : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weak_functions_and_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
