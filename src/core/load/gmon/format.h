/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format: the constants of profile data files, for those who read and who write them
 * (GNU manual, node "File Format"). */
#ifndef GPTUI_LOAD_GMON_FORMAT_H
#define GPTUI_LOAD_GMON_FORMAT_H

#define GMON_MAGIC_WORD "gmon"

/* The dimension of histograms of waiting time, which our runtime writes. */
#define GMON_WAIT "wait"

enum gmon_tag { GMON_TAG_HIST, GMON_TAG_ARC, GMON_TAG_BLOCKS };

enum {
    GMON_VERSION = 1,
    GMON_SPARE_BYTES = 12, /* in the header of the magic layout and in that of 4.4BSD */
    GMON_DIMENSION_BYTES = 15,
    GMON_BIN_MOST = 0xffff,
    GMON_BSD44_VERSION = 0x00051879,
    GMON_BSD44_BYTES = 8 + GMON_SPARE_BYTES, /* that 4.4BSD adds to the header of BSD */
    GMON_CLOCK_HZ = 100, /* the rate of files that name none: the system's clock tick */
};

#endif
