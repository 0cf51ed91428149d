/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions bash|zsh|fish: the completions of a shell, from the tables of options. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/attr.h"
#include "core/options/option.h"
#include "record/flags.h"
#include "record/options.h"

/* An option of gptui or of gptui record. */
struct known {
    char letter;      /* 0: none */
    const char *name; /* NULL: none */
    const char *help;
    enum option_arg takes;
    char arg_name[40];  /* of what it takes */
    char values[200];   /* "": any */
    const char *source; /* of other values: file, folder, signal, none */
};

/* "gcc clang ...": what --compile knows. */
static void compilers(char *to, size_t room)
{
    struct text names = {0};
    flags_names(&names);
    snprintf(to, room, "%s", text_z(&names));
    for (char *c = to; *c; c++)
        if (*c == ',')
            memmove(c, c + 1, strlen(c));
    text_release(&names);
}

static struct known of_gptui(option_id id)
{
    const struct option_def *d = option_get(id);
    struct known k = {
        .letter = (char)d->letter, .help = d->help, .takes = d->arg, .source = "none"};
    k.name = d->name && *d->name ? d->name : NULL;
    snprintf(k.arg_name, sizeof k.arg_name, "%s", d->arg_name ? d->arg_name : "");
    snprintf(k.values, sizeof k.values, "%s", option_row(id)->values ? option_row(id)->values : "");
    if (strncmp(k.arg_name, "DIR", 3) == 0)
        k.source = "folder";
    else if (d->kind == OPTION_PATH)
        k.source = "file";
    return k;
}

static struct known of_record(const struct record_option_def *d)
{
    const char *arg = d->arg_name ? d->arg_name : "";
    struct known k = {.letter = d->letter, .name = d->name, .help = d->help, .source = "none"};
    k.takes = !*arg ? OPTION_NO_ARG : *arg == '[' ? OPTION_MAY_ARG : OPTION_NEEDS_ARG;
    const int may = *arg == '['; /* "[WITH]" */
    snprintf(k.arg_name, sizeof k.arg_name, "%.*s", (int)strcspn(arg + may, "]"), arg + may);
    if (strcmp(arg, "[WITH]") == 0)
        compilers(k.values, sizeof k.values);
    else if (d->values)
        snprintf(k.values, sizeof k.values, "%s", d->values);
    if (strcmp(arg, "FILE") == 0)
        k.source = "file";
    else if (strcmp(arg, "SIGNAL") == 0)
        k.source = "signal";
    return k;
}

static void each(void (*put)(const struct known *k))
{
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const struct known k = of_gptui(id);
        put(&k);
    }
}

static void each_of_record(void (*put)(const struct known *k))
{
    for (size_t i = 0; i < ARRAY_LEN(record_options); i++) {
        const struct known k = of_record(&record_options[i]);
        put(&k);
    }
}

/* The word for such a source of values in a list "file WORD folder WORD ...". */
static const char *word_of(const struct known *k, const char *const *words)
{
    for (; *words && strcmp(*words, k->source) != 0; words += 2)
        ;
    return *words ? words[1] : "none";
}

/* s as it is written between apostrophes, with a backslash before each character in `special`. */
static void put_quoted(const char *s, const char *special)
{
    for (; *s; s++)
        printf(*s == '\'' ? "'\\''" : strchr(special, *s) ? "\\%c" : "%c", *s);
}

static void put_head(const char *first)
{
    printf("%s# SPDX-License-Identifier: GPL-3.0-or-later\n"
           "# Made from the table of options: see tests/cli/completions.c.\n",
           first);
}

/* ---- bash ---- */

/* May a word of its own be what the option takes, as far as is known here? */
static bool takes_word(const struct known *k)
{
    return k->takes == OPTION_NEEDS_ARG || (k->takes == OPTION_MAY_ARG && *k->values);
}

/* "-S|--external-symbol-table": what stands before a separate argument, and what that can be. */
static void bash_case(const struct known *k)
{
    static const char *const kinds[] = {"file", "-f", "folder", "-d", "signal", "-A signal", NULL};
    bool separate = k->letter && k->takes == OPTION_NEEDS_ARG;
    if (!takes_word(k) || (!separate && !k->name))
        return;
    printf("    ");
    if (separate)
        printf("-%c%s", k->letter, k->name ? "|" : "");
    printf(k->name ? "--%s) " : ") ", k->name);
    if (*k->values)
        printf("words='%s' ;;\n", k->values);
    else
        printf("kind='%s' ;;\n", word_of(k, kinds));
}

static void bash_option(const struct known *k)
{
    if (k->letter)
        printf(" -%c", k->letter);
    if (k->name)
        printf(" --%s%s", k->name, k->takes == OPTION_NEEDS_ARG ? "=" : "");
}

static void bash_with_argument(const struct known *k)
{
    if (takes_word(k))
        printf("--%s ", k->name);
}

static void bash_detached(const struct known *k)
{
    if (k->name && k->takes == OPTION_NEEDS_ARG)
        printf("    --%s) return 0 ;;\n", k->name);
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
    each_of_record(bash_with_argument);
    printf("-o -r ' != *\" ${COMP_WORDS[at]} \"* ]] || ((at++)) ;;\n"
           "        *) kind=-f ;;\n"
           "        esac\n"
           "    done\n"
           "    case $before in\n");
    each_of_record(bash_case);
    printf("    esac\n"
           "    [[ $kind != -c || $cur != -* ]] || words='");
    each_of_record(bash_option);
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
    each(bash_detached);
    printf("    esac\n    return 1\n}\n\ncomplete -F _gptui gptui\n");
}

/* ---- zsh ---- */

/* What _arguments wants to know: "*--output=[help]:FILE:_files", "::WORD:(a b)". */
static void zsh_line(const struct known *k, bool is_long)
{
    static const char *const actions[] = {"file",   "_files",   "folder", "_files -/",
                                          "signal", "_signals", NULL};
    static const char *const signs[2][3] = {{"", "+", "-"}, {"", "=", "=-"}};
    printf("  '*-");
    printf(is_long ? "-%s" : "%.0s%c", is_long ? k->name : "", k->letter);
    printf("%s[", signs[is_long][k->takes]);
    put_quoted(k->help, "[]:\\");
    printf("]");
    if (k->takes != OPTION_NO_ARG)
        printf(k->takes == OPTION_MAY_ARG ? "::%s:" : ":%s:", k->arg_name);
    if (*k->values)
        printf("(%s)", k->values);
    else if (k->takes != OPTION_NO_ARG)
        printf("%s", strcmp(k->source, "none") == 0 ? " " : word_of(k, actions));
    printf("' \\\n");
}

static void zsh_option(const struct known *k)
{
    if (k->letter)
        zsh_line(k, false);
    if (k->name)
        zsh_line(k, true);
}

static void zsh(void)
{
    put_head("#compdef gptui\n");
    printf("if (( CURRENT > 2 )) && [[ $words[2] == record ]]; then\n"
           "  shift words\n"
           "  (( CURRENT-- ))\n"
           "  _arguments -S \\\n");
    each_of_record(zsh_option);
    printf("  '(-):program:_command_names -e' \\\n"
           "  '*::argument:_normal'\n"
           "  return\n"
           "fi\n");
    printf("_arguments -s -S \\\n");
    each(zsh_option);
    printf("  '1:program:_files' \\\n  '*:profile:_files'\n");
}

/* ---- fish ---- */

static void fish_line(const struct known *k)
{
    if (k->letter)
        printf(" -s %c", k->letter);
    if (k->name)
        printf(" -l %s", k->name);
    if (k->takes == OPTION_NEEDS_ARG)
        printf(strcmp(k->source, "file") == 0 || strcmp(k->source, "folder") == 0 ? " -r -F"
                                                                                  : " -x");
    else if (*k->values)
        printf(" -f");
    if (*k->values)
        printf(" -a '%s'", k->values);
    printf(" -d '");
    put_quoted(k->help, "\\");
    printf("'\n");
}

static void fish_option(const struct known *k)
{
    printf("complete -c gptui");
    fish_line(k);
}

static void fish_record_option(const struct known *k)
{
    printf("complete -c gptui -n '__fish_seen_subcommand_from record'");
    fish_line(k);
}

static void fish(void)
{
    put_head("");
    each(fish_option);
    printf("complete -c gptui -n __fish_use_subcommand -a record -d 'run a program, then open its "
           "profile'\n");
    each_of_record(fish_record_option);
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
