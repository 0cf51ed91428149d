/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the image has ---- */

static void file_note(struct vocabulary *v, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    for (size_t i = 0; i < v->n_files; i++)
        if (strcmp(v->files[i], base) == 0) {
            v->ambiguous[i] |= strcmp(v->paths[i], path) != 0;
            return;
        }
    v->files = grow(v->files, v->n_files, &v->cap_files, sizeof *v->files);
    v->paths = grow(v->paths, v->n_files, &v->cap_paths, sizeof *v->paths);
    v->ambiguous = grow(v->ambiguous, v->n_files, &v->cap_ambiguous, sizeof *v->ambiguous);
    v->files[v->n_files] = copy_text(base);
    v->paths[v->n_files] = copy_text(path);
    v->ambiguous[v->n_files++] = false;
}

static bool built_in(const char *name)
{
    static const char *const names[] = {"_gprof_mcount",     "mcount",    "_mcount", "__mcount",
                                        "__mcount_internal", "__mcleanup"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* "ADDRESS LETTER NAME<tab>FILE:LINE", the last part if known. */
static void line_note(struct vocabulary *v, char *line)
{
    char *name = strchr(line, ' '), *tab, *colon;
    if (!name || !name[1] || name[2] != ' ' || *line == ' ')
        return;
    const char letter = name[1];
    name += 3;
    tab = name + strcspn(name, "\t");
    const char after = *tab;
    *tab = 0;
    v->mcount |= built_in(name); /* lines have names of any symbol */
    *tab = after;
    if (!strchr("tTW", letter))
        return;
    if (*tab && (colon = strrchr(tab, ':'))) {
        *tab = 0;
        *colon = 0;
        file_note(v, tab + 1);
        v->lines = grow(v->lines, v->n_lines, &v->cap_lines, sizeof *v->lines);
        v->lines[v->n_lines++] = (unsigned)strtoul(colon + 1, NULL, 10);
    }
    v->names = grow(v->names, v->n_names, &v->cap_names, sizeof *v->names);
    v->names[v->n_names++] = copy_text(name);
}

/* By the machine number in the ELF file "prog" beside the words. */
static bool is_arm64(void)
{
    size_t n;
    char *image = file_read("prog", &n);
    bool arm64 = image && n > 20 && (unsigned char)image[18] == 183;
    free(image);
    return arm64;
}

void vocabulary_read(struct vocabulary *v, const char *path)
{
    size_t n;
    char *text = file_read(path, &n), *save = NULL;
    *v = (struct vocabulary){0};
    if (!text)
        fail("%s: %s", path, strerror(errno));
    for (char *l = strtok_r(text, "\n", &save); l; l = strtok_r(NULL, "\n", &save))
        line_note(v, l);
    if (v->n_names == 0)
        fail("%s: no names", path);
    v->arm64 = is_arm64();
    free(text);
}

void vocabulary_release(struct vocabulary *v)
{
    for (size_t i = 0; i < v->n_names; i++)
        free(v->names[i]);
    for (size_t i = 0; i < v->n_files; i++) {
        free(v->files[i]);
        free(v->paths[i]);
    }
    free(v->names);
    free(v->files);
    free(v->paths);
    free(v->ambiguous);
    free(v->lines);
    *v = (struct vocabulary){0};
}

/* ---- symspecs ---- */

struct spec {
    char *text;
    bool wide;      /* may match more than one symbol */
    bool file;      /* names a file */
    bool ambiguous; /* names a file of which there are several */
};

static const char *some_name(struct chance *c, const struct vocabulary *v)
{
    return chance_in(c, 12) ? "nosuch" : v->names[chance_below(c, v->n_names)];
}

static const char *some_file(struct chance *c, const struct vocabulary *v, struct spec *s)
{
    if (v->n_files == 0 || chance_in(c, 10))
        return "nosuch.c";
    size_t i = chance_below(c, v->n_files);
    s->file = true;
    s->ambiguous |= v->ambiguous[i];
    return v->files[i];
}

static unsigned some_line(struct chance *c, const struct vocabulary *v)
{
    return v->n_lines == 0 || chance_in(c, 8) ? (unsigned)chance_below(c, 60)
                                              : v->lines[chance_below(c, v->n_lines)];
}

static struct spec one_spec(struct chance *c, const struct vocabulary *v)
{
    struct spec s = {.wide = true};
    const char *name = some_name(c, v), *file;
    switch (chance_below(c, 16)) {
    case 0:
        s.text = text_of("%s", some_file(c, v, &s));
        break;
    case 1:
        file = some_file(c, v, &s);
        s.text = text_of("%s:%s", file, name);
        break;
    case 2:
        file = some_file(c, v, &s);
        s.text = text_of("%s:%u", file, some_line(c, v));
        break;
    case 3:
        s.text = text_of("%u", some_line(c, v));
        break;
    case 4:
        s.text = text_of("%s:", some_file(c, v, &s));
        break;
    case 5:
        s.text = text_of(":");
        break;
    case 6:
        s.text = text_of(":%s", name);
        break;
    default:
        s.text = text_of(strchr(name, '.') ? ":%s" : "%s", name);
        s.wide = false;
    }
    return s;
}

static struct spec arc_spec(struct chance *c, const struct vocabulary *v)
{
    struct spec from = one_spec(c, v), to = one_spec(c, v), s = from;
    size_t kind = chance_below(c, 12);
    s.text = text_of("%s/%s", kind == 0 ? "" : from.text, kind == 1 ? "" : to.text);
    s.wide = true;
    s.ambiguous |= to.ambiguous;
    s.file |= to.file;
    free(from.text);
    free(to.text);
    return s;
}

/* ---- options ---- */

enum set {
    FLAT_IN = 1,
    FLAT_EX = 2,
    GRAPH_IN = 4,
    GRAPH_EX = 8,
    TIME_IN = 16,
    TIME_EX = 32,
    EXEC_IN = 64,
    EXEC_EX = 128,
    ARCS_IN = 256,
    ARCS_EX = 512,
    ANNO_IN = 1024,
    ANNO_EX = 2048,
    BUILT_IN = FLAT_EX | GRAPH_EX | TIME_EX /* gprof excludes mcount there */
};

struct choice {
    const char *letter, *name; /* "-p", "--flat-profile"; NULL: none */
    unsigned sets, arc_sets;   /* what its specification goes to, without and with a slash */
    bool bare;                 /* may stand without argument */
};

static const struct choice with_spec[] = {
    {"-p", "--flat-profile", FLAT_IN, FLAT_IN, true},
    {"-P", "--no-flat-profile", FLAT_EX, FLAT_EX, true},
    {"-q", "--graph", GRAPH_IN, ARCS_IN, true},
    {"-Q", "--no-graph", GRAPH_EX, ARCS_EX, true},
    {"-C", "--exec-counts", EXEC_IN, EXEC_IN, true},
    {"-Z", "--no-exec-counts", EXEC_EX, EXEC_EX, true},
    {"-A", "--annotated-source", ANNO_IN, ANNO_IN, true},
    {"-J", "--no-annotated-source", ANNO_EX, ANNO_EX, true},
    {"-e", NULL, GRAPH_EX, GRAPH_EX, false},
    {"-E", NULL, GRAPH_EX | TIME_EX, GRAPH_EX | TIME_EX, false},
    {"-f", NULL, GRAPH_IN, GRAPH_IN, false},
    {"-F", NULL, GRAPH_IN | TIME_IN, GRAPH_IN | TIME_IN, false},
    {"-n", "--time", TIME_IN, TIME_IN, false},
    {"-N", "--no-time", TIME_EX, TIME_EX, false},
    {"-k", NULL, 0, ARCS_EX, false},
    {"-k", NULL, 0, ARCS_EX, false},
};

static const char plain[] =
    "-a -D -z -z -T -c -c --static-call-graph -L -B -i -r -p -q -P -Q -C -Z -A -A -J -x -x "
    "--all-lines -m0 -m2 --min-count=30 -m-1 -t0 -t3 --table-length=1000 -t-1 --line "
    "--no-static --ignore-non-functions --display-unused-functions --traditional "
    "--print-path --demangle --no-demangle --inline-file-names --inline-file-names "
    "--function-ordering --file-info --demangle=auto --demangle=gnu-v3 --demangle=rust "
    "--demangle=java --demangle=gnat --demangle=dlang --demangle=none --demangle=nonsense "
    "-w0 -w40 -w120 --width=200 -I/tmp -Oauto -Omagic -O4 --brief --flat-profile --graph "
    "--no-graph --no-flat --inline --dem --no-st --trad -zT -ab -bzp -w -s --sum -y -y "
    "--separate-files -I -I --directory-path=/proj:/tmp";

/* One of them, which the caller owns. */
static char *some_plain(struct chance *c)
{
    size_t n = chance_below(c, 81);
    const char *at = plain;
    for (; n > 0; n--)
        at = strchr(at, ' ') + 1;
    return text_of("%.*s", (int)strcspn(at, " "), at);
}

static void add(struct line *l, char *text)
{
    if (l->n + 1 >= MAX_OPTIONS)
        fail("too many options");
    l->args[l->n++] = text;
    l->args[l->n] = NULL;
}

static char *spelled(struct chance *c, const struct choice *o, const char *spec)
{
    if (o->name && chance_in(c, 4))
        return text_of("%s=%s", o->name, spec);
    return text_of("%s%s", o->letter, spec);
}

/* used: the sets that have a specification already. */
static void add_spec(struct line *l, struct chance *c, const struct vocabulary *v, unsigned *used)
{
    const struct choice *o = &with_spec[chance_below(c, sizeof with_spec / sizeof with_spec[0])];
    bool arc = o->sets == 0 ? !chance_in(c, 20) : chance_in(c, o->arc_sets == o->sets ? 20 : 2);
    struct spec s = arc ? arc_spec(c, v) : one_spec(c, v);
    unsigned sets = arc || o->sets == 0 ? o->arc_sets : o->sets; /* -k WORD undoes -k ARC */
    l->has_arc |= arc;
    l->strict |= (*used & sets) != 0 || s.ambiguous;
    l->strict_by_line |= s.file && v->n_files > 1; /* lines may have more files than words */
    l->strict_by_line |= v->mcount && (sets & BUILT_IN) != 0;
    l->strict |= v->mcount && s.wide && (sets & BUILT_IN) != 0;
    *used |= sets;
    add(l, spelled(c, o, s.text));
    free(s.text);
}

static bool finds_calls(const char *option)
{
    return strcmp(option, "-c") == 0 || strcmp(option, "--static-call-graph") == 0;
}

static bool is_sum(const char *option)
{
    return strcmp(option, "-s") == 0 || strcmp(option, "--sum") == 0;
}

static char *some_folder(struct chance *c, const struct vocabulary *v)
{
    if (v->n_files == 0 || chance_in(c, 6))
        return copy_text("nosuch");
    char *folder = copy_text(v->paths[chance_below(c, v->n_files)]), *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    return folder;
}

static char *some_folders(struct chance *c, const struct vocabulary *v)
{
    char *first = some_folder(c, v), *second = some_folder(c, v);
    char *both = chance_in(c, 2) ? copy_text(first) : text_of("%s:%s", first, second);
    free(first);
    free(second);
    return both;
}

static void add_plain(struct line *l, struct chance *c, const struct vocabulary *v)
{
    char *o = some_plain(c);
    if (v->arm64 && finds_calls(o)) {
        free(o);
        return;
    }
    add(l, o);
    l->by_line |= strcmp(o, "--line") == 0 || is_sum(o);
    l->strict |= is_sum(o); /* counts that do not fit */
    l->writes |= is_sum(o) || strcmp(o, "-y") == 0 || strcmp(o, "--separate-files") == 0;
    if (strcmp(o, "-w") == 0)
        add(l, text_of("%zu", chance_below(c, 200)));
    if (strcmp(o, "-I") == 0)
        add(l, some_folders(c, v));
}

static void add_lists(struct line *l, struct chance *c)
{
    bool table = chance_in(c, 2);
    if (table)
        add(l, copy_text(chance_in(c, 2) ? "-Stable" : "--external-symbol-table=table"));
    if (!table || chance_in(c, 4))
        add(l, copy_text(chance_in(c, 2) ? "-Rmap" : "--file-ordering=map"));
}

static bool is_order(const char *arg)
{
    return strcmp(arg, "-r") == 0 || strcmp(arg, "--function-ordering") == 0 ||
           strcmp(arg, "-Rmap") == 0 || strcmp(arg, "--file-ordering=map") == 0;
}

static void drop_order(struct line *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (is_order(l->args[i]))
            free(l->args[i]);
        else
            l->args[n++] = l->args[i];
    l->args[n] = NULL;
    l->n = n;
}

void line_make(struct line *l, struct chance *c, const struct vocabulary *v)
{
    size_t n = chance_in(c, 12) ? 6 + chance_below(c, 8) : chance_below(c, 6);
    unsigned used = 0;
    *l = (struct line){0};
    add(l, copy_text("-b"));
    if (chance_in(c, 3)) {
        add(l, copy_text("-l"));
        l->by_line = true;
    }
    for (size_t i = 0; i < n; i++)
        if (chance_in(c, 2))
            add_plain(l, c, v);
        else
            add_spec(l, c, v, &used);
    l->strict |= l->by_line && l->strict_by_line;
    if (v->lists && chance_in(c, 4))
        add_lists(l, c);
    if (l->has_arc)
        drop_order(l);
}

void line_release(struct line *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->args[i]);
    *l = (struct line){0};
}
