/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/demangle.h"

#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/load/bfd/guard.h"

enum {
    NAME_MOST = 1 << 16,       /* bytes; nothing longer is tried */
    DLANG_NAME_MOST = 1 << 12, /* that demangler recurses without a limit of its own */
    FORM_MOST = 1 << 20,       /* bytes; a name of 250 can stand for half a billion */
};

bool demangle_style(const char *name, int *style)
{
    static const struct {
        const char *name;
        int style;
    } styles[] = {
        {"none", 0},         {"auto", DMGL_AUTO},   {"gnu-v3", DMGL_GNU_V3}, {"java", DMGL_JAVA},
        {"gnat", DMGL_GNAT}, {"dlang", DMGL_DLANG}, {"rust", DMGL_RUST},
    };
    for (size_t i = 0; i < ARRAY_LEN(styles); i++)
        if (strcmp(name, styles[i].name) == 0) {
            *style = styles[i].style;
            return true;
        }
    return false;
}

int demangle_style_auto(void)
{
    return DMGL_AUTO;
}

struct demangle_job {
    const char *name; /* without what is carried over */
    size_t n;         /* its length */
    int style;
    int options; /* of the library */
    size_t most; /* bytes of the source form */
    struct text *out;
    size_t start; /* of the source form in out */
    bool found;
};

static void add_piece(const char *piece, size_t n, void *ctx)
{
    struct demangle_job *j = ctx;
    text_add(j->out, piece, n);
    if (j->out->n - j->start > j->most)
        guard_leave();
}

/* Demangle in a style for which the library can hand out the text in pieces. */
static bool in_pieces(struct demangle_job *j)
{
    enum { HASH_BYTES = 20 };
    const char *name = j->name, *end = name + j->n;
    /* Names of Rust in the older form end in "17h", 16 digits and an E, and perhaps a dot and
     * more. The library finds out only at the end of a name that it is not one of Rust. */
    bool may_be_rust =
        name[0] != '_' || name[1] != 'Z' || memchr(name, '.', j->n) ||
        (j->n >= HASH_BYTES && end[-1] == 'E' && memcmp(end - HASH_BYTES, "17h", 3) == 0);
    if (j->style & (DMGL_AUTO | DMGL_RUST) && may_be_rust &&
        rust_demangle_callback(name, j->options, add_piece, j))
        return true;
    j->out->n = j->start; /* a failure may come after some pieces */
    if (j->style & DMGL_JAVA)
        return java_demangle_v3_callback(name, add_piece, j);
    return j->style & (DMGL_AUTO | DMGL_GNU_V3) &&
           cplus_demangle_v3_callback(name, j->options, add_piece, j);
}

static bool as_a_whole(struct demangle_job *j)
{
    char *form = cplus_demangle(j->name, j->options | j->style);
    if (form)
        text_str(j->out, form);
    free(form);
    return form;
}

static void run_demangler(void *ctx)
{
    struct demangle_job *j = ctx;
    /* In the auto style, later versions of the library (2.43) also read names of D. */
    bool may_be_d =
        j->style == DMGL_AUTO && strncmp(j->name, "_D", 2) == 0 && j->n <= DLANG_NAME_MOST;
    if (j->style & (DMGL_DLANG | DMGL_GNAT))
        j->found = as_a_whole(j);
    else
        j->found = in_pieces(j) || (may_be_d && as_a_whole(j));
}

/* Append the source form of j's name, after which more may follow; nothing if it has none, or one
 * too long. */
static bool add_form(struct demangle_job *j)
{
    const char *name = j->name;
    char *copy = name[j->n] ? mem_text(name, j->n) : NULL;
    j->name = copy ? copy : name;
    j->start = j->out->n;
    bool done = guard_run(run_demangler, j) && j->found;
    if (!done)
        j->out->n = j->start;
    free(copy);
    return done;
}

/* Is the name one of C, which has no source form in the styles that most programs are read with? */
static bool hopeless(const char *name, int style)
{
    return style == 0 ||
           ((style == DMGL_AUTO || style == DMGL_GNU_V3 || style == DMGL_RUST) && name[0] != '_');
}

bool demangle_is_rust_hash(const char *p, size_t n)
{
    if (n != 17 || p[0] != 'h')
        return false;
    for (size_t i = 1; i < n; i++)
        if (!char_is_digit(p[i]) && !(p[i] >= 'a' && p[i] <= 'f'))
            return false;
    return true;
}

static const char *without_prefix(const char *name)
{
    while (*name == '.' || *name == '$')
        name++;
    return name;
}

bool demangle_may(const char *name, int style)
{
    return !hopeless(without_prefix(name), style);
}

static bool demangle_upto(const char *name, int style, bool returns, size_t most, struct text *out)
{
    const char *mid = without_prefix(name);
    if (hopeless(mid, style))
        return false;
    size_t n = strlen(mid), start = out->n;
    const char *tail = memchr(mid, '@', n);
    n = tail ? (size_t)(tail - mid) : n;
    if (n > NAME_MOST || (style == DMGL_DLANG && n > DLANG_NAME_MOST))
        return false;
    text_add(out, name, (size_t)(mid - name));
    struct demangle_job j = {.name = mid, .n = n, .style = style, .most = most, .out = out};
    j.options = DMGL_PARAMS | DMGL_ANSI | (returns ? 0 : DMGL_RET_DROP);
    if (!add_form(&j)) {
        out->n = start;
        return false;
    }
    text_str(out, mid + n);
    return true;
}

bool demangle(const char *name, int style, bool returns, struct text *out)
{
    return demangle_upto(name, style, returns, FORM_MOST, out);
}

bool demangle_short(const char *name, int style, size_t most, struct text *out)
{
    return demangle_upto(name, style, true, most, out);
}

const char *demangle_fortran(const char *name, size_t *n_module)
{
    const char *mod = name[0] == '_' && name[1] == '_' ? strstr(name + 2, "_MOD_") : NULL;
    if (!mod || mod == name + 2 || !mod[5])
        return NULL;
    *n_module = (size_t)(mod - (name + 2));
    return mod + 5;
}
