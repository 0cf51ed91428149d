/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/profile.h"

#include "core/load/run/text.h"

enum { ROOM_LEAST = 256 << 20, ROOM_PER_BYTE = 16 };

bool run_profile(const struct run *r, size_t image, enum unite_measure what,
                 const struct image *like, struct bytes *out, struct err *e)
{
    struct text_sink to;
    const struct unite_gmon_request request = {
        .message = &r->message,
        .image = image + 1,
        .what = what,
        .layout = {&to.sink, like->addr_bytes, like->big_endian},
        .unit = r->unit,
        .most_bytes = ROOM_LEAST + (uint64_t)r->message.n * ROOM_PER_BYTE};
    text_sink_begin(&to);
    const enum unite_result result = unite_put_profile(&request);
    if (result == UNITE_OK && !to.failed) {
        *out = (struct bytes){(uint8_t *)to.text.p, to.text.n};
        return true;
    }
    text_release(&to.text);
    if (to.failed)
        return err_memory(e, 0);
    return result == UNITE_TOO_LARGE ? err_what(e, ERR_LIMIT, r->path, "counts of one image", NULL)
                                     : err_set(e, ERR_RUN_DAMAGED, r->path);
}
