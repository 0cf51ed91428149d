/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read: loads the files of a session, and warns of what is wrong with them. */
#ifndef GPTUI_SESSION_READ_H
#define GPTUI_SESSION_READ_H

#include "core/session/session.h"

/* Read the profile that the request and the settings of s name, and warn of what looks wrong in it.
 * joins: libraries are joined if no option says otherwise. Fails as load_profile does, and with
 * what print_info fails with. */
bool session_read(struct session *s, bool joins, struct err *e) ATTR_MUST_USE;

/* Read other files likewise, without a word. NULL and e as load_profile. */
struct profile *session_read_files(const struct session *s, bool joins, const char *const *files,
                                   size_t n, struct err *e) ATTR_MUST_USE;

/* Warn if the code of the image cannot be searched for calls. s->lookup is there. */
void session_warn_calls(const struct session *s);

/* Say it if a report has ranges, but not their upper ends. s->view is there. */
void session_warn_ranges(const struct session *s);

/* Say how much time is in shared libraries if a format leaves them out without being asked to. */
void session_warn_libraries(const struct session *s);

/* Print what each file holds (-i) if the options ask for it; the profile is there. */
bool session_print_info(const struct session *s, struct err *e) ATTR_MUST_USE;

#endif
