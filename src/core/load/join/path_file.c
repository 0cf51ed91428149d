/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/path_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/join/info_words.h"
#include "core/load/join/kept_run.h"

static const char first_line[] = UNITE_PATHS_FIRST_LINE, ending[] = ".paths";

enum {
    NODE_LEAST = 4, /* bytes */
    STEP = 1 << 16, /* nodes between two looks at the progress */
};

/* ---- the head ---- */

/* "N build-id ID path PATH" */
static bool take_image(struct path_file *f, char *line)
{
    struct path_image image = {0};
    uint64_t number = UINT64_MAX;
    bool good = info_number(info_word(&line, ' '), 10, &number) && number == f->n_images;
    while (*line && good) {
        const char *name = info_word(&line, ' ');
        char *value = info_word(&line, ' ');
        info_decode(value);
        if (strcmp(name, "build-id") == 0)
            image.build_id = strcmp(value, "-") ? value : NULL;
        else if (strcmp(name, "path") == 0)
            image.path = value;
    }
    if (!good || !image.path)
        return true;
    if (!mem_grow(&f->images, &f->cap, f->n_images + 1, sizeof image))
        return false;
    f->images[f->n_images++] = image;
    return true;
}

static bool take_line(struct path_file *f, char *line)
{
    const char *name = info_word(&line, ' ');
    if (strcmp(name, "image") == 0)
        return take_image(f, line);
    if (strcmp(name, "rate") == 0)
        (void)info_number(line, 10, &f->rate_hz);
    else if (strcmp(name, "nodes") == 0)
        (void)info_number(line, 10, &f->n_nodes);
    else if (strcmp(name, "lost-ticks") == 0)
        (void)info_number(line, 10, &f->lost_ticks);
    return true;
}

/* Lines up to "end", where the nodes begin. */
static bool take_head(struct path_file *f, const struct source *s, struct err *e)
{
    char *bytes = (char *)f->text.p, *at = bytes;
    for (char *end; (end = memchr(at, '\n', f->text.n - (size_t)(at - bytes))) != NULL;) {
        char *line = at;
        *end = '\0';
        at = end + 1;
        if (strcmp(line, "end") == 0) {
            f->begin = (size_t)(at - bytes);
            return f->n_nodes <= (f->text.n - f->begin) / NODE_LEAST ||
                   source_damaged(s, f->begin, "call paths", e);
        }
        if (!take_line(f, line))
            return err_memory(e, 0);
    }
    return source_damaged(s, 0, "call paths", e);
}

/* Another version says nothing to us. */
static bool read_source(struct path_file *f, const struct source *s, uid_t owner, struct err *e)
{
    size_t n = sizeof first_line - 1;
    if (!source_trusted(s, owner, e) || !source_append(s, &f->text, FILE_TASTE_BYTES, e))
        return false;
    if (f->text.n < n || memcmp(f->text.p, first_line, n) != 0)
        return source_damaged(s, 0, "call paths", e);
    return source_append(s, &f->text, s->n_bytes, e) && take_head(f, s, e);
}

bool path_file_read(const struct run_info *info, uid_t owner, struct path_file *out, struct err *e)
{
    struct text path = {0};
    struct source s;
    *out = (struct path_file){0};
    if (info->kept) {
        out->tree = &info->kept->paths;
        out->n_images = info->n_images;
        out->n_nodes = info->n_paths;
        out->lost_ticks = kept_sum(&info->kept->counts, 0);
        return true;
    }
    text_str(&path, info->stem);
    text_str(&path, ending);
    const char *name = text_z(&path);
    bool ok = (!path.failed || err_memory(e, 0)) && source_open(&s, name, e);
    if (ok) {
        ok = read_source(out, &s, owner, e);
        source_close(&s);
    }
    text_release(&path);
    if (!ok)
        path_file_release(out);
    return ok;
}

/* The program comes first in both. */
size_t path_file_image(const struct path_file *f, size_t i, const struct run_info *info)
{
    size_t k = i == 0 ? 0 : 1;
    if (f->tree)
        return i;
    while (i > 0 && k < info->n_images &&
           !(text_same(info->images[k].path, f->images[i].path) &&
             text_same(info->images[k].build_id, f->images[i].build_id)))
        k++;
    return k;
}

void path_file_release(struct path_file *f)
{
    free(f->images);
    bytes_release(&f->text);
    *f = (struct path_file){0};
}

/* ---- nodes ---- */

/* A number of 7 bits to the byte; one that is too long is a short read. */
static uint64_t take_number(struct cursor *c)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = cursor_u8(c);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    c->short_read = true;
    return 0;
}

/* Nodes while they are being read: those from the root to the last one. */
struct descent {
    const struct path_file *file;
    const struct path_target *targets;
    struct unite_tree *tree;
    struct cursor at;
    size_t *above;
    size_t depth, cap;
    uint64_t addr; /* of the last node */
};

/* Add a node of an image in the file, below those that are above it. False: memory ran out. */
static bool add_node(struct descent *d, struct unite_node *node)
{
    const struct path_target nowhere = {0, 0};
    const struct path_target to = node->image ? d->targets[node->image - 1] : nowhere;
    const bool is_mark = !node->image && d->depth == 0 && node->addr <= PATH_ALONE;
    node->addr = to.image ? node->addr + to.shift : is_mark ? node->addr : 0;
    node->image = to.image;
    size_t parent = d->depth ? d->above[d->depth - 1] : UNITE_NO_NODE;
    size_t number = unite_tree_add(d->tree, parent, node);
    if (number == UNITE_NO_NODE || !mem_grow(&d->above, &d->cap, d->depth + 1, sizeof *d->above))
        return false;
    d->above[d->depth++] = number;
    return true;
}

/* False: memory ran out, or the node cannot be there, which at.short_read then says. */
static bool take_node(struct descent *d)
{
    uint64_t up = take_number(&d->at), image = take_number(&d->at);
    uint64_t distance = take_number(&d->at), ticks = take_number(&d->at);
    uint64_t waits = ticks & 1 ? take_number(&d->at) : 0;
    d->at.short_read |= up > d->depth || image > d->file->n_images;
    if (d->at.short_read)
        return false;
    d->addr += distance >> 1 ^ (distance & 1 ? UINT64_MAX : 0);
    d->depth -= (size_t)up;
    struct unite_node node = {.image = image, .addr = d->addr, .ticks = ticks >> 1, .waits = waits};
    return add_node(d, &node);
}

static bool take_kept(void *ctx, const struct unite_node *kept)
{
    struct unite_node node = *kept;
    struct descent *d = ctx;
    d->depth = (size_t)node.depth;
    return add_node(d, &node);
}

bool path_file_add(const struct path_file *f, const struct path_target *targets,
                   struct unite_tree *tree, const struct progress *progress, struct err *e)
{
    struct descent d = {.file = f, .targets = targets, .tree = tree};
    d.at = (struct cursor){.p = f->text.p, .n = f->text.n, .at = f->begin};
    bool ok = !f->tree || unite_tree_each(f->tree, take_kept, &d) || err_memory(e, 0);
    for (uint64_t i = 0; ok && !f->tree && i < f->n_nodes; i++) {
        if (i % STEP == 0 && !progress_step(progress, "call paths", i, f->n_nodes))
            ok = err_set(e, ERR_CANCELLED, NULL);
        else if (!take_node(&d))
            ok = d.at.short_read ? err_what(e, ERR_IMAGE_DAMAGED, NULL, "call paths", NULL)
                                 : err_memory(e, 0);
    }
    free(d.above);
    return ok;
}
