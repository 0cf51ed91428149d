// SPDX-License-Identifier: GPL-3.0-or-later
// Weak functions of Windows, whose code has a name and no type: .weak.NAME.OTHER.
#define KEEP __attribute__((noinline, used))

static volatile int sink;

KEEP int before(int n)
{
    return n + sink;
}

__attribute__((weak)) KEEP int weakling(int n)
{
    return n - sink;
}

int main(int argc, char **argv)
{
    (void)argv;
    return before(argc) + weakling(argc) == -1;
}
