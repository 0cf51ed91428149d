/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/dump.h"

#include "core/base/file/file.h"
#include "tui/terminal/surface_draw.h"

static void plane(const struct surface *s, const char *title, struct text *out,
                  void (*row)(const struct surface *, int, struct text *))
{
    text_str(out, title);
    for (int i = 0; i < surface_rows(s); i++) {
        row(s, i, out);
        text_char(out, '\n');
    }
}

void dump_text(const struct surface *s, const char *state, struct text *out)
{
    struct surface_cursor c = surface_read_cursor(s);
    text_printf(out, "gptui-dump 1 %dx%d cursor=%d,%d %s%s%s\n", surface_rows(s), surface_cols(s),
                c.row, c.col, c.visible ? "shown" : "hidden", *state ? " " : "", state);
    plane(s, "--text--\n", out, surface_read_text);
    plane(s, "--roles--\n", out, surface_read_roles);
    plane(s, "--looks--\n", out, surface_read_looks);
    text_str(out, "--end--\n");
}

bool dump_write(const struct surface *s, const char *state, const char *path, struct err *e)
{
    struct text t = {0};
    dump_text(s, state, &t);
    bool ok = file_put(path, t.p, t.n, e);
    text_release(&t);
    return ok;
}
