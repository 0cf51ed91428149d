/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bfd/door: libbfd's header, included the way it wants, and what every use of libbfd begins with.
 */
#ifndef GPTUI_LOAD_BFD_DOOR_H
#define GPTUI_LOAD_BFD_DOOR_H

/* bfd.h refuses to be included without a configured package; nothing looks at the value. */
#define PACKAGE "gptui"
#include <bfd.h>

#include "core/load/source.h"

/* A bfd that reads from s, which must stay open as long; NULL on failure. libbfd prints nothing
 * from then on. Call inside guard_run. */
bfd *bfd_door_open(const struct source *s);

#endif
