/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option: the table.
 *
 * Order matters in two ways: GNU gprof lists the possibilities of an ambiguous abbreviation in the
 * order of its own table, which this one agrees with for all names that share a first letter; and
 * the first of its nameless options (-e) is the one that `--=` means. tests/cli pins both. */
#include "core/options/option.h"

#include <string.h>

#include "core/options/settings.h"

#define NONE     OPTION_NO_ARG
#define NEED     OPTION_NEEDS_ARG
#define MAY      OPTION_MAY_ARG
#define BIT(set) (1u << SET_##set)

static const struct option_row table[] = {
    {.def = {'a', "no-static", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "hide static functions; the preceding function gets their time and calls"},
     .flag = FLAG(no_static),
     .use = {.selects = true, .on_key = "without static functions", .word = "glob"}},
    {.def = {'A', "annotated-source", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "print annotated source [of the selected functions]"},
     .style = STYLE_ANNOTATE,
     .sets = BIT(ANNO_IN),
     .use = {.opens_with_arg = true}},
    {.def = {'J', "no-annotated-source", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "do not print annotated source [or all but the selected functions]"},
     .style = STYLE_ANNOTATE,
     .unstyle = true,
     .sets = BIT(ANNO_EX)},
    {.def = {'p', "flat-profile", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "print the flat profile [of the selected functions]"},
     .style = STYLE_FLAT,
     .sets = BIT(FLAT_IN),
     .use = {.selects = true,
             .on_row = "only its samples, in both views",
             .on_key = "only these samples (asks)",
             .word = "+row"}},
    {.def = {'P', "no-flat-profile", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "do not print the flat profile [or all but the selected functions]"},
     .style = STYLE_FLAT,
     .unstyle = true,
     .sets = BIT(FLAT_EX),
     .use = {.selects = true,
             .on_row = "all samples but its own, in both views",
             .on_key = "not these samples (asks)",
             .word = "-row"}},
    {.def = {'q', "graph", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "print the call graph [of the selected functions or arcs]"},
     .style = STYLE_GRAPH,
     .sets = BIT(GRAPH_IN),
     .arc_sets = BIT(ARCS_IN),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .on_row = "only its entry",
             .on_key = "only these entries (asks)",
             .word = "+ent"}},
    {.def = {'Q', "no-graph", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "do not print the call graph [or all but the selected functions]"},
     .style = STYLE_GRAPH,
     .unstyle = true,
     .sets = BIT(GRAPH_EX),
     .arc_sets = BIT(ARCS_EX),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .on_row = "all entries but its own",
             .on_key = "not these entries (asks)",
             .word = "-ent"}},
    {.def = {'B', NULL, NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "print the call graph, as -q does"},
     .style = STYLE_GRAPH},
    {.def = {'S', "external-symbol-table", NEED, OPTION_PATH, true, GROUP_FILES, "FILE",
             "read the symbols from FILE, the output of nm, instead of the program"},
     .text = TEXT(symbols_file)},
    {.def = {'C', "exec-counts", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "print how often functions ran [the selected ones]"},
     .style = STYLE_COUNTS,
     .sets = BIT(EXEC_IN)},
    {.def = {'Z', "no-exec-counts", MAY, OPTION_SYMSPEC, true, GROUP_VIEWS, "SYMSPEC",
             "do not print how often functions ran [or all but the selected ones]"},
     .style = STYLE_COUNTS,
     .unstyle = true,
     .sets = BIT(EXEC_EX)},
    {.def = {'r', "function-ordering", NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "print an order of functions that puts callers near callees"},
     .style = STYLE_FUNCTION_ORDER},
    {.def = {'R', "file-ordering", NEED, OPTION_PATH, true, GROUP_VIEWS, "MAP",
             "print an order of object files; MAP is the output of nm -A"},
     .text = TEXT(map_file),
     .style = STYLE_FILE_ORDER},
    {.def = {'i', "file-info", NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "print what the profile files contain, and what looks wrong"},
     .style = STYLE_INFO},
    {.def = {'s', "sum", NONE, OPTION_PLAIN, true, GROUP_VIEWS, NULL,
             "write the sum of all profiles to gmon.sum"},
     .flag = FLAG(by_line),
     .style = STYLE_SUM},
    {.def = {0, "sum-output", NEED, OPTION_PATH, false, GROUP_VIEWS, "FILE",
             "write the sum of all profiles to FILE"},
     .flag = FLAG(by_line),
     .text = TEXT(sum_output),
     .style = STYLE_SUM},
    {.def = {'l', "line", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "show source lines instead of functions; needs a program built with -g"},
     .flag = FLAG(by_line),
     .use = {.selects = true, .on_key = "lines instead of functions", .word = "line"}},
    {.def = {'y', "separate-files", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "write the annotated source of each file to FILE-ann"},
     .flag = FLAG(separate_files)},
    {.def = {'c', "static-call-graph", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "also show calls that are in the code but never happened, with 0 calls"},
     .flag = FLAG(static_calls),
     .use = {.selects = true, .on_key = "with calls found in the code", .word = "code"}},
    {.def = {0, "demangle", MAY, OPTION_PLAIN, true, GROUP_LAYOUT, "STYLE",
             "show names as in the source: auto, gnu-v3, java, gnat, dlang or rust"},
     .value = VALUE_DEMANGLE,
     .values = "auto gnu-v3 java gnat dlang rust none"},
    {.def = {0, "no-demangle", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "show names as they are in the symbol table"},
     .value = VALUE_NO_DEMANGLE},
    {.def = {'e', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "hide the call graph entries of these functions; their time stays"},
     .sets = BIT(GRAPH_EX),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .on_row = "hide its entry, keep its time",
             .on_key = "hide the row's entry, keep its time",
             .word = "hide",
             .key_takes_row = true}},
    {.def = {'E', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "hide their call graph entries and leave their time out of the call graph"},
     .sets = BIT(TIME_EX) | BIT(GRAPH_EX),
     .use = {.selects = true,
             .on_row = "hide its entry and its time",
             .on_key = "hide it and its time",
             .word = "out",
             .key_takes_row = true}},
    {.def = {'f', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "show the call graph entries of these functions and of all they call, only"},
     .sets = BIT(GRAPH_IN),
     .use = {.selects = true,
             .seen = STYLE_GRAPH,
             .on_row = "only the entries of it and what it calls",
             .on_key = "only it and what it calls",
             .word = "only",
             .key_takes_row = true}},
    {.def = {'F', "", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "show only these entries and count only the time of these functions"},
     .sets = BIT(TIME_IN) | BIT(GRAPH_IN),
     .use = {.selects = true,
             .on_row = "the same, percentages of its time",
             .on_key = "the same, percentages of its time",
             .word = "its%",
             .key_takes_row = true}},
    {.def = {'k', "", NEED, OPTION_ARC, true, GROUP_FILTERS, "FROM/TO",
             "ignore the calls of TO by FROM"},
     .sets = BIT(ARCS_EX),
     .use = {.selects = true,
             .on_row = "cut this arc",
             .on_key = "cut the arc of a caller or callee",
             .word = "cut",
             .key_takes_row = true}},
    {.def = {'t', "table-length", NEED, OPTION_NUMBER, true, GROUP_LAYOUT, "NUMBER",
             "list this many lines below annotated source, the most executed first (10)"},
     .value = VALUE_TOP_LINES},
    {.def = {'n', "time", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "pass on to callers only the time of these functions"},
     .sets = BIT(TIME_IN),
     .use = {.selects = true,
             .on_row = "only its time is passed on to callers",
             .on_key = "only this time counts (asks)",
             .word = "+time"}},
    {.def = {'N', "no-time", NEED, OPTION_SYMSPEC, true, GROUP_FILTERS, "SYMSPEC",
             "do not pass the time of these functions on to their callers"},
     .sets = BIT(TIME_EX),
     .use = {.selects = true,
             .on_row = "its time is not passed on to callers",
             .on_key = "this time does not count (asks)",
             .word = "-time"}},
    {.def = {'D', "ignore-non-functions", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "ignore local symbols that are not functions"},
     .flag = FLAG(functions_only),
     .use = {.selects = true, .on_key = "without symbols that are no functions", .word = "fn"}},
    {.def = {'I', "directory-path", NEED, OPTION_PATH, true, GROUP_FILES, "DIRS",
             "look for source files in DIRS, a list separated by colons"},
     .value = VALUE_DIRS},
    {.def = {'z', "display-unused-functions", NONE, OPTION_PLAIN, true, GROUP_FILTERS, NULL,
             "also show functions that took no time and were never called"},
     .flag = FLAG(unused),
     .use = {.selects = true, .on_key = "with functions never called", .word = "zero"}},
    {.def = {'b', "brief", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "do not print the explanations of the columns"},
     .flag = FLAG(brief),
     .use = {.in_files = true, .on_key = "no explanations on export", .word = "bare"}},
    {.def = {'T', "traditional", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "print in the layout of BSD gprof"},
     .flag = FLAG(traditional),
     .use = {.in_files = true, .on_key = "old layout on export", .word = "old"}},
    {.def = {'w', "width", NEED, OPTION_NUMBER, true, GROUP_LAYOUT, "COLUMNS",
             "fit the index of functions into COLUMNS (80)"},
     .value = VALUE_WIDTH},
    {.def = {'L', "print-path", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "print source files with their directories"},
     .flag = FLAG(print_path),
     .use = {.on_key = "full paths of source files", .word = "dir"}},
    {.def = {0, "inline-file-names", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "print the source file and line after each function"},
     .flag = FLAG(inline_files)},
    {.def = {'m', "min-count", NEED, OPTION_NUMBER, true, GROUP_LAYOUT, "NUMBER",
             "mark lines of annotated source that ran less than NUMBER times (1)"},
     .value = VALUE_MIN_COUNT,
     .use = {.seen = STYLE_ANNOTATE,
             .on_key = "source: mark lines that ran less (asks)",
             .word = "min"}},
    {.def = {'x', "all-lines", NONE, OPTION_PLAIN, true, GROUP_LAYOUT, NULL,
             "print a count at every line of annotated source"},
     .flag = FLAG(all_lines),
     .use = {.seen = STYLE_ANNOTATE, .on_key = "source: a count at every line", .word = "all"}},
    {.def = {'O', "file-format", NEED, OPTION_PLAIN, true, GROUP_FILES, "FORMAT",
             "read profiles of this layout: auto, magic, bsd or 4.4bsd"},
     .value = VALUE_FORMAT,
     .values = "auto magic bsd 4.4bsd"},
    {.def = {0, "order-format", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "LINKER",
             "print the order of -r or -R as a file for the linker: gold, lld or gcc"},
     .value = VALUE_ORDER,
     .values = "gold lld gcc"},
    {.def = {0, "format", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "FORMAT",
             "write for other programs: json, csv, dot, callgrind, folded, pprof or svg"},
     .value = VALUE_OUTPUT,
     .values = "text json csv dot callgrind folded pprof svg"},
    {.def = {0, "diff", NEED, OPTION_PATH, false, GROUP_RUNS, "FILE",
             "compare with these older profiles (patterns and folders of runs may name them)"},
     .value = VALUE_DIFF},
    {.def = {0, "diff-image", NEED, OPTION_PATH, false, GROUP_RUNS, "PROGRAM",
             "the profiles of --diff are of this build of the program"},
     .text = TEXT(diff_image)},
    {.def = {0, "fail-if", NEED, OPTION_PLAIN, false, GROUP_RUNS, "CONDITION",
             "with --diff: exit with status 3 if this holds: 'self(NAME)>+5% real'"},
     .value = VALUE_FAIL_IF},
    {.def = {0, "waits", NONE, OPTION_PLAIN, false, GROUP_LAYOUT, NULL,
             "add how long threads waited to the flat profile (record --clock=wall)"},
     .flag = FLAG(waits)},
    {.def = {0, "max-output", NEED, OPTION_PLAIN, false, GROUP_LAYOUT, "SIZE",
             "stop when --format would write more than SIZE bytes (folded: 256M)"},
     .value = VALUE_MAX_OUTPUT},
    {.def = {0, "min-function", NEED, OPTION_NUMBER, false, GROUP_LAYOUT, "PERCENT",
             "leave functions of less time, and arcs of a fifth, out of --format=dot (0.5)"},
     .value = VALUE_MIN_FUNCTION},
    {.def = {0, "images", MAY, OPTION_PLAIN, false, GROUP_FILES, "WHETHER",
             "show the shared libraries together with the program [no: the program alone]"},
     .value = VALUE_IMAGES,
     .values = "yes no"},
    {.def = {0, "callers", NEED, OPTION_PLAIN, false, GROUP_FILTERS, "WAY",
             "share time among callers as measured, or by calls (assumed)"},
     .value = VALUE_CALLERS,
     .values = "measured assumed",
     .use = {.selects = true}},
    {.def = {0, "dynamic-symbols", NONE, OPTION_PLAIN, false, GROUP_FILES, NULL,
             "show a stripped program by the symbols that it exports"},
     .flag = FLAG(dynamic_symbols)},
    {.def = {0, "base", NEED, OPTION_NUMBER, false, GROUP_FILES, "ADDRESS",
             "the program was loaded ADDRESS above the addresses of its file (0: at them)"},
     .value = VALUE_BASE},
    {.def = {0, "clones", MAY, OPTION_PLAIN, false, GROUP_FILTERS, "WHETHER",
             "show functions with a dot (.part.0) and stubs (@plt) [no: as gprof does]"},
     .value = VALUE_CLONES,
     .values = "yes no"},
    {.def = {0, "join-parts", NONE, OPTION_PLAIN, false, GROUP_FILTERS, NULL,
             "count .cold and .part as parts of their functions"},
     .flag = FLAG(join_parts),
     .use = {.selects = true}},
    {.def = {0, "split-dwarf", MAY, OPTION_PLAIN, false, GROUP_FILES, "WHETHER",
             "with -l, also read the names in .dwo and .dwp files [no: as gprof does]"},
     .value = VALUE_SPLIT,
     .values = "yes no"},
    {.def = {0, "as-one", NONE, OPTION_PLAIN, false, GROUP_RUNS, NULL,
             "take several profiles as one: their sum, without the single runs"},
     .flag = FLAG(as_one)},
    {.def = {0, "only-runs", NEED, OPTION_PLAIN, false, GROUP_RUNS, "LIST",
             "show only these runs: names, #N, ranges such as 4-7, with commas"},
     .text = TEXT(only_runs)},
    {.def = {0, "statistics", NONE, OPTION_PLAIN, false, GROUP_RUNS, NULL,
             "add to csv and json the mean over the runs and the worst one"},
     .flag = FLAG(statistics)},
    {.def = {'d', "debug", MAY, OPTION_NUMBER, true, GROUP_PROGRAM, "LEVEL",
             "explain on standard error how the numbers came about"}},
    {.def = {0, "source-map", NEED, OPTION_PATH, false, GROUP_FILES, "FROM=TO",
             "look for sources below TO that were below FROM when compiled"},
     .value = VALUE_SOURCE_MAP},
    {.def = {0, "batch", NONE, OPTION_PLAIN, false, GROUP_PROGRAM, NULL,
             "print reports, even on a terminal"}},
    {.def = {0, "strict", NONE, OPTION_PLAIN, false, GROUP_PROGRAM, NULL,
             "do exactly as GNU gprof does, with its quirks and without extensions"},
     .flag = FLAG(strict)},
    {.def = {0, "script", NEED, OPTION_PATH, false, GROUP_PROGRAM, "FILE",
             "run the browser without a terminal, with keys from FILE"}},
    {.def = {0, "live", MAY, OPTION_PLAIN, false, GROUP_PROGRAM, "SECONDS",
             "IMAGE is a process that runs: its number or name [renewed so often]"}},
    {.def = {0, "info", NEED, OPTION_PATH, false, GROUP_PROGRAM, "FILE",
             "print what is known of the run of the profile FILE, and exit"}},
    {.def = {0, "unpack", NEED, OPTION_PATH, false, GROUP_PROGRAM, "FILE",
             "write its libraries and waits as FILE.LIBRARY and FILE.wait, and exit"}},
    {.def = {'h', "help", NONE, OPTION_PLAIN, true, GROUP_PROGRAM, NULL,
             "print this help and exit"}},
    {.def = {'v', "version", NONE, OPTION_PLAIN, true, GROUP_PROGRAM, NULL,
             "print the version and exit"}},
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
    for (size_t i = 0; letter && i < ARRAY_LEN(table); i++)
        if (table[i].def.letter == letter)
            return (option_id)i;
    return OPTION_NONE;
}

option_id option_by_name(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(table); i++)
        if (table[i].def.name && strcmp(table[i].def.name, name) == 0)
            return (option_id)i;
    return OPTION_NONE;
}

bool option_is_for_batch(const struct option_def *d)
{
    static const char *const names[] = {"format", "order-format", "sum-output", "fail-if"};
    return (!d->gnu && text_is_among(d->name, names, ARRAY_LEN(names))) ||
           (d->letter && strchr("syrR", d->letter));
}

const struct option_use *option_use(option_id id)
{
    return &table[id].use;
}

static option_id letter_at(const char *letters, unsigned place)
{
    return place <= strlen(letters) ? option_by_letter(letters[place - 1]) : OPTION_NONE;
}

option_id option_switch_at(unsigned place)
{
    static const char letters[] = "lcaDzxTbL";
    static const char *const names[] = {"join-parts", "callers"};
    const size_t n = sizeof letters - 1;
    if (place > n && place - n <= ARRAY_LEN(names))
        return option_by_name(names[place - n - 1]);
    return letter_at(letters, place);
}

option_id option_row_at(unsigned place)
{
    return letter_at("eEfFknNqQp", place);
}

option_id option_key_at(unsigned place)
{
    return letter_at("eEfFknNpPqQlcxmaDzTbL", place);
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
        [GROUP_RUNS] = "Several runs",     [GROUP_PROGRAM] = "The program",
    };
    return titles[g];
}
