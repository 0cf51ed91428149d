/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make_run PROFILE < TEXT: write PROFILE.run (tests/support/run_maker.h). */
#include <stdio.h>

#include "core/base/text.h"
#include "tests/support/require.h"
#include "tests/support/run_maker.h"

int main(int argc, char **argv)
{
    char part[4096];
    struct text all = {0};
    require(argc == 2);
    for (size_t n; (n = fread(part, 1, sizeof part, stdin)) > 0;)
        text_add(&all, part, n);
    run_make(text_z(&all), argv[1]);
    text_release(&all);
    return 0;
}
