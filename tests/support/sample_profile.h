/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_profile: a profile made up in memory, the same every time.
 *
 * 60 functions of 16 bytes; main calls most of them by a fixed rule, ping and pong call each other,
 * one calls itself, the last five have neither samples nor calls. Some names are mangled, some are
 * odd: with a dot, with a slash, with bytes that no terminal should see. */
#ifndef GPTUI_TESTS_SAMPLE_PROFILE_H
#define GPTUI_TESTS_SAMPLE_PROFILE_H

#include "core/model/profile.h"

/* The caller owns it. Ends the program when memory runs out (require.h). */
struct profile *invented_profile(void);

#endif
