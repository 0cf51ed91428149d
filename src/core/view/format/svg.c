/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg: the tree of calls as a picture that zooms by itself in a browser: an icicle (rows/tree_rows)
 * of tenths of a pixel, each bar with its name and its numbers as a tooltip. Libraries have colours
 * of their own; the paler a bar, the less of it is the function's own. */
#include <math.h>
#include <stdlib.h>

#include "core/base/file/path.h"
#include "core/view/format/parts.h"
#include "core/view/message.h"
#include "core/view/rows/tree_rows.h"

extern const char icicle_script[];

/* Pixels. The widths are known to the script, too. */
enum { SCALE = 10, COLS = 1200 * SCALE, BAR_PX = 17, HEAD_PX = 24, TEXT_SHIFT_PX = 12 };

struct svg {
    struct gnu_out *out;
    const struct call_tree *tree;
    uint32_t top;
};

/* Append words to markup. It may hold all characters of format_clean but two. */
static void put_words(struct svg *x, const struct text *w)
{
    struct text *t = &x->out->t;
    for (size_t i = 0; i < w->n; i++) {
        const unsigned char *p = (const unsigned char *)w->p + i;
        if (i + 2 < w->n && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe) {
            text_printf(t, "\\xef\\xbf\\x%02x", (unsigned)p[2]);
            i += 2;
        } else if (*p == '<' || *p == '>' || *p == '&')
            text_str(t, *p == '<' ? "&lt;" : *p == '>' ? "&gt;" : "&amp;");
        else
            text_char(t, (char)*p);
    }
}

/* A box over columns, of which the tooltip ends here, and what stands in it. */
static void put_box(struct svg *x, uint32_t lo, uint32_t hi, uint32_t level, const char *fill,
                    const struct text *name)
{
    const unsigned y = (unsigned)(HEAD_PX + level * BAR_PX);
    text_printf(&x->out->t,
                "</title><rect x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%u\" fill=\"%s/>"
                "<text x=\"%.1f\" y=\"%u\">",
                (double)lo / SCALE, y, (double)(hi - lo) / SCALE, (unsigned)BAR_PX, fill,
                (double)lo / SCALE + 3, y + TEXT_SHIFT_PX);
    put_words(x, name);
    text_str(&x->out->t, "</text></g>\n");
}

/* The colour of a function's image. */
static const char *color_of(const struct analysis *a, sym_id s)
{
    static const char *const colors[] = {"#e8763a", "#4f8fc6", "#58a65c", "#a974b8",
                                         "#c9a227", "#3fa7a3", "#cc6688", "#8a8f5a"};
    return colors[(format_image(a, a->table->symbols[s].addr) - 1) % ARRAY_LEN(colors)];
}

static void put_bar(struct svg *x, const struct tree_row *bar)
{
    enum { EDGES_PX = 6, NAME_COLS_LEAST = 3 };
    const double cols = ((double)(bar->hi - bar->lo) / SCALE - EDGES_PX) / 6.7;
    const struct tree_node *n = &x->tree->nodes[bar->node];
    const double weight = tree_weight(x->tree, bar->node);
    const double own = n->self + (x->tree->has_waits ? n->beside : 0);
    struct text *t = &x->out->t, name = {0}, fill = {0};
    text_str(t, "<g><title>");
    put_words(x, n->symbol != NO_ID ? format_clean_node(x->out, format_label, n->symbol, true)
                                    : format_clean(x->out, tree_kinds[n->kind].name, true));
    text_char(t, '\n');
    text_tree_bar(t, x->tree, x->top, bar);
    text_printf(&fill, "%s\" fill-opacity=\"%.2f\"",
                n->symbol == NO_ID ? "#999" : color_of(x->tree->analysis, n->symbol),
                0.35 + 0.65 * sqrt(part_of(fmax(own, 0), weight)));
    if (cols >= NAME_COLS_LEAST && n->symbol != NO_ID)
        text_function_within(&name, x->out->v, n->symbol,
                             (struct name_style){NAME_SHORT, false, false}, (size_t)cols);
    else if (cols >= NAME_COLS_LEAST)
        text_str(&name, tree_kinds[n->kind].name);
    put_box(x, bar->lo, bar->hi, bar->level, text_z(&fill), &name);
    if (bar->small_hi > bar->small_lo) {
        text_printf(t, "<g><title>+%u smaller", (unsigned)bar->n_small);
        put_box(x, bar->small_lo, bar->small_hi, bar->level + 1, "#ccc\"", &(struct text){0});
    }
    text_release(&name);
    text_release(&fill);
}

static void put_head(struct svg *x, uint32_t n_levels)
{
    const struct analysis *a = x->tree->analysis;
    const unsigned px = HEAD_PX + (n_levels + 1) * BAR_PX;
    struct text *t = &x->out->t, why = {0};
    text_printf(t,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"%u\" "
                "viewBox=\"0 0 1200 %u\" font-family=\"monospace\" font-size=\"11\">\n"
                "<style>rect{stroke:#fff;stroke-width:.3}text{pointer-events:none}</style>\n"
                "<rect width=\"1200\" height=\"%u\" fill=\"#fff\"/>\n<text x=\"3\" y=\"15\">",
                px, px, px);
    put_words(x, format_clean(x->out, path_base(a->profile->image->path), true));
    text_str(t, ": ");
    if (x->tree->forest)
        message_unmeasured(&why, a->profile, x->out->v->settings->strict);
    put_words(x, &why);
    text_str(t, why.n ? "</text>\n"
                      : "a click zooms; the paler, the more is spent in callees</text>\n");
    text_release(&why);
}

static void put_tree(struct gnu_out *o, struct call_tree *tree, uint32_t top)
{
    struct svg x = {.out = o, .tree = tree, .top = top};
    uint32_t n_levels = 0;
    size_t n;
    struct tree_row *bars = icicle_bars(tree, top, COLS, &n);
    for (size_t i = 0; i < n; i++)
        n_levels = bars[i].level + 1 > n_levels ? bars[i].level + 1 : n_levels;
    put_head(&x, n_levels);
    for (size_t i = 0; i < n && gnu_row(o); i++)
        put_bar(&x, &bars[i]);
    text_str(&o->t, "<script><![CDATA[\n");
    text_str(&o->t, icicle_script);
    text_str(&o->t, "]]></script>\n</svg>\n");
    free(bars);
}

void format_svg(struct gnu_out *o, uint32_t styles)
{
    const struct analysis *a = o->v->analysis;
    struct call_tree *t = a->paths ? call_tree_new(a, NULL, o->e) : call_tree_forest(a);
    o->failed = !t;
    if (t)
        put_tree(o, t, 0);
    call_tree_free(t);
}

bool format_svg_tree(const struct view_context *v, struct call_tree *tree, uint32_t top,
                     const struct emitter *out, struct err *e)
{
    struct gnu_out o;
    gnu_begin(&o, v, out, e);
    if (tree)
        put_tree(&o, tree, top);
    else
        format_svg(&o, 0);
    return gnu_end(&o);
}
