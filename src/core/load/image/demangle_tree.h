/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/demangle_tree: source forms of C++ names with their parts, from the tree that
 * libiberty's demangler makes. */
#ifndef GPTUI_LOAD_IMAGE_DEMANGLE_TREE_H
#define GPTUI_LOAD_IMAGE_DEMANGLE_TREE_H

#include "core/base/text.h"

/* What a part of a name is. Parts lie within one another, or apart; those before come first, outer
 * ones before inner ones. Bytes that are no part belong to the one around them. */
enum form_kind {
    FORM_NONE,
    FORM_SCOPE,      /* what qualifies the name that follows, with its sign: "A<int>::" */
    FORM_OWN,        /* the function's own name, without arguments */
    FORM_ARGUMENTS,  /* "<int, char>" */
    FORM_PARAMETERS, /* "(int, char) const" */
    FORM_LAMBDA,     /* "(int)" of "{lambda(int)#1}" */
    FORM_ARGUMENT,   /* one of any of these three, without the comma */
    FORM_CLONE,      /* " [clone .cold]": which of the copies that a compiler made */
};

struct form_part {
    uint32_t lo, hi; /* bytes of the text */
    enum form_kind kind;
};

/* A source form without its return type. An all-zero one is empty and ready. */
struct name_form {
    struct text text;
    struct form_part *parts;
    size_t n_parts, cap_parts;
    bool swells; /* there is none here: the text would be longer than anybody reads */
};

void name_form_release(struct name_form *f);
void name_form_clear(struct name_form *f);

/* Fill an empty form from a mangled name of C++ ("_Z...", nothing to be carried over). False, and
 * the form is empty, where the style does not read such names or the library's tree of the name is
 * not understood. Safe for any bytes. */
bool demangle_parts(const char *name, int style, struct name_form *out);

#endif
