/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof_lines < FILE: is it a message perftools.profiles.Profile (not compressed)? Prints
 *
 *   type NAME UNIT         each type of sample, in order
 *   period N NAME UNIT
 *   mapping LO HI FILE
 *   comment TEXT
 *   function NAME RAW FILE LINE ADDRESS      each location that has an address
 *   sample VALUE... FRAME;FRAME...           the outermost frame first
 *
 * Else one line on standard error and status 1. Written from the description of the format; shares
 * nothing with the program under test. */
#include "../tools/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct span {
    const unsigned char *p, *end;
};

struct field {
    uint64_t number;
    uint64_t value;   /* wire type 0 */
    struct span span; /* wire type 2 */
    bool is_span;
};

/* Ids are from 1 and dense enough to be indexes. */
enum { MAX_ID = 1 << 22, MAX_VALUES = 8, MAX_FRAMES = 4096 };

struct function {
    uint64_t name, raw, file, line;
    bool there;
};

struct location {
    uint64_t mapping, address, function, line;
    bool there;
};

struct profile {
    struct span *strings;
    size_t n_strings, cap_strings;
    struct function *functions;
    struct location *locations;
    size_t n_types, n_mappings;
    struct span whole;
};

/* ---- wire format ---- */

static uint64_t varint(struct span *s)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (s->p == s->end)
            fail("a number is cut off");
        v |= (uint64_t)(*s->p & 0x7f) << shift;
        if (!(*s->p++ & 0x80))
            return v;
    }
    fail("a number is too long");
}

static bool next_field(struct span *s, struct field *f)
{
    if (s->p == s->end)
        return false;
    uint64_t tag = varint(s);
    *f = (struct field){.number = tag >> 3, .is_span = (tag & 7) == 2};
    if (!f->is_span && (tag & 7) != 0)
        fail("field %llu: wire type %u", (unsigned long long)f->number, (unsigned)(tag & 7));
    f->value = varint(s);
    if (!f->is_span)
        return true;
    if (f->value > (size_t)(s->end - s->p))
        fail("field %llu is cut off", (unsigned long long)f->number);
    f->span = (struct span){s->p, s->p + f->value};
    s->p += f->value;
    return true;
}

/* Store field `number` into *to if f is it. */
static void keep(const struct field *f, uint64_t number, uint64_t *to)
{
    if (f->number == number && f->is_span)
        fail("field %llu is no number", (unsigned long long)number);
    if (f->number == number)
        *to = f->value;
}

/* ---- strings ---- */

static void add_string(struct profile *p, struct span s)
{
    p->strings = grow(p->strings, p->n_strings, &p->cap_strings, sizeof *p->strings);
    p->strings[p->n_strings++] = s;
}

static struct span string_of(const struct profile *p, uint64_t i)
{
    if (i >= p->n_strings)
        fail("there is no string %llu", (unsigned long long)i);
    return p->strings[i];
}

static void print_string(const struct profile *p, uint64_t i, char after)
{
    struct span s = string_of(p, i);
    fwrite(s.p, 1, (size_t)(s.end - s.p), stdout);
    putchar(after);
}

/* ---- messages ---- */

static void *slot(void *all, uint64_t id, size_t size)
{
    if (id == 0 || id >= MAX_ID)
        fail("id %llu", (unsigned long long)id);
    return (char *)all + id * size;
}

static void read_function(struct profile *p, struct span s)
{
    struct function x = {.there = true}, *at;
    struct field f;
    uint64_t id = 0;
    while (next_field(&s, &f)) {
        keep(&f, 1, &id);
        keep(&f, 2, &x.name);
        keep(&f, 3, &x.raw);
        keep(&f, 4, &x.file);
        keep(&f, 5, &x.line);
    }
    at = slot(p->functions, id, sizeof x);
    if (at->there)
        fail("function %llu twice", (unsigned long long)id);
    *at = x;
}

static void read_line(struct location *x, struct span s)
{
    struct field f;
    while (next_field(&s, &f)) {
        keep(&f, 1, &x->function);
        keep(&f, 2, &x->line);
    }
}

static void read_location(struct profile *p, struct span s)
{
    struct location x = {.there = true}, *at;
    struct field f;
    uint64_t id = 0;
    while (next_field(&s, &f)) {
        keep(&f, 1, &id);
        keep(&f, 2, &x.mapping);
        keep(&f, 3, &x.address);
        if (f.number == 4)
            read_line(&x, f.span);
    }
    at = slot(p->locations, id, sizeof x);
    if (at->there)
        fail("location %llu twice", (unsigned long long)id);
    *at = x;
}

/* First pass: what samples refer to, wherever it stands. */
static void read_tables(struct profile *p)
{
    struct span s = p->whole;
    struct field f;
    while (next_field(&s, &f)) {
        if (f.number == 4)
            read_location(p, f.span);
        else if (f.number == 5)
            read_function(p, f.span);
        else if (f.number == 6)
            add_string(p, f.span);
        p->n_types += f.number == 1;
        p->n_mappings += f.number == 3;
    }
    if (!p->n_strings || p->strings[0].p != p->strings[0].end)
        fail("string 0 is not empty");
    if (!p->n_types || p->n_types > MAX_VALUES)
        fail("%zu types of samples", p->n_types);
}

/* ---- second pass: print ---- */

static size_t read_packed(struct span s, uint64_t *to, size_t max)
{
    size_t n = 0;
    while (s.p != s.end) {
        if (n == max)
            fail("more than %zu numbers in a list", max);
        to[n++] = varint(&s);
    }
    return n;
}

static void print_frame(const struct profile *p, uint64_t id, char after)
{
    const struct location *l = slot(p->locations, id, sizeof *l);
    const struct function *f;
    if (!l->there)
        fail("there is no location %llu", (unsigned long long)id);
    f = slot(p->functions, l->function, sizeof *f);
    if (!f->there)
        fail("there is no function %llu", (unsigned long long)l->function);
    print_string(p, f->name, after);
}

static void print_sample(const struct profile *p, struct span s)
{
    uint64_t values[MAX_VALUES], frames[MAX_FRAMES];
    size_t n_values = 0, n_frames = 0;
    struct field f;
    while (next_field(&s, &f)) {
        if (f.number == 1)
            n_frames = read_packed(f.span, frames, MAX_FRAMES);
        else if (f.number == 2)
            n_values = read_packed(f.span, values, MAX_VALUES);
    }
    if (n_values != p->n_types || !n_frames)
        fail("a sample with %zu values and %zu frames", n_values, n_frames);
    printf("sample ");
    for (size_t i = 0; i < n_values; i++)
        printf("%llu ", (unsigned long long)values[i]);
    while (n_frames-- > 0)
        print_frame(p, frames[n_frames], n_frames ? ';' : '\n');
}

static void print_type(const struct profile *p, struct span s)
{
    uint64_t type = 0, unit = 0;
    struct field f;
    while (next_field(&s, &f)) {
        keep(&f, 1, &type);
        keep(&f, 2, &unit);
    }
    print_string(p, type, ' ');
    print_string(p, unit, '\n');
}

static void print_mapping(const struct profile *p, struct span s)
{
    uint64_t lo = 0, hi = 0, file = 0;
    struct field f;
    while (next_field(&s, &f)) {
        keep(&f, 2, &lo);
        keep(&f, 3, &hi);
        keep(&f, 5, &file);
    }
    printf("mapping 0x%llx 0x%llx ", (unsigned long long)lo, (unsigned long long)hi);
    print_string(p, file, '\n');
}

static void print_location(const struct profile *p, const struct location *l)
{
    const struct function *f = slot(p->functions, l->function, sizeof *f);
    if (!l->address)
        return;
    if (l->mapping != 1 || p->n_mappings != 1)
        fail("an address in mapping %llu", (unsigned long long)l->mapping);
    printf("function ");
    print_string(p, f->name, ' ');
    print_string(p, f->raw, ' ');
    print_string(p, f->file, ' ');
    printf("%llu 0x%llx\n", (unsigned long long)l->line, (unsigned long long)l->address);
}

static void print_field(const struct profile *p, const struct field *f, uint64_t *period)
{
    switch (f->number) {
    case 1:
        printf("type ");
        print_type(p, f->span);
        break;
    case 2:
        print_sample(p, f->span);
        break;
    case 3:
        print_mapping(p, f->span);
        break;
    case 11:
        printf("period type ");
        print_type(p, f->span);
        break;
    case 13:
        printf("comment ");
        print_string(p, f->value, '\n');
        break;
    default:
        keep(f, 12, period);
        break;
    }
}

static void print_all(const struct profile *p)
{
    struct span s = p->whole;
    struct field f;
    uint64_t period = 0;
    while (next_field(&s, &f))
        print_field(p, &f, &period);
    printf("period %llu\n", (unsigned long long)period);
    for (size_t i = 0; i < MAX_ID; i++)
        if (p->locations[i].there)
            print_location(p, &p->locations[i]);
}

int main(void)
{
    struct profile p = {.functions = calloc(MAX_ID, sizeof *p.functions),
                        .locations = calloc(MAX_ID, sizeof *p.locations)};
    struct bytes all = {0};
    char buffer[4096];
    size_t n;
    if (!p.functions || !p.locations)
        fail("out of memory");
    while ((n = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        bytes_add(&all, buffer, n);
    p.whole = (struct span){all.p, all.p + all.n};
    read_tables(&p);
    print_all(&p);
    free(p.strings);
    free(p.functions);
    free(p.locations);
    free(all.p);
    return 0;
}
