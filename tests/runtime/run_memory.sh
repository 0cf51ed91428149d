#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory is proportional to the arcs, the code and the call paths that were used, as gptui_rt(3) says: at
# most 256 bytes for each arc and thread, 18 KiB for each thread, and for samples twice the size of the code.
. "$SRC/tests/runtime/lib.sh"

# source N: N functions, each called from two places; prog THREADS calls all in that many threads at a
# time, and prints how many KiB of memory of its own the process has then.
source() {
    awk -v n="$1" 'BEGIN {
        print "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>"
        print "static pthread_barrier_t all_are_there;"
        for (i = 0; i < n; i++)
            printf "__attribute__((noinline)) static void f%d(void) { __asm__ volatile(\"# %d\"); }\n", i, i
        print "static void *call(void *p) {"
        for (i = 0; i < 2 * n; i++)
            printf "f%d();\n", i % n
        print "if (p) pthread_barrier_wait(p); return p; }"
        print "int main(int argc, char **argv) {"
        print "int n = atoi(argv[argc - 1]); pthread_t t[16]; char line[99]; FILE *f;"
        print "pthread_barrier_init(&all_are_there, NULL, n);"
        print "for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, call, &all_are_there);"
        print "for (int i = 0; i < n; i++) pthread_join(t[i], NULL);"
        print "f = fopen(\"/proc/self/status\", \"r\");"
        print "while (f && fgets(line, sizeof line, f)) if (sscanf(line, \"RssAnon: %d\", &n) == 1) printf(\"%d\\n\", n);"
        print "return 0; }" }'
}

value() { about | sed -n "s/^$1 //p"; }

for size in 1000 8000; do
    source $size >many.c
    ${CC:-gcc} -O0 -pthread -o plain many.c
    compile prog many.c -pg -O0 -g0
    text=$(size -A prog | awk '$1 == ".text" { print $2 }')
    for threads in 1 4; do
        rm -rf gmon.out*
        before=$(./plain $threads)
        after=$(GPTUI_RT=rate=1000 ./prog $threads)
        arcs=$(value arcs) bytes=$(value table-bytes)
        [ "$arcs" -ge $((2 * size)) ] && [ "$arcs" -lt $((2 * size + 100)) ]
        verdict $? "$size functions, $threads threads: arcs" "$arcs"
        [ "$bytes" -ge $((32 * arcs * threads)) ] &&
            [ "$bytes" -le $(((256 * arcs + 18 * 1024 + 512) * threads + 18 * 1024 + 512)) ]
        verdict $? "$size functions, $threads threads: memory for calls" "$bytes bytes, $arcs arcs"
        # What else there is: what the runtime knows of images, pages that are begun, the buffers of files.
        [ "$(((after - before) * 1024))" -le $((bytes + 2 * text + 512 * 1024)) ]
        verdict $? "$size functions, $threads threads: memory in all" "$before KiB, $after KiB, text $text, tables $bytes"
        echo "# $size functions, $threads threads: $((after - before)) KiB in all, tables $((bytes / 1024)) KiB"
    done
done

# Address space, too: call paths take it as they come, and so does writing them.
if [ "$(uname -m)" != x86_64 ]; then
    skip 'address space' 'the program reads registers of x86-64'
    finish
fi
# shellcheck disable=SC2046
"$CC" -std=c11 -D_GNU_SOURCE -O1 -pg -pthread -fno-optimize-sibling-calls -I"$SRC/src" -o many \
    "$here/many_paths.c" $(objects "$BUILD") &&
    "$CC" -std=c11 -D_GNU_SOURCE -DPLAIN -O1 -pthread -o plain "$here/many_paths.c" || exit 1
plain=$(./plain 0) limit=unlimited
# many N: as many different paths, by the rate that the clock seldom takes a sample at
many() {
    rm -rf gmon.out*
    room=$(ulimit -v $limit; GPTUI_RT=paths=on,rate=1 ./many "$@" 2>err) && status=0 || status=$?
    room=$((room - plain)) nodes=$(value paths)
    echo "# $*: $room KiB more than without, nodes $nodes"
}
many 1
[ "$room" -le 8192 ]
verdict $? 'address space: one path' "$room KiB"
few=$room
many 4096
[ "$nodes" -ge 8192 ] && [ -z "$(value lost-path-ticks)" ] && [ $((room - few)) -le $((nodes * (4 * 32 + 64) / 1024 + 1024)) ]
verdict $? 'address space: many paths' "$room KiB, $nodes nodes, $(value lost-path-ticks) lost"
limit=$((plain + 24 * 1024))
many 4096 8
equal 'ulimit -v: the program has what it needs' 0 "$status$(cat err)"
[ "$nodes" -ge 8192 ] && [ -z "$(value lost-path-ticks)" ]
verdict $? 'ulimit -v: all paths' "$nodes nodes, $(value lost-path-ticks) lost"
finish
