// SPDX-License-Identifier: GPL-3.0-or-later
// Names of Windows programs: a weak function of C++, and data of a library, at whose addresses inside
// of instructions the linker puts labels.
#define KEEP __attribute__((noinline, used))

extern "C" {
extern int shared_data[100];
extern int shared_one;
// Its name is that of a label.
KEEP int function(int n) __asm__("__nm_function");
KEEP int function(int n)
{
    return n + shared_one;
}
}

KEEP static int first(int n)
{
    return n + shared_data[n + 1];
}

namespace space {
template <class T> __attribute__((weak)) KEEP int weakling(T n)
{
    return n - shared_one;
}
} // namespace space

int main(int argc, char **)
{
    return first(argc) + space::weakling(argc) + function(2) == -1;
}
