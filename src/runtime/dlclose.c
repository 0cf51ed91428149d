/* SPDX-License-Identifier: MIT */
/* dlclose: stands before libc's, so that samples in a library find their place before its addresses
 * mean something else. This is in the shared runtime only; libraries that are opened are found by
 * dumps. */
#include <dlfcn.h>

#include "runtime/dump.h"

__attribute__((visibility("default"))) int dlclose(void *library);

int dlclose(void *library)
{
    union {
        void *address;
        int (*call)(void *);
    } libc = {dlsym(RTLD_NEXT, "dlclose")};
    dump_close_begin();
    int result = libc.call ? libc.call(library) : -1;
    dump_close_end();
    return result;
}
