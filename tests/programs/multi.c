/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sources of one name (d1/util.c, d2/util.c), equal static names, code in a header, labels of
 * assembler code, names with dots and digits. */
#include <stdio.h>

#include "inline.h"

int util_one(int n);
int util_two(int n);
int dotted(int n) __asm__("dotted.1") __attribute__((noinline));
int digits(int n) __asm__("digits9") __attribute__((noinline));

static __attribute__((noinline)) int helper(int n)
{
    return from_header(n) + 1;
}

int dotted(int n)
{
    return helper(n) * 2;
}

int digits(int n)
{
    return dotted(n) + util_one(n);
}

int asm_global(int n);

#if defined(__x86_64__) && defined(__ELF__)
__asm__(".text\n.type untyped_static, @notype\nuntyped_static:\n"
        "mov %edi, %eax\nret\n"
        ".globl asm_global\n.type asm_global, @function\nasm_global:\n"
        "mov %edi, %eax\nadd $3, %eax\ninner_label:\nnop\nret\n");
#else
int asm_global(int n)
{
    return n + 3;
}
#endif

int main(void)
{
    long s = 0;

    for (int i = 0; i < 20000; i++)
        s += digits(i) + util_two(i) + asm_global(i);
    printf("%ld\n", s);
    return 0;
}
