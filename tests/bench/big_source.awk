# SPDX-License-Identifier: GPL-3.0-or-later
# A C program of N functions for a compiler to optimise: small inlined functions, loops, cold calls,
# and a main that runs them all. awk -v n=N -f big_source.awk
BEGIN {
    print "static volatile unsigned seed = 1;"
    print "__attribute__((cold, noinline)) static unsigned complain(unsigned x)\n{\n    return seed += x;\n}"
    for (i = 0; i < 64; i++) {
        printf "static inline unsigned mix%d(unsigned x)\n{\n    x ^= x << %d;\n", i, i % 13 + 1
        printf "    if (x %% %d == 7)\n        x += seed;\n    return x * %du;\n}\n", i + 11, 2 * i + 3
    }
    for (i = 0; i < n; i++) {
        printf "%sunsigned fun%d(unsigned x)\n{\n    unsigned sum = %d;\n", i % 3 ? "" : "static ", i, i
        printf "    for (unsigned k = 0; k < x %% 8; k++) {\n"
        printf "        sum += mix%d(k + x);\n", i % 64
        printf "        if (sum %% 1000 == %d)\n            sum = mix%d(sum) + mix%d(k);\n    }\n", \
            i % 1000, i * 7 % 64, i * 11 % 64
        printf "    if (sum == %d)\n        sum = complain(mix%d(sum));\n", i, i * 5 % 64
        printf "    return sum ^ mix%d(x);\n}\n", i * 3 % 64
    }
    print "int main(void)\n{\n    unsigned sum = 0;\n    for (int i = 0; i < 5000; i++) {"
    for (i = 0; i < n; i++)
        printf "        sum += fun%d(sum);\n", i
    print "    }\n    return sum == 1;\n}"
}
