/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each key does, on a terminal: keys typed, and what must then be on the screen. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "shot.h"
#include "tests/support/tap.h"
#include "vt.h"

/* One step: type, then `text` must be on the screen ("!text": must not be). "@N" in front: in row N
 * (negative: from the bottom). */
struct step {
    const char *keys;
    const char *text[4];
};

struct story {
    const char *name;
    struct step steps[32];
    int rows, cols;     /* 0: 24 x 80 */
    const char *option; /* before the image, or NULL */
};

/* Far to the right. */
#define RIGHT "\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C"

static const struct story stories[] = {
    {"moving", .steps = {{"", {"@2>28.15", "compare_keys", "1/24"}},
                         {"j", {"@3>15.47", "2/24"}},
                         {"k", {"@2>28.15", "1/24"}},
                         {"\x1bOB", {"2/24"}},
                         {"\x1b[A", {"1/24"}},
                         {"G", {"24/24", "@-3>"}},
                         {"g", {"@2>28.15", " 1/24"}},
                         {" ", {"20/24"}},
                         {"\x1b[5~", {" 1/24"}},
                         {"\x1b[6~", {"20/24"}},
                         {"\x1bOH", {" 1/24"}},
                         {"\x1bOF", {"24/24"}},
                         {"H", {" 1/24"}}}},
    {"views", .steps = {{"", {"[1Flat]"}},
                        {"2", {"[2Graph]", "!1Flat]", "!trail:", ">"}},
                        {"4", {"[4Info]", "!2Graph]", "findings", "histogram"}},
                        {"1", {"[1Flat]", "!4Info]"}},
                        {"4", {"[4Info]"}},
                        {"3", {"[3Modules]", "!4Info]", "in s"}},
                        {"5", {"[5Source]", "!3Modules]", "no line of its source is known"}},
                        {"6", {"[6Runs]", "!5Source]", "one run"}},
                        {"7", {"[7Diff]", "!6Runs]"}},
                        {"1", {"[1Flat]", "!7Diff]"}}}},
    {"pane",
     .steps = {{":goto run_query\r", {" [2]", "source of run_query", "no line of source is known"}},
               {"1", {"context of run_query"}},
               {"\t", {"calls from it", "Esc:view"}},
               {"\t", {"calls to it"}},
               {"j", {"2/"}},
               {"y", {"copied: 27.5%     3.59 s     240,110 ?  expr_eval"}},
               {"\r", {"trail:", "!Esc:view"}},
               {"1\t", {"Esc:view"}},
               {"\x1b", {"Enter:open", "!Esc:view"}},
               {":goto run_query\r1\tG", {"Esc:view"}},
               {"\x1b", {"!Esc:view"}}},
     .rows = 36, .cols = 120, .option = "-q"},
    {"graph",
     .steps = {{"", {"[2Graph]"}},
               {":goto run_query\r", {" [2]", "> 95.7"}},
               {"\x1b[5~", {"@3>", "2/"}}, /* rules are no place to land on */
               {"\x1b[6~", {"@12>"}},
               {"\x1b[5~", {"@3>"}},
               {"}", {"@7>", "@7 btree_seek"}},
               {"\r", {"@4 btree_seek [3]", "trail:"}},
               {"{", {"@3>", "@3 run_query"}},
               {"\r", {"@4 run_query [2]"}},
               {"u", {"!@4 run_query [2]", "main [1]"}},
               {"[", {"@4 run_query [2]"}},
               {"[", {"@4 btree_seek [3]"}},
               {"]", {"@4 run_query [2]"}},
               {"\x7f", {"@4 btree_seek [3]"}},
               {":42\r", {"there is no entry [42]"}},
               {"#11\r", {" [11]", "query_plan"}},
               {":7\r", {"@6 expr_eval <cycle 2> [7]", "expr_eval <cycle 2>"}},
               {"z", {"<cycle 2 as a whole>", "members"}},
               {"z", {"as a whole", "members (folded)"}},
               {"z", {"members", "!(folded)"}},
               {"[", {"@6 expr_eval <cycle 2> [7]"}}},
     .option = "-q"},
    {"columns", .steps = {{"c", {"[x] self ", "[ ] cum "}},
                          {"jjj\r", {"[x] cum ", "@1cum s"}},
                          {"kk\r", {"[ ] self ", "!self s"}},
                          {"q2c", {"[x] children", "callees included"}},
                          {"q4c", {"this view has no columns"}}}},
    {"columns without room",
     .steps = {{"cjj\r", {"[x] err", "@1%time"}},
               {"jj\r", {"[ ] total ", "!total s"}},
               {"kkk\r", {"[ ] self ", "!self s"}},
               {"jj\r", {"[x] cum", "@1cum s"}},
               {"jjjj\r", {"[x] self/call"}},
               {"j\r", {"[ ] total/call", "no room for it", "@1self/call"}}},
     .rows = 24, .cols = 60},
    {"sort", .steps = {{"", {"!sort: ", "1/24"}},
                       {"s", {"sort by", "total/call"}},
                       {"k\r", {"!sort by", "sort: name (asc)"}},
                       {":sort name desc\r", {"sort: name (desc)"}},
                       {":sort calls\r", {"sort: calls"}}}},
    {"search", .steps = {{"", {"1/24"}},
                         {"/btree", {"@3>15.47"}},
                         {"_i", {"@7> 5.21"}},
                         {"\r", {"6/24"}},
                         {"/btree", {"@-2/btree"}},
                         {"\r", {"6/24"}},
                         {"n", {"16/24"}},
                         {"n", {"@3>15.47", "goes on at the top"}},
                         {"N", {"@17>", "goes on at the bottom"}},
                         {"/Zzz\r", {"no match"}}}},
    {"filter of rows",
     .steps = {{"&", {"@-2&"}},
               {"btree\r", {"btree_seek", "btree_insert", "btree_split", "!compare_keys"}},
               {"j", {"2/3"}},
               {"&\x15"
                "btree total%>=15\r",
                {"btree_seek", "!btree_insert"}},
               {"&\x15"
                "btree\r",
                {"btree_insert"}},
               {"gj", {"2/3"}},
               {"&!tot\t", {"&!total>", "total%>"}},
               {"\x15"
                "fi\t",
                {"&file:"}},
               {"\x15nosuch\r", {"hide", "24 hidden"}},
               {"y", {"nothing on this line to copy"}},
               {"&\x15\r", {"read_page", " 6/24"}},
               {"g", {"compare_keys", " 1/24"}}}},
    {"a limit of time in each view of this profile with rows",
     .steps = {{"&total%>=5\r", {"& total%>=5", "14 hidden", "!next_token"}},
               {":goto main\r&total%>=5\r", {"[2Graph]", "hidden by & total%>=5"}},
               {"3..&total%>=40\r", {"[3Modules]", "hidden"}}}},
    {"finder", .steps = {{"f", {"find function", "@-2 main [1]", " 1/26"}},
                         {"\x1b[6~", {"10/26"}},
                         {"\x1b[5~", {" 1/26"}},
                         {"qp", {"query_plan", "!expr_eval"}},
                         {"\r", {"[2Graph]", "query_plan [11]"}}}},
    {"X takes out what the row stands for, and takes it back (D7)",
     .steps = {{"2X", {"opts: -Pcompare_keys", "out: -Pcompare_keys", ">  0.00       0.00"}},
               {"X", {"!opts:", "back in: -Pcompare_keys", ">  3.84", "!shows it"}},
               {"X", {"opts: -Pcompare_keys"}},
               {"U", {"!opts:", ">  3.84"}},
               {":-p read_page\r", {"opts: -pread_page"}},
               {"X", {"gprof ignores -P", "drop -pread_page, and take it out"}},
               {"j\r", {"opts: -pread_page", "!gprof ignores"}},
               {"X\r", {"opts: -Pcompare_keys", "!-pread_page"}},
               {"UU", {"!opts:"}},
               {":goto expr_eval\rz", {"<cycle 2 as a whole> [5]"}},
               {"X", {"-Pexpr_eval -Pexpr_call -Pexpr_print", "  0.00       1.68 ? 240,110"}},
               {"U", {"!opts:", "!  0.00       1.68 ? 240,110"}}}},
    {"a cycle's menu (D15)",
     .steps = {{":goto expr_eval\rz", {"<cycle 2 as a whole> [5]"}},
               {"t", {"open its entry", "copy the row", "fold or unfold", "take its samples out"}},
               {"\r", {"this is the entry shown", "!fold or unfold"}},
               {"tj\r", {"copied: "}},
               {"tjj\r", {"members (folded)"}},
               {"tjjj\r", {"out: -Pexpr_eval -Pexpr_call"}},
               {"t", {"[x] X", "show and hide columns"}}}},
    {"the menu of a view", .steps = {{"4t", {" menu ", "write to a file", "!open its entry"}},
                                     {"G\r", {"settings (Enter: next value)", "findings"}},
                                     {"qt\r", {"this view has an order of its own"}},
                                     {"1tGkk\r", {" columns (Enter: show, hide) "}}}},
    {"modules (D7)",
     .steps = {{"3", {"[3Modules]", "!opts:", "%time self s", "in s name"}},
               {".", {"by folder", "(no file)"}},
               {"..", {"by namespace", "(no namespace)", "4921"}},
               {"j", {"2/3"}},
               {"X", {"opts: -Pns=std", "out: -Pns=std"}},
               {"UGk", {"!opts:"}},
               {"t", {"[ ] -e", "[ ] -F", "X      take its samples out"}},
               {"\r", {"opts: -e ns=std", "!take its samples"}},
               {"U", {"!opts:", "> 4.33"}},
               {"\r", {"[1Flat]", "& ns:^std(::|$)", "map<..>::find", "!btree_seek"}},
               {"[", {"[3Modules]", "2/3"}},
               {"2", {"[2Graph]", "vector<..>::push_back [17]"}}, /* the hottest of them */
               {"3", {"[3Modules]"}},
               {"&std\r", {"2 hidden"}}}},
    {"a line that is out waits while -l is off (D7)",
     .steps = {{":-P store.c:7\r", {"opts: -Pstore.c:7"}},
               {"-l", {"-Pstore.c:7", " -l", "!(-P"}},
               {"-l", {"opts: (-Pstore.c:7)", "!-l  "}},
               {"-l", {"opts: -Pstore.c:7", " -l"}}}},
    {"gprof's options",
     .steps = {{"-E", {"opts: -E compare_keys", "on: -E compare_keys"}},
               {"-E", {"!opts:"}},
               {"-e", {"opts: -e compare_keys", "on: -e compare_keys; the graph (2) shows it"}},
               {"U", {"!opts:"}},
               {"\x12", {"opts: -e compare_keys"}},
               {"U", {"!opts:"}},
               {"-z", {"opts: -z"}},
               {"G", {"never_called"}},
               {"g", {" 1/26"}},
               {"-z", {"!opts:"}},
               {"G", {"24/24", "!never_called"}},
               {":-E btree_seek\r", {"opts: -E btree_seek"}},
               {":-e nosuch\r", {"opts: -E btree_seek -e nosuch", "nosuch selects nothing here"}},
               {"U:-k main/nosuch\r", {"main/nosuch selects nothing here"}},
               {"U:-k main/run_query\r", {"on: -E btree_seek -k main/run_query"}},
               {"U", {"undone"}},
               {"--", {"filters: ", "[x] -E btree_seek", "batch: "}},
               {" ", {"[ ] -E btree_seek"}},
               {" ", {"[x] -E btree_seek"}},
               {"d", {"!-E btree_seek"}},
               {"U", {"[x] -E btree_seek"}},
               {"q", {"!filters: ", "opts: -E btree_seek"}}}},
    {"options with long names",
     .steps = {{"/push_ba\r", {"std::vector<..>::push_back"}},
               {"-E", {"opts: -E std::vector<..>::push_back", "on: -E std::vector<..>::push_back"}},
               {"--",
                {"[x] -E std::vector<..>::push_back", "batch: ", "gptui -E", "_ZNSt6vectorI"}},
               {"1", {"there is no such set"}},
               {"S1", {"kept as set 1", "S and a digit: keep these"}},
               {"d", {"0 of 0 on"}},
               {"1", {"1 of 1 on"}},
               {"qD", {"opts: -E std::vector<int, std::al"}},
               {"D", {"opts: -E std::vector<..>::"}}}},
    {"what a row can",
     .steps = {{":goto run_query\r", {" [2]"}},
               {"}t",
                {" btree_seek ", "[ ] -E     hide its entry and its time",
                 "[ ] -k     cut this arc"}},
               {"jjjj\r", {"opts: -q -E btree_seek"}},
               {"t", {"[x] -E     hide its entry and its time", "[ ] -e     hide"}},
               {"jjjj\r", {"!hide its entry", "!-E btree_seek"}},
               {"tjjjjjjj\r", {"opts: -q -k run_query/btree_seek"}},
               {"U:7\rz", {"<cycle 2 as a whole>"}},
               {"t", {"open its entry", "!-E  "}},
               {"qgt", {"[ ] -k  "}},
               {"jj\r", {"copied: "}}},
     .option = "-q"},
    {"cutting an arc",
     .steps = {{":goto run_query\r", {" [2]"}},
               {"}-k", {"opts: -q -k run_query/btree_seek", "!88,210/88,210"}},
               {"U", {"88,210/88,210"}}},
     .option = "-q"},
    {"help",
     .steps = {{"?", {"help: flat", "I want to"}},
               {"/last change\r", {"take the last change"}},
               {"n", {"this is the only match"}},
               {"g", {"I want to"}},
               {"/draw the s", {"draw the screen", "!I want to"}},
               {"\x1b", {"I want to"}},
               {"/keep only matching\r", {"drop them;", "empty: all rows", "!I want to"}},
               {"g", {"I want to"}},
               {"G", {"!I want to"}},
               {"q", {"!help: flat", "compare_keys"}},
               {"\x1bOP", {"help: flat"}},
               {"?", {"!help: flat"}}},
     .rows = 20, .cols = 80},
    {"completing", .steps = {{":-\t", {":-a", "-q  print the call graph", "hide static functions"}},
                             {"\x15--callers\t", {":--callers=", "!hide static"}},
                             {"m\t", {":--callers=measured"}},
                             {"\x15"
                              "bind gr\t",
                              {":bind graph", "!measured"}},
                             {" x pane-n\t", {":bind graph x pane-next"}},
                             {"\x15w ", {":w", "!bind"}},
                             {"fol\t", {":w folder/"}},
                             {"\t", {":w folder/inside"}},
                             {"\x1b", {"1/24"}}}},
    {"keys without a meaning",
     .steps = {{"i", {"i means nothing here; ? lists the keys"}},
               {"s", {"sort by"}},
               {"?", {"help: menu", "Move"}},
               {"x", {"x means nothing here", "!lists the keys"}},
               {"q", {"!help: menu", "sort by"}},
               {"q/\x18", {"means nothing here; Esc leaves the line, then ? lists the keys"}},
               {"\x1b", {"1/24"}},
               {"-~", {"there is no option -~; -- lists them, ? the keys"}},
               {"2/nowhere\r", {"no match for nowhere in this entry; f finds any function"}}}},
    {"what each letter of an option means",
     .steps = {{"-",
                {"@-2 - -:filters e:hide E:out f:only F:its% k:cut n:+time",
                 "@-1D:fn z:zero T:old b:bare L:dir"}},
               {"E", {"on: -E compare_keys"}}}},
    {"what somebody may want to do",
     .steps = {{"?",
                {"@2I want to ...", "@3Enter   see who calls this function", "@14Columns and signs",
                 "@16self          time in the function itself"}},
               {"q2?", {"help: graph", "@3Enter   go to the caller or callee"}},
               {"q5?", {"help: source", "@3H       go to the line with most time"}},
               {"q3?", {"help: modules", "@3Enter   see the functions of a module"}},
               {"q4?", {"help: info", "@12w       write"}},
               {"q1--?", {"help: panel", "!I want to"}}}},
    {"a name is offered for what is written",
     .steps = {{"w\r", {"write gprof layout to (store-flat.txt):"}},
               {"\r", {"written: store-flat.txt"}},
               {"wj\r", {"write what is shown to (store-flat-2.txt):"}},
               {"named\r", {"written: named"}},
               {"wjjjjj\r", {"write callgrind to (callgrind.out.store):"}},
               {"\x1b", {"!callgrind.out"}}}},
    {"a small screen",
     .steps = {{"-", {"- -:filters e:hide"}},
               {"E", {"on: -E compare_keys"}},
               {"?", {"I want to", "          and what it calls"}},
               {"/VISUAL\r", {"  v   the source line in $VISUAL or", "      $EDITOR"}}},
     .rows = 10, .cols = 40},
    {"names",
     .steps = {{"", {"std::vector<..>::push_back"}},
               {"D", {"::push_back(int&&)", "full names", "names: full"}},
               {"D", {"std::vector<..>::push_back", "!full names", "names: short"}}},
     .rows = 24, .cols = 84},
    {"sideways", .steps = {{":--no-demangle\r", {"_ZNSt3mapINSt7__cxx"}},
                           {"\x1b[C", {"@2<eys", "28.15"}},
                           {"0", {"@2compare_keys"}},
                           {RIGHT RIGHT RIGHT RIGHT RIGHT, {"@20 <", "E4findERS9_", "!<St3map"}},
                           {"\x1b[D", {"!findERS9_"}},
                           {"\x1b[C", {"E4findERS9_"}},
                           {"0", {"@2compare_keys"}},
                           {"/SaISt4pairIKS5", {"SaISt4pairIKS5", "!compare_keys"}},
                           {"\x1b", {"@2compare_keys"}},
                           {"/SaISt4pairIKS5\r", {"SaISt4pairIKS5", "!compare_keys"}},
                           {"/next_t\r", {"@2compare_keys", "next_token"}},
                           {RIGHT, {"@2<", "!@4compare_keys"}},
                           {"D", {"@2compare_keys", "names: full"}}}},
    {"context pane",
     .steps = {{"", {"context of compare_keys", "callers (3)"}},
               {"j", {"context of btree_seek"}},
               {"p", {"!context of"}},
               {"p", {"context of btree_seek"}}},
     .rows = 36, .cols = 120},
    {"writing", .steps = {{":w out1\r", {"out1"}},
                          {":w out1\r", {"out1 exists; :w! replaces it"}},
                          {":w! out1\r", {"!exists"}},
                          {"w", {"write the view, or the whole profile"}},
                          {"\r", {"write gprof layout to ("}},
                          {"out1\r", {"out1 exists; :w! gprof FILE replaces it"}}}},
};

static bool has(struct vt *v, const char *want)
{
    int from = 0, to = vt_rows(v);
    if (*want == '@') {
        char *end;
        from = (int)strtol(want + 1, &end, 10);
        from += from < 0 ? vt_rows(v) : 0;
        to = from + 1;
        want = end;
    }
    for (int row = from; row < to; row++) {
        if (strstr(vt_row(v, row), want))
            return true;
    }
    return false;
}

static bool step_done(struct vt *v, const void *ctx)
{
    const struct step *s = ctx;
    for (int i = 0; i < 4 && s->text[i]; i++) {
        const char *want = s->text[i];
        bool absent = *want == '!';
        if (has(v, want + absent) == absent)
            return false;
    }
    return true;
}

static struct vt *start(const struct story *s)
{
    const char *argv[] = {shot_gptui(), s->option ? s->option : "--", "store", "store.out", NULL};
    return vt_start(&(struct vt_options){.rows = s->rows, .cols = s->cols, .argv = argv});
}

static void tell(struct tap *t, const struct story *s)
{
    struct vt *v = start(s);
    for (size_t i = 0; i < sizeof s->steps / sizeof *s->steps && s->steps[i].keys; i++) {
        tap_label(t, "%s, step %zu, wants %s %s %s", s->name, i, s->steps[i].text[0],
                  s->steps[i].text[1] ? s->steps[i].text[1] : "",
                  s->steps[i].text[2] ? s->steps[i].text[2] : "");
        CHECK(t, !*s->steps[i].keys || !step_done(v, &s->steps[i])); /* it can fail */
        vt_keys(v, s->steps[i].keys);
        if (!CHECK(t, vt_wait(v, step_done, &s->steps[i], t->label)))
            break;
    }
    vt_keys(v, "\x03");
    CHECK(t, vt_ends(v, 130));
    vt_stop(v);
}

static void keys(struct tap *t)
{
    CHECK(t, mkdir("folder", 0777) == 0 && mkdir("folder/inside", 0777) == 0);
    for (size_t i = 0; i < sizeof stories / sizeof *stories; i++)
        tell(t, &stories[i]);
}

/* ---- ways out ---- */

static const struct story plain = {.name = "plain"};

static void ways_out(struct tap *t)
{
    static const struct {
        const char *keys;
        int sig, code;
    } ways[] = {{"q", 0, 0},          {"\x1b[21~", 0, 0},  {"?qq", 0, 0},
                {":q\r", 0, 0},       {"fQ\x03", 0, 130},  {"--\x1b[21~", 0, 0},
                {NULL, SIGTERM, 143}, {NULL, SIGHUP, 129}, {NULL, SIGINT, 130}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        tap_label(t, "way %zu", i);
        struct vt *v = start(&plain);
        CHECK(t, vt_wait_text(v, "compare_keys"));
        if (ways[i].keys)
            vt_keys(v, ways[i].keys);
        else
            vt_signal(v, ways[i].sig);
        CHECK(t, vt_ends(v, ways[i].code));
        CHECK(t, vt_sane(v));
        vt_stop(v);
    }
}

/* A terminal without an alternate screen keeps ours, but its last line is the shell's. */
static void no_alternate(struct tap *t)
{
    const char *argv[] = {shot_gptui(), "store", "store.out", NULL};
    struct vt *v = vt_start(&(struct vt_options){.term = "linux", .argv = argv});
    CHECK(t, vt_wait_text(v, "q:quit"));
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, strstr(vt_row(v, 2), "compare_keys"));
    CHECK(t, !*vt_row(v, 23));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

static void lost(struct tap *t)
{
    struct vt *v = start(&plain);
    CHECK(t, vt_wait_text(v, "compare_keys"));
    vt_hang_up(v);
    CHECK(t, vt_ends(v, 129));
    vt_stop(v);
}

static void suspend(struct tap *t)
{
    struct vt *v = start(&plain);
    CHECK(t, vt_wait_text(v, "compare_keys"));
    vt_keys(v, "j\x1a");
    CHECK(t, vt_wait_stopped(v));
    CHECK(t, vt_sane(v));
    vt_resize(v, 30, 100);
    vt_continue(v);
    CHECK(t, vt_wait_text(v, "2/24"));
    static const struct step bar = {"", {"@29 [1Flat]", "q:quit"}};
    CHECK(t, vt_wait(v, step_done, &bar, "the key bar in the last row"));
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

static void mouse(struct tap *t)
{
    static const struct step steps[] = {
        {"\x1b[<0;30;5M\x1b[<0;30;5m", {"@4>", "3/24"}},
        {"\x1b[<65;30;5M", {"@2 8.50", "3/24"}},
        {"\x1b[<64;30;5M", {"@2 28.15", "@4>"}},
        {"\x1b[<2;30;4M\x1b[<2;30;4m", {" btree_seek ", "open its entry"}},
        {"\x1b[<0;30;23M\x1b[<0;30;23m", {"!open its entry", "@3>"}}, /* beside the menu */
        {"\x1b[<0;10;24M\x1b[<0;10;24m", {"[2Graph]"}},
        {"\x1b[<0;3;24M\x1b[<0;3;24m", {"[1Flat]"}},
        {"\x1b[<0;30;2M\x1b[<0;30;2m", {"sort: "}}, /* a heading */
        {"\x1b[<0;30;5M\x1b[<0;30;5m\x1b[<0;30;5M\x1b[<0;30;5m", {"[2Graph]"}},
    };
    struct vt *v = start(&plain);
    CHECK(t, vt_wait_text(v, "compare_keys"));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        tap_label(t, "step %zu", i);
        vt_keys(v, steps[i].keys);
        if (!CHECK(t, vt_wait(v, step_done, &steps[i], steps[i].text[0])))
            break;
    }
    CHECK(t, vt_mouse(v));
    vt_keys(v, ":set mouse off\r");
    CHECK(t, vt_wait_text(v, "mouse: off"));
    CHECK(t, !vt_mouse(v));
    vt_stop(v);
}

/* Bytes for one step of the cursor: the line is slow, or a screen reader speaks it. */
static void thrift(struct tap *t)
{
    struct vt *v = start(&plain);
    size_t from, to;
    CHECK(t, vt_wait_text(v, "1/24"));
    vt_keys(v, "j");
    CHECK(t, vt_wait_text(v, "2/24"));
    vt_pump(v, 20);
    vt_stream(v, &from);
    vt_keys(v, "j");
    CHECK(t, vt_wait_text(v, "3/24"));
    vt_pump(v, 20);
    vt_stream(v, &to);
    CHECK(t, to - from < 2000);
    from = to;
    vt_keys(v, "ggg\x0c"); /* a repaint that changes nothing is the only one that sends much */
    CHECK(t, vt_wait_text(v, "1/24"));
    vt_stop(v);
}

static void no_terminal(struct tap *t)
{
    static const char *const types[][2] = {
        {"", "gptui: TERM is not set"},
        {"dumb", "gptui: the terminal cannot move its cursor: dumb"},
        {"no-such", "gptui: unknown terminal type: no-such"}};
    for (size_t i = 0; i < 3; i++) {
        const char *argv[] = {shot_gptui(), "store", "store.out", NULL};
        struct vt_options o = {.argv = argv, .term = types[i][0], .rows = 24, .cols = 500};
        struct vt *v = vt_start(&o); /* of one line, wherever the program is */
        tap_label(t, "TERM=%s", types[i][0]);
        CHECK(t, vt_ends(v, 1));
        CHECK(t, strstr(vt_row(v, 0), types[i][1]) && !*vt_row(v, 1) && !*vt_row(v, 2));
        size_t n;
        CHECK(t, !strchr(vt_stream(v, &n), '\x1b'));
        CHECK(t, vt_sane(v));
        vt_stop(v);
    }
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    shot_setup();
    tap_run(&t, "keys", keys);
    tap_run(&t, "ways out", ways_out);
    tap_run(&t, "no alternate screen", no_alternate);
    tap_run(&t, "a lost terminal", lost);
    tap_run(&t, "suspend", suspend);
    tap_run(&t, "mouse", mouse);
    tap_run(&t, "few bytes for one step", thrift);
    tap_run(&t, "no terminal", no_terminal);
    shot_cleanup();
    return tap_end(&t);
}
