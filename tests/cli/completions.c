/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions bash|zsh|fish: the completions of a shell, from the table of options. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/attr.h"
#include "core/query/option.h"

static bool has_long(const struct option_def *d)
{
    return d->name && *d->name;
}

static bool takes_folders(const struct option_def *d)
{
    return d->arg_name && strncmp(d->arg_name, "DIR", 3) == 0;
}

/* s with a backslash before each of the characters in `special`. */
static void put_escaped(const char *s, const char *special)
{
    for (; *s; s++) {
        if (strchr(special, *s))
            putchar('\\');
        putchar(*s);
    }
}

static void each(void (*put)(option_id id, const struct option_def *d))
{
    for (option_id id = 0; (size_t)id < option_count(); id++)
        put(id, option_get(id));
}

static void put_head(const char *first)
{
    printf("%s# SPDX-License-Identifier: GPL-3.0-or-later\n"
           "# Made from the table of options: see tests/cli/completions.c.\n",
           first);
}

/* ---- bash ---- */

/* "-S|--external-symbol-table": what stands before a separate argument. */
static void bash_pattern(const struct option_def *d)
{
    bool separate = d->letter && d->arg == OPTION_NEEDS_ARG;
    if (separate)
        printf("-%c", d->letter);
    if (has_long(d))
        printf("%s--%s", separate ? "|" : "", d->name);
}

static void bash_case(option_id id, const struct option_def *d)
{
    if (d->arg == OPTION_NO_ARG || (d->arg == OPTION_MAY_ARG && !has_long(d)))
        return;
    printf("    ");
    bash_pattern(d);
    if (option_values(id))
        printf(") words='%s' ;;\n", option_values(id));
    else if (takes_folders(d))
        printf(") kind=-d ;;\n");
    else if (d->kind == OPTION_PATH)
        printf(") kind=-f ;;\n");
    else
        printf(") kind=none ;;\n");
}

static void bash_option(option_id id, const struct option_def *d)
{
    (void)id;
    if (d->letter)
        printf(" -%c", d->letter);
    if (has_long(d))
        printf(" --%s%s", d->name, d->arg == OPTION_NEEDS_ARG ? "=" : "");
}

static void bash(void)
{
    put_head("");
    printf("_gptui()\n{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local words= kind=\n"
           "    if [[ $cur == '=' ]]; then\n"
           "        cur=\n"
           "    elif [[ $before == '=' ]]; then\n"
           "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    elif [[ $before == --* ]] && ! _gptui_detached \"$before\"; then\n"
           "        before=\n"
           "    fi\n"
           "    case $before in\n");
    each(bash_case);
    printf("    esac\n"
           "    if [[ -z $words$kind && $cur == -* ]]; then\n"
           "        words='");
    each(bash_option);
    printf("'\n"
           "    fi\n"
           "    COMPREPLY=()\n"
           "    if [[ $words ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "    elif [[ $kind != none ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t COMPREPLY < <(compgen \"${kind:--f}\" -- \"$cur\")\n"
           "    fi\n"
           "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace "
           "2>/dev/null\n"
           "    return 0\n}\n\n");
    printf("# Whether a long option's argument can be the next word.\n"
           "_gptui_detached()\n{\n"
           "    case $1 in\n");
    for (option_id id = 0; (size_t)id < option_count(); id++)
        if (has_long(option_get(id)) && option_get(id)->arg == OPTION_NEEDS_ARG)
            printf("    --%s) return 0 ;;\n", option_get(id)->name);
    printf("    esac\n    return 1\n}\n\ncomplete -F _gptui gptui\n");
}

/* ---- zsh ---- */

/* What _arguments wants to know of the argument: ":FILE:_files", "::WORD:(a b)". */
static void zsh_argument(option_id id, const struct option_def *d)
{
    if (d->arg == OPTION_NO_ARG)
        return;
    printf(d->arg == OPTION_MAY_ARG ? "::%s:" : ":%s:", d->arg_name);
    if (option_values(id))
        printf("(%s)", option_values(id));
    else if (takes_folders(d))
        printf("_files -/");
    else if (d->kind == OPTION_PATH)
        printf("_files");
    else
        printf(" ");
}

static void zsh_line(option_id id, const struct option_def *d, bool is_long)
{
    printf("  '*");
    if (is_long)
        printf("--%s%s", d->name,
               d->arg == OPTION_NO_ARG    ? ""
               : d->arg == OPTION_MAY_ARG ? "=-"
                                          : "=");
    else
        printf("-%c%s", d->letter,
               d->arg == OPTION_NO_ARG    ? ""
               : d->arg == OPTION_MAY_ARG ? "-"
                                          : "+");
    printf("[");
    put_escaped(d->help, "[]:\\");
    printf("]");
    zsh_argument(id, d);
    printf("' \\\n");
}

static void zsh_option(option_id id, const struct option_def *d)
{
    if (d->letter)
        zsh_line(id, d, false);
    if (has_long(d))
        zsh_line(id, d, true);
}

static void zsh(void)
{
    put_head("#compdef gptui\n");
    printf("_arguments -s -S \\\n");
    each(zsh_option);
    printf("  '1:program:_files' \\\n  '*:profile:_files'\n");
}

/* ---- fish ---- */

static void fish_option(option_id id, const struct option_def *d)
{
    printf("complete -c gptui");
    if (d->letter)
        printf(" -s %c", d->letter);
    if (has_long(d))
        printf(" -l %s", d->name);
    if (d->arg == OPTION_NEEDS_ARG)
        printf(d->kind == OPTION_PATH ? " -r -F" : " -x");
    else if (option_values(id))
        printf(" -f");
    if (option_values(id))
        printf(" -a '%s'", option_values(id));
    printf(" -d '");
    put_escaped(d->help, "'\\");
    printf("'\n");
}

static void fish(void)
{
    put_head("");
    each(fish_option);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*put)(void);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

    for (size_t i = 0; argc == 2 && i < ARRAY_LEN(shells); i++)
        if (strcmp(argv[1], shells[i].name) == 0) {
            shells[i].put();
            return 0;
        }
    fputs("usage: completions bash|zsh|fish\n", stderr);
    return 1;
}
