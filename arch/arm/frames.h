/* SPDX-License-Identifier: MIT */
/* frames: 32-bit ARM has no tables of .eh_frame, its own kind is not read: callers are not
 * measured. */
#include "arch/generic/frames.h"
