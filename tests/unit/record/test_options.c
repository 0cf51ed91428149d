/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of gptui record, and the environment that it makes of it. */
#include "core/options/option.h"
#include "record/flags.h"
#include "record/launch.h"
#include "record/options.h"

#include "tests/support/unit.h"

enum { WORDS_MOST = 8 };

/* The words of `line` between blanks, or another `end`, in `room`. */
static void split(const char *line, const char *end, char *room, size_t bytes, char **words)
{
    size_t n = 0;
    snprintf(room, bytes, "%s", line);
    for (char *w = strtok(room, end); w && n < WORDS_MOST; w = strtok(NULL, end))
        words[n++] = w;
    words[n] = NULL;
}

TEST(test_taken)
{
    /* o: the value of an option, - for none; command: its first word */
    static const struct {
        const char *line;
        enum record_option option;
        const char *value, *command;
    } cases[] = {
        {"prog", RECORD_OUTPUT, NULL, "prog"},
        {"-o f prog", RECORD_OUTPUT, "f", "prog"},
        {"-of prog", RECORD_OUTPUT, "f", "prog"},
        {"-o --help prog", RECORD_OUTPUT, "--help", "prog"},
        {"--output f prog", RECORD_OUTPUT, "f", "prog"},
        {"--output=f prog", RECORD_OUTPUT, "f", "prog"},
        {"--output=a=b prog", RECORD_OUTPUT, "a=b", "prog"},
        {"-o f -o g prog", RECORD_OUTPUT, "g", "prog"},
        {"--no-open -- --prog", RECORD_NO_OPEN, "", "--prog"},
        {"-- -- x", RECORD_OUTPUT, NULL, "--"},
        {"- x", RECORD_OUTPUT, NULL, "-"},
        {"prog --no-open", RECORD_NO_OPEN, NULL, "prog"},
        {"-r 10000 prog", RECORD_RATE, "10000", "prog"},
        {"--rate=0001 prog", RECORD_RATE, "0001", "prog"},
        {"--clock=thread prog", RECORD_CLOCK, "thread", "prog"},
        {"--event page-faults prog", RECORD_EVENT, "page-faults", "prog"},
        {"--dump SIGUSR1 prog", RECORD_DUMP, "SIGUSR1", "prog"},
        {"--dump 64 prog", RECORD_DUMP, "64", "prog"},
        {"--help", RECORD_HELP, "", NULL},
        {"--compile", RECORD_COMPILE, "", NULL},
        {"--compile gcc", RECORD_COMPILE, "gcc", NULL},
        {"--compile=gcc", RECORD_COMPILE, "gcc", NULL},
        {"--live -i f prog", RECORD_INPUT, "f", "prog"},
        {"--live prog", RECORD_LIVE, "", "prog"},
        {"--live=0.5 prog", RECORD_LIVE, "0.5", "prog"},
        {"--compile -h", RECORD_COMPILE, "", NULL},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char room[128], *words[WORDS_MOST + 1];
        struct record_options o;
        struct text why = {0};
        split(cases[i].line, " ", room, sizeof room, words);
        assert_true(record_options_parse(&o, words, &why));
        assert_int_equal(why.n, 0);
        const char *value = o.value[cases[i].option];
        assert_string_equal(value ? value : "none", cases[i].value ? cases[i].value : "none");
        assert_string_equal(o.command ? *o.command : "none",
                            cases[i].command ? cases[i].command : "none");
    }
}

#define SIGNAL                                                                                     \
    " wants the number of a signal that can be handled, or one of: HUP INT QUIT USR1 USR2 ALRM "   \
    "TERM CHLD CONT WINCH VTALRM; not "

TEST(test_refused)
{
    static const struct {
        const char *line, *why;
    } cases[] = {
        {"", "a program to run is missing"},
        {"--", "a program to run is missing"},
        {"--no-open", "a program to run is missing"},
        {"-x prog", "unknown option '-x'"},
        {"--out=f prog", "unknown option '--out=f'"},
        {"--outputs f prog", "unknown option '--outputs'"},
        {"-hx prog", "unknown option '-hx'"},
        {"---help", "unknown option '---help'"},
        {"-o", "an argument is missing after '-o'"},
        {"--no-open= prog", "no argument belongs to '--no-open='"},
        {"-r 0 prog", "--rate wants a number from 1 to 10000, not '0'"},
        {"-r 10001 prog", "--rate wants a number from 1 to 10000, not '10001'"},
        {"-r 99999999999999999999 prog",
         "--rate wants a number from 1 to 10000, not '99999999999999999999'"},
        {"-r -1 prog", "--rate wants a number from 1 to 10000, not '-1'"},
        {"-r 1x prog", "--rate wants a number from 1 to 10000, not '1x'"},
        {"--rate= prog", "--rate wants a number from 1 to 10000, not ''"},
        {"--clock=th prog", "--clock wants one of: thread wall; not 'th'"},
        {"--clock= prog", "--clock wants one of: thread wall; not ''"},
        {"--dump USR1,out=x prog", "--dump" SIGNAL "'USR1,out=x'"},
        {"--dump=garbage prog", "--dump" SIGNAL "'garbage'"},
        {"--dump= prog", "--dump" SIGNAL "''"},
        {"--dump=SIG prog", "--dump" SIGNAL "'SIG'"},
        {"--dump=KILL prog", "--dump" SIGNAL "'KILL'"},
        {"--dump=9 prog", "--dump" SIGNAL "'9'"},
        {"--dump=0 prog", "--dump" SIGNAL "'0'"},
        {"--dump=65 prog", "--dump" SIGNAL "'65'"},
        {"--bin=8 prog", "unknown option '--bin=8'"},
        {"--dump=11 prog", "--dump" SIGNAL "'11'"},
        {"--dump=27 prog", "--dump" SIGNAL "'27'"},
        {"--dump=33 prog", "--dump" SIGNAL "'33'"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char room[128], *words[WORDS_MOST + 1];
        struct record_options o;
        struct text why = {0};
        split(cases[i].line, " ", room, sizeof room, words);
        assert_false(record_options_parse(&o, words, &why));
        assert_taken(&why, cases[i].why);
    }
}

#define PREFIX "GMON_OUT_PREFIX=/tmp/x\nGPTUI_RT=paths=on,"

TEST(test_environment)
{
    static const char full[] = "A=1\nLD_PRELOAD=a b\nGPTUI_RTX=2\nstrange\n"
                               "GPTUI_RT=,out=y,delay=8,record=1\nGMON_OUT_PREFIX=\nZ=GPTUI_RT=";
    static const char rated[] = "-r 5 --dump=1 prog";
    /* the words, the runtime's file, the environment before and after */
    static const struct {
        const char *line, *runtime, *base, *want;
    } cases[] = {
        {"prog", "/l/rt.so", "", PREFIX "rate=auto,record=5-6/7\nLD_PRELOAD=/l/rt.so\n"},
        {rated, NULL, full,
         "A=1\nLD_PRELOAD=a b\nGPTUI_RTX=2\nstrange\nZ=GPTUI_RT=\n" PREFIX
         "rate=auto,delay=8,record=5-6/7,rate=5,dump=1\n"},
        {rated, "/l/rt.so", "LD_PRELOAD=\nGPTUI_RT=out=1,out=2",
         PREFIX "rate=auto,record=5-6/7,rate=5,dump=1\nLD_PRELOAD=/l/rt.so\n"},
        {"prog", "/l/rt.so", full,
         "A=1\nGPTUI_RTX=2\nstrange\nZ=GPTUI_RT=\n" PREFIX
         "rate=auto,delay=8,record=5-6/7\nLD_PRELOAD=/l/rt.so:a b\n"},
        {"prog", NULL, "GPTUI_RT=delay=8,rate=7", PREFIX "rate=auto,delay=8,rate=7,record=5-6/7\n"},
        {"--event=cycles prog", NULL, "", PREFIX "record=5-6/7,event=cycles\n"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char room[128], before[256], *words[WORDS_MOST + 1], *base[WORDS_MOST + 1];
        struct record_options o;
        struct text all = {0};
        split(cases[i].line, " ", room, sizeof room, words);
        split(cases[i].base, "\n", before, sizeof before, base);
        assert_true(record_options_parse(&o, words, &all));
        const struct launch l = {.runtime = cases[i].runtime,
                                 .prefix = "/tmp/x",
                                 .run = "5-6",
                                 .options = &o,
                                 .parent = 7};
        char **got = launch_environment(&l, base);
        for (size_t k = 0; got[k]; k++)
            text_printf(&all, "%s\n", got[k]);
        assert_taken(&all, cases[i].want);
        free(got);
    }
}

TEST(test_can_name)
{
    assert_true(launch_can_name("/usr/lib/x.so"));
    assert_false(launch_can_name("/my lib/x.so"));
    assert_false(launch_can_name("/a:b/x.so"));
}

TEST(test_flags)
{
    struct text one = {0}, all = {0}, names = {0};
    assert_false(flags_add("gc", &one));
    assert_int_equal(one.n, 0);
    assert_true(flags_add("gcc", &one));
    assert_true(flags_add("", &all));
    flags_names(&names);
    assert_non_null(strstr(text_z(&all), text_z(&one)));
    assert_non_null(strstr(text_z(&names), "gcc, clang"));
    text_release(&one);
    text_release(&all);
    text_release(&names);
}

/* Nobody knows more options by heart than these. */
TEST(test_few)
{
    unsigned n = N_RECORD_OPTIONS;
    for (option_id id = 0; (size_t)id < option_count(); id++)
        n += !option_get(id)->gnu;
    assert_in_range(n, 1, 40);
}
