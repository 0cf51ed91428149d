/* SPDX-License-Identifier: MIT */
#include "runtime/place.h"

#include <stddef.h>
#include <stdint.h>

#include "runtime/text.h"

/* The first that is set to a number, as a number without leading zeros. */
static void find(char *digits, size_t room, const char *const *names, size_t n,
                 const char *(*get)(const char *name))
{
    unsigned number;
    digits[0] = 0;
    for (size_t i = 0; i < n && !digits[0]; i++) {
        const char *value = get(names[i]);
        if (value && text_to_number(value, 0, INT32_MAX, &number))
            text_add_number(digits, room, number);
    }
}

/* Of PMIx, Open MPI, MPICH and its kin, MVAPICH, Slurm, PALS, IBM's JSM and Flux. */
void place_find(struct rt_place *place, const char *(*get)(const char *name))
{
    static const char *const ranks[] = {
        "PMIX_RANK",    "OMPI_COMM_WORLD_RANK", "PMI_RANK",           "MV2_COMM_WORLD_RANK",
        "SLURM_PROCID", "PALS_RANKID",          "JSM_NAMESPACE_RANK", "FLUX_TASK_RANK"};
    static const char *const worlds[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                         "MV2_COMM_WORLD_SIZE",  "SLURM_NTASKS",
                                         "JSM_NAMESPACE_SIZE",   "FLUX_JOB_SIZE"};
    find(place->rank, sizeof place->rank, ranks, sizeof ranks / sizeof ranks[0], get);
    find(place->world, sizeof place->world, worlds, sizeof worlds / sizeof worlds[0], get);
}
