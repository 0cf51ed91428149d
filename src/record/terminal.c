/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_unattended(void)
{
    const char *ci = getenv("CI");
    return ci && *ci && strcmp(ci, "false") != 0;
}

static bool is_standard_input(int fd)
{
    struct stat in, it;
    return isatty(STDIN_FILENO) && fstat(STDIN_FILENO, &in) == 0 && fstat(fd, &it) == 0 &&
           in.st_rdev == it.st_rdev;
}

bool terminal_has_keys(void)
{
    if (is_unattended() || !isatty(STDOUT_FILENO))
        return false;
    /* Only the terminal that controls us tells its foreground, from which keys come wherever
     * standard input leads. */
    pid_t foreground = tcgetpgrp(STDOUT_FILENO);
    if (foreground >= 0)
        return foreground == getpgrp();
    return is_standard_input(STDOUT_FILENO) && tcgetpgrp(STDIN_FILENO) < 0;
}
