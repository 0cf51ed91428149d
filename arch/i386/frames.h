/* SPDX-License-Identifier: MIT */
/* frames: those of x86. */
#include "arch/x86/frames.h"
