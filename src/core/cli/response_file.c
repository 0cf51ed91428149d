/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/response_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/char.h"
#include "core/base/file/file.h"
#include "core/base/text.h"

enum {
    FILES_MOST = 2000,          /* this many words with an @ are one too many, as in gprof */
    TEXT_MOST_BYTES = 16 << 20, /* of all files together; as options they take 18 times as much */
};

struct expansion {
    struct words *out;
    const char **todo; /* words to look at, the next one last */
    size_t n_todo;
    size_t n_files, text_bytes;
};

void words_release(struct words *w)
{
    free(w->p);
    arena_release(&w->text);
    *w = (struct words){0};
}

void words_add(struct words *w, const char *word)
{
    mem_append(&w->p, &w->n, &word, sizeof *w->p);
}

/* Take one word off the text at *at (no blank), which ends with a zero byte, and unquote it in
 * place: it never grows. *at is then after the word and its separator. */
static char *take_word(char **at)
{
    char *word = *at, *to = word, *p = word, quote = 0;
    for (; *p && (quote || !char_is_space(*p)); p++)
        if (*p == '\\') {
            if (!*++p)
                break;
            *to++ = *p;
        } else if (*p == quote) {
            quote = 0;
        } else if (!quote && (*p == '\'' || *p == '"')) {
            quote = *p;
        } else {
            *to++ = *p;
        }
    *at = *p ? p + 1 : p;
    *to = '\0';
    return word;
}

static void push(struct expansion *x, const char *word)
{
    mem_append(&x->todo, &x->n_todo, &word, sizeof *x->todo);
}

/* The words of a file's text, to be looked at next. */
static void push_text(struct expansion *x, char *text)
{
    size_t first = x->n_todo;
    for (;;) {
        while (char_is_space(*text))
            text++;
        if (!*text)
            break;
        push(x, take_word(&text));
    }
    const char **p = x->todo + first;
    size_t n = x->n_todo - first;
    for (size_t i = 0; i < n / 2; i++) {
        const char *swap = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = swap;
    }
}

/* The text of the file, in the words' arena; NULL in *text if it cannot be read. */
static bool file_text(struct expansion *x, const char *path, char **text, struct err *e)
{
    const struct file_taste all = {.progress = x->out->progress};
    struct err unreadable = ERR_INIT;
    struct bytes b;
    *text = NULL;
    if (!file_read_if(strcmp(path, "-") == 0 ? "./-" : path, &all, &b, &unreadable)) {
        err_need_memory(&unreadable);
        return true;
    }
    x->text_bytes += b.n;
    if (x->text_bytes <= TEXT_MOST_BYTES)
        *text = arena_text(&x->out->text, (const char *)b.p, b.n);
    bytes_release(&b);
    if (x->text_bytes > TEXT_MOST_BYTES)
        return err_what(e, ERR_ARGUMENTS, NULL, "more than 16 MiB of text in @-files", NULL);
    return true;
}

static bool expand_word(struct expansion *x, const char *word, struct err *e)
{
    char *text = NULL;
    struct stat st;
    if (word[0] == '@') {
        if (++x->n_files == FILES_MOST)
            return err_what(e, ERR_ARGUMENTS, NULL, "too many @-files encountered", NULL);
        if (stat(word + 1, &st) == 0 && S_ISDIR(st.st_mode))
            return err_what(e, ERR_ARGUMENTS, NULL, "@-file refers to a directory", NULL);
        if (!file_text(x, word + 1, &text, e))
            return false;
    }
    if (text)
        push_text(x, text);
    else
        words_add(x->out, word);
    return true;
}

bool words_expand(struct words *w, int argc, char *const *argv, struct err *e)
{
    struct expansion x = {.out = w};
    bool ok = true;
    for (int i = argc; i-- > 1;)
        push(&x, argv[i]);
    while (ok && x.n_todo)
        ok = expand_word(&x, x.todo[--x.n_todo], e);
    free(x.todo);
    return ok;
}
