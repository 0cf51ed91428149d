/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/load/file/elf.h"

/* ---- where it is ---- */

/* 0: it can be run; else an errno. */
static int try_file(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return errno;
    return S_ISREG(s.st_mode) && access(path, X_OK) == 0 ? 0 : EACCES;
}

/* What was there but cannot be run says more than what was not there. */
static int search_folders(struct text *path, const char *folders, const char *name)
{
    int found = ENOENT;
    for (const char *at = folders;; at++) {
        size_t n = strcspn(at, ":");
        /* Try name in the folder of n bytes at `folder`; an empty one is the working folder. */
        text_clear(path);
        text_add(path, n ? at : ".", n ? n : 1);
        text_char(path, '/');
        text_str(path, name);
        text_z(path);
        int why = try_file(path->p);
        if (why == 0)
            return why;
        if (why == EACCES)
            found = why;
        at += n;
        if (!*at)
            return found;
    }
}

static int search(struct text *path, const char *folders, const char *name)
{
    char standard[256];
    if (strchr(name, '/')) {
        text_str(path, name);
        text_z(path);
        return try_file(name);
    }
    if (!folders && confstr(_CS_PATH, standard, sizeof standard) > 0)
        folders = standard;
    return *name && folders ? search_folders(path, folders, name) : ENOENT;
}

bool target_find(struct target *t, const char *name, const char *folders, struct err *e)
{
    struct text path = {0};
    *t = (struct target){.kind = TARGET_OTHER};
    int why = search(&path, folders, name);
    if (why == 0) {
        t->path = path.p;
        return true;
    }
    text_release(&path);
    return err_sys(e, ERR_OPEN, name, why);
}

void target_release(struct target *t)
{
    free(t->path);
    *t = (struct target){.kind = TARGET_OTHER};
}

/* ---- what it is ---- */

/* Look for entries among the symbols of one table. */
static void look_at_symbols(struct target *t, const struct elf *f, const struct bytes *symbols,
                            const struct bytes *names)
{
    /* The functions that code compiled with -pg calls first: names differ by machine and option. */
    static const char *const entries[] = {
        "mcount", "_mcount", "__fentry__", "__gnu_mcount_nc", "__cyg_profile_func_enter",
    };
    const size_t size = elf_symbol_bytes(f);
    if (names->n == 0 || names->p[names->n - 1] != 0)
        return;
    for (size_t at = 0; symbols->n - at >= size; at += size) {
        const struct elf_symbol y = elf_symbol_at(f, symbols->p + at);
        if (y.name < names->n) {
            /* Take note of one symbol. */
            const char *name = (const char *)names->p + y.name;
            bool is_defined = y.section != SHN_UNDEF;
            if (text_is_among(name, entries, ARRAY_LEN(entries))) {
                t->calls = true;
                t->has_runtime |= is_defined;
            }
            t->has_ours |= is_defined && strcmp(name, "gptui_rt_start") == 0;
        }
    }
}

static bool look_at_table(struct target *t, const struct elf *f, uint32_t type, struct err *e)
{
    const struct elf_section *s = elf_find_type(f, type);
    struct bytes symbols = {0}, names = {0};
    bool ok =
        !s || s->link >= f->n_sections ||
        (elf_contents(f, s, &symbols, e) && elf_contents(f, &f->sections[s->link], &names, e));
    if (ok)
        look_at_symbols(t, f, &symbols, &names);
    bytes_release(&symbols);
    bytes_release(&names);
    return ok;
}

/* Does a program header ask for a dynamic linker? It is one of the first. */
static bool wants_linker(const struct elf *f)
{
    struct elf_segment segments[16];
    bool wants = false;
    for (size_t i = 0, n = elf_segments(f, segments, ARRAY_LEN(segments)); i < n; i++)
        wants |= segments[i].type == PT_INTERP;
    return wants;
}

static bool inspect_elf(struct target *t, const struct source *s, struct err *e)
{
    struct elf f;
    if (!elf_open(&f, s, e))
        return false;
    t->kind = wants_linker(&f) ? TARGET_DYNAMIC : TARGET_STATIC;
    t->machine = (struct machine){f.is64, f.big_endian, f.machine};
    bool ok = look_at_table(t, &f, SHT_DYNSYM, e) && look_at_table(t, &f, SHT_SYMTAB, e);
    elf_release(&f);
    return ok;
}

/* Would the program get rights from its file? The dynamic linker then preloads nothing for us. */
static bool is_guarded(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && (((s.st_mode & S_ISUID) && s.st_uid != getuid()) ||
                                   ((s.st_mode & S_ISGID) && s.st_gid != getgid()));
}

/* A file that cannot be read is no failure: the program may still run. Want of memory is one. */
static bool forgive(struct err *e)
{
    if (e->code == ERR_MEMORY)
        return false;
    err_clear(e);
    return true;
}

bool target_inspect(struct target *t, struct err *e)
{
    struct source s;
    char start[2];
    t->guarded = is_guarded(t->path);
    if (!source_open(&s, t->path, e))
        return forgive(e);
    bool ok = true;
    if (elf_recognise(&s))
        ok = inspect_elf(t, &s, e) || forgive(e);
    else if (source_get(&s, 0, start, sizeof start) == sizeof start)
        t->kind = memcmp(start, "#!", 2) == 0   ? TARGET_SCRIPT
                  : memcmp(start, "MZ", 2) == 0 ? TARGET_WINDOWS
                                                : TARGET_OTHER;
    source_close(&s);
    return ok;
}

bool machine_equal(const struct machine *a, const struct machine *b)
{
    return a->is64 == b->is64 && a->big_endian == b->big_endian && a->number == b->number;
}
