#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# 1,000 short children of a shell under `gptui record`, each with a pair of files of its own, against the
# same without it: CPU time of all of them and of record itself, for each child.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
GPTUI=${GPTUI:-$BUILD/gptui} tools=$BUILD/tests/bench dir=$BUILD/bench/children N=1000 LIMIT_MS=3
mkdir -p "$dir"
cd "$dir"
echo 'int leaf(int x) { return x + 1; }
int main(void) { int s = 0; while (s < 1000) s = leaf(s); return 0; }' >child.c
"${CC:-cc}" -O0 -pg -o child child.c
"${CC:-cc}" -O0 -o plain child.c
for name in plain child; do
    printf 'i=0\nwhile [ $i -lt %d ]; do ./%s; i=$((i + 1)); done\n' $N $name >$name.sh
done

# least COMMAND...: the least CPU time of three runs, ms
least() {
    for _ in 1 2 3; do
        rm -rf gmon.out*
        "$tools/spent" "$@" 2>err
    done | sort -n -k 2 | awk 'NR == 1 { print $2 }'
}
without=$(least sh plain.sh) with=$(least "$GPTUI" record --no-open sh child.sh)
echo "$without $with $(ls gmon.out.d | grep -c '[0-9]$')" | awk -v n=$N -v limit=$LIMIT_MS '{
    ms = ($2 - $1) / n
    is_met = ms <= limit && $3 + 1 >= n
    printf "%d short children, of which %d left files: %.2f ms of CPU time each  at most %d ms  %s\n", n, $3, ms, limit,
        is_met ? "met" : "MISSED" }'
