/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes made safe to show hold no control character, and fit where they are said to fit. */
#include "fuzz.h"

#include <locale.h>

#include "core/base/utf8.h"
#include "tests/support/require.h"

static void check_safe(const struct text *t)
{
    for (size_t at = 0, len; at < t->n; at += len) {
        int32_t c;
        len = utf8_decode(t->p + at, t->n - at, &c);
        require(utf8_width(c) >= 0);
    }
}

static void check_fit(const struct text *t, size_t cols)
{
    size_t used, n = utf8_fit(t->p, t->n, cols, &used);
    require(n <= t->n && used <= cols && utf8_cols(t->p, n) == used);
    require(n < t->n || used == utf8_cols(t->p, t->n));
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    for (int ascii = 0; ascii < 2; ascii++) {
        struct text t = {0};
        text_shown(&t, (const char *)p, n, ascii);
        check_safe(&t);
        for (size_t cols = 0; cols < 20; cols++)
            check_fit(&t, cols);
        text_release(&t);
    }
    return 0;
}
