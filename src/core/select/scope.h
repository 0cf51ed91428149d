/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scope: the namespace or class, module, package or crate that a function is in, read from its raw
 * name.
 *
 * 1. A scope is a list of components, outermost first: acme, sim, World of acme::sim::World::step.
 *    The arguments of templates are left out; so is all from the first function on, of which a
 *    local class or a lambda is a part.
 * 2. Read are C++ (Itanium C++ ABI, "5.1 External Names") and Rust in both of its forms; modules of
 *    gfortran, __MODULE_MOD_name; and packages of GNAT, package__name, in an image that has
 *    symbols of GNAT, since a C name can look the same. */
#ifndef GPTUI_SELECT_SCOPE_H
#define GPTUI_SELECT_SCOPE_H

#include "core/base/text.h"
#include "core/load/image/name_brackets.h"
#include "core/model/symbol.h"

enum { SCOPE_DEPTH = 64 }; /* most components; deeper ones are left out */

/* A reader of scopes, and the scope that it read last; all-zero but for `ada` is ready. */
struct scope {
    bool ada;      /* package__name is one of Ada */
    bool any_case; /* letters of both cases are alike in the language: they are small ones here */
    unsigned n;    /* components */
    struct text text;        /* "acme::sim", for n 0 empty */
    size_t end[SCOPE_DEPTH]; /* of each component in the text */
    struct name_form form;   /* work space */
};

/* For the names of im. */
struct scope scope_reader(const struct image *im);
void scope_release(struct scope *s);

/* Read the scope of a name as symspecs mean it, at least its first `wanted` components (from 1;
 * less work than all). */
void scope_read(struct scope *s, const char *plain, unsigned wanted);

/* A scope that somebody typed: components between "::" or ".". */
struct scope_wish {
    struct scope scope; /* of which n components are looked for */
    struct text small;  /* its text in small letters */
};

/* Take n bytes apart. */
void scope_wish_make(struct scope_wish *w, const char *p, size_t n);
void scope_wish_release(struct scope_wish *w);

/* Whether s begins with the components of w, or has none if w has none. */
bool scope_grants(const struct scope *s, const struct scope_wish *w);

#endif
