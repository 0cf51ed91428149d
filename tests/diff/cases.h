/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cases: named differential tests in a file.
 *
 *   case TITLE                     begins a case, in an empty folder of its own
 *   elf NAME                       the lines up to a single "." go to mkelf
 *   gmon NAME [IMAGE]              the same, to mkgmon
 *   file NAME                      the same, as they are
 *   shell COMMAND                  prepare something; must succeed; $TOOLS and $PROGRAMS are set
 *   set NAME=VALUE | unset NAME    environment of the following runs of the case
 *   run [@strict] [@status] [@nomessages] [@messages] [@input=FILE] [@pipe=FILE] [@both] [@name]
 *       [@@] ARGUMENTS
 *
 * `run` gives both programs these arguments; @both does so plainly and strictly,
 * @name starts gptui as gprof. `each` is like
 * `run` for every option list of the last `options` block:
 *   options                        one option list a line, up to "."
 *   each [marks] ARGUMENTS         -b, that list, ARGUMENTS
 *
 * Every case is one TAP line. `share NAME` copies the folder of an earlier case of the file that
 * had `keep NAME` in it. */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include "run.h"
#include "tests/support/tap.h"

void cases_run(struct tap *t, struct runner *r, const char *tools, const char *path);

#endif
