/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/compare.h"

#include "core/options/option_list.h"
#include "core/session/compare.h"
#include "tui/app/changes.h"

static const char *const side_options[N_RUN_SIDES] = {"diff-base", "diff-new"};

static void drop(struct option_list *l, const char *option)
{
    option_list_drop(l, option_by_name(option));
}

/* ---- files ---- */

static bool list_files(struct option_list *l, const char *const *files, size_t n)
{
    bool ok = true;
    drop(l, "diff");
    drop(l, side_options[RUNS_BASE]);
    drop(l, side_options[RUNS_NEW]);
    for (size_t i = 0; ok && i < n; i++)
        ok = option_list_add(l, option_by_name("diff"), files[i]);
    return ok;
}

void compare_files(struct ui *ui, const char *const *files, size_t n)
{
    struct option_list before, l = {0};
    struct err e = ERR_INIT;
    if (!option_list_copy(&before, &ui->session->options)) {
        ui_warn(ui, "out of memory");
        return;
    }
    bool copied = option_list_copy(&l, &before) && list_files(&l, files, n);
    if (!copied) {
        ui_warn(ui, "out of memory");
    } else if (options_change(ui, &l)) {
        if (!n) {
            ui_say(ui, "no longer compared");
        } else if (session_diff(ui->session, &e)) {
            ui_run(ui, ACTION_VIEW_DIFF, 0);
        } else {
            options_change_copy(ui, &before);
            ui_say_error(ui, &e);
        }
    }
    option_list_release(&l);
    option_list_release(&before);
}

/* ---- runs ---- */

/* Whether runs can be compared so; else a message says why not. */
static bool sides_exist(struct ui *ui, const char *const asked[N_RUN_SIDES])
{
    struct text list[N_RUN_SIDES] = {{0}, {0}};
    struct err e = ERR_INIT;
    bool ok = run_sides_list(ui->session->profile->runs, asked, list, &e);
    if (!ok)
        ui_say_error(ui, &e);
    text_release(&list[RUNS_BASE]);
    text_release(&list[RUNS_NEW]);
    return ok;
}

/* Make the sides those asked for; NULL: nothing is said of it. */
static bool set_sides(struct ui *ui, const char *const asked[N_RUN_SIDES])
{
    struct option_list l;
    if (!sides_exist(ui, asked))
        return false;
    bool ok = option_list_copy(&l, &ui->session->options);
    if (ok) {
        drop(&l, "diff");
        drop(&l, "diff-image");
    }
    for (int i = 0; ok && i < N_RUN_SIDES; i++) {
        drop(&l, side_options[i]);
        ok = !asked[i] || option_list_add(&l, option_by_name(side_options[i]), asked[i]);
    }
    if (!ok)
        ui_warn(ui, "out of memory");
    ok = ok && options_change(ui, &l);
    option_list_release(&l);
    return ok;
}

bool compare_runs(struct ui *ui, int side, const char *list)
{
    const struct settings *now = &ui->session->settings;
    const char *asked[N_RUN_SIDES] = {now->diff_base, now->diff_new};
    asked[side] = list;
    return set_sides(ui, asked);
}

void act_diff_swap(struct ui *ui, const struct call *c)
{
    const struct settings *now = &ui->session->settings;
    const char *asked[N_RUN_SIDES] = {now->diff_base, now->diff_new};
    struct text list[N_RUN_SIDES] = {{0}, {0}};
    struct err e = ERR_INIT;
    (void)c;
    if (!session_compares(ui->session) || now->n_diff_files) {
        ui_warn(ui, now->n_diff_files
                        ? "other files are compared: start with them the other way round"
                        : "nothing is compared: b and B in Runs say what");
    } else if (!run_sides_list(ui->session->whole->runs, asked, list, &e)) {
        ui_say_error(ui, &e);
    } else if (set_sides(
                   ui, (const char *const[]){text_z(&list[RUNS_NEW]), text_z(&list[RUNS_BASE])})) {
        ui_say(ui, "base and new changed places");
    }
    text_release(&list[RUNS_BASE]);
    text_release(&list[RUNS_NEW]);
}
