/* SPDX-License-Identifier: MIT */
/* wait_kind: what a thread waits for, by its system call and the descriptors that it hands in. */
#ifndef GPTUI_RUNTIME_WAIT_KIND_H
#define GPTUI_RUNTIME_WAIT_KIND_H

#include <stdint.h>

#include "runtime/look.h"

/* tasks: as for look_at(). arg: the call's six arguments. */
enum wait_kind wait_kind_of(int tasks, int tid, long number, const uint64_t *arg);

#endif
