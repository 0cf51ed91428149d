/* SPDX-License-Identifier: MIT */
/* place: which rank of a parallel job this process is, and how parallel jobs are recognised: the
 * variables in which launchers tell each process its rank and the number of all, in the order in
 * which they are looked for, and the launchers. */
#ifndef GPTUI_RUNTIME_PLACE_H
#define GPTUI_RUNTIME_PLACE_H

/* Digits that are the environment's, which may change them: so they are copied. Empty: unknown. */
struct rt_place {
    char rank[12], world[12];
};

/* Of PMIx, Open MPI, MPICH and its kin, MVAPICH, Slurm, PALS, ALPS, IBM's JSM and PE, and Flux. */
#define PLACE_RANKS                                                                                \
    "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID",        \
        "PALS_RANKID", "ALPS_APP_PE", "JSM_NAMESPACE_RANK", "MP_CHILD", "FLUX_TASK_RANK"
#define PLACE_WORLDS                                                                               \
    "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "SLURM_NTASKS",                     \
        "JSM_NAMESPACE_SIZE", "MP_PROCS", "FLUX_JOB_SIZE"

/* Names of their files: what users start, and what that leaves on each machine of the job. */
#define PLACE_LAUNCHERS                                                                            \
    "mpirun", "mpiexec", "mpirun.openmpi", "mpiexec.openmpi", "orterun", "orted", "oshrun",        \
        "prterun", "prte", "prted", "prun", "mpiexec.hydra", "mpirun.hydra", "mpirun.mpich",       \
        "mpiexec.mpich", "hydra_pmi_proxy", "hydra_bstrap_proxy", "mpirun_rsh", "mpispawn",        \
        "srun", "slurmstepd", "aprun", "jsrun", "poe", "flux", "flux-shell", "ibrun"

#endif
