/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual's section of keys, commands and settings, from the tables, in roff. */
#include <stdio.h>

#include "core/base/text.h"
#include "tui/manual.h"

int main(void)
{
    struct text t = {0};
    manual_keys(&t);
    if (t.failed)
        return 1;
    fwrite(t.p, 1, t.n, stdout);
    text_release(&t);
    return 0;
}
