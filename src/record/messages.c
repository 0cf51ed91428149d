/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/messages.h"

#include <string.h>

#include "core/base/shell.h"
#include "core/load/image/stripped.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/values.h"

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

void say_about(const struct say *s, const char *what, const char *log)
{
    about(s, ": ");
    text_str(s->out, what);
    text_str(s->out, "; its output is in ");
    message_add(s->out, log, strlen(log));
    text_char(s->out, '\n');
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
    text_release(&folder);
    text_release(&words);
}

void say_machine(const struct say *s, const char *runtime, bool calls)
{
    about(s, ": for another machine than the runtime (");
    message_add(s->out, runtime, strlen(runtime));
    text_str(s->out, calls ? "); run by itself it writes gmon.out\n" : ")\n");
}

void say_windows(const struct say *s)
{
    about(s, ": for Windows; if compiled with -pg it writes gmon.out when it is run there\n");
}

void say_is_here(const struct say *s)
{
    struct text words = {0};
    text_str(&words, "gptui record ");
    text_shell(&words, s->name);
    about(s, ": not in PATH, but in this folder: ");
    text_shell_command(s->out, &words);
    text_char(s->out, '\n');
    text_release(&words);
}

void say_no_calls(const struct say *s, bool has_run)
{
    about(s, ": not compiled for profiling, so that there ");
    text_str(s->out, has_run ? "are" : "will be");
    text_str(s->out,
             " samples, but no calls; compile and link it with -pg (gptui record --compile)\n");
}

void say_foreign(const struct say *s)
{
    about(s,
          ": linked with the profiling runtime of libc, which knows no options and loses calls of "
          "threads; link it with -lgptui-rt\n");
}

void say_no_profile(const struct say *s, const struct no_profile *why)
{
    about(s, ": has left no profile");
    if (why->end->signal)
        text_printf(s->out, ": it was ended by signal %d", why->end->signal);
    if (why->former) {
        text_str(s->out, "; that of an earlier run is now ");
        message_add(s->out, why->former, strlen(why->former));
        text_str(s->out, "/.former");
    }
    text_char(s->out, '\n');
}

/* "gptui IMAGE PROFILE", as typed. Without a terminal a stripped program needs the option. */
static void add_command(struct text *out, const char *image, const char *profile)
{
    struct text words = {0};
    text_str(&words, stripped_is_not(image) ? "gptui " : "gptui --dynamic-symbols ");
    text_shell_operand(&words, image);
    text_char(&words, ' ');
    text_shell_operand(&words, profile);
    text_shell_command(out, &words);
    text_release(&words);
}

void say_goes_on(const struct say *s, const char *folder)
{
    begin(s);
    text_str(s->out, "something that it started goes on; what that counts comes into ");
    message_add(s->out, folder, strlen(folder));
    text_char(s->out, '\n');
}

uint64_t say_samples(const struct run *info)
{
    /* Samples in the runtime's own library, which are no part of what the user asked for. */
    uint64_t own = 0;
    for (size_t i = 1; i < info->n_images; i++)
        if (run_library_finding(info->images[i].path) == LIBRARY_RUNTIME)
            own += info->images[i].ticks;
    return info->facts.ticks > own ? info->facts.ticks - own : 0;
}

static bool is_by_tick(const struct run_facts *f)
{
    return f->asked_hz && f->asked_hz == f->tick_hz;
}

void say_rate(const struct say *s, const struct run_facts *f)
{
    if (!is_by_tick(f))
        return;
    begin(s);
    message_rate(f->asked_hz, f->tick_hz, s->out);
    text_char(s->out, '\n');
}

/* "+/- 29 %" */
static void add_error(struct text *out, uint64_t n)
{
    double ticks = (double)n;
    text_printf(out, "+/- %.0f %%", percent(sampling_error(ticks), ticks));
}

void say_few(const struct say *s, uint64_t n, const struct repeat_offer *offer,
             const struct run_facts *f)
{
    begin(s);
    if (is_by_tick(f)) {
        message_rate(f->asked_hz, f->tick_hz, s->out);
        text_str(s->out, "; ");
    }
    if (n)
        text_printf(s->out, n == 1 ? "%llu sample: " : "%llu samples: ", (unsigned long long)n);
    if (n)
        add_error(s->out, n);
    else
        text_str(s->out, "no samples");
    text_printf(s->out, "; --repeat=auto takes about %llu s for ",
                (unsigned long long)(offer->ms + 999) / 1000);
    add_error(s->out, offer->samples);
    text_char(s->out, '\n');
}

void say_profile(const struct say *s, const struct left *l)
{
    begin(s);
    /* "the profile of 5 runs, 432 samples, is in " */
    if (l->n_processes > 1)
        text_printf(s->out, "the profiles of %zu processes are in ", l->n_processes);
    else if (l->n_runs > 0)
        text_printf(s->out, "the profile of %zu run%s, %llu sample%s, is in ", l->n_runs,
                    plural(l->n_runs), (unsigned long long)l->n_samples, plural(l->n_samples));
    else
        text_str(s->out, "the profile is in ");
    message_add(s->out, l->profile, strlen(l->profile));
    if (l->n_others > 0 && l->n_processes > 1) {
        text_printf(s->out, ", with %zu of other programs", l->n_others);
    } else if (l->n_others > 0) {
        text_printf(s->out, ", %zu more in ", l->n_others);
        message_add(s->out, l->folder, strlen(l->folder));
    }
    text_str(s->out, l->n_processes > 1 ? "; look at them with: " : "; look at it with: ");
    add_command(s->out, l->image, l->profile);
    text_char(s->out, '\n');
}

void say_unreadable(const struct say *s, const char *image, const char *profile)
{
    begin(s);
    text_str(s->out, "the profile is in ");
    message_add(s->out, profile, strlen(profile));
    if (!image) {
        text_str(s->out, "; which program wrote it is not known\n");
        return;
    }
    text_str(s->out, ", but ");
    message_add(s->out, image, strlen(image));
    text_str(s->out, " has no symbols to show it by; link it without -s, and do not strip it\n");
}
