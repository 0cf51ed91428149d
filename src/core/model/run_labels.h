/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_labels: short names for runs: their ranks, or what their files' names do not have in common.
 */
#ifndef GPTUI_MODEL_RUN_LABELS_H
#define GPTUI_MODEL_RUN_LABELS_H

#include "core/model/runs.h"

/* Give every run of r, whose other facts and first files are known, a label; then put them into
 * order: by rank or by number where all labels are such, else as they are. order[i] becomes the new
 * place of the run that was at i. */
void run_labels_set(struct profile_runs *r, const struct profile_file *files, uint32_t *order);

#endif
