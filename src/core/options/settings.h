/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings: what a command line asks for, as values.
 *
 * The items of options/option_list.h, folded from left to right, give a settings; so a command
 * line, the browser's filter panel and an export mean the same thing by construction. */
#ifndef GPTUI_OPTIONS_SETTINGS_H
#define GPTUI_OPTIONS_SETTINGS_H

#include "core/load/code/code.h"
#include "core/load/lines/source_text.h"
#include "core/model/image.h"
#include "core/model/symbol.h"

struct option_list;
struct option_row;

/* The sets that symspecs feed. */
enum filter_set {
    SET_FLAT_IN,
    SET_FLAT_EX,
    SET_GRAPH_IN,
    SET_GRAPH_EX,
    SET_TIME_IN,
    SET_TIME_EX,
    SET_ARCS_IN,
    SET_ARCS_EX,
    SET_ANNO_IN,
    SET_ANNO_EX,
    SET_EXEC_IN,
    SET_EXEC_EX,
    N_SETS,
};

struct filter {
    const char *spec; /* borrowed from the option items */
    uint32_t sets;    /* bit 1 << enum filter_set: -E feeds two */
};

enum {
    STYLE_FLAT = 1,
    STYLE_GRAPH = 2,
    STYLE_COUNTS = 4,
    STYLE_ANNOTATE = 8,
    STYLE_INFO = 16,
    STYLE_FUNCTION_ORDER = 32,
    STYLE_FILE_ORDER = 64,
    STYLE_SUM = 128,
};

/* What --order-format names. */
enum order_format {
    ORDER_NAMES, /* gprof's: a name on each line */
    ORDER_GOLD,
    ORDER_LLD,
    ORDER_GCC,
    N_ORDER_FORMATS,
};

/* What --format names. */
enum output_format {
    OUTPUT_TEXT, /* gprof's layout: no --format, or text */
    OUTPUT_JSON,
    OUTPUT_CSV,
    OUTPUT_DOT,
    OUTPUT_CALLGRIND,
    OUTPUT_FOLDED,
    OUTPUT_PPROF,
    OUTPUT_SVG,
    N_OUTPUTS,
};

/* What options say that take yes or no. */
enum choice {
    CHOICE_DEFAULT, /* nothing: the program at hand decides */
    CHOICE_NO,
    CHOICE_YES,
};

/* Where the time of callers comes from (--callers). */
enum callers {
    CALLERS_DEFAULT,  /* from call paths where there are any, in our own outputs */
    CALLERS_MEASURED, /* from call paths */
    CALLERS_ASSUMED,  /* shared out by calls, as gprof does */
};

struct settings {
    /* which symbols, samples and arcs: read by the analysis */
    bool no_static;      /* -a */
    bool functions_only; /* -D */
    bool static_calls;
    bool by_line;                 /* -l, -s */
    bool strict;                  /* gprof's quirks, no extensions */
    enum callers callers;         /* --callers */
    bool sources;                 /* the views want the places of all functions */
    bool no_entries;              /* no view wants anything of entries of the call graph, */
    bool no_times;                /* nor of cycles, times and orders: samples and calls alone */
    bool flat_times;              /* nor of callers and fractions of what all cost */
    bool hit_lines;               /* nor of lines without samples and calls, of no use to by_line */
    const struct filter *filters; /* in the order of the command line */
    size_t n_filters;

    /* what is printed and how: read by the views */
    uint32_t styles;     /* STYLE_*, as set and cleared from left to right */
    uint32_t mentioned;  /* styles that any option named */
    bool brief;          /* -b */
    bool traditional;    /* -T */
    bool unused;         /* -z */
    bool print_path;     /* -L */
    bool inline_files;   /* --inline-file-names */
    bool all_lines;      /* -x */
    bool separate_files; /* -y */
    uint64_t min_count;  /* -m: lines that ran less are marked */
    uint32_t top_lines;  /* -t: rows of the table of the hottest lines */
    bool demangle;
    int demangle_style; /* load/image/demangle.h */
    uint32_t width;     /* -w, >= 1 */
    int output;         /* enum output_format: --format */
    bool waits;         /* --waits */

    /* Bytes that --format may write: --max-output, UINT64_MAX for 0. 0: not given. */
    uint64_t max_output;

    /* --format=dot leaves out functions that have less of the total time, and arcs that have less
     * than a fifth of this; percent: 0 (nothing) to 100. */
    double min_function;

    /* what is compared (core/session/session.h) */
    bool compares;                 /* there are two sides; set by the session */
    const char *const *diff_files; /* --diff: profiles of the old side, in order */
    size_t n_diff_files;
    const char *diff_image;      /* --diff-image: the program that wrote those; NULL: the same */
    const char *const *fail_ifs; /* --fail-if, as in options/fail_if.h */
    size_t n_fail_ifs;

    /* where things are */
    int file_format;       /* enum gmon_format of load/gmon/gmon.h */
    bool as_one;           /* --as-one: files are no set of runs */
    bool statistics;       /* --statistics */
    const char *only_runs; /* --only-runs: see profile_runs_select; NULL: all */
    enum choice images;    /* see settings_joins; waits are with the libraries' profiles */
    bool join_parts;       /* --join-parts: see settings_table */
    bool dynamic_symbols;  /* a stripped program has those of load/image/stripped.h */
    bool has_base;         /* --base */
    uint64_t base;         /* bytes, modulo 2^64; taken off addresses in profiles */
    /* Are functions with a dot in their name, which the compiler made of others, and stubs of
     * shared libraries known, or parts of the functions before them, as for GNU gprof? */
    enum choice clones;
    enum choice split;       /* see settings_splits */
    const char *const *dirs; /* -I, each as given */
    size_t n_dirs;
    const struct source_map *maps; /* --source-map */
    size_t n_maps;
    int order_format;         /* enum order_format */
    const char *symbols_file; /* -S, or NULL */
    const char *map_file;     /* -R, or NULL */
    const char *sum_output;   /* of -s: "gmon.sum" */
    const char *image;        /* "a.out" */
    const char *const *files; /* at least one; "gmon.out" */
    size_t n_files;
};

/* Whether libraries are joined (load/run/join.h); `otherwise` if no option says it. Options that
 * are about the program's own symbols or files go before. */
bool settings_joins(const struct settings *s, bool otherwise);

/* Whether several files are a set of runs; `otherwise` if no option says it. */
bool settings_tells_runs(const struct settings *s, bool otherwise);

/* Can call paths be of any use? */
bool settings_reads_paths(const struct settings *s);

/* Which symbols are entered in the table. */
struct table_options settings_table(const struct settings *s);

/* Whether split debug information is read (load/lines/lines.h). */
bool settings_splits(const struct settings *s);

/* The styles to print: those set; or if none is, the flat profile and the call graph as far as
 * there is data for them (has_histogram, has_arcs), without styles that options mentioned. */
uint32_t settings_styles(const struct settings *s, bool has_histogram, bool has_arcs);

/* What a word means for an option that takes one of several: *meaning is a number of struct
 * settings. ERR_FILE_FORMAT, ERR_OUTPUT, ERR_ORDER_FORMAT or ERR_DEMANGLE_STYLE: nothing. */
enum err_code settings_word(const struct option_row *row, const char *word, int *meaning);

const char *settings_order_name(int format);
const char *settings_output_name(int output); /* "json"; "text" for OUTPUT_TEXT */

/* Where GNU gprof looks for sources of an image. */
static inline struct source_search settings_search(const struct settings *s, const struct image *im)
{
    return (struct source_search){.maps = s->maps,
                                  .n_maps = s->n_maps,
                                  .dirs = s->dirs,
                                  .n_dirs = s->n_dirs,
                                  .windows = im->windows && !s->strict};
}

/* Where the browser looks for them: near the image, too. */
static inline struct source_search settings_search_near(const struct settings *s,
                                                        const struct image *im)
{
    struct source_search search = settings_search(s, im);
    search.program = im->path;
    return search;
}

/* What settings_fold allocates. */
struct settings_memory {
    struct filter *filters;
    const char **dirs;
    struct source_map *maps;
    const char **diff_files;
    const char **fail_ifs;
    struct arena text; /* single directories, halves of maps */
};

/* Fold the items that are on into *s, whose image and files are set by the caller afterwards.
 * Strings of *s point into l; its arrays are in *own and live until settings_release.
 * Fails with ERR_FILE_FORMAT, ERR_DEMANGLE_STYLE (a value that cannot be), ERR_SPEC (no value
 * where there must be one, or none that makes sense); *own needs settings_release in
 * any case. */
bool settings_fold(struct settings *s, struct settings_memory *own, const struct option_list *l,
                   struct err *e) ATTR_MUST_USE;
void settings_release(struct settings_memory *own);

/* Append colon-separated directories (NULL: none) after those of s: GPROF_PATH comes after all -I.
 */
void settings_add_dirs(struct settings *s, struct settings_memory *own, const char *dirs);

#endif
