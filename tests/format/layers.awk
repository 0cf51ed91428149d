# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v n=FUNCTIONS -v arcs=N -v image=FILE -v profile=FILE -f layers.awk: a program of functions in layers,
# each calling N others on average, with 20 cycles of five that calls enter and leave in both
# directions, for mkelf and mkgmon.
BEGIN {
    srand(7)
    print "elf 64 le x86_64 exec\nsection .text 0x1000 0x40000 ax" >image
    printf "rate 100\nhist 0x1000 0x%x %d\n", 4096 + n * 16, n >profile
    for (i = 0; i < n; i++) {
        printf "sym f%d 0x%x size=16 func global\n", i, 4096 + i * 16 >image
        if (rand() < 0.5)
            printf "tick 0x%x %d\n", 4096 + i * 16, 1 + rand() * 20 * (rand() < 0.05 ? 50 : 1) >profile
        for (left = arcs; left > 0 && (left >= 1 || rand() < left); left--) {
            to = i + 1 + int(rand() * 60)
            if (to < n)
                lines = lines sprintf("arc f%d+4 f%d %d\n", i, to, 1 + rand() * 100)
        }
    }
    for (c = 0; c < 20; c++)
        for (k = 0; k < 5; k++)
            lines = lines sprintf("arc f%d+8 f%d %d\n", 20 + c * int(n / 21) + 9 * k,
                                20 + c * int(n / 21) + 9 * ((k + 1) % 5), 5 + rand() * 9)
    printf "%s", lines >profile
}
