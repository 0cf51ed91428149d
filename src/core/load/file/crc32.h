/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crc32: the check sum of debug links (that of Ethernet, bits reflected). */
#ifndef GPTUI_LOAD_FILE_CRC32_H
#define GPTUI_LOAD_FILE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The sum of what crc is the sum of (0: nothing yet), and n bytes more. */
uint32_t crc32(uint32_t crc, const uint8_t *p, size_t n);

#endif
