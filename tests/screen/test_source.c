/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source view on a terminal: going about in it, sources that moved, the editor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shot.h"
#include "tests/support/tap.h"
#include "vt.h"

static struct vt *start(const char *option, const char *const *env)
{
    const char *argv[] = {shot_gptui(), option, "lines", "lines.out", NULL};
    return vt_start(&(struct vt_options){.rows = 24, .cols = 100, .argv = argv, .env = env});
}

static bool quit(struct vt *v)
{
    vt_keys(v, "\x1b[21~");
    bool ok = vt_ends(v, 0);
    vt_stop(v);
    return ok;
}

/* Type, then wait for what must be there. */
static bool step(struct tap *t, struct vt *v, const char *keys, const char *text)
{
    tap_label(t, "%s, wants %s", keys, text);
    vt_keys(v, keys);
    return CHECK(t, vt_wait_text(v, text));
}

static void hottest_lines(struct tap *t)
{
    struct vt *v = start("-I.", NULL);
    step(t, v, "fhelp\t", "work.c:11  in helper");
    step(t, v, "fbare\t", "no lines are known of bare (");
    step(t, v, "1g5", "work.c:6  in once");
    step(t, v, "H", "hottest line 1 of 10: 1.80 s = 180 samples, 36.0%");
    step(t, v, "}", "hottest line 2 of 10: 0.90 s");
    step(t, v, "}", "hottest line 3 of 10");
    step(t, v, "{", "hottest line 2 of 10");
    step(t, v, "g}", "hottest line 1 of 10");
    step(t, v, "{", "hottest line 10 of 10");
    step(t, v, ":files\r", "source files");
    step(t, v, "", "work.c  /build/src/");
    step(t, v, "j\r", "odd.c:4  0.90 s");
    step(t, v, "\t", "Esc:view");
    step(t, v, "g\r", "in main"); /* D12: its callers stand beside the source */
    CHECK(t, quit(v));
}

static void calls(struct tap *t)
{
    struct vt *v = start("-I.", NULL);
    step(t, v, ":goto main\r", "[2Graph]");
    step(t, v, "5", "work.c:19  in main");
    step(t, v, "\r", "no call was recorded");
    step(t, v, "/helper(i)\r", "calls helper 1000x 3.08 s");
    step(t, v, "\r", "work.c:11  in helper");
    step(t, v, "j", "work.c:12");
    step(t, v, "jj", "calls once 499500x 1.82 s");
    step(t, v, "2", "[2Graph]");
    step(t, v, "[", "calls once 499500x");
    step(t, v, "[", "calls helper 1000x");
    step(t, v, "j\r", "calls of this line");
    step(t, v, "", "1000 calls  odd [");
    step(t, v, "j\r", "gone.c:12");
    step(t, v, "", "the source is not here: /build/src/gone.c");
    step(t, v, "", "looked for: ./gone.c");
    step(t, v, "j\r", "no source is known of it: its entry");
    step(t, v, "", "bare [");
    step(t, v, ":goto once\r5", "work.c:6  in once");
    step(t, v, "u", "calls once 499500x");
    step(t, v, "u", "calls helper 1000x");
    step(t, v, "u", "no line is known that calls it");
    CHECK(t, quit(v));
}

static void sources_that_moved(struct tap *t)
{
    struct vt *v = start("-b", NULL);
    step(t, v, "5", "work.c (found by its name)"); /* it is beside the program */
    CHECK(t, quit(v));
    CHECK(t, mkdir("elsewhere", 0777) == 0 && rename("work.c", "elsewhere/work.c") == 0);
    v = start("-b", NULL);
    step(t, v, "5", "the source is not here: /build/src/work.c");
    step(t, v, "", "/build/src/work.c is not here: Enter");
    step(t, v, "\r", "FROM=TO: /build/src=");
    step(t, v, "/nowhere\r", "still not found");
    step(t, v, "U", "undone: --source-map=");
    step(t, v, "\rnonsense\x15nonsense\r", "FROM=TO: the folder");
    step(t, v, "\relsewhere\r", "return x * 7 + 1;");
    step(t, v, "--", "--source-map=/build/src=elsewh");
    step(t, v, "q2", "[2Graph]");
    CHECK(t, quit(v));
    CHECK(t, rename("elsewhere/work.c", "work.c") == 0 && rmdir("elsewhere") == 0);
}

static void options_live(struct tap *t)
{
    struct vt *v = start("-I.", NULL);
    step(t, v, "5", "499,500");
    step(t, v, "-x", "on: -I . -x");
    step(t, v, "-m600\r", "#####");
    step(t, v, "-l", "on: -I . -x -m 600 -l");
    step(t, v, "1", "work.c:7 once @ 401220");
    step(t, v, "4", "pieces of code, from 3 source files");
    step(t, v, "5", "[5Source]");
    step(t, v, ":goto once\r5", "work.c:6  in once");
    CHECK(t, !strstr(vt_row(v, 22), "@")); /* the place is not said again */
    step(t, v, "UUU1", "[1Flat]");
    CHECK(t, !strstr(vt_row(v, 2), "work.c:7 once"));
    CHECK(t, quit(v));
}

/* Nothing from a source reaches the terminal as it is. */
static void bytes(struct tap *t)
{
    static const char *const never[] = {"\x1b[31m", "\x1b[2Jbad", "\xff", "\x7f", "\xc2\x9b", "\a"};
    struct vt *v = start("-I.", NULL);
    size_t n;
    step(t, v, ":goto odd\r", "[2Graph]");
    step(t, v, "5", "\\x1b[31mred\\x1b[2J");
    step(t, v, "jG\x1b[C", "odd.c:8");
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        tap_label(t, "string %zu", i);
        CHECK(t, !strstr(vt_stream(v, &n), never[i]));
    }
    CHECK(t, quit(v));
}

/* ---- the editor ---- */

static void write_editor(void)
{
    FILE *f = fopen("editor", "w");
    fputs("#!/bin/sh\necho \"$*\" >edited\nstty -a <&0 >modes\necho 'an editor'\n"
          "sed -i 's/x \\* 7/x * 8/' \"$3\"\nexit \"${EDITOR_STATUS:-0}\"\n",
          f);
    fclose(f);
    chmod("editor", 0755);
}

static bool file_has(const char *path, const char *text)
{
    char *p = shot_file(path);
    bool ok = p && strstr(p, text);
    free(p);
    return ok;
}

static void editor(struct tap *t)
{
    static const char *const env[] = {"VISUAL=./editor --flag", "EDITOR=false", NULL};
    write_editor();
    struct vt *v = start("-I.", env);
    step(t, v, "5", "return x * 7 + 1;");
    step(t, v, "v", "return x * 8 + 1;"); /* read again */
    step(t, v, "", "[5Source]");
    CHECK(t, file_has("edited", "--flag +6 ./work.c\n"));
    CHECK(t, file_has("modes", " icanon") && file_has("modes", " echo "));
    CHECK(t, vt_alternate(v) && vt_mouse(v));
    step(t, v, ":goto main\r", "[2Graph]");
    step(t, v, "v", "opened: ./work.c, line 19");
    step(t, v, "1", "[1Flat]");
    CHECK(t, file_has("edited", "--flag +19 ./work.c\n"));
    step(t, v, ":goto bare\r", "bare [");
    step(t, v, "v", "no source is known");
    CHECK(t, quit(v));
}

static void editor_fails(struct tap *t)
{
    static const char *const fails[] = {"VISUAL=", "EDITOR=./editor x", "EDITOR_STATUS=3", NULL};
    static const char *const absent[] = {"VISUAL=./nosuch-editor", NULL};
    struct vt *v = start("-I.", fails);
    step(t, v, "5v", "the editor ended with status 3");
    CHECK(t, quit(v));
    v = start("-I.", absent);
    step(t, v, "5v", "the editor cannot be run");
    CHECK(t, quit(v));
}

/* ---- a source whose name is an option that runs a command ---- */

#define TRAP "+!>pwned"

static bool make_trap(void)
{
    FILE *f = fopen("trap.c", "w");
    fputs("#line 1 \"" TRAP "\"\n"
          "int __attribute__((noinline)) leaf(int n) { volatile int s = n; return s; }\n"
          "int main(void) { return leaf(0); }\n",
          f);
    fclose(f);
    return system("cp trap.c '" TRAP "' && ${CC:-cc} -g -gdwarf-4 -pg \"-ffile-prefix-map=$PWD=\" "
                  "-o trap trap.c && ./trap && mv gmon.out trap.out") == 0;
}

static struct vt *start_trap(const char *editor)
{
    const char *argv[] = {shot_gptui(), "trap", "trap.out", NULL};
    const char *const env[] = {editor, NULL};
    return vt_start(&(struct vt_options){.rows = 24, .cols = 100, .argv = argv, .env = env});
}

static void editor_path(struct tap *t)
{
    CHECK(t, make_trap());
    struct vt *v = start_trap("VISUAL=./editor");
    step(t, v, ":goto main\r", "main [");
    step(t, v, "v", "opened: ./" TRAP ", line 2");
    CHECK(t, file_has("edited", "+2 ./" TRAP "\n"));
    CHECK(t, quit(v));
}

static void editor_vim(struct tap *t)
{
    CHECK(t, make_trap());
    struct vt *v = start_trap("VISUAL=vim -u NONE");
    step(t, v, ":goto main\r", "main [");
    step(t, v, "v", "volatile int s");
    CHECK(t, vt_alternate(v));
    step(t, v, ":qa!\r", "opened: ./" TRAP ", line 2");
    CHECK(t, access("pwned", F_OK) != 0);
    CHECK(t, quit(v));
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    shot_setup();
    tap_run(&t, "hottest lines and files", hottest_lines);
    tap_run(&t, "calls", calls);
    tap_run(&t, "sources that moved", sources_that_moved);
    tap_run(&t, "options while looking", options_live);
    tap_run(&t, "bytes of sources on a terminal", bytes);
    tap_run(&t, "the editor", editor);
    tap_run(&t, "an editor that fails", editor_fails);
    tap_run(&t, "a source whose name looks like an option", editor_path);
    if (system("command -v vim >/dev/null") == 0)
        tap_run(&t, "such a source in vim", editor_vim);
    else
        tap_skip(&t, "such a source in vim", "no vim here");
    shot_cleanup();
    return tap_end(&t);
}
