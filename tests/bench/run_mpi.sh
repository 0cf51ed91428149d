#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What uniting the ranks' tables takes at MPI_Finalize: 16 ranks with and without the runtime by turns,
# medians of 11, against a bare MPI_Allreduce of as many bytes as the result has: at most three of them.
set -eu
dir=$BUILD/bench/mpi ROUNDS=${ROUNDS:-11}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mkdir -p "$dir"
cd "$dir"
for mpi in openmpi mpich; do
    command -v mpicc.$mpi >/dev/null && command -v mpirun.$mpi >/dev/null || { echo "$mpi: skipped: no mpicc.$mpi and mpirun.$mpi here"; continue; }
    mpicc.$mpi -O2 -pg -o finalize "$SRC/tests/runtime/programs/finalize.c"
    lib=$BUILD/libgptui-rt-mpi.so bytes=4000 i=0
    rm -f times
    while [ $i -lt "$ROUNDS" ]; do
        plain=$(mpirun.$mpi -n 16 ./finalize $bytes)
        rm -rf gmon.out*
        with=$(mpirun.$mpi -n 16 env LD_PRELOAD="$lib" ./finalize $bytes)
        echo "$plain $with" >>times
        i=$((i + 1))
    done
    # median EXPRESSION
    median() { awk "{ print $1 }" times | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
    awk -v mpi=$mpi -v one="$(median '$1')" -v plain="$(median '$2')" -v with="$(median '$4')" 'BEGIN {
        printf "%s, 16 ranks: MPI_Finalize %d us, with the profile %d us; MPI_Allreduce %d us  at most three more  %s\n",
            mpi, plain, with, one, with - plain <= 3 * one ? "met" : "MISSED" }'
done
