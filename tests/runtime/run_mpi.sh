#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The ranks of a job of MPI write one profile: with Open MPI and MPICH, whichever is there. With LONG=1 more of them
# in more orders, and every way of Fortran with both. What they do inside MPI: cli/run_mpi.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
# A thread of a team that spins may be stopped in a handler, whose sample then comes after a rank's own file.
export OMP_WAIT_POLICY=passive
lib=$RT/libgptui-rt-mpi.so

# has MPI: can programs be built and run with it?
has() { command -v "mpicc.$1" >/dev/null && command -v "mpirun.$1" >/dev/null; }

# job MPI OPTIONS RANKS WORDS...: sets status and err, which has the runtime's own lines
job() {
    rm -rf gmon.*
    mpi=$1 options=wait=900${2:+,$2} ranks=$3
    shift 3
    case $mpi in
    openmpi) set -- mpirun.openmpi -x LD_PRELOAD="$lib" -x GPTUI_RT="$options" -n "$ranks" "$@" ;;
    *) set -- mpirun.mpich -genv LD_PRELOAD "$lib" -genv GPTUI_RT "$options" -n "$ranks" "$@" ;;
    esac
    "$@" >out 2>all
    status=$?
    ended gmon.out
    err=$(grep '^gptui-rt:' all)
}

# own: profiles that ranks wrote for themselves, without what they counted after MPI_Finalize
own() { pairs '^after ' 1; }

# pairs LINE STATUS: profiles in the folder in whose run grep finds such a line, or not
pairs() {
    for run in gmon.out.d/*.run; do
        [ -e "$run" ] || continue
        about "${run%.run}" | grep -q "$1"
        [ $? = "$2" ] && echo "${run%.run}"
    done
}

# leaf PROGRAM FILES...: calls of it
leaf() { "$GPTUI" --batch -b -p "$@" 2>/dev/null | awk '$7 ~ /^leaf/ { print $4; n++ } END { if (!n) print 0 }'; }

# same NAME PROGRAM: the job's files are what -s makes of the ranks' own, byte for byte
same() {
    rm -rf gmon.sum*
    # shellcheck disable=SC2046
    { "$GPTUI" -s "$2" $(own) && cmp gmon.out gmon.sum && cmp gmon.out.run gmon.sum.run; } >different 2>&1
    verdict $? "$1" "$(cat different; ls gmon.*)"
}

# totals PROGRAM FILES...: mean, most and worst run of functions with all that they call
totals() {
    "$GPTUI" --format=csv --statistics -p "$@" 2>/dev/null | tr -d '\r' | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { print $at["name"], $at["total_mean_seconds"], $at["total_max_seconds"], $at["total_worst_run"] }' | sort | xargs
}

# runs [FILE]: how many there are in it
runs() { about "${1:-gmon.out}" 2>/dev/null | awk '$1 == "runs" { n = $2 } END { print n ? n : 1 }'; }

# All code of a library that says nothing of its functions: usleep is no function to it.
cat >bare.c <<END
#include "$here/sample.h"
static __attribute__((used, noinline)) int burn(unsigned us)
{
    for (int i = 0; i < 5; i++)
        gptui_rt_sample();
    return us == 0;
}
__asm__(".globl usleep\nusleep: " JUMP " burn");
END
case $(uname -m) in x86_64 | i?86) jump=jmp ;; *) jump=b ;; esac
"$CC" -O2 -fno-toplevel-reorder -DJUMP="\"$jump\"" -shared -fPIC -fno-asynchronous-unwind-tables -nostartfiles \
    -nodefaultlibs -Wl,--no-eh-frame-hdr -s -o libbare.so bare.c || exit 1

[ -n "${LONG-}" ] && delays='1 2 3' most=16 || delays=2 most=5
for mpi in openmpi mpich; do
    if ! has $mpi; then
        skip "$mpi" "no mpicc.$mpi"
        continue
    fi
    mpicc.$mpi -w -O2 -g -pg -fopenmp -Wl,--build-id=0x0101 -o c.$mpi "$here/ranks.c" || exit 1
    p=./c.$mpi

    # Every order in which ranks arrive.
    for count in 1 2 $most; do
        case ${LONG:+all}$mpi$count in mpich[12]) continue ;; esac
        for delay in $delays; do
            job $mpi ranks=on,asked=on $count $p d$delay t2
            equal "$mpi: $count ranks, order $delay: one file has all calls" \
                "0 $((count * (count + 1) * 500 + count * 2000)) $count" \
                "$status $(leaf $p gmon.out) $(runs)"
            [ "$count" = 1 ] && break # one run keeps what has no sum
            same "$mpi: $count ranks, order $delay: it is the sum of their own" $p
        done
    done
    equal "$mpi: nothing is said" '' "$err"
    [ "$(own | wc -l)" = $most ]
    verdict $? "$mpi: with ranks=on each rank's file is there, too" "$(ls gmon.out.d)"
    job $mpi ranks=on,asked=on,paths=on 4 $p d2 s30 t2
    same "$mpi: 4 ranks that work: it is the sum of their own" $p
    # What share of a rank is inside MPI, and how totals are spread, by programs that count their samples.
    mpicc.$mpi -w -O2 -g -pg -pthread -o inside.$mpi "$here/inside.c" || exit 1
    job $mpi ranks=on,asked=on,paths=on 3 ./inside.$mpi
    "$GPTUI" --format=json --statistics -p ./inside.$mpi gmon.out >json 2>err
    equal "$mpi: the share of each rank inside MPI" '0 75 1 60 2 50' \
        "$(sed -n 's/.*"rank":\([0-9]*\).*"mpi_percent":\([0-9.]*\)}.*/\1 \2/p' json | xargs)"
    equal "$mpi: totals by call paths, spread over ranks" 'beside 0.07 0.07 0 main 0.5 0.6 2 reduce 0.3 0.3 0 take 0.57 0.67 2' \
        "$(totals ./inside.$mpi gmon.out)"
    # shellcheck disable=SC2046
    equal "$mpi: so the ranks' own files say" "$(totals ./inside.$mpi gmon.out)" "$(totals ./inside.$mpi $(own))"
    same "$mpi: shares and totals: it is the sum" ./inside.$mpi
    # A library without tables for exceptions and symbols is one function.
    used=$lib lib=$lib:$TMPDIR/libbare.so
    job $mpi ranks=on,asked=on 2 $p d1
    lib=$used
    about | grep -q '^image [0-9]* ticks [1-9].*libbare.so$'
    verdict $? "$mpi: a library without tables has time" "$(about)"
    same "$mpi: a library without tables: it is the sum" $p
    job $mpi '' 3 $p d1
    equal "$mpi: without it there is none, and nothing is kept" '0 6000 0 0' \
        "$status $(leaf $p gmon.out) $(own | wc -l) $(ls gmon.out.d/*.keep 2>/dev/null | wc -l)"
    ask -p $p gmon.out '$NF == "leaf" { print $4 }' >answer
    equal "$mpi: GNU gprof reads it" 6000 "$(cat answer)"

    # Languages, and what else is tried with one of them.
    links='rt rt-mpi' afters='- ranks=on'
    case ${LONG:+all}$mpi in
    openmpi) ways=f08 lates=0 afters=ranks=on ;;
    mpich) ways=mpi lates= links=rt-mpi afters=- ;;
    *) ways='mpif mpi f08' lates='0 1 2' ;;
    esac
    if [ -n "${LONG-}" ] && mpicxx.$mpi -w -O2 -g -pg -fopenmp -o cc.$mpi -xc++ "$here/ranks.c" 2>log; then
        job $mpi ranks=on 4 ./cc.$mpi t2 d1
        equal "$mpi: C++" '0 18000' "$status $(leaf ./cc.$mpi gmon.out)"
        same "$mpi: C++: it is the sum" ./cc.$mpi
    elif [ -n "${LONG-}" ]; then
        skip "$mpi: C++" "$(head -n 1 log)"
    fi
    for how in $ways; do
        if mpifort.$mpi -O0 -g -pg -fopenmp -o f.$mpi "$here/ranks_$how.f90" 2>log; then
            job $mpi ranks=on 4 ./f.$mpi
            equal "$mpi: Fortran by $how" '0 10000' "$status $(leaf ./f.$mpi gmon.out)"
            same "$mpi: Fortran by $how: it is the sum" ./f.$mpi
        else
            skip "$mpi: Fortran by $how" "$(head -n 1 log)"
        fi
    done

    # Ranks that do not come in time.
    for late in $lates; do
        job $mpi wait=1 4 $p w$late
        equal "$mpi: rank $late is late: each writes its own" '0 10000 1' \
            "$status $(leaf $p gmon.out $(own)) $(echo "$err" | grep -c 'every rank writes its own profile$')"
        [ "$(runs)" = 1 ] && [ "$(own | wc -l)" = 3 ]
        verdict $? "$mpi: rank $late is late: and nothing together" "$err
$(ls gmon.out.d)"
    done
    job $mpi '' 4 $p a2
    [ "$status" != 0 ] && [ "$(leaf $p $(pairs '^rank 2$' 0))" = 3000 ]
    verdict $? "$mpi: who calls MPI_Abort writes its own" "$status $(ls gmon.out.d)"

    # Ranks that are killed: what they and the others counted is there, once. What else
    # there is depends on mpirun, which ends the others by SIGTERM (Open MPI) or SIGKILL.
    job $mpi wait=20 4 $p m1 k2
    [ "$status" != 0 ] && ls gmon.out.d/*.keep >kept
    verdict $? "$mpi: a killed rank's counts are kept" "$status $(ls gmon.out.d)"
    equal "$mpi: a rank is killed while others wait: all is there, once" '10000 0' \
        "$(leaf $p gmon.out.d) $(ls gmon.out.d/*.keep 2>/dev/null | wc -l)"
    job $mpi wait=1 4 $p w2 k2
    equal "$mpi: a rank is killed after the others gave it up: all is there, once" '10000 1' \
        "$(leaf $p gmon.out.d) $(echo "$err" | grep -c 'in time: every rank writes its own profile$')"

    # After the end.
    for options in $afters; do
        options=${options#-}
        job $mpi "$options" 4 $p l7
        equal "$mpi: what is called after MPI_Finalize has files of its own ($options)" '28 4' \
            "$(leaf $p $(pairs '^after MPI_Finalize' 0)) $(pairs '^after MPI_Finalize' 0 | wc -l)"
        equal "$mpi: gptui adds them, and counts nothing twice ($options)" '10028 10028 10028 10000' \
            "$(leaf $p gmon.out) $(leaf $p) $(leaf $p gmon.out.d) $(leaf --strict $p gmon.out)"
    done

    # Several programs in one job.
    cp c.$mpi other.$mpi && mpicc.$mpi -w -O2 -g -pg -fopenmp -Wl,--build-id=0x0102 -o other.$mpi "$here/ranks.c"
    set -- -n 2 $p : -n 3 ./other.$mpi
    [ $mpi = mpich ] || set -- -n 2 -x LD_PRELOAD="$lib" $p : -n 3 -x LD_PRELOAD="$lib" ./other.$mpi
    rm -rf gmon.*
    case $mpi in
    openmpi) mpirun.openmpi "$@" 2>all ;;
    *) mpirun.mpich -genv LD_PRELOAD "$lib" "$@" 2>all ;;
    esac
    equal "$mpi: two programs: each has a profile" '0 3000 12000 2' \
        "$? $(leaf $p gmon.out) $(leaf ./other.$mpi gmon.out.d) $(grep -c '^gptui-rt: . of 5 ranks have their profile in' all)"

    # A job that starts another one; not every build of MPICH can.
    mpicc.$mpi -w -O1 -g -pg -o starts.$mpi "$here/spawned.c"
    job $mpi '' 2 "$PWD/starts.$mpi" 3
    if [ $status = 0 ] || mpirun.$mpi -n 2 "$PWD/starts.$mpi" 3 >all 2>&1; then
        started=$(pairs '^runs ' 0)
        equal "$mpi: what MPI_Comm_spawn starts is a job of its own" '0 2000 2 30 3' \
            "$status $(leaf ./starts.$mpi gmon.out) $(runs) $(leaf ./starts.$mpi "$started") $(runs "$started")"
    else
        skip "$mpi: MPI_Comm_spawn" "$(grep -m 1 -i 'fail\|error' all)"
    fi

    # Linked, preloaded or both.
    for linked in $links; do
        mpicc.$mpi -w -O1 -g -pg -fopenmp -o linked.$mpi "$here/ranks.c" -L"$RT" -Wl,-rpath,"$RT" -lgptui-$linked
        job $mpi '' 3 ./linked.$mpi
        equal "$mpi: linked with -lgptui-$linked, and preloaded" '0 6000 0' "$status $(leaf ./linked.$mpi gmon.out) $(own | wc -l)"
    done
    rm -rf gmon.* && mpirun.$mpi -n 3 ./linked.$mpi 2>all
    equal "$mpi: linked, and not preloaded" '0 6000 0' "$? $(leaf ./linked.$mpi gmon.out) $(own | wc -l)"

    # gptui record
    rm -rf gmon.*
    "$GPTUI" record --mpi --no-open mpirun.$mpi -n 4 $p c50 >out 2>all
    equal "$mpi: gptui record --mpi" '0 10000 4' "$? $(leaf $p gmon.out) $(runs)"
    about | grep -q '^paths [1-9]' && [ -z "$(own)" ]
    verdict $? "$mpi: with call paths of all ranks, and no files of theirs" "$(cat all; ls gmon.*)"
done

finish
