/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/sample_profile.h"

#include "tests/support/profile_builder.h"

enum { FUNCTIONS = 60, IDLE = 5 };

static void add_function(struct made *m, unsigned i)
{
    static const char *const special[] = {"main",
                                          "_ZN3foo3barESt6vectorIiSaIiEE",
                                          "_ZN3foo3barESt6vectorIlSaIlEE",
                                          "with.dot",
                                          "ping",
                                          "pong",
                                          "odd/slash",
                                          "bad\xff\x1b[2Jbytes"};
    const uint32_t flags = SYM_FUNC | (i % 7 == 6 ? SYM_STATIC : 0);
    struct text name = {0};
    text_printf(&name, "function_%u", i);
    made_symbol(m, i < ARRAY_LEN(special) ? special[i] : text_z(&name), made_addr(i), flags);
    text_release(&name);
}

static void add_call(struct made *m, unsigned from, unsigned to, uint64_t count)
{
    made_arc(m, made_addr(from) + 4, made_addr(to), count);
}

struct profile *invented_profile(void)
{
    struct made m = {0};
    uint64_t ticks[FUNCTIONS] = {0};
    made_init(&m, MADE_LO, made_addr(FUNCTIONS));
    for (unsigned i = 0; i < FUNCTIONS; i++)
        add_function(&m, i);
    for (unsigned i = 0; i < FUNCTIONS - IDLE; i++)
        ticks[i] = i * 37 % 23;
    made_ticks(&m, ticks);
    for (unsigned i = 1; i < FUNCTIONS - IDLE; i++)
        add_call(&m, i % 3 ? 0 : i / 2, i, i * 11 % 17 + 1);
    add_call(&m, 4, 5, 10);
    add_call(&m, 5, 4, 9);
    add_call(&m, 9, 9, 3);
    return made_take(&m, "program", "gmon.out");
}
