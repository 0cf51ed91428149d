/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/name_brackets: the parts of any name that has a source form.
 *
 * What demanglers write is read, as `int& ns::A<int>::f<char>(int) const [clone .cold]`, without
 * knowing the language's grammar, only its brackets, operators and spaces; a name that does not fit
 * has no parts. */
#ifndef GPTUI_LOAD_IMAGE_NAME_BRACKETS_H
#define GPTUI_LOAD_IMAGE_NAME_BRACKETS_H

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
};

void name_form_release(struct name_form *f);
void name_form_clear(struct name_form *f);

/* Fill an empty form from the name of a symbol, in a style. False, and it is empty, if the name has
 * no source form or one longer than anybody reads. */
bool name_form_read(const char *plain, int style, struct name_form *out);

/* Append what n bytes of a source form are to an empty form, without the return type. */
void name_form_by_brackets(const char *s, size_t n, struct name_form *out);

#endif
