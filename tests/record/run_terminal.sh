#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# H5: gptui record where standard output is a terminal with nobody at it, in parallel jobs, and below
# launchers: nothing opens, nothing is lost, and the status is the program's.
. "$SRC/tests/record/lib.sh"
: >diff
on_terminal=$BUILD/tests/record/on_terminal
"$CC" -O1 -g -pg -o prog "$SRC/tests/record/programs/behave.c" || exit 1

# nobody NAME HOW WORDS...: record ends with status 3 and says where the profile is
nobody() {
    name=$1 how=$2
    shift 2
    rm -rf gmon.out*
    "$on_terminal" "$how" "$@" >out 2>err
    status=$?
    sed -i '/ --repeat=auto takes /d' err # it depends on how fast the machine is
    [ $status = 3 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] &&
        grep -q ': the profile is in gmon.out; look at it with: gptui ./prog gmon.out$' err &&
        [ -s gmon.out ]
    result $? "$name${status:+, status $status}"
}
nobody 'a terminal that is not ours' apart "$GPTUI" record ./prog exit 3
nobody 'in the background' background "$GPTUI" record ./prog exit 3
nobody 'continuous integration' front env CI=true "$GPTUI" record ./prog exit 3

# Somebody is there, but the browser cannot start.
rm -rf gmon.out*
"$on_terminal" front env TERM=dumb "$GPTUI" record ./prog exit 3 >out 2>err
[ $? = 3 ] && grep -q ': the profile is in gmon.out; look at it with: gptui ./prog gmon.out$' err
result $? 'a browser that fails leaves the status alone, and says where the profile is'
"$on_terminal" front env TERM=dumb "$GPTUI" record ./prog >out 2>err
holds 'also if it is 0' [ $? = 0 ]

# The processes of a parallel job.
for rank in PMIX_RANK OMPI_COMM_WORLD_RANK PMI_RANK MV2_COMM_WORLD_RANK SLURM_PROCID PALS_RANKID \
    ALPS_APP_PE JSM_NAMESPACE_RANK MP_CHILD FLUX_TASK_RANK; do
    rm -rf r.*
    env $rank=17 "$GPTUI" record -o r.%r ./prog >out 2>err
    [ -s r.17 ] && "$GPTUI" --info r.17 | grep -q '^rank 17$'
    result $? "%r: $rank"
done
rm -rf gmon.out*
for rank in 0 1 2 3; do
    OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=4 "$GPTUI" record ./prog exit 3 >out 2>>err.$rank &
done
wait
[ -s gmon.out.0 ] && [ -s gmon.out.1 ] && [ -s gmon.out.2 ] && [ -s gmon.out.3 ] && [ ! -e gmon.out ]
result $? 'record as a rank: no two write the same file'
"$GPTUI" --batch -b -p prog gmon.out.* 2>err | grep -q ' 4000 .* work$'
result $? 'and together they are the job'
rm -rf gmon.out*
SLURM_PROCID=0 SLURM_NTASKS=1 "$GPTUI" record ./prog >out 2>err
holds 'a job of one process has the usual name' [ -s gmon.out ]

# Launchers: any program of such a name.
cat >launcher.c <<'END'
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
    volatile long n = 0;
    (void)argc;
    while (clock() < CLOCKS_PER_SEC / 5)
        n++;
    return system(argv[1]) != 0;
}
END
rm -rf gmon.out*
"$CC" -O1 -o orterun launcher.c && cp orterun other || exit 1
"$GPTUI" record ./orterun './prog; ./prog' >out 2>err
status=$?
sed -i '/ --repeat=auto takes /d' err
[ $status = 0 ] && grep -q ': the profiles of 2 processes are in gmon.out.d; look at them with: gptui /.*/prog gmon.out.d$' err &&
    [ "$(wc -l <err)" = 1 ]
result $? 'a launcher is not sampled'
for run in gmon.out gmon.out.d/*.run; do "$GPTUI" --info "$run"; done >infos
grep -q '^command ./prog' infos && ! grep -q orterun infos
result $? 'and leaves nothing'
"$GPTUI" record ./other './prog' >out 2>err
status=$?
for run in gmon.out gmon.out.d/*.run; do "$GPTUI" --info "$run"; done >infos
[ $status = 0 ] && grep -q /other infos
result $? 'another program is, and does'
echo "1..$n"
