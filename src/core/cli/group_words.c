/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/group_words.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void group_words_release(struct group_words *g)
{
    free(g->v);
    *g = (struct group_words){0};
}

static bool complain(const char *value, struct err *e)
{
    return err_what(e, ERR_SPEC, NULL, "groups of runs have the form 'NAME=FILES NAME=FILES'",
                    value);
}

/* The group of a name from the last file on, unless the last one has it. */
static bool begin_group(struct group_words *g, const char *name, struct inputs *in, struct err *e)
{
    if (g->n && strcmp(g->v[g->n - 1].name, name) == 0)
        return true;
    for (size_t i = 0; i < g->n; i++)
        if (strcmp(g->v[i].name, name) == 0)
            return err_what(e, ERR_SPEC, NULL, "two groups of runs have this name", name);
    if (!mem_grow(&g->v, &g->cap, g->n + 1, sizeof *g->v))
        return err_memory(e, 0);
    g->v[g->n++] = (struct run_set_wish){name, in->files.n, in->files.n};
    return true;
}

/* Where the name of "NAME=FILE" ends; NULL: it is a FILE. */
static char *name_end(char *word)
{
    char *eq = strchr(word, '='), *slash = strchr(word, '/');
    return !eq || (slash && slash < eq) ? NULL : eq;
}

/* Files of one group among themselves: those of a run's folder take its place. */
static bool add_files(struct group_words *g, const char *word, struct inputs *in, struct err *e)
{
    struct inputs some = {.program = in->program, .image = in->image};
    bool ok = inputs_add_word(&some, word, e) && inputs_settle(&some, e);
    for (size_t i = 0; ok && i < some.files.n; i++) {
        const char *path = some.files.p[i];
        const char *copy = arena_text(&in->files.text, path, strlen(path));
        ok = (copy && words_add(&in->files, copy)) || err_memory(e, 0);
    }
    text_add(&in->warnings, some.warnings.p, some.warnings.n);
    inputs_release(&some);
    g->v[g->n - 1].hi = in->files.n;
    return ok;
}

static bool add_word(struct group_words *g, char *word, const char *value, struct inputs *in,
                     struct err *e)
{
    char *eq = name_end(word);
    if (eq == word || (!eq && !g->n))
        return complain(value, e);
    if (eq) {
        *eq = '\0';
        if (!begin_group(g, word, in, e))
            return false;
        word = eq + 1;
    }
    return *word ? add_files(g, word, in, e) : complain(value, e);
}

bool group_words_add(struct group_words *g, const char *value, struct inputs *in, struct err *e)
{
    static const char blanks[] = " \t\n";
    char *at = arena_text(&in->files.text, value, strlen(value));
    bool ok = at || err_memory(e, 0), some = false;
    while (ok && *(at += strspn(at, blanks))) {
        char *word = at;
        at += strcspn(at, blanks);
        if (*at)
            *at++ = '\0';
        some = true;
        ok = add_word(g, word, value, in, e);
    }
    return ok && (some || complain(value, e));
}
