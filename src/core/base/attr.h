/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attr: names for the compiler attributes that this project uses. */
#ifndef GPTUI_BASE_ATTR_H
#define GPTUI_BASE_ATTR_H

#if defined(__GNUC__)
#define ATTR_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define ATTR_MUST_USE           __attribute__((warn_unused_result))
#else
#define ATTR_PRINTF(fmt, first)
#define ATTR_MUST_USE
#endif

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#endif
