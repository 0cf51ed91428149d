/* SPDX-License-Identifier: MIT */
/* frames: not known yet of this processor. */
#include "arch/generic/frames.h"
