/* SPDX-License-Identifier: MIT */
/* host, and the start of the program, on AArch64 without any library: requests of semihosting,
 * which a debugger or qemu answers. Numbers and blocks of parameters are those of Arm's document
 * "Semihosting for AArch32 and AArch64". */
#include <stdint.h>

#include "host.h"

#define UNCOUNTED __attribute__((no_instrument_function))

enum { SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE0 = 4, SYS_WRITE = 5, SYS_EXIT = 0x18 };
enum { OPEN_WRITE_BINARY = 5, STOPPED_APPLICATION_EXIT = 0x20026 };

struct host_file {
    uintptr_t handle;
    bool failed;
};

int main(void);

UNCOUNTED static uintptr_t request(uint32_t number, const void *block)
{
    register uintptr_t x0 __asm__("x0") = number;
    register const void *x1 __asm__("x1") = block;
    __asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
    return x0;
}

UNCOUNTED struct host_file *host_create(const char *name)
{
    static struct host_file file;
    uintptr_t length = 0;
    while (name[length])
        length++;
    file.handle = request(SYS_OPEN, (uintptr_t[]){(uintptr_t)name, OPEN_WRITE_BINARY, length});
    file.failed = false;
    return file.handle == UINTPTR_MAX ? NULL : &file;
}

UNCOUNTED void host_write(void *to, const void *bytes, size_t n)
{
    struct host_file *file = to;
    uintptr_t block[] = {file->handle, (uintptr_t)bytes, n};
    file->failed |= request(SYS_WRITE, block) != 0;
}

UNCOUNTED bool host_close(struct host_file *file)
{
    return request(SYS_CLOSE, &file->handle) == 0 && !file->failed;
}

UNCOUNTED void host_say(const char *words)
{
    request(SYS_WRITE0, words);
}

/* qemu-aarch64 has set a stack up; on a board the code of its reset does that, and clears .bss. */
UNCOUNTED __attribute__((noreturn)) void _start(void)
{
    uintptr_t status = (uintptr_t)main();
    request(SYS_EXIT, (uintptr_t[]){STOPPED_APPLICATION_EXIT, status});
    for (;;)
        ;
}
