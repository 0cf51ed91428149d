/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/messages.h"

#include <string.h>

#include "core/base/shell.h"
#include "core/view/message.h"
#include "core/view/values.h"
#include "record/target.h"

/* Fewer samples in libraries, in percent, or of a run are not mentioned. */
enum { ELSEWHERE_PERCENT = 10, ELSEWHERE_OF = 20 };

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
    if (why->end->signal && why->can_keep)
        text_str(s->out, "; with GPTUI_RT=keep=on in the environment nothing is lost by that");
    if (why->former) {
        text_str(s->out, "; that of the run before is now ");
        message_add(s->out, why->former, strlen(why->former));
        text_str(s->out, "/.former");
    }
    text_char(s->out, '\n');
}

/* "gptui IMAGE PROFILE", as typed. Without a terminal a stripped program needs the option. */
static void add_command(struct text *out, const char *image, const char *profile)
{
    struct text words = {0};
    text_str(&words, elf_file_has_symbols(image) ? "gptui " : "gptui --dynamic-symbols ");
    text_shell_operand(&words, image);
    text_char(&words, ' ');
    text_shell_operand(&words, profile);
    text_shell_command(out, &words);
    text_release(&words);
}

void say_same(const struct say *s, size_t n, const char *image, const char *folder)
{
    begin(s);
    text_printf(s->out, n == 1 ? "%zu more process of " : "%zu more processes of ", n);
    message_add(s->out, image, strlen(image));
    text_str(s->out, n == 1 ? " has left a profile; both together: "
                            : " have left profiles; all together: ");
    add_command(s->out, image, folder);
    text_char(s->out, '\n');
}

void say_other(const struct say *s, size_t n, const char *image, const char *profile)
{
    begin(s);
    if (n == 1) {
        text_str(s->out, "another process has left a profile, too: ");
    } else {
        text_printf(s->out, "%zu processes of ", n);
        message_add(s->out, image, strlen(image));
        text_str(s->out, " have left profiles, too: ");
    }
    add_command(s->out, image, profile);
    text_char(s->out, '\n');
}

void say_more(const struct say *s, size_t n, const char *folder)
{
    begin(s);
    text_printf(s->out, n == 1 ? "%zu more process has" : "%zu more processes have", n);
    text_str(s->out, " left a profile: in ");
    message_add(s->out, folder, strlen(folder));
    text_char(s->out, '\n');
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

/* Samples in the runtime's own library, which are no part of what the user asked for. */
static uint64_t own_ticks(const struct run_info *info)
{
    uint64_t ticks = 0;
    for (size_t i = 1; i < info->n_images; i++)
        if (run_info_finding(info->images[i].path) == LIBRARY_RUNTIME)
            ticks += info->images[i].ticks;
    return ticks;
}

uint64_t say_samples(const struct run_info *info)
{
    uint64_t own = own_ticks(info);
    return info->facts.ticks > own ? info->facts.ticks - own : 0;
}

/* The shared library with the most samples, the runtime's own aside; NULL: none has any. *ticks:
 * those of all. */
static const struct run_image *heaviest(const struct run_info *info, uint64_t *ticks)
{
    const struct run_image *most = NULL;
    *ticks = 0;
    for (size_t i = 1; i < info->n_images; i++) {
        const struct run_image *im = &info->images[i];
        if (run_info_finding(im->path) == LIBRARY_RUNTIME)
            continue;
        *ticks += im->ticks;
        if (im->ticks > (most ? most->ticks : 0))
            most = im;
    }
    return most;
}

void say_elsewhere(const struct say *s, const struct run_info *info)
{
    uint64_t ticks, all = say_samples(info);
    const struct run_image *most = heaviest(info, &ticks);
    if (!most || all < ELSEWHERE_OF || (double)ticks * 100 < (double)all * ELSEWHERE_PERCENT)
        return;
    begin(s);
    text_printf(s->out, "%llu of %llu samples are in shared libraries, most of them in ",
                (unsigned long long)ticks, (unsigned long long)all);
    message_add(s->out, most->path, strlen(most->path));
    text_str(s->out, "; the browser shows them together with the program\n");
}

void say_own_cost(const struct say *s, const struct run_info *info)
{
    uint64_t own = own_ticks(info);
    if ((double)own * 100 < (double)info->facts.ticks || own == 0)
        return;
    begin(s);
    message_own_samples(own, s->out);
    text_char(s->out, '\n');
}

/* "+/- 29 %" */
static void add_error(struct text *out, uint64_t n)
{
    double ticks = (double)n;
    text_printf(out, "+/- %.0f %%", percent(sampling_error(ticks), ticks));
}

void say_few(const struct say *s, uint64_t n, const struct repeat_offer *offer)
{
    begin(s);
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

void say_profile(const struct say *s, const char *image, const char *profile)
{
    begin(s);
    text_str(s->out, "the profile is in ");
    message_add(s->out, profile, strlen(profile));
    text_str(s->out, "; look at it with: ");
    add_command(s->out, image, profile);
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
