/* SPDX-License-Identifier: MIT */
/* host, by newlib with --specs=rdimon.specs. */
#include <stdio.h>

#include "host.h"

struct host_file *host_create(const char *name)
{
    return (struct host_file *)fopen(name, "wb");
}

void host_write(void *file, const void *bytes, size_t n)
{
    fwrite(bytes, 1, n, file);
}

bool host_close(struct host_file *file)
{
    bool is_whole = !ferror((FILE *)file);
    return fclose((FILE *)file) == 0 && is_whole;
}

void host_say(const char *words)
{
    fputs(words, stdout);
}
