/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/wrapped.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "runtime/place.h"

static bool is_shell(const char *name)
{
    static const char *const names[] = {"sh", "ash", "bash", "dash", "ksh", "mksh", "zsh"};
    return text_is_among(path_base(name), names, ARRAY_LEN(names));
}

bool wrapped_is_wrapper(const char *name)
{
    static const char *const names[] = {"chrt",    "env",     "ionice", "nice",         "nohup",
                                        "numactl", "setarch", "setsid", "stdbuf",       "taskset",
                                        "time",    "timeout", "xargs",  PLACE_LAUNCHERS};
    return is_shell(name) || text_is_among(path_base(name), names, ARRAY_LEN(names));
}

bool wrapped_is_driver(const char *name)
{
    static const char *const names[] = {"bmake", "cmake", "ctest", "git",  "gmake",
                                        "make",  "meson", "ninja", "node", "perl",
                                        "prove", "ruby",  "samu",  "tclsh"};
    static const char python[] = "python";
    return text_is_among(path_base(name), names, ARRAY_LEN(names)) ||
           strncmp(path_base(name), python, sizeof python - 1) == 0;
}

/* The first of the words that names a program; the rest are its own. NULL: none does. Options, and
 * variables to be set (env, shells), do not; what is left may still be the argument of an option,
 * which is hardly ever the name of a program. */
static char *const *find_program(char *const *words, const char *search, struct target *t,
                                 struct err *e)
{
    for (; *words; words++) {
        if (**words && **words != '-' && !strchr(*words, '=') && target_find(t, *words, search, e))
            return words;
        err_clear(e);
    }
    return NULL;
}

enum { WORDS_MOST = 16 };

/* The first words of a command line for a shell, cut off at what only a shell understands. `line`
 * is changed. */
static void split(char *line, char **words)
{
    size_t n = 0;
    line[strcspn(line, ";&|<>()`$\n#")] = '\0';
    char *rest, *word = strtok_r(line, " \t'\"", &rest);
    for (; word && n < WORDS_MOST; word = strtok_r(NULL, " \t'\"", &rest))
        words[n++] = word;
    words[n] = NULL;
}

/* What stands after -c; NULL: the shell reads a file, or its input. */
static const char *shell_line(char *const *words)
{
    for (words++; *words && (*words)[0] == '-'; words++)
        if ((*words)[1] != '-' && strchr(*words, 'c'))
            return words[1];
    return NULL;
}

static bool follow(char *const *words, const char *search, struct target *t, char **name,
                   struct err *e);

static bool follow_shell(const char *line, const char *search, struct target *t, char **name,
                         struct err *e)
{
    char *words[WORDS_MOST + 2] = {(char *)"env"}; /* variables may be set there, too */
    char *copy = mem_text(line, strlen(line));
    split(copy, words + 1);
    if (words[1] && strcmp(words[1], "exec") == 0)
        words[1] = (char *)"-";
    bool ok = follow(words, search, t, name, e);
    free(copy);
    return ok;
}

/* Go on to what a wrapper runs, which may be a wrapper again. */
static bool follow(char *const *words, const char *search, struct target *t, char **name,
                   struct err *e)
{
    struct target next;
    while (words && wrapped_is_wrapper(*words) && !is_shell(*words)) {
        words = find_program(words + 1, search, &next, e);
        if (!words)
            break;
        target_release(t);
        *t = next;
        free(*name);
        *name = mem_text(*words, strlen(*words));
    }
    const char *line = words && is_shell(*words) ? shell_line(words) : NULL;
    return line ? follow_shell(line, search, t, name, e) : e->code == ERR_NONE;
}

bool wrapped_find(char *const *command, const char *search, struct target *t, char **name,
                  struct err *e)
{
    *t = (struct target){.kind = TARGET_OTHER};
    *name = NULL;
    bool ok = follow(command, search, t, name, e);
    /* Where it is a wrapper itself, what it runs is not known. */
    if (ok && *name && !wrapped_is_wrapper(*name))
        return target_inspect(t, e);
    target_release(t);
    free(*name);
    *name = NULL;
    return ok;
}
