/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "../tools/tool.h"

static const long heap_free = 64L << 20; /* bytes that any run may take */
enum { HEAP_FACTOR = 16 };               /* and per byte of input */

static char *bad_status(const struct served *s)
{
    if (s->status == HOSTILE_HANGS)
        return text_of("no end after %s s", s->limit_sec);
    if (WIFSIGNALED(s->status))
        return text_of("killed by signal %d: %.300s", WTERMSIG(s->status), s->err);
    if (WEXITSTATUS(s->status) > 1 || strstr(s->err, ": runtime error: ") ||
        strstr(s->err, "ERROR: AddressSanitizer"))
        return text_of("exit status %d: %.300s", WEXITSTATUS(s->status), s->err);
    return NULL;
}

static const char *next_line(const char *s)
{
    const char *nl = strchr(s, '\n');
    return nl ? nl + 1 : s + strlen(s);
}

static size_t count_lines(const char *s)
{
    size_t n = 0;
    for (; *s; s = next_line(s))
        n++;
    return n;
}

static bool line_has(const char *line, const char *words)
{
    const char *at = strstr(line, words);
    return at && at < next_line(line);
}

static char *bad_message(const struct served *s)
{
    const char *line = s->err;
    for (const char *p = line; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\n') || *p == 0x7f)
            return text_of("control characters in the message");
    if (strlen(line) != s->n_err)
        return text_of("a zero byte in the message");
    if (line_has(line, "ignoring basic-block exec counts")) /* these three do not end the program */
        line = next_line(line);
    if (line_has(line, " was not written by ") || line_has(line, " written by another build of "))
        line = next_line(line);
    if (line_has(line, ": -c not supported ") || line_has(line, ": -c: no code "))
        line = next_line(line);
    while (line_has(line, " is left out: it")) /* one of several runs */
        line = next_line(line);
    size_t n = count_lines(line);
    bool three = line_has(line, "dimension"); /* gprof's own message of three lines */
    if (n == (three ? 3 : WEXITSTATUS(s->status) == 1))
        return NULL;
    return text_of("exit status %d, %zu lines: %.300s", WEXITSTATUS(s->status), n, line);
}

static char *bad_heap(const struct served *s, size_t n_input)
{
    long most = heap_free + HEAP_FACTOR * (long)n_input;
    if (s->peak_bytes <= most)
        return NULL;
    return text_of("%ld KB of heap for %zu bytes of input", s->peak_bytes >> 10, n_input);
}

char *judge_run(const struct served *s, size_t n_input)
{
    char *reason = bad_status(s);
    if (!reason)
        reason = bad_message(s);
    return reason ? reason : bad_heap(s, n_input);
}

char *judge_message(const struct served *s, const char *pattern)
{
    regex_t re;
    if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) != 0)
        fail("%s: not an expression", pattern);
    bool match = regexec(&re, s->err, 0, NULL, 0) == 0;
    regfree(&re);
    return match ? NULL : text_of("not the message expected (%s): %.300s", pattern, s->err);
}

bool judge_is_oracle(const struct served *gprof)
{
    return (served_exited(gprof, 0) || served_exited(gprof, 1)) &&
           !strstr(gprof->err, "out of memory");
}

static size_t same_bytes(const struct served *a, const struct served *b)
{
    size_t n = 0;
    while (n < a->n_out && n < b->n_out && a->out[n] == b->out[n])
        n++;
    return n;
}

/* gprof reads beyond its list of units, and so prints times of 200 digits. */
static bool out_of_units(const struct served *gprof)
{
    return strstr(gprof->out, "<s/call") || strstr(gprof->out, "-nans/call");
}

/* gprof divides by a rate of 0, and makes up names for symbols that have none: we refuse that. And
 * libbfd wants parts of an image to be sound that nobody needs. */
static bool may_differ(const struct served *s, const struct served *gprof)
{
    if (served_exited(s, 1) && served_exited(gprof, 0))
        return strstr(s->err, "has a rate of 0") || strstr(s->err, ": damaged executable");
    return served_exited(s, 0) && served_exited(gprof, 1) &&
           (strstr(gprof->err, ": not in executable format") ||
            strstr(gprof->err, ": can't find .text section") ||
            strstr(gprof->err, "references nonexistent SHT_SYMTAB_SHNDX section"));
}

char *judge_oracle(const struct served *s, const struct served *gprof, bool output)
{
    if (may_differ(s, gprof))
        return NULL;
    if (s->status != gprof->status)
        return text_of("exit status %d, gprof %d: %.200s", WEXITSTATUS(s->status),
                       WEXITSTATUS(gprof->status), WEXITSTATUS(s->status) ? s->err : gprof->err);
    if (!output || !served_exited(s, 0) || out_of_units(gprof))
        return NULL;
    size_t n = same_bytes(s, gprof);
    if (n == s->n_out && n == gprof->n_out)
        return NULL;
    return text_of("other output than gprof's from byte %zu on", n);
}
