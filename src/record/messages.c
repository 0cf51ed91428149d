/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/messages.h"

#include <string.h>

#include "core/base/shell.h"
#include "core/view/message.h"

enum { ELSEWHERE_PERCENT = 10 }; /* fewer samples in libraries are not worth a line */

static void begin(const struct say *s)
{
    message_add(s->out, s->program, strlen(s->program));
    text_str(s->out, ": ");
}

/* "gptui: NAME TEXT", where the text begins with ": ". */
static void about(const struct say *s, const char *text)
{
    begin(s);
    message_add(s->out, s->name, strlen(s->name));
    text_str(s->out, text);
}

void say_line(const struct say *s, const char *line)
{
    begin(s);
    text_str(s->out, line);
    text_char(s->out, '\n');
}

void say_no_runtime(const struct say *s)
{
    say_line(s,
             "the profiling runtime, libgptui-rt.so, is neither beside this program nor installed");
}

void say_bad_folder(const struct say *s, const char *runtime)
{
    begin(s);
    message_add(s->out, runtime, strlen(runtime));
    text_str(s->out, ": cannot be preloaded from a folder with a blank or colon in its name\n");
}

void say_guarded(const struct say *s)
{
    about(s, ": the runtime cannot be preloaded into set-user-ID and set-group-ID programs; "
             "profile a copy without that bit\n");
}

void say_static(const struct say *s, const char *runtime)
{
    const char *slash = strrchr(runtime, '/');
    struct text words = {0}, folder = {0};
    about(s, ": linked statically, so that the runtime cannot be preloaded; link it in: ");
    text_str(&words, "gcc -pg -static ... -L");
    text_add(&folder, runtime, slash ? (size_t)(slash - runtime) : 0);
    text_shell(&words, text_z(&folder));
    text_str(&words, " -lgptui-rt");
    text_shell_command(s->out, &words);
    text_char(s->out, '\n');
    s->out->failed |= folder.failed;
    text_release(&folder);
    text_release(&words);
}

void say_machine(const struct say *s, const char *runtime)
{
    about(s, ": for another machine than the runtime (");
    message_add(s->out, runtime, strlen(runtime));
    text_str(s->out, ")\n");
}

void say_no_calls(const struct say *s)
{
    about(s, ": not compiled for profiling, so that there will be samples, but no calls; compile "
             "and link it with -pg (gptui record --compile)\n");
}

void say_foreign(const struct say *s)
{
    about(s,
          ": linked with the profiling runtime of libc, which knows no options and loses calls of "
          "threads; link it with -lgptui-rt\n");
}

void say_script(const struct say *s)
{
    about(s,
          ": a script, so that its interpreter is profiled, or what it becomes by exec; programs "
          "that it runs write files of their own\n");
}

void say_no_profile(const struct say *s, const struct run_end *end)
{
    about(s, end->signal ? ": has left no profile: it was ended" : ": has left no profile\n");
    if (end->signal)
        text_printf(s->out, " by signal %d\n", end->signal);
}

/* "gptui IMAGE PROFILE", as typed; image NULL: it is not known. */
static void add_command(struct text *out, const char *image, const char *profile)
{
    struct text words = {0};
    text_str(&words, "gptui ");
    if (image)
        text_shell_operand(&words, image);
    else
        text_str(&words, "PROGRAM");
    text_char(&words, ' ');
    text_shell_operand(&words, profile);
    text_shell_command(out, &words);
    text_release(&words);
}

void say_other(const struct say *s, const char *image, const char *profile)
{
    begin(s);
    text_str(s->out, "another process has left a profile, too: ");
    add_command(s->out, image, profile);
    text_char(s->out, '\n');
}

void say_more(const struct say *s, size_t n, const char *profile)
{
    begin(s);
    text_printf(s->out, n == 1 ? "%zu more process has" : "%zu more processes have", n);
    text_str(s->out, " left a profile: in ");
    message_add(s->out, profile, strlen(profile));
    text_str(s->out, ".d\n");
}

void say_goes_on(const struct say *s, long pid, const char *program, const char *profile)
{
    begin(s);
    text_printf(s->out, "process %ld goes on (", pid);
    message_add(s->out, program, strlen(program));
    text_str(s->out, "); when it ends, it writes ");
    message_add(s->out, profile, strlen(profile));
    text_char(s->out, '\n');
}

/* The shared library with the most samples, NULL: none has any. *ticks: those of all. */
static const struct run_image *heaviest(const struct run_info *info, uint64_t *ticks)
{
    const struct run_image *most = NULL;
    *ticks = 0;
    for (size_t i = 1; i < info->n_images; i++) {
        const struct run_image *im = &info->images[i];
        *ticks += im->ticks;
        if (im->ticks > (most ? most->ticks : 0))
            most = im;
    }
    return most;
}

void say_elsewhere(const struct say *s, const struct run_info *info)
{
    uint64_t ticks;
    const struct run_image *most = heaviest(info, &ticks);
    if (!most || (double)ticks * 100 < (double)info->facts.ticks * ELSEWHERE_PERCENT)
        return;
    begin(s);
    text_printf(s->out, "%llu of %llu samples are in shared libraries, most of them in ",
                (unsigned long long)ticks, (unsigned long long)info->facts.ticks);
    message_add(s->out, most->path, strlen(most->path));
    text_str(s->out, "; the browser shows them together with the program\n");
}

void say_profile(const struct say *s, const char *image, const char *profile)
{
    begin(s);
    text_str(s->out, "the profile is in ");
    message_add(s->out, profile, strlen(profile));
    text_str(s->out, "; look at it with: ");
    add_command(s->out, image, profile);
    text_char(s->out, '\n');
}
