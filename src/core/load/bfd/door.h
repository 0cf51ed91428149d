/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bfd/door: libbfd's header, included the way it wants, and what every use of libbfd begins with.
 */
#ifndef GPTUI_LOAD_BFD_DOOR_H
#define GPTUI_LOAD_BFD_DOOR_H

/* bfd.h refuses to be included without a configured package; nothing looks at the value. */
#define PACKAGE "gptui"
#include <bfd.h>

#include "core/load/file/image_file.h"

/* A bfd that reads from s, which must stay open as long; NULL on failure. libbfd prints nothing
 * from then on, but see bfd_door_check. Call inside guard_run. */
bfd *bfd_door_open(const struct source *s);

/* Is b an object file? Instead of bfd_check_format, which prints the warnings that it kept until it
 * knew the format, past any handler: standard error leads nowhere meanwhile. Call inside guard_run.
 */
bool bfd_door_check(bfd *b);

/* Have `work` do something with s, opened with these flags (NULL: it is no object file), and close
 * it. False if the library gave up. */
bool bfd_door_visit(const struct source *s, flagword flags, void (*work)(bfd *b, void *ctx),
                    void *ctx);

#endif
