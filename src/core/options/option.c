/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option: the table.
 *
 * Order matters in two ways: GNU gprof lists the possibilities of an ambiguous abbreviation in the
 * order of its own table, which this one agrees with for all names that share a first letter; and
 * the first of its nameless options (-e) is the one that `--=` means. tests/cli pins both. */
#include "core/options/option.h"

#include <string.h>

#include "core/base/attr.h"
#include "core/options/option_row.h"

#define NONE     OPTION_NO_ARG
#define NEED     OPTION_NEEDS_ARG
#define MAY      OPTION_MAY_ARG
#define BIT(set) (1u << SET_##set)

static const struct option_row table[] = {
    {.def = {'a', "no-static", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "no static functions: predecessors get their time"},
     .flag = FLAG(no_static),
     .use = {.switch_at = 3,
             .selects = true,
             .key_at = 16,
             .on_key = "without static functions",
             .word = "glob"}},
    {.def = {'A', "annotated-source", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "annotated source [of the functions selected]"},
     .style = STYLE_ANNOTATE,
     .sets = BIT(ANNO_IN),
     .use = {.opens_with_arg = true}},
    {.def = {'J', "no-annotated-source", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "annotated source off [or: all but those selected]"},
     .style = STYLE_ANNOTATE,
     .unstyle = true,
     .sets = BIT(ANNO_EX)},
    {.def = {'p', "flat-profile", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "flat profile [of the functions selected]"},
     .style = STYLE_FLAT,
     .sets = BIT(FLAT_IN),
     .use = {.selects = true,
             .row_at = 10,
             .on_row = "only its samples, in both views",
             .key_at = 8,
             .on_key = "only these samples (asks)",
             .word = "+row"}},
    {.def = {'P', "no-flat-profile", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "flat profile off [or: all but those selected]"},
     .style = STYLE_FLAT,
     .unstyle = true,
     .sets = BIT(FLAT_EX),
     .use = {.selects = true, .key_at = 9, .on_key = "not these samples (asks)", .word = "-row"}},
    {.def = {'q', "graph", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "call graph [of the functions or arcs selected]"},
     .style = STYLE_GRAPH,
     .sets = BIT(GRAPH_IN),
     .arc_sets = BIT(ARCS_IN),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .row_at = 8,
             .on_row = "only its entry",
             .key_at = 10,
             .on_key = "only these entries (asks)",
             .word = "+ent"}},
    {.def = {'Q', "no-graph", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "call graph off [or: all but those selected]"},
     .style = STYLE_GRAPH,
     .unstyle = true,
     .sets = BIT(GRAPH_EX),
     .arc_sets = BIT(ARCS_EX),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .row_at = 9,
             .on_row = "all entries but its own",
             .key_at = 11,
             .on_key = "not these entries (asks)",
             .word = "-ent"}},
    {.def = {'B', NULL, NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL, "call graph"},
     .style = STYLE_GRAPH},
    {.def = {'S', "external-symbol-table", NEED, OPTION_PATH, true, GROUP_FILES, "FILE",
             "take the symbols from FILE (output of nm)"},
     .text = TEXT(symbols_file)},
    {.def = {'C', "exec-counts", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "execution counts [of the functions selected]"},
     .style = STYLE_COUNTS,
     .sets = BIT(EXEC_IN)},
    {.def = {'Z', "no-exec-counts", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "counts off [or: all but those selected]"},
     .style = STYLE_COUNTS,
     .unstyle = true,
     .sets = BIT(EXEC_EX)},
    {.def = {'r', "function-ordering", NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "an order of functions for the linker"},
     .style = STYLE_FUNCTION_ORDER},
    {.def = {'R', "file-ordering", NEED, OPTION_PATH, true, GROUP_VIEWS, "MAP",
             "an order of object files for the linker"},
     .text = TEXT(map_file),
     .style = STYLE_FILE_ORDER},
    {.def = {'i', "file-info", NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "what the profile files contain"},
     .style = STYLE_INFO},
    {.def = {'s', "sum", NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "write the sum of all files to gmon.sum"},
     .flag = FLAG(by_line),
     .style = STYLE_SUM},
    {.def = {0, "sum-output", NEED, OPTION_PATH, false, GROUP_VIEWS, "FILE",
             "-s, and write the sum to FILE"},
     .flag = FLAG(by_line),
     .text = TEXT(sum_output),
     .style = STYLE_SUM},
    {.def = {'l', "line", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "count lines instead of functions"},
     .flag = FLAG(by_line),
     .use = {.switch_at = 1,
             .selects = true,
             .key_at = 12,
             .on_key = "lines instead of functions",
             .word = "line"}},
    {.def = {'y', "separate-files", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "annotated source: one file per source"},
     .flag = FLAG(separate_files)},
    {.def = {'c', "static-call-graph", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "add calls found in the code, with count 0"},
     .value = VALUE_STATIC_CALLS,
     .use = {.switch_at = 2,
             .selects = true,
             .key_at = 13,
             .on_key = "with calls found in the code",
             .word = "code"}},
    {.def = {0, "static-calls", NEED, OPTION_PLAIN, false, GROUP_FILTERS, "WAY",
             "-c, in the way of gprof (gnu) or exactly (decoded)"},
     .value = VALUE_STATIC_CALLS,
     .values = "gnu decoded"},
    {.def = {0, "demangle", MAY, OPTION_PLAIN, true, GROUP_LAYOUT, "STYLE",
             "source form of names: auto, gnu-v3, java, rust ..."},
     .value = VALUE_DEMANGLE,
     .values = "auto gnu-v3 java gnat dlang rust none"},
    {.def = {0, "no-demangle", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "names as in the symbol table"},
     .value = VALUE_NO_DEMANGLE},
    {.def = {'e', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "no graph entries for these functions"},
     .sets = BIT(GRAPH_EX),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .row_at = 1,
             .on_row = "hide its entry, keep its time",
             .key_at = 1,
             .on_key = "hide the row's entry, keep its time",
             .word = "hide",
             .key_takes_row = true}},
    {.def = {'E', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "-e, and take their time out of the graph"},
     .sets = BIT(TIME_EX) | BIT(GRAPH_EX),
     .use = {.selects = true,
             .row_at = 2,
             .on_row = "hide its entry and its time",
             .key_at = 2,
             .on_key = "hide it and its time",
             .word = "out",
             .key_takes_row = true}},
    {.def = {'f', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "graph entries only for these and what they call"},
     .sets = BIT(GRAPH_IN),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .row_at = 3,
             .on_row = "only the entries of it and what it calls",
             .key_at = 3,
             .on_key = "only it and what it calls",
             .word = "only",
             .key_takes_row = true}},
    {.def = {'F', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "-f, and only their time in the graph"},
     .sets = BIT(TIME_IN) | BIT(GRAPH_IN),
     .use = {.selects = true,
             .row_at = 4,
             .on_row = "the same, percentages of its time",
             .key_at = 4,
             .on_key = "the same, percentages of its time",
             .word = "its%",
             .key_takes_row = true}},
    {.def = {'k', "", NEED, OPTION_ARC, true, GROUP_FILTERS, "FROM/TO", "leave these arcs out"},
     .sets = BIT(ARCS_EX),
     .use = {.selects = true,
             .row_at = 5,
             .on_row = "cut this arc",
             .key_at = 5,
             .on_key = "cut the arc of a caller or callee",
             .word = "cut",
             .key_takes_row = true}},
    {.def = {'t', "table-length", NEED, OPTION_NUMBER, true, GROUP_LAYOUT, "NUMBER",
             "rows of the table of the hottest lines (10)"},
     .value = VALUE_TOP_LINES},
    {.def = {'n', "time", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "pass on only the time of these functions"},
     .sets = BIT(TIME_IN),
     .use = {.selects = true,
             .row_at = 6,
             .on_row = "only its time is passed on to callers",
             .key_at = 6,
             .on_key = "only this time counts (asks)",
             .word = "+time"}},
    {.def = {'N', "no-time", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "do not pass on the time of these functions"},
     .sets = BIT(TIME_EX),
     .use = {.selects = true,
             .row_at = 7,
             .on_row = "its time is not passed on to callers",
             .key_at = 7,
             .on_key = "this time does not count (asks)",
             .word = "-time"}},
    {.def = {'D', "ignore-non-functions", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "leave local symbols out that are not functions"},
     .flag = FLAG(functions_only),
     .use = {.switch_at = 4,
             .selects = true,
             .key_at = 17,
             .on_key = "without symbols that are no functions",
             .word = "fn"}},
    {.def = {'I', "directory-path", NEED, OPTION_PATH, true, GROUP_FILES, "DIRS",
             "where sources are, separated by colons"},
     .value = VALUE_DIRS},
    {.def = {'z', "display-unused-functions", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "functions without time and calls as well"},
     .flag = FLAG(unused),
     .use = {.switch_at = 5,
             .selects = true,
             .key_at = 18,
             .on_key = "with functions never called",
             .word = "zero"}},
    {.def = {'b', "brief", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL, "no explanations"},
     .flag = FLAG(brief),
     .use = {.switch_at = 8,
             .in_files = true,
             .key_at = 20,
             .on_key = "no explanations on export",
             .word = "bare"}},
    {.def = {'T', "traditional", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "the layout of BSD gprof"},
     .flag = FLAG(traditional),
     .use = {.switch_at = 7,
             .in_files = true,
             .key_at = 19,
             .on_key = "old layout on export",
             .word = "old"}},
    {.def = {'w', "width", NEED, OPTION_NUMBER, true, GROUP_LAYOUT, "COLUMNS",
             "width of the index of functions (80)"},
     .value = VALUE_WIDTH},
    {.def = {'L', "print-path", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "source files with their directories"},
     .flag = FLAG(print_path),
     .use = {.switch_at = 9, .key_at = 21, .on_key = "full paths on export", .word = "dir"}},
    {.def = {0, "inline-file-names", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "add the source file and line to names"},
     .flag = FLAG(inline_files)},
    {.def = {'m', "min-count", NEED, OPTION_NUMBER, true, GROUP_LAYOUT, "NUMBER",
             "annotated source: mark lines that ran less"},
     .value = VALUE_MIN_COUNT,
     .use = {.seen = STYLE_ANNOTATE,
             .key_at = 15,
             .on_key = "source: mark lines that ran less (asks)",
             .word = "min"}},
    {.def = {'x', "all-lines", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "annotated source: a count at every line"},
     .flag = FLAG(all_lines),
     .use = {.switch_at = 6,
             .seen = STYLE_ANNOTATE,
             .key_at = 14,
             .on_key = "source: a count at every line",
             .word = "all"}},
    {.def = {'O', "file-format", NEED, OPTION_PLAIN, true, GROUP_FILES, "FORMAT",
             "layout of profiles: auto, magic, bsd, 4.4bsd"},
     .value = VALUE_FORMAT,
     .values = "auto magic bsd 4.4bsd"},
    {.def = {0, "order-format", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "LINKER",
             "-r and -R for a linker: gold, lld, gcc"},
     .value = VALUE_ORDER,
     .values = "gold lld gcc"},
    {.def = {0, "format", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "FORMAT",
             "json, csv, dot, callgrind, folded or pprof"},
     .value = VALUE_OUTPUT,
     .values = "json csv dot callgrind folded pprof"},
    {.def = {0, "csv", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "WAY",
             "words that a spreadsheet would run: safe or raw"},
     .value = VALUE_CSV,
     .values = "safe raw"},
    {.def = {0, "max-output", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "SIZE",
             "bytes that --format may write (folded: 256M)"},
     .value = VALUE_MAX_OUTPUT},
    {.def = {0, "images", NONE, OPTION_PLAIN, false, GROUP_FILES, NULL,
             "shared libraries together with the program"},
     .value = VALUE_IMAGES},
    {.def = {0, "no-images", NONE, OPTION_PLAIN, false, GROUP_FILES, NULL, "the program alone"},
     .value = VALUE_NO_IMAGES},
    {.def = {0, "base", NEED, OPTION_NUMBER, false, GROUP_FILES, "ADDRESS",
             "what moved programs add to addresses; 0: nothing"},
     .value = VALUE_BASE},
    {.def = {0, "clones", NONE, OPTION_PLAIN, false, GROUP_FILTERS, NULL,
             "functions with a dot (.part.0) by themselves"},
     .value = VALUE_CLONES},
    {.def = {0, "no-clones", NONE, OPTION_PLAIN, false, GROUP_FILTERS, NULL,
             "as parts of those before them, as in gprof"},
     .value = VALUE_NO_CLONES},
    {.def = {0, "split-dwarf", NONE, OPTION_PLAIN, false, GROUP_FILES, NULL,
             "-l: names from .dwo and .dwp files as well"},
     .value = VALUE_SPLIT},
    {.def = {0, "no-split-dwarf", NONE, OPTION_PLAIN, false, GROUP_FILES, NULL,
             "-l: names without .dwo files, as in gprof"},
     .value = VALUE_NO_SPLIT},
    {.def = {0, "recursive", NEED, OPTION_PATH, false, GROUP_FILES, "DIR",
             "read all profiles in DIR and below, too"}},
    {.def = {'d', "debug", MAY, OPTION_NUMBER, true, GROUP_PROGRAM, "LEVEL",
             "explain on standard error where numbers are from"}},
    {.def = {0, "source-map", NEED, OPTION_PATH, false, GROUP_FILES, "FROM=TO",
             "sources below FROM are below TO here"},
     .value = VALUE_SOURCE_MAP},
    {.def = {0, "batch", NONE, OPTION_PLAIN, false, GROUP_PROGRAM, NULL,
             "print, even on a terminal"}},
    {.def = {0, "strict", NONE, OPTION_PLAIN, false, GROUP_PROGRAM, NULL,
             "all quirks of GNU gprof, and no extensions"},
     .flag = FLAG(strict)},
    {.def = {0, "script", NEED, OPTION_PATH, false, GROUP_PROGRAM, "FILE",
             "browse without a terminal, with the keys in FILE"}},
    {.def = {0, "no-state", NONE, OPTION_PLAIN, false, GROUP_PROGRAM, NULL,
             "remember nothing from run to run"}},
    {.def = {'h', "help", NONE, OPTION_PLAIN, true, GROUP_PROGRAM, NULL, "print this and leave"}},
    {.def = {'v', "version", NONE, OPTION_PLAIN, true, GROUP_PROGRAM, NULL,
             "print the version and leave"}},
};

size_t option_count(void)
{
    return ARRAY_LEN(table);
}

const struct option_row *option_row(option_id id)
{
    return &table[id];
}

const struct option_def *option_get(option_id id)
{
    return &table[id].def;
}

option_id option_by_letter(int letter)
{
    for (size_t i = 0; letter && i < ARRAY_LEN(table); i++) {
        if (table[i].def.letter == letter)
            return (option_id)i;
    }
    return OPTION_NONE;
}

option_id option_by_name(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        if (table[i].def.name && strcmp(table[i].def.name, name) == 0)
            return (option_id)i;
    }
    return OPTION_NONE;
}

const char *option_values(option_id id)
{
    return table[id].values;
}

const struct option_use *option_use(option_id id)
{
    return &table[id].use;
}

option_id option_switch_at(unsigned place)
{
    for (size_t i = 0; place && i < ARRAY_LEN(table); i++)
        if (table[i].use.switch_at == place)
            return (option_id)i;
    return OPTION_NONE;
}

option_id option_key_at(unsigned place)
{
    for (size_t i = 0; place && i < ARRAY_LEN(table); i++)
        if (table[i].use.key_at == place)
            return (option_id)i;
    return OPTION_NONE;
}

option_id option_row_at(unsigned place)
{
    for (size_t i = 0; place && i < ARRAY_LEN(table); i++)
        if (table[i].use.row_at == place)
            return (option_id)i;
    return OPTION_NONE;
}

uint32_t option_opens(option_id id, bool has_arg)
{
    const struct option_row *r = &table[id];
    return r->unstyle || (has_arg && !r->use.opens_with_arg) ? 0 : r->style;
}

const char *option_group_title(enum option_group g)
{
    static const char *const titles[N_GROUPS] = {
        [GROUP_VIEWS] = "What to show",    [GROUP_FILTERS] = "Which functions, times and calls",
        [GROUP_LAYOUT] = "How to show it", [GROUP_FILES] = "Files",
        [GROUP_PROGRAM] = "The program",
    };
    return titles[g];
}
