/* SPDX-License-Identifier: MIT */
#include "runtime/text.h"

#include <errno.h>

#include "runtime/guard.h"
#include "runtime/sys.h"

size_t text_length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

void text_add(char *to, size_t room, const char *s)
{
    size_t n = text_length(to);
    while (*s && n + 1 < room)
        to[n++] = *s++;
    to[n] = 0;
}

void text_add_number(char *to, size_t room, uint64_t number)
{
    char digits[21], *at = digits + sizeof digits - 1;
    *at = 0;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    text_add(to, room, at);
}

bool text_equal(const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

bool text_to_number(const char *s, unsigned least, unsigned most, unsigned *number)
{
    uint64_t n = 0;
    if (!*s)
        return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9')
            return false;
        n = n * 10 + (uint64_t)(*s - '0');
        if (n > most)
            return false;
    }
    if (n < least)
        return false;
    *number = (unsigned)n;
    return true;
}

uint64_t text_take_hex(const char **at)
{
    uint64_t n = 0;
    for (;; ++*at) {
        char c = **at;
        if (c >= '0' && c <= '9')
            n = n * 16 + (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            n = n * 16 + (uint64_t)(c - 'a' + 10);
        else
            return n;
    }
}

const char *text_base(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (*path == '/')
            base = path + 1;
    return base;
}

static void add_error(char *to, size_t room, int error)
{
    static const struct {
        int number;
        char words[52];
    } known[] = {
        {EPERM, "not permitted"},
        {ENOENT, "nothing of that name is there"},
        {EIO, "the device reports an error"},
        {ENXIO, "nobody reads the pipe"},
        {ENOMEM, "no memory"},
        {EACCES, "permission denied"},
        {EEXIST, "a file of that name is in the way"},
        {ENOTDIR, "a part of the path is no folder"},
        {EISDIR, "it is a folder"},
        {ENFILE, "too many open files in the system"},
        {EMFILE, "too many open files"},
        {EFBIG, "larger than files may be (ulimit -f)"},
        {ENOSPC, "no space left on the device"},
        {EROFS, "the file system is read-only"},
        {EPIPE, "nobody reads the pipe any more"},
        {ENAMETOOLONG, "the name is too long"},
        {ELOOP, "it is a symbolic link"},
        {EDQUOT, "the disk quota is used up"},
        {EOPNOTSUPP, "its file system does not promise room"},
        {ENOSYS, "that needs Linux 5.14"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].number == error) {
            text_add(to, room, known[i].words);
            return;
        }
    text_add(to, room, "error ");
    text_add_number(to, room, (uint64_t)error);
}

static void add_shown(char *to, size_t room, const char *s)
{
    static const char digits[] = "0123456789abcdef", dots[] = "...";
    for (; *s && text_length(to) + sizeof "\\xHH" + sizeof dots <= room; s++) {
        unsigned char c = (unsigned char)*s;
        if (c >= ' ' && c < 0x7f)
            text_add(to, room, (const char[2]){*s, 0});
        else
            text_add(to, room, (const char[5]){'\\', 'x', digits[c / 16], digits[c % 16], 0});
    }
    text_add(to, room, *s ? dots : "");
}

void text_complain(const char *what, const char *where, const char *why, int error)
{
    enum { WHY_BYTES = 150 };
    const struct guard_user as_it_is = {.is_other = false};
    struct guard guard;
    char line[512];
    line[0] = 0;
    text_add(line, sizeof line, "gptui-rt: ");
    text_add(line, sizeof line, what);
    text_add(line, sizeof line, " ");
    add_shown(line, sizeof line - WHY_BYTES, where);
    text_add(line, sizeof line, *why ? " " : "");
    text_add(line, sizeof line, why);
    text_add(line, sizeof line, error > 0 ? ": " : "");
    if (error > 0)
        add_error(line, sizeof line, error);
    text_add(line, sizeof line, "\n");
    /* Standard error may be a file without room, or a pipe that nobody reads. */
    guard_begin(&guard, &as_it_is);
    sys_write_all(2, line, text_length(line));
    guard_end(&guard);
}
