/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/image.h"

#include <stdlib.h>

void image_trust_types(struct image *im)
{
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (im->symbols[i].flags & SYM_TYPED)
            im->symbols[i].flags |= SYM_FUNC;
}

void image_free(struct image *im)
{
    if (!im)
        return;
    free(im->path);
    free(im->symbols_path);
    free((char *)im->names);
    free(im->symbols);
    free(im->objects);
    free(im);
}
