/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names_internal: what view/names and view/names/short share. */
#ifndef GPTUI_VIEW_NAMES_NAMES_INTERNAL_H
#define GPTUI_VIEW_NAMES_NAMES_INTERNAL_H

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/image/demangle.h"
#include "core/load/image/demangle_tree.h"
#include "core/view/names/names.h"

struct form;

enum { N_CACHED = NAME_FULL + 1 };

struct names {
    const struct profile *profile;
    const struct line_symbols *lines; /* NULL: none */
    bool demangle;
    int style;
    uint32_t n;                    /* ids: symbols of the image, then names of line symbols */
    const char **cached[N_CACHED]; /* per level and id: NULL if not yet made */
    struct arena texts;
    uint64_t n_bytes, most_bytes; /* of texts: a short symbol can stand for a megabyte */
    bool spent;                   /* a text was not kept because of that */
    struct text work;
    const char *(*source)(void *ctx, uint64_t addr); /* see names_ask; NULL: nobody is asked */
    void *source_ctx;
    const struct form **forms; /* per id: NULL if not yet made */
    struct name_form form;     /* the one that is being made */

    uint32_t *slot, *next; /* ids by start key: chains, NO_NAME ends one */
    uint32_t *whole;       /* per id: whole key, 0 if not yet looked at */
    uint32_t n_slots;      /* a power of two */

    struct taken {
        uint32_t *ids; /* open addressing by text, NO_NAME is free */
        uint32_t n, cap;
    } taken; /* by short names */
};

#define NO_NAME UINT32_MAX

/* Ids are the numbers of names as in struct symbol. */
const char *names_raw(const struct names *n, uint32_t id);

/* The raw name without the target's leading character: what is demangled, and shown where that says
 * nothing. It lies in the raw one. */
const char *names_plain(const struct names *n, uint32_t id);

/* On Windows some calling conventions write the bytes of the arguments to a name: f@8 (stdcall),
 * @f@8 (fastcall), f@@8 (vectorcall). True, and how many bytes from *bare on are the f of a plain
 * name, if it is such a one. */
bool names_undecorate(const struct names *n, const char *plain, const char **bare, size_t *n_bare);

/* Two symbols of one function, or such that no name can tell apart. */
bool names_same_function(const struct names *n, uint32_t a, uint32_t b);

/* Two symbols at one address. */
bool names_same_address(const struct names *n, uint32_t a, uint32_t b);

/* What debug information calls the function in its source; NULL: not known. */
const char *names_source(const struct names *n, uint32_t id);

/* The cache of a level, made when first needed. NULL: no memory. */
const char **names_cache(struct names *n, enum name_level level);

/* What work holds, for good. NULL: no memory, or `spent`. */
const char *names_keep_work(struct names *n);

/* The name in full, from the cache or into it; raw if it cannot be kept. NULL: no memory. */
const char *names_full(struct names *n, uint32_t id);

/* Is it the name at all levels below, too? */
bool names_is_fixed(const struct names *n, uint32_t id, const char *full);

#endif
