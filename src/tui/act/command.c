/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/command.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/char.h"
#include "core/view/label.h"
#include "tui/act/compare.h"
#include "tui/act/options.h"
#include "tui/act/source.h"
#include "tui/act/view.h"
#include "tui/act/complete.h"
#include "tui/act/export.h"
#include "tui/app/popup.h"
#include "tui/app/prompt.h"
#include "tui/app/remembered.h"
#include "tui/app/screens.h"
#include "tui/app/wording.h"
#include "tui/keys/config.h"

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " ");
}

/* Does Flat show s so: with its file or image, where others have its name? */
static bool is_shown_as(const struct ui *ui, sym_id s, enum name_level level, const char *name)
{
    const char *shown = node_name(ui->session, s, level);
    const size_t n = strlen(shown);
    struct text marks = {0};
    if (strncmp(name, shown, n) != 0 || (name[n] && name[n] != '('))
        return false;
    const char *file = name[n] ? label_source(&ui->session->view, s) : NULL;
    text_printf(&marks, "(%s)(%s)", file ? label_file(&ui->session->view, file) : "",
                label_image(&ui->session->view, s));
    const bool is = strstr(text_z(&marks), name + n) && (!name[n] || strchr(name + n, ')'));
    text_release(&marks);
    return is;
}

static void do_goto(struct ui *ui, const char *name)
{
    const struct analysis *an = ui->session->analysis;
    if (!*name) {
        ui_warn(ui, "goto takes the name of a function");
        return;
    }
    uint32_t at = 0;
    sym_id s = analysis_named(an, name);
    while (s == NO_ID && (s = analysis_next_ranked(an, &at)) != NO_ID)
        if (!is_shown_as(ui, s, ui_name_level(ui), name) && !is_shown_as(ui, s, NAME_FULL, name))
            s = NO_ID;
    if (s != NO_ID)
        go_to_node(ui, s);
    else
        ui_warn(ui, "there is no function %s", name);
}

static void do_sort(struct ui *ui, const char *args)
{
    size_t n = strcspn(args, " ");
    const char *order = skip_blanks(args + n);
    int ascending = !strcmp(order, "asc") ? 1 : !strcmp(order, "desc") ? 0 : -1;
    if (!*args)
        ui_run(ui, ACTION_SORT_MENU, 0);
    else if (*order && ascending < 0)
        ui_warn(ui, "sort takes a column, then asc or desc");
    else
        sort_by_name(ui, args, n, ascending);
}

/* `set NAME` shows the value, `set NAME VALUE` or `set NAME=VALUE` changes it. */
static void do_set(struct ui *ui, const char *args)
{
    enum pref p = N_PREFS;
    size_t n = strcspn(args, " =");
    const char *value = skip_blanks(args + n + (args[n] == '='));
    bool known = pref_by_name(args, n, &p);
    int v = !known ? -1 : *value ? pref_value(p, value, strlen(value)) : ui->prefs.v[p];
    if (!*args)
        settings_choose(ui);
    else if (!known)
        ui_warn(ui, "there is no setting %.*s", (int)n, args);
    else if (v < 0)
        ui_warn(ui, "%s cannot be %s", pref_get(p)->name, value);
    else
        pref_change(ui, p, v);
}

static void do_diff(struct ui *ui, const char *args)
{
    enum { MOST_FILES = 64 };
    char words[4096], *rest = NULL;
    const char *files[MOST_FILES];
    size_t n = 0;
    if (strlen(args) >= sizeof words) {
        ui_warn(ui, "too many files");
        return;
    }
    memcpy(words, args, strlen(args) + 1);
    for (char *w = strtok_r(words, " ", &rest); w && n < MOST_FILES; w = strtok_r(NULL, " ", &rest))
        files[n++] = w;
    compare_files(ui, files, n);
}

static void do_bind(struct ui *ui, const char *args)
{
    struct config c = {ui->keys, &ui->prefs};
    struct text line = {0}, why = {0};
    text_printf(&line, "bind %s", args);
    if (config_line(&c, text_z(&line), line.n, &why))
        ui_say(ui, "bound");
    else
        ui_warn(ui, "%s", text_z(&why));
    text_release(&line);
    text_release(&why);
}

static void do_write(struct ui *ui, const char *args)
{
    bool replace = *args == '!';
    args = skip_blanks(args + replace);
    size_t n = strcspn(args, " ");
    const char *rest = skip_blanks(args + n);
    if (!*args)
        ui_warn(ui, "w takes the name of a file");
    else if (!*rest || !export_as(ui, args, n, rest, replace))
        export_screen(ui, args, replace);
}

static void do_dump(struct ui *ui, const char *args)
{
    if (*args)
        ui_request(ui, REQUEST_DUMP, args, strlen(args));
    else
        ui_warn(ui, "dump takes the name of a file");
}

static void do_map(struct ui *ui, const char *args)
{
    popup_ops(POPUP_HELP)->open(ui);
}

static void do_quit(struct ui *ui, const char *args)
{
    ui->status = 0;
}

static const struct command_def COMMANDS[] = {
    {"goto", "NAME", "the entry of a function (Diff: its row), by its shown or raw name", do_goto,
     false},
    {"sort", "[COLUMN [asc|desc]]", "sort by a column; without one choose it", do_sort, false},
    {"rows", "[FILTER]", "keep matching rows; without FILTER all", rows_filter, false},
    {"set", "[NAME [VALUE]]", "change a setting of the browser, show it, or choose one", do_set,
     false},
    {"bind", "MODE KEYS ACTION", "bind keys for this run", do_bind, false},
    {"w", "FILE", "write what the view shows, all rows; w! replaces a file", do_write, true},
    {"w", "gprof FILE", "write the view as the batch command prints it", do_write, true},
    {"w", "FORMAT FILE", "write the profile as csv, json, dot, callgrind, folded or pprof",
     do_write, true},
    {"w", "command FILE", "write the batch command", do_write, true},
    {"diff", "[FILE...]", "compare with other profiles of the program; without FILE no longer",
     do_diff, false},
    {"dump", "FILE", "write the screen: text, looks, cursor", do_dump, false},
    {"files", "", "source: choose a file, most time first", source_choose_file, false},
    {"forget", "", "forget what is remembered from run to run, of all programs", remembered_forget,
     false},
    {"map", "", "list all bindings", do_map, false},
    {"q", "", "quit", do_quit, true},
};

const struct command_def *command_get(size_t i)
{
    return i < ARRAY_LEN(COMMANDS) ? &COMMANDS[i] : NULL;
}

static bool run_named(struct ui *ui, const char *line)
{
    size_t n = strcspn(line, " ");
    bool bang = n > 1 && line[n - 1] == '!';
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++)
        if (text_is(line, n - bang, COMMANDS[i].name) && (!bang || COMMANDS[i].bang)) {
            COMMANDS[i].run(ui, COMMANDS[i].bang ? line + n - bang : skip_blanks(line + n));
            return true;
        }
    return false;
}

static bool run_action(struct ui *ui, const char *line)
{
    size_t n = strcspn(line, " ");
    enum action action = action_by_name(line, n);
    if (!action || action_get(action).group == ABOUT_PROMPT)
        return false;
    const char *arg = skip_blanks(line + n);
    ui_run(ui, action, (unsigned char)*arg);
    return true;
}

static void run_option(struct ui *ui, const char *line)
{
    option_id id;
    const char *arg;
    if (!strcmp(line, "--"))
        ui_run(ui, ACTION_OPTION_PANEL, 0);
    else if (filter_parse(ui, line, &id, &arg) && filter_toggle(ui, id, arg))
        filter_check(ui, id, arg);
}

/* The entry with this index number, as typed. */
static void go_index(struct ui *ui, const char *number)
{
    char *end = NULL;
    unsigned long long index = char_is_digit(*number) ? strtoull(number, &end, 10) : 0;
    node_id n = end && !*end ? analysis_numbered(ui->session->analysis, index) : NO_ID;
    if (!end || *end)
        ui_warn(ui, "no number: %s", *number ? number : "nothing typed");
    else if (n == NO_ID)
        ui_warn(ui, "there is no entry [%llu]", index);
    else
        go_to_node(ui, n);
}

static const struct prompt_def prompt_entry = {
    .label = "entry number: ",
    .past = PAST_COMMAND,
    .accept = go_index,
};

void act_entry(struct ui *ui, const struct call *c)
{
    prompt_open(ui, &prompt_entry, "");
}

void command_run(struct ui *ui, const char *line)
{
    line = skip_blanks(line);
    ui_say_nothing(ui);
    if (!*line)
        return;
    if (char_is_digit(*line))
        go_index(ui, line);
    else if (*line == '-')
        run_option(ui, line);
    else if (!run_named(ui, line) && !run_action(ui, line))
        ui_warn(ui, "no such command: %.*s", (int)strcspn(line, " "), line);
    ui->dirty = true;
}

static const struct prompt_def prompt_command = {
    .label = ":",
    .past = PAST_COMMAND,
    .accept = command_run,
    .complete = complete_command,
};

void act_command(struct ui *ui, const struct call *c)
{
    prompt_open(ui, &prompt_command, "");
}
