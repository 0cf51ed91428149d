/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/pair_lines.h"

#include <string.h>
#include <time.h>

#include "core/base/utf8.h"

/* Append a path made safe, and blanks up to `cols`. */
static void add_path(struct text *t, const char *path, size_t cols)
{
    struct text shown = {0};
    text_shown(&shown, path, strlen(path), false);
    size_t n = utf8_cols(shown.p, shown.n);
    text_add(t, shown.p, shown.n);
    text_fill(t, ' ', n < cols ? cols - n : 0);
    t->failed |= shown.failed;
    text_release(&shown);
}

static size_t path_cols(const char *path)
{
    struct text t = {0};
    add_path(&t, path, 0);
    size_t n = utf8_cols(t.p, t.n);
    text_release(&t);
    return n;
}

static void add_date(struct text *t, int64_t sec)
{
    char date[32] = "";
    time_t then = (time_t)sec;
    struct tm tm;
    if (localtime_r(&then, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &tm);
    text_left(t, date, 16);
}

static void add_size(struct text *t, uint64_t n_bytes)
{
    static const char units[][6] = {" B", " KiB", " MiB"};
    size_t unit = 0;
    while (n_bytes >= 10240 && unit + 1 < sizeof units / sizeof *units) {
        n_bytes = (n_bytes + 512) / 1024;
        unit++;
    }
    text_uint(t, n_bytes, 6);
    text_left(t, units[unit], 4);
}

bool pair_lines(const struct pairs *p, struct line *out, struct err *e)
{
    size_t profile_cols = 0, image_cols = 0;
    for (size_t i = 0; i < p->n; i++) {
        size_t n = path_cols(p->p[i].profile), m = path_cols(p->p[i].image);
        profile_cols = n > profile_cols ? n : profile_cols;
        image_cols = m > image_cols ? m : image_cols;
    }
    for (size_t i = 0; i < p->n; i++) {
        const struct pair *pair = &p->p[i];
        struct text *t = &out[i].text;
        text_char(t, ' ');
        add_path(t, pair->image, image_cols);
        line_mark(&out[i], 1, ROLE_NAME, COLUMN_NONE);
        text_str(t, "  ");
        add_path(t, pair->profile, profile_cols);
        text_str(t, "  ");
        size_t end = t->n;
        add_date(t, pair->mtime_sec);
        add_size(t, pair->n_bytes);
        line_mark(&out[i], end, ROLE_NUMBER, COLUMN_NONE);
        if (pair->fit.verdict == FIT_SIZE)
            text_str(t, "  fits in size; has no calls");
        if (t->failed)
            return err_memory(e, 0);
    }
    return true;
}
