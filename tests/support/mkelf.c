/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/mkelf.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/support/require.h"

void mkelf(const char *path, const char *statements)
{
    const char *build = getenv("BUILD");
    char command[8192];
    require(build);
    snprintf(command, sizeof command, "'%s/tests/tools/mkelf' '%s'", build, path);
    FILE *f = popen(command, "w");
    require(f && fputs(statements, f) >= 0 && pclose(f) == 0);
}
