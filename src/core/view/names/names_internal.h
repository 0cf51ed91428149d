/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names_internal: what struct names reads from, and keeps. For view/names alone. */
#ifndef GPTUI_VIEW_NAMES_NAMES_INTERNAL_H
#define GPTUI_VIEW_NAMES_NAMES_INTERNAL_H

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/image/name_brackets.h"
#include "core/view/names/names.h"
#include "core/view/names/narrow.h"

struct names {
    const struct profile *profile;
    const struct line_symbols *lines; /* NULL: none */
    bool demangle;
    int style;
    uint32_t n;                   /* ids: symbols of the image, then names of line symbols */
    const char **printed;         /* per id: NULL if not yet made */
    const char **shown[NAME_RAW]; /* the same per level */
    const struct form **forms;    /* the same: of names in lists */
    struct arena texts;
    uint64_t n_bytes, most_bytes; /* of texts */
    bool spent;                   /* a text was not kept because of that */
    struct text work;
    struct name_form form; /* the one that is being made */
    struct narrow_tools tools;
    const char *(*source)(void *ctx, uint64_t addr); /* see names_ask; NULL: nobody is asked */
    void *source_ctx;
};

#define NO_NAME UINT32_MAX

/* Ids are the numbers of names as in struct symbol. */
const char *names_raw(const struct names *n, uint32_t id);

/* The form of name `id`, which stays. */
struct form names_form(struct names *n, uint32_t id);

/* Two symbols at one address. */
bool names_same_address(const struct names *n, uint32_t a, uint32_t b);

#endif
