/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions bash|zsh|fish: the completions of a shell, from the table of options. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/attr.h"
#include "core/options/option.h"
#include "record/flags.h"
#include "record/options.h"

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

static void each_record(void (*put)(const struct record_option_def *d))
{
    for (size_t i = 0; i < ARRAY_LEN(record_options); i++)
        put(&record_options[i]);
}

static bool is_optional(const struct record_option_def *d)
{
    return d->arg_name && *d->arg_name == '[';
}

/* "gcc clang ...": what --compile knows. */
static void put_compilers(void)
{
    struct text names = {0};
    flags_names(&names);
    for (const char *s = text_z(&names); *s; s++)
        if (*s != ',')
            putchar(*s);
    text_release(&names);
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

static void bash_record_case(const struct record_option_def *d)
{
    if (!d->arg_name)
        return;
    printf("    ");
    if (d->letter)
        printf("-%c|", d->letter);
    printf("--%s) ", d->name);
    if (is_optional(d)) {
        printf("words='");
        put_compilers();
        printf("' ;;\n");
    } else if (d->values) {
        printf("words='%s' ;;\n", d->values);
    } else {
        printf("kind='%s' ;;\n", strcmp(d->arg_name, "FILE") == 0     ? "-f"
                                 : strcmp(d->arg_name, "SIGNAL") == 0 ? "-A signal"
                                                                      : "none");
    }
}

static void bash_record_option(const struct record_option_def *d)
{
    if (d->letter)
        printf(" -%c", d->letter);
    printf(" --%s%s", d->name, d->arg_name && !is_optional(d) ? "=" : "");
}

/* After the program are files; what else it takes, it knows better. */
static void bash_record(void)
{
    printf("_gptui_record()\n{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local words= kind=-c at\n"
           "    [[ $cur != '=' ]] || cur=\n"
           "    [[ $before != '=' ]] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    for ((at = 2; at < COMP_CWORD; at++)); do\n"
           "        case ${COMP_WORDS[at]} in\n"
           "        =) ((at++)) ;;\n"
           "        -*) [[ ${COMP_WORDS[at + 1]} == '=' || ' ");
    for (size_t i = 0; i < ARRAY_LEN(record_options); i++)
        if (record_options[i].arg_name)
            printf("--%s ", record_options[i].name);
    printf("-o -r ' != *\" ${COMP_WORDS[at]} \"* ]] || ((at++)) ;;\n"
           "        *) kind=-f ;;\n"
           "        esac\n"
           "    done\n"
           "    case $before in\n");
    each_record(bash_record_case);
    printf("    esac\n"
           "    [[ $kind != -c || $cur != -* ]] || words='");
    each_record(bash_record_option);
    printf("'\n"
           "    if [[ $words ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "    elif [[ $kind != none ]]; then\n"
           "        # shellcheck disable=SC2086\n"
           "        mapfile -t COMPREPLY < <(compgen $kind -- \"$cur\" | sort -u)\n"
           "    fi\n}\n\n");
}

static void bash(void)
{
    put_head("");
    bash_record();
    printf("_gptui()\n{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local words= kind=\n"
           "    COMPREPLY=()\n"
           "    if [[ ${COMP_WORDS[1]} == record && $COMP_CWORD -gt 1 ]]; then\n"
           "        _gptui_record\n"
           "        return\n"
           "    fi\n"
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
    printf(
        "'\n"
        "    fi\n"
        "    if [[ $words ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
        "    elif [[ $kind != none ]]; then\n"
        "        compopt -o filenames 2>/dev/null\n"
        "        mapfile -t COMPREPLY < <(compgen \"${kind:--f}\" -- \"$cur\")\n"
        "    fi\n"
        "    [[ $COMP_CWORD -ne 1 || $cur == '' || record != \"$cur\"* ]] || COMPREPLY+=(record)\n"
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

static void zsh_record_line(const struct record_option_def *d, bool is_long)
{
    if (is_long)
        printf("    '*--%s%s", d->name, !d->arg_name ? "" : is_optional(d) ? "=-" : "=");
    else
        printf("    '*-%c%s", d->letter, d->arg_name ? "+" : "");
    printf("[");
    put_escaped(d->help, "[]:\\");
    printf("]");
    if (is_optional(d)) {
        printf("::with:(");
        put_compilers();
        printf(")");
    } else if (d->values) {
        printf(":%s:(%s)", d->arg_name, d->values);
    } else if (d->arg_name) {
        printf(":%s:%s", d->arg_name,
               strcmp(d->arg_name, "FILE") == 0     ? "_files"
               : strcmp(d->arg_name, "SIGNAL") == 0 ? "_signals"
                                                    : " ");
    }
    printf("' \\\n");
}

static void zsh_record_option(const struct record_option_def *d)
{
    if (d->letter)
        zsh_record_line(d, false);
    zsh_record_line(d, true);
}

static void zsh(void)
{
    put_head("#compdef gptui\n");
    printf("if (( CURRENT > 2 )) && [[ $words[2] == record ]]; then\n"
           "  shift words\n"
           "  (( CURRENT-- ))\n"
           "  _arguments -S \\\n");
    each_record(zsh_record_option);
    printf("    '(-):program:_command_names -e' \\\n"
           "    '*::argument:_normal'\n"
           "  return\n"
           "fi\n");
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

static void fish_record_option(const struct record_option_def *d)
{
    printf("complete -c gptui -n '__fish_seen_subcommand_from record'");
    if (d->letter)
        printf(" -s %c", d->letter);
    printf(" -l %s", d->name);
    if (is_optional(d)) {
        printf(" -f -a '");
        put_compilers();
        printf("'");
    } else if (d->values) {
        printf(" -x -a '%s'", d->values);
    } else if (d->arg_name) {
        printf(strcmp(d->arg_name, "FILE") == 0 ? " -r -F" : " -x");
    }
    printf(" -d '");
    put_escaped(d->help, "'\\");
    printf("'\n");
}

static void fish(void)
{
    put_head("");
    each(fish_option);
    printf("complete -c gptui -n __fish_use_subcommand -a record -d 'run a program, then open its "
           "profile'\n");
    each_record(fish_record_option);
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
