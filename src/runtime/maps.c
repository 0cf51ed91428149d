/* SPDX-License-Identifier: MIT */
#include "runtime/maps.h"

#include <fcntl.h>
#include <stdbool.h>

#include "runtime/sys.h"
#include "runtime/text.h"

/* A hexadecimal number, and *at after it and one more byte. */
static uint64_t take_hex(const char **at)
{
    uint64_t n = text_take_hex(at);
    if (**at)
        ++*at;
    return n;
}

/* A word, and *at after it and one more byte. Its beginning. */
static const char *take_word(const char **at)
{
    const char *word = *at;
    while (**at && **at != ' ')
        ++*at;
    if (**at)
        ++*at;
    return word;
}

/* What is known of the file whose lines are being read. */
struct reading {
    uintptr_t file;
    uint64_t device, inode;
    void (*take)(const struct mapping *mapping, void *data);
    void *data;
};

/* "LO-HI rwxp OFFSET MAJOR:MINOR INODE   PATH"; the inode is decimal, which does not matter. */
static void take_line(void *data, const char *at)
{
    struct reading *r = data;
    uintptr_t lo = (uintptr_t)take_hex(&at), hi = (uintptr_t)take_hex(&at);
    const char *rights = take_word(&at);
    uint64_t offset = take_hex(&at);
    uint64_t device = take_hex(&at) << 32;
    device |= take_hex(&at);
    uint64_t inode = take_hex(&at);
    while (*at == ' ')
        at++;
    if (*at != '/')
        return;
    if (offset == 0 || device != r->device || inode != r->inode)
        r->file = offset == 0 && rights[0] == 'r' ? lo : 0;
    r->device = device;
    r->inode = inode;
    if (rights[2] == 'x')
        r->take(&(struct mapping){lo, hi, r->file, at}, r->data);
}

/* Calls take for each line, of which `room` bytes are kept. */
static void each_line(char *line, size_t room, void (*take)(void *data, const char *line),
                      void *data)
{
    char bytes[512];
    size_t n_line = 0;
    int fd = sys_open("/proc/self/maps", O_RDONLY, 0);
    for (ssize_t n; fd >= 0 && (n = sys_read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i] != '\n' && n_line + 1 < room)
                line[n_line++] = bytes[i];
            if (bytes[i] != '\n')
                continue;
            line[n_line] = 0;
            take(data, line);
            n_line = 0;
        }
    if (fd >= 0)
        sys_close(fd);
}

void maps_each(char *line, size_t room, void (*take)(const struct mapping *mapping, void *data),
               void *data)
{
    struct reading reading = {.take = take, .data = data};
    each_line(line, room, take_line, &reading);
}

struct map_search {
    uintptr_t address, lo, hi;
};

static void look_at_line(void *data, const char *at)
{
    struct map_search *s = data;
    uintptr_t lo = (uintptr_t)take_hex(&at), hi = (uintptr_t)take_hex(&at);
    if (s->address < lo || s->address >= hi || at[0] != 'r' || at[1] != 'w')
        return;
    s->lo = lo;
    s->hi = hi;
}

bool maps_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    char line[64];
    struct map_search search = {address, 0, 0};
    each_line(line, sizeof line, look_at_line, &search);
    *lo = search.lo;
    *hi = search.hi;
    return search.hi;
}
