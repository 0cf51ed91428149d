/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/fail_if.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"

static const char *skip(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static bool take_what(struct fail_if *f, const char **at)
{
    static const char *const words[] = {[FAIL_SELF] = "self",
                                        [FAIL_TOTAL] = "total",
                                        [FAIL_CALLS] = "calls",
                                        [FAIL_PER_CALL] = "percall"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        const char *after = skip(*at + (strncmp(*at, words[i], n) == 0 ? n : 0));
        if (*after == '(' && after > *at) {
            f->what = (enum fail_what)i;
            *at = after + 1;
            return true;
        }
    }
    return false;
}

/* The name ends at the last ")" before the operator, so that it may have parentheses itself. */
static bool take_name(struct fail_if *f, const char **at)
{
    const char *end = NULL;
    for (const char *p = *at; *p; p++)
        if (*p == ')' && (*skip(p + 1) == '>' || *skip(p + 1) == '<'))
            end = p;
    if (!end || end == *at)
        return false;
    f->name = *at;
    f->n_name = (size_t)(end - *at);
    f->whole = f->n_name == 5 && strncmp(f->name, "total", 5) == 0;
    *at = skip(end + 1);
    return true;
}

/* The unit at *at, by which the number is multiplied; 0 if that is none. */
static double take_unit(const struct fail_if *f, const char **at)
{
    static const struct {
        const char *name;
        double factor;
        bool calls;
    } units[] = {
        {"ms", 1e-3, false}, {"us", 1e-6, false}, {"ns", 1e-9, false}, {"s", 1, false},
        {"k", 1e3, true},    {"M", 1e6, true},    {"G", 1e9, true},
    };
    if (!**at || **at == ' ')
        return 1;
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        size_t n = strlen(units[i].name);
        if (strncmp(*at, units[i].name, n) == 0 && units[i].calls == (f->what == FAIL_CALLS)) {
            *at += n;
            return units[i].factor;
        }
    }
    return 0;
}

static bool take_limit(struct fail_if *f, const char **at)
{
    char *end;
    f->above = **at == '>';
    *at = skip(*at + 1);
    bool negative = **at == '-';
    f->change = negative || **at == '+';
    *at += f->change;
    if (!char_is_digit(**at) && **at != '.')
        return false;
    f->limit = strtod(*at, &end);
    if (end == *at || !isfinite(f->limit))
        return false;
    *at = end;
    if (*skip(*at) == '%') {
        *at = skip(*at) + 1;
        f->percent = f->change = true;
    } else {
        double unit = take_unit(f, at);
        if (!(unit > 0))
            return false;
        f->limit *= unit;
    }
    f->limit = negative ? -f->limit : f->limit;
    return true;
}

static bool take_end(struct fail_if *f, const char *at)
{
    const char *word = skip(at);
    if (strncmp(word, "real", 4) == 0 && (word > at || f->percent)) {
        f->real = true;
        word = skip(word + 4);
    }
    return !*word;
}

bool fail_if_parse(struct fail_if *f, const char *text, struct err *e)
{
    const char *at = skip(text);
    *f = (struct fail_if){0};
    if (take_what(f, &at) && take_name(f, &at) && take_limit(f, &at) && take_end(f, at))
        return true;
    return err_what(e, ERR_SPEC, NULL,
                    "a condition has the form self|total|calls|percall(NAME)>+5% [real]", text);
}
