/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/image.h"

#include <stdlib.h>

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
