/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/path.h"
#include "core/load/run/live.h"
#include "core/options/settings.h"
#include "core/view/message.h"

struct command_parser {
    struct command *c;
    const struct command_rules *rules;
    size_t at;          /* next word */
    const char *bundle; /* rest of a word of short options, NULL or "": none */
    const char *bare;   /* the word before, if it ends in a -P without a symspec; else NULL */
    const char *apart, *operand; /* the first such word before an operand, and that; NULL: none */
};

static const char *const default_files[] = {"gmon.out"};

/* ---- what ends the run ---- */

static bool over(const struct command_parser *s)
{
    return s->c->verdict != COMMAND_RUN;
}

static struct text *complain(struct command_parser *s, bool usage)
{
    s->c->verdict = COMMAND_BAD;
    s->c->usage = usage;
    return &s->c->message;
}

/* "PROGRAM: BEFORE'WORD'AFTER", where WORD is n bytes after two dashes. */
static struct text *complain_long(struct command_parser *s, const char *before, const char *word,
                                  size_t n, const char *after)
{
    struct text *out = complain(s, true);
    message_add(out, s->rules->program, strlen(s->rules->program));
    text_str(out, before);
    text_str(out, "'--");
    message_add(out, word, n);
    text_str(out, "'");
    text_str(out, after);
    return out;
}

static void complain_letter(struct command_parser *s, const char *what, char letter)
{
    struct text *out = complain(s, true);
    message_add(out, s->rules->program, strlen(s->rules->program));
    text_str(out, what);
    text_str(out, " -- '");
    message_add(out, &letter, 1);
    text_str(out, "'\n");
}

/* ---- one option ---- */

static bool is_ours(const struct option_def *d, const char *name)
{
    return !d->gnu && strcmp(d->name, name) == 0;
}

/* The values that are refused at once. */
static bool value_is_good(struct command_parser *s, option_id id, const char *arg)
{
    int ignored;
    const enum err_code bad = arg ? settings_word(option_row(id), arg, &ignored) : ERR_NONE;
    if (bad != ERR_NONE)
        message_value(bad, arg, s->rules->program, complain(s, false));
    return bad == ERR_NONE;
}

/* Options that say how to run, not what to show. True if this was one. */
static bool runs(struct command_parser *s, const struct option_def *d, const char *arg)
{
    struct command *c = s->c;
    if (d->letter == 'h')
        c->verdict = COMMAND_HELP;
    else if (d->letter == 'v')
        c->verdict = COMMAND_VERSION;
    else if (is_ours(d, "info") || is_ours(d, "unpack")) {
        c->verdict = is_ours(d, "info") ? COMMAND_INFO : COMMAND_UNPACK;
        c->run_of = arg;
    } else if (is_ours(d, "batch"))
        c->batch = true;
    else if (is_ours(d, "script"))
        c->script = arg;
    else if (is_ours(d, "live"))
        c->live = true, c->every = arg;
    else if (d->letter == 'd')
        c->debug |= arg ? (uint32_t)strtol(arg, NULL, 10) : ~UINT32_C(0);
    else
        return false;
    return true;
}

static void take_option(struct command_parser *s, option_id id, const char *arg)
{
    const struct option_def *d = option_get(id);
    if (runs(s, d, arg) || !value_is_good(s, id, arg))
        return;
    s->c->batch |= option_is_for_batch(d);
    option_list_add(&s->c->items, id, arg);
}

/* "-P" and "SPEC" where "-PSPEC" may be meant: gprof takes the second word for a file. */
static bool lacks_spec(const struct option_def *d, const char *arg)
{
    return d->letter == 'P' && !arg;
}

/* The word after an option that needs an argument, or NULL. */
static const char *next_word(struct command_parser *s)
{
    return s->at < s->c->words.n ? s->c->words.p[s->at++] : NULL;
}

static void take_letter(struct command_parser *s)
{
    char letter = *s->bundle++;
    option_id id = option_by_letter((unsigned char)letter);
    const char *arg = NULL;
    if (id == OPTION_NONE) {
        complain_letter(s, ": invalid option", letter);
        return;
    }
    const struct option_def *d = option_get(id);
    if (d->arg != OPTION_NO_ARG) {
        arg = *s->bundle ? s->bundle : NULL;
        s->bundle = NULL;
    }
    if (d->arg == OPTION_NEEDS_ARG && !arg && !(arg = next_word(s))) {
        complain_letter(s, ": option requires an argument", letter);
        return;
    }
    if (lacks_spec(d, arg))
        s->bare = s->c->words.p[s->at - 1];
    take_option(s, id, arg);
}

/* ---- long names ---- */

static bool has_prefix(const struct option_def *d, const char *name, size_t n)
{
    return d->name && strncmp(d->name, name, n) == 0;
}

static option_id find_exact(const char *name, size_t n, bool gnu_only)
{
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const struct option_def *d = option_get(id);
        if (has_prefix(d, name, n) && strlen(d->name) == n && (d->gnu || !gnu_only))
            return id;
    }
    return OPTION_NONE;
}

/* The first of gprof's options from `from` on whose name starts like this. */
static option_id find_prefix(const char *name, size_t n, option_id from)
{
    for (option_id id = from; (size_t)id < option_count(); id++)
        if (option_get(id)->gnu && has_prefix(option_get(id), name, n))
            return id;
    return OPTION_NONE;
}

/* `word` without its dashes, its name being the first n bytes. */
static option_id find_long(struct command_parser *s, const char *word, size_t n)
{
    option_id id = find_exact(word, n, s->rules->gnu_only);
    if (id != OPTION_NONE)
        return id;
    id = find_prefix(word, n, 0);
    if (id == OPTION_NONE) {
        complain_long(s, ": unrecognized option ", word, strlen(word), "\n");
    } else if (find_prefix(word, n, id + 1) != OPTION_NONE) {
        struct text *out =
            complain_long(s, ": option ", word, strlen(word), " is ambiguous; possibilities:");
        for (; id != OPTION_NONE; id = find_prefix(word, n, id + 1))
            text_printf(out, " '--%s'", option_get(id)->name);
        text_char(out, '\n');
        id = OPTION_NONE;
    }
    return id;
}

static void take_long(struct command_parser *s, const char *word)
{
    size_t n = strcspn(word, "=");
    const char *arg = word[n] ? word + n + 1 : NULL;
    option_id id = find_long(s, word, n);
    if (id == OPTION_NONE)
        return;
    const struct option_def *d = option_get(id);
    if (arg && d->arg == OPTION_NO_ARG)
        complain_long(s, ": option ", d->name, strlen(d->name), " doesn't allow an argument\n");
    else if (!arg && d->arg == OPTION_NEEDS_ARG && !(arg = next_word(s)))
        complain_long(s, ": option ", d->name, strlen(d->name), " requires an argument\n");
    else
        take_option(s, id, arg);
    if (lacks_spec(d, arg))
        s->bare = s->c->words.p[s->at - 1];
}

/* ---- the whole ---- */

static void take_operands(struct command_parser *s)
{
    while (s->at < s->c->words.n)
        words_add(&s->c->operands, s->c->words.p[s->at++]);
}

static void take_word(struct command_parser *s, const char *word)
{
    const char *bare = s->bare;
    s->bare = NULL;
    if (word[0] != '-' || !word[1]) {
        if (bare && !s->apart) {
            s->apart = bare;
            s->operand = word;
        }
        words_add(&s->c->operands, word);
        if (s->rules->operand_ends)
            take_operands(s);
    } else if (word[1] != '-') {
        s->bundle = word + 1;
    } else if (word[2]) {
        take_long(s, word + 2);
    } else {
        take_operands(s);
    }
}

static bool is_strict(const struct command *c)
{
    return option_list_find(&c->items, option_by_name("strict"), NULL) != SIZE_MAX;
}

/* To the letter these are bad profiles; but not what our runtime makes beside a profile: gmon.out.*
 * names both. */
static bool goes_with_profile(const struct words *o, const char *path)
{
    const size_t n = companion_stem(path);
    bool found = false;
    for (size_t i = 1; n > 0 && !found && i < o->n; i++)
        found = strlen(o->p[i]) == n && strncmp(o->p[i], path, n) == 0;
    return found;
}

/* The profiles that operands name, into c->inputs. */
static bool find_inputs(struct command *c, struct err *e)
{
    const struct words *o = &c->operands;
    bool strict = is_strict(c), ok = true;
    for (size_t i = 1; ok && i < o->n; i++)
        if (!strict)
            ok = inputs_add_word(&c->inputs, o->p[i], e);
        else if (!goes_with_profile(o, o->p[i]))
            words_add(&c->inputs.files, o->p[i]);
    return ok && (strict || inputs_settle(&c->inputs, e));
}

/* Append an item of the command, with a word for each file that it names if it is a --diff. */
static bool add_old_files(struct command *c, struct option_list *l, const struct option_item *it,
                          const char *image, struct err *e)
{
    struct inputs some = {.program = c->inputs.program, .image = image};
    if (it->id != option_by_name("diff")) {
        option_list_add(l, it->id, it->arg);
        return true;
    }
    bool ok = inputs_add_word(&some, it->arg, e) && inputs_settle(&some, e);
    for (size_t i = 0; ok && i < some.files.n; i++)
        option_list_add(l, it->id, some.files.p[i]);
    text_add(&c->inputs.warnings, some.warnings.p, some.warnings.n);
    inputs_release(&some);
    return ok;
}

/* --diff names files as operands do. */
static bool find_old_files(struct command *c, struct err *e)
{
    const option_id diff = option_by_name("diff"), of = option_by_name("diff-image");
    struct option_list l = {0};
    const char *image = c->image;
    bool some = false, ok = true;
    for (size_t i = 0; i < c->items.n; i++) {
        some |= c->items.items[i].id == diff;
        image = c->items.items[i].id == of ? c->items.items[i].arg : image;
    }
    if (!some || is_strict(c))
        return true;
    for (size_t i = 0; ok && i < c->items.n; i++)
        ok = add_old_files(c, &l, &c->items.items[i], image, e);
    struct option_list before = c->items;
    c->items = ok ? l : before;
    option_list_release(ok ? &before : &l);
    return ok;
}

/* The process that --live names is its program and what that keeps. */
static bool find_live(struct command *c, struct err *e)
{
    struct words *o = &c->operands;
    struct live live;
    if (!c->live)
        return true;
    c->live_ms = 1000;
    if (c->every && !live_interval(c->every, &c->live_ms, e))
        return false;
    if (o->n != 1)
        return err_what(e, ERR_SPEC, NULL, "--live needs one process, by number or name", NULL);
    if (!live_find(o->p[0], &o->text, &live, e))
        return false;
    o->p[0] = live.image;
    words_add(o, live.kept);
    return true;
}

/* The folder of a run as the only operand says itself which program it is of. */
static void find_image(struct command *c)
{
    struct words *o = &c->operands;
    c->image = o->n ? o->p[0] : "a.out";
    if (o->n != 1 || is_strict(c) || !run_folder_is(c->image))
        return;
    run_finish(c->image, c->inputs.program, &c->inputs.warnings);
    const char *folder = c->image, *image = run_folder_program(&c->inputs.files, folder);
    if (image) {
        c->image = image;
        words_add(o, folder);
    }
}

/* No file is named: what belongs to the usual one, if there is something. */
static bool find_usual(struct command *c, struct err *e)
{
    const char *usual = default_files[0];
    struct words *w = &c->inputs.files;
    if (w->n > 0 || is_strict(c))
        return true;
    run_finish(usual, c->inputs.program, &c->inputs.warnings);
    bool ok = late_files_add(w, usual, c->image, e);
    size_t n_late = w->n;
    w->n = 0;
    return ok && (n_late == 0 ||
                  (inputs_add_word(&c->inputs, usual, e) && late_files_add(w, usual, c->image, e)));
}

static void name_files(struct command_parser *s)
{
    struct command *c = s->c;
    struct err e = ERR_INIT;
    c->inputs.program = s->rules->program;
    c->files = default_files;
    c->n_files = 1;
    c->names_files = c->operands.n > 0;
    if (!over(s) && !find_live(c, &e)) {
        message_text(&e, s->rules->program, complain(s, false));
        return;
    }
    find_image(c);
    c->inputs.image = c->image;
    if (over(s))
        return;
    /* Only where the operand is no file: the GNU meaning stays. */
    const char *word = s->operand;
    if (word && word[1] && !is_strict(s->c) && access(word, F_OK) != 0)
        message_spec_apart(s->apart, word, s->rules->program, &s->c->inputs.warnings);
    if (!find_inputs(c, &e) || !find_usual(c, &e) || !find_old_files(c, &e)) {
        message_text(&e, s->rules->program, complain(s, false));
    } else if (c->inputs.files.n) {
        c->files = c->inputs.files.p;
        c->n_files = c->inputs.files.n;
        c->names_files = true;
    }
}

void command_parse(struct command *c, int argc, char *const *argv, const struct command_rules *r)
{
    *c = (struct command){0};
    struct command_parser s = {.c = c, .rules = r};
    struct err bad = ERR_INIT;
    if (r->gnu_only)
        option_list_add(&c->items, option_by_name("strict"), NULL);
    c->words.progress = r->progress;
    if (words_expand(&c->words, argc, argv, &bad)) {
        while (!over(&s))
            if (s.bundle && *s.bundle)
                take_letter(&s);
            else if (s.at < s.c->words.n)
                take_word(&s, s.c->words.p[s.at++]);
            else
                break;
    } else {
        message_text(&bad, r->program, complain(&s, false));
    }
    name_files(&s);
}

void command_release(struct command *c)
{
    text_release(&c->message);
    option_list_release(&c->items);
    words_release(&c->words);
    words_release(&c->operands);
    inputs_release(&c->inputs);
    *c = (struct command){0};
}

bool command_is_gprof(const char *program)
{
    const char *base = path_base(program);
    size_t n = strlen(base);
    return strcmp(base, "gprof") == 0 || (n >= 6 && strcmp(base + n - 6, "-gprof") == 0);
}

enum { HELP_COLUMN = 30, HELP_COLS = 49 };

/* One option with its argument: "-p, --flat-profile[=SYMSPEC]". */
static void usage_option(const struct option_def *d, struct text *out)
{
    bool is_long = d->name && *d->name;
    if (d->letter)
        text_printf(out, "-%c", d->letter);
    else
        text_str(out, "    ");
    if (is_long)
        text_printf(out, "%s--%s", d->letter ? ", " : "", d->name);
    if (d->arg != OPTION_NO_ARG) {
        /* " ARG", "ARG", "=ARG" or "[=ARG]", as it is written after a letter or a long name. */
        const char *before = is_long ? "=" : d->arg == OPTION_NEEDS_ARG ? " " : "";
        if (d->arg == OPTION_MAY_ARG)
            text_char(out, '[');
        text_str(out, before);
        text_str(out, d->arg_name);
        if (d->arg == OPTION_MAY_ARG)
            text_char(out, ']');
    }
}

static void add_group(enum option_group g, bool gnu_only, struct text *out)
{
    text_printf(out, "\n%s:\n", option_group_title(g));
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const struct option_def *d = option_get(id);
        if (d->group == g && (d->gnu || !gnu_only)) {
            size_t start = out->n;
            text_str(out, "  ");
            usage_option(d, out);
            if (out->n - start > HELP_COLUMN - 2) {
                text_char(out, '\n');
                start = out->n;
            }
            text_fill(out, ' ', HELP_COLUMN - (out->n - start));
            /* A sentence in lines of HELP_COLS, all but the first indented. */
            const char *help = d->help;
            while (strlen(help) > HELP_COLS) {
                size_t n = HELP_COLS;
                while (n > 0 && help[n] != ' ')
                    n--;
                text_add(out, help, n);
                text_char(out, '\n');
                text_fill(out, ' ', HELP_COLUMN);
                help += n + 1;
            }
            text_str(out, help);
            text_char(out, '\n');
        }
    }
}

void usage_text(const char *program, bool gnu_only, struct text *out)
{
    text_str(out, "Usage: ");
    message_add(out, program, strlen(program));
    text_str(out,
             " [OPTION]... [IMAGE [PROFILE]...]\n"
             "Show where a program spends its time, and who calls whom.\n"
             "IMAGE is the program (a.out), each PROFILE a file that it wrote (gmon.out; - is\n"
             "standard input). Options and files may be mixed; @FILE stands for the words of\n"
             "FILE. A SYMSPEC is FUNCTION, FILE:FUNCTION, FILE:LINE or FILE:");
    text_str(out, gnu_only ? ".\n"
                           : "; or /REGEX/,\n"
                             "image=FILE, dir=DIR, ns=NAMESPACE.\n");
    for (int g = 0; g < N_GROUPS; g++)
        add_group((enum option_group)g, gnu_only, out);
    if (!gnu_only)
        text_str(
            out,
            "\nOn a terminal the profile is opened for browsing; otherwise, with --batch, "
            "-r\nor --format, reports are printed. A profile is made by: gptui record PROGRAM\n");
}

void usage_hint(const char *program, struct text *out)
{
    text_str(out, "Try '");
    message_add(out, program, strlen(program));
    text_str(out, " --help' for the options.\n");
}

void usage_version(struct text *out)
{
    text_str(out,
             "gptui " GPTUI_VERSION "\n"
             "Browses and prints call graph profiles, compatible with GNU gprof 2.40.\n"
             "This program is free software: GNU GPL version 3 or later. There is no warranty.\n");
}
