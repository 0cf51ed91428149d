#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual's recipe for continuous integration: its commands run as they stand there, on a repository
# whose newest commit made the program three times as slow. Samples are those that it asks for.
. "$SRC/tests/cli/lib.sh"
LC_ALL=C GPTUI_RT=asked=on PATH=$BUILD/tests/rt:$PATH HOME=$TMPDIR why=log
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
export LC_ALL GPTUI_RT PATH HOME GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
export GIT_CONFIG_NOSYSTEM=1
unset GMON_OUT_PREFIX
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi
if ! command -v git >/dev/null || ! command -v make >/dev/null || ! command -v bash >/dev/null; then
    echo "1..0 # SKIP no git, make or bash here"
    exit 0
fi

sed -n '/^\.SS Guarding performance/,/^\.S[HS] [^G]/p' "$SRC/man/gptui.1" |
    sed -n '/^\.EX/,/^\.EE/{/^\./!p;}' | sed 's/\\(aq/'"'"'/g; s/\\-/-/g; s/\\e$/\\/; s/\\&//g' >commands
[ "$(grep -c '' commands)" -ge 8 ] && grep -q '^git worktree' commands
result $? 'the manual has the commands'

git init -q -b main origin.git >log 2>&1 && (
    cd origin.git || exit 1
    cat >prog.c <<'END'
#include "tests/runtime/programs/sample.h"
__attribute__((noipa)) static void compare_keys(void)
{
    for (int i = 0; i < ROUNDS; i++)
        gptui_rt_sample();
}
int main(void)
{
    for (int i = 0; i < 10; i++)
        compare_keys();
    return 0;
}
END
    printf 'ROUNDS = 30\nprog: prog.c\n\t$(CC) $(CFLAGS) -DROUNDS=$(ROUNDS) -o $@ prog.c\n' >Makefile
    git add . && git commit -qm base &&
        git checkout -qb topic && sed -i 's/= 3/= 9/' Makefile && git commit -qam slower
) >>log 2>&1
result $? 'a repository with a slower commit'

# NAME COMMAND BASE: as continuous integration fetches what to compare with
try() {
    rm -rf work
    mkdir work
    git clone -q --branch topic origin.git work/clone >log 2>&1
    (cd work/clone && eval "$2" && BASE=$3 bash -e ../../commands) >log 2>&1
    status=$?
    [ $status -eq 3 ] && grep -q 'self(total)>+5% real: total +.*: real' log
    result $? "$1: the slower commit ends with status 3" "status $status"
}
try GitHub : origin/main
try GitLab 'git fetch origin main' FETCH_HEAD
echo "1..$n"
