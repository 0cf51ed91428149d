/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image_internal: an image from a file that is open already, and what the sources of this folder do
 * to it: image_elf.c, image_bfd.c, pe.c, stubs.c. */
#ifndef GPTUI_LOAD_IMAGE_IMAGE_INTERNAL_H
#define GPTUI_LOAD_IMAGE_IMAGE_INTERNAL_H

#include "core/load/file/image_file.h"
#include "core/model/image.h"

/* Add the stubs of an ELF file for x86-64, i386 or AArch64 to the symbols of im, which was read
 * from it and has some: name@plt, with SYM_STUB. Files that it cannot read, or of other machines,
 * have none. Fails with ERR_READ. */
bool stubs_add(struct image *im, const struct source *s, struct err *e) ATTR_MUST_USE;

/* Give those of im's symbols SYM_TYPED that are weak functions, and the static ones whose type is
 * function in the symbol table of the PE file that they are from; give SYM_LABEL to labels of the
 * linker and of start-up code. None in a file that is not sound. */
void pe_mark_functions(struct image *im, const struct source *s);

/* Fill im from any object file that libbfd knows. For ELF files the result is that of
 * image_read_elf, later. */
bool image_read_bfd(struct image *im, const struct source *s, const struct progress *p,
                    struct err *e) ATTR_MUST_USE;

/* Ask libbfd which character the image's target puts before each name of C; none if it does not
 * know the file. */
bool image_ask_leading_char(struct image *im, const struct source *s) ATTR_MUST_USE;

/* Fill im from an ELF file. Fails with ERR_IMAGE_*, ERR_READ, ERR_CANCELLED. */
bool image_read_elf(struct image *im, const struct source *s, const struct progress *p,
                    struct err *e) ATTR_MUST_USE;

/* image_load for a source of any kind; libbfd also for ELF if `by_bfd`. */
struct image *image_load_source(const struct source *s, bool by_bfd, const struct progress *p,
                                struct err *e) ATTR_MUST_USE;

#endif
