/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/complete.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/analyze/questions/questions.h"
#include "core/base/mem.h"
#include "core/view/rows/modules.h"
#include "tui/act/command.h"
#include "tui/app/function_names.h"
#include "tui/app/screen.h"
#include "tui/keys/keymap.h"

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* Where the word begins that ends at `at`: after one of these characters. */
static size_t word_start(const char *line, size_t at, const char *after)
{
    while (at && !strchr(after, line[at - 1]))
        at--;
    return at;
}

/* Words that begin symspecs of groups, and what they group by. */
static const struct {
    const char *word;
    enum modules_by by;
} GROUPS[] = {{"ns=", MODULES_BY_SCOPE}, {"dir=", MODULES_BY_FOLDER}, {"image=", MODULES_BY_IMAGE}};

/* Whether the word at hand is a symspec of a group; then its completions are offered. */
static bool complete_group(const struct ui *ui, const char *line, size_t at, struct completion *c)
{
    size_t lo = word_start(line, at, " ");
    for (size_t i = 0; i < ARRAY_LEN(GROUPS); i++)
        if (begins(line + lo, GROUPS[i].word)) {
            /* The groups of one kind, in the order of their first functions. */
            struct module_groups g;
            completion_begin(c, line, lo, at);
            module_groups_make(&g, &ui->session->view, GROUPS[i].by);
            for (uint32_t k = 0; k < g.n && !c->more; k++) {
                struct text spec = {0};
                if (modules_spec(&ui->session->view, &g, k, &spec))
                    completion_add(c, text_z(&spec), NULL);
                text_release(&spec);
            }
            module_groups_release(&g);
            return true;
        }
    return false;
}

/* Functions by the names that symspecs mean, heaviest entries first; then by parts of their shown
 * names. */
void complete_spec(const struct ui *ui, const char *line, size_t at, struct completion *c)
{
    const struct analysis *an = ui->session->analysis;
    size_t lo = word_start(line, at, "/ ");
    if (complete_group(ui, line, at, c))
        return;
    completion_begin(c, line, lo, at);
    uint32_t ranked = 0;
    for (sym_id s; !c->more && (s = analysis_next_ranked(an, &ranked)) != NO_ID;)
        completion_add(c, table_plain_name(an->table, s), NULL);
    /* Functions whose shown names hold what was typed, by the names that symspecs mean. Only names
     * that are there already: none is demangled for this. */
    const struct function_names *names = ui->names;
    for (uint32_t i = 0; *c->typed && i < names->ready && !c->more; i++) {
        const char *plain = table_plain_name(an->table, names->nodes[i]),
                   *shown = names->items[i].name;
        if (shown != plain && strstr(shown, c->typed))
            completion_offer(c, plain, shown);
    }
    for (size_t i = 0; i < ARRAY_LEN(GROUPS) && !c->more; i++)
        completion_add(c, GROUPS[i].word, NULL);
}

/* The terms of a row filter. */
void complete_rows(const struct ui *ui, const char *line, size_t at, struct completion *c)
{
    completion_begin(c, line, word_start(line, at, " !"), at);
    struct grid_fields f;
    grid_fields(&f);
    for (unsigned i = 0; i < f.n; i++) {
        struct text t = {0};
        text_printf(&t, "%s>", f.name[i]);
        completion_add(c, text_z(&t), NULL);
        text_release(&t);
    }
    static const char *const places[] = {"file:", "image:", "dir:", "ns:"};
    for (size_t i = 0; i < ARRAY_LEN(places); i++)
        completion_add(c, places[i], NULL);
}

/* Entries of the folder that the word names so far, in the order of their names. */
void complete_path(const struct ui *ui, const char *line, size_t at, struct completion *c)
{
    size_t lo = word_start(line, at, " ="), base = word_start(line, at, " =/");
    completion_begin(c, line, lo, at);
    char *folder = mem_text(line + lo, base - lo);
    struct dirent **entries = NULL;
    int n = scandir(*folder ? folder : ".", &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        struct text whole = {0};
        text_str(&whole, folder);
        text_str(&whole, entries[i]->d_name);
        struct stat st;
        if (stat(text_z(&whole), &st) == 0 && S_ISDIR(st.st_mode))
            text_char(&whole, '/');
        if (entries[i]->d_name[0] != '.' || line[base] == '.')
            completion_add(c, text_z(&whole), NULL);
        text_release(&whole);
        free(entries[i]);
    }
    free(entries);
    free(folder);
}

/* The words that --NAME=WORD can take. */
static void complete_values(struct completion *c, const char *line, size_t at)
{
    const char *equals = memchr(line, '=', at);
    char *name =
        equals && begins(line, "--") ? mem_text(line + 2, (size_t)(equals - line) - 2) : NULL;
    option_id id = name ? option_by_name(name) : OPTION_NONE;
    const char *words = id == OPTION_NONE ? NULL : option_row(id)->values;
    free(name);
    if (!words)
        return;
    completion_begin(c, line, (size_t)(equals + 1 - line), at);
    for (const char *w = words; *w; w += strspn(w, " ")) {
        size_t n = strcspn(w, " ");
        char *word = mem_text(w, n);
        completion_add(c, word, NULL);
        free(word);
        w += n;
    }
}

/* Options as the browser takes them, each with what it is for: letters first. */
static void complete_option(struct completion *c, const char *line, size_t at)
{
    completion_begin(c, line, 0, at);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < option_count(); i++) {
            const struct option_def *d = option_get((option_id)i);
            struct text t = {0};
            if (!option_is_for_views(d) || (pass ? !d->name || !*d->name : !d->letter))
                continue;
            if (pass)
                text_printf(&t, "--%s%s", d->name, d->arg == OPTION_NO_ARG ? "" : "=");
            else
                text_printf(&t, "-%c", d->letter);
            completion_add(c, text_z(&t), d->help);
            text_release(&t);
        }
}

void complete_command(const struct ui *ui, const char *line, size_t at, struct completion *c)
{
    size_t lo = word_start(line, at, " ");
    if (begins(line, "goto ") || (*line == '-' && lo)) {
        complete_spec(ui, line, at, c);
        return;
    }
    if (begins(line, "w ") || begins(line, "w! ") || begins(line, "dump ")) {
        complete_path(ui, line, at, c);
        return;
    }
    if (*line == '-') {
        if (memchr(line, '=', at))
            complete_values(c, line, at);
        else
            complete_option(c, line, at);
        return;
    }
    completion_begin(c, line, lo, at);
    if (!lo) {
        for (size_t i = 0; command_get(i); i++)
            completion_add(c, command_get(i)->name, NULL);
        for (int i = ACTION_NONE + 1; i < N_ACTIONS; i++)
            if (action_get((enum action)i).group != ABOUT_PROMPT)
                completion_add(c, action_get((enum action)i).name, NULL);
    } else if (begins(line, "sort ")) {
        const struct grid *g = screen_here(ui)->grid;
        for (unsigned i = 0; g && i < g->n_columns; i++)
            if (grid_column_sorts(&g->columns[i]))
                completion_add(c, g->columns[i].id, NULL);
    } else if (begins(line, "bind ")) {
        /* bind MODE KEYS ACTION */
        size_t word = 0;
        for (size_t i = 0; i + 1 < lo; i++)
            word += line[i] == ' ' && line[i + 1] != ' ';
        for (int m = 0; word == 0 && m < N_MODES; m++)
            completion_add(c, mode_name((enum mode)m), NULL);
        for (int i = ACTION_NONE + 1; word == 2 && i < N_ACTIONS; i++)
            completion_add(c, action_get((enum action)i).name, NULL);
    } else if (begins(line, "set ")) {
        /* NAME, or VALUE if NAME stands before it. */
        const char *blank = memchr(line + 4, ' ', at - 4);
        enum pref p;
        for (int i = 0; !blank && i < N_PREFS; i++)
            completion_add(c, pref_get((enum pref)i)->name, NULL);
        if (blank && pref_by_name(line + 4, (size_t)(blank - line) - 4, &p))
            for (int i = 0; i < pref_n_values(p); i++)
                completion_add(c, pref_get(p)->values[i], NULL);
    }
}
