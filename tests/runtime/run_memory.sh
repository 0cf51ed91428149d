#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory is proportional to the arcs and the code that were used, as gptui_rt(3) says: at most 256 bytes
# for each arc and thread, 18 KiB for each thread, and for samples twice the size of the code.
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

value() { sed -n "s/^$1 //p" gmon.out.d/profile.info; }

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
finish
