/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: what is left of damaged line tables and units. One of three units is damaged
 * (tests/programs/line_units.*); the others keep their lines. */
#include "core/load/lines/lines.h"
#include "tests/support/line_oracle.h"
#include "tests/support/unit.h"

enum { TEXT = 0x10000, FUNCTION_BYTES = 16 };

#define WHOLE "0:10 4:11 8:12"

static void write_program(const char *sets)
{
    FILE *f = fopen("t.s", "w");
    assert_non_null(f);
    fprintf(f, ".include \"%s\"\ndefaults\nunit f0\n%s\nunit f1\ndefaults\nunit f2\n",
            places_source("tests/programs/line_units.s"), sets);
    fclose(f);
    assert_true(places_run("as -o t.o t.s && ld -Ttext 0x10000 -e 0 -o t t.o"));
}

/* A place at the end of n bytes at `to`. */
static void put_place(char *to, size_t n, uint64_t addr, const char *file, uint32_t line)
{
    size_t k = strlen(to);
    bool usual = strcmp(file, "/d/t.c") == 0;
    snprintf(to + k, n - k, " %u:%u%s%s", (unsigned)(addr % FUNCTION_BYTES), line, usual ? "" : " ",
             usual ? "" : file);
}

/* The places of all functions: a stroke begins each. */
static void join_places(char *to, size_t n, struct places *p)
{
    *to = 0;
    for (uint64_t lo = TEXT, at = 0; lo < TEXT + 3 * FUNCTION_BYTES; lo += FUNCTION_BYTES)
        for (strcat(to, "|"); at < p->n && p->all[at].addr < lo + FUNCTION_BYTES; at++)
            put_place(to, n, p->all[at].addr, p->all[at].function[0] == 'g' ? "g" : p->all[at].file,
                      p->all[at].line);
    places_release(p);
}

/* Those by single addresses. */
static void join_found(char *to, size_t n)
{
    struct lines *l = lines_new("t");
    struct line_pos last = {0}, pos;
    *to = 0;
    for (uint64_t a = TEXT; a < TEXT + 3 * FUNCTION_BYTES; a++) {
        if (a % FUNCTION_BYTES == 0) {
            last = (struct line_pos){0};
            strcat(to, "|");
        }
        if (lines_find(l, a, &pos) && (pos.file != last.file || pos.line != last.line)) {
            put_place(to, n, a, pos.file, pos.line);
            last = pos;
        }
    }
    lines_free(l);
}

static void add_whole(char *to, size_t n, const char *middle)
{
    middle += *middle == ' ';
    middle = strcmp(middle, "whole") ? middle : WHOLE;
    snprintf(to, n, "| " WHOLE "|%s%s%s", *middle && *middle != '|' ? " " : "", middle,
             strchr(middle, '|') ? "" : "| " WHOLE);
}

static bool holds(const char *sets, char *places, char *of_libbfd)
{
    struct places ours, theirs;
    char got[256], found[256], want[256], other[256], libbfd[256];
    write_program(sets);
    places_of_walk(&ours, "t", false);
    places_of_libbfd(&theirs, "t");
    join_places(got, sizeof got, &ours);
    join_places(other, sizeof other, &theirs);
    join_found(found, sizeof found);
    add_whole(want, sizeof want, places);
    add_whole(libbfd, sizeof libbfd, of_libbfd);
    if (strcmp(got, want) == 0 && strcmp(found, want) == 0 && strcmp(other, libbfd) == 0)
        return true;
    print_message("%s\n    walk   %s\n    find   %s\n    libbfd %s\n", sets, got, found, other);
    return false;
}

/* What stands after the next " # ", at which s ends. */
static char *next_field(char *s)
{
    s = strstr(s, " #");
    if (!s)
        return NULL;
    *s = 0;
    return s + 2;
}

TEST(damaged)
{
    bool ok = true;
    char *line = NULL;
    size_t cap = 0, n = 0;
    FILE *f = fopen(places_source("tests/programs/line_units.txt"), "r");
    assert_non_null(f);
    for (; getline(&line, &cap, f) > 0; n++) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#')
            continue;
        char *places = next_field(line), *of_libbfd = next_field(places);
        ok &= holds(line, places, of_libbfd ? of_libbfd : places);
    }
    free(line);
    fclose(f);
    assert_true(ok && n > 10);
}

int main(int argc, char **argv)
{
    return places_main(argc, argv);
}
