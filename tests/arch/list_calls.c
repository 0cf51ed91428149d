/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_calls gnu|decoded IMAGE [LO HI]: what core/load/code finds in an image, a line for each:
 * place, target, "call" or "jump". Without a range all of the address space is one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/load/code/code.h"

static void print(void *ctx, const struct code_call *c)
{
    printf("%" PRIx64 " %" PRIx64 " %s\n", c->site, c->target, c->jump ? "jump" : "call");
}

int main(int argc, char **argv)
{
    struct code_range r = {.hi = UINT64_MAX, .way = CALLS_DECODED};
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "gnu") == 0)
        r.way = CALLS_GNU;
    if (argc > 4) {
        r.lo = strtoull(argv[3], NULL, 0);
        r.hi = strtoull(argv[4], NULL, 0);
    }
    struct code *c = code_new(argv[2]);
    struct err e = {0};
    enum code_finding found = c ? code_ready(c, r.way, &e) : CODE_FAILED;
    if (found == CODE_READY)
        code_calls(c, &r, print, NULL);
    code_free(c);
    if (found != CODE_READY)
        printf("finding %d\n", (int)found);
    return 0;
}
