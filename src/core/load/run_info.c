/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run_info.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/text.h"

static const char first_line[] = "gptui-runtime 1";

/* The word at *at, which ends at `end` in any case; what is behind it becomes *at. */
static char *take_word(char **at, char end)
{
    char *word = *at, *stop = strchr(word, end);
    *at = stop ? stop + 1 : word + strlen(word);
    if (stop)
        *stop = '\0';
    return word;
}

static bool is_octal(const char *p)
{
    return p[0] >= '0' && p[0] <= '3' && p[1] >= '0' && p[1] <= '7' && p[2] >= '0' && p[2] <= '7';
}

/* \040 and the like become what they stand for. */
static void decode(char *word)
{
    char *to = word;
    for (const char *p = word; *p; p++) {
        if (p[0] == '\\' && is_octal(p + 1)) {
            *to++ = (char)((p[1] - '0') << 6 | (p[2] - '0') << 3 | (p[3] - '0'));
            p += 3;
        } else {
            *to++ = *p;
        }
    }
    *to = '\0';
}

/* False: no number; *value stays. */
static bool to_number(const char *word, int base, uint64_t *value)
{
    char *end;
    if (!char_is_digit(*word))
        return false;
    uint64_t number = strtoull(word, &end, base);
    if (*end)
        return false;
    *value = number;
    return true;
}

/* "N base A ticks T build-id ID path PATH": names and values behind the number, which count from 0
 * as the lines do. */
static bool take_image(struct run_info *info, char *line, struct err *e)
{
    struct run_image image = {0};
    uint64_t number = UINT64_MAX;
    bool good = to_number(take_word(&line, ' '), 10, &number) && number == info->n_images;
    while (*line && good) {
        const char *name = take_word(&line, ' ');
        char *value = take_word(&line, ' ');
        if (strcmp(name, "base") == 0) {
            good = to_number(value, 16, &image.base_addr);
        } else if (strcmp(name, "ticks") == 0) {
            good = to_number(value, 10, &image.ticks);
        } else if (strcmp(name, "path") == 0) {
            decode(value);
            image.path = value;
        }
    }
    if (!good || !image.path)
        return true;
    if (!mem_grow(&info->images, &info->cap, info->n_images + 1, sizeof image))
        return err_memory(e, 0);
    info->images[info->n_images++] = image;
    return true;
}

static bool take_line(struct run_info *info, char *line, struct err *e)
{
    const char *name = take_word(&line, ' ');
    if (strcmp(name, "image") == 0)
        return take_image(info, line, e);
    if (strcmp(name, "ticks") == 0)
        (void)to_number(line, 10, &info->ticks);
    else if (strcmp(name, "ticks-unknown") == 0)
        (void)to_number(line, 10, &info->unknown_ticks);
    return true;
}

static bool take_lines(struct run_info *info, char *text, struct err *e)
{
    if (strcmp(take_word(&text, '\n'), first_line) != 0)
        return true;
    bool ok = true;
    while (ok && *text)
        ok = take_line(info, take_word(&text, '\n'), e);
    return ok;
}

/* Put a zero byte behind the text. */
static bool end_text(struct bytes *text, struct err *e)
{
    uint8_t *p = realloc(text->p, text->n + 1);
    if (!p)
        return err_memory(e, text->n + 1);
    p[text->n] = '\0';
    text->p = p;
    return true;
}

bool run_info_read(const char *profile, struct run_info *out, struct err *e)
{
    struct text path = {0};
    *out = (struct run_info){0};
    text_str(&path, profile);
    text_str(&path, ".info");
    const char *name = text_z(&path);
    bool ok = !path.failed || err_memory(e, 0);
    ok = ok && file_read(name, &out->text, NULL, e) && end_text(&out->text, e) &&
         take_lines(out, (char *)out->text.p, e);
    text_release(&path);
    if (!ok)
        run_info_release(out);
    return ok;
}

void run_info_release(struct run_info *info)
{
    free(info->images);
    bytes_release(&info->text);
    *info = (struct run_info){0};
}
