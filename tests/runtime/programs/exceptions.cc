// SPDX-License-Identifier: GPL-3.0-or-later
// Calls across exceptions, virtual calls, and destructors of static and thread-local objects;
// prints "FUNCTION COUNT" for each function whose number of calls is known.
#include <cstdio>
#include <pthread.h>
#include <stdexcept>

#define ALONE __attribute__((noinline))

extern "C" ALONE void leaf()
{
    __asm__ volatile("# leaf");
}

extern "C" ALONE void thrower(int depth)
{
    leaf();
    if (depth == 0)
        throw std::runtime_error("so deep");
    thrower(depth - 1);
    __asm__ volatile("# thrower");
}

struct guard {
    ~guard() { leaf(); }
};

extern "C" ALONE void catcher()
{
    try {
        guard g;
        thrower(4);
    } catch (const std::exception &) {
        leaf();
    }
}

struct base {
    virtual void go() = 0;
    virtual ~base() {}
};
struct one : base {
    void go() override { leaf(); }
};
struct two : base {
    void go() override
    {
        leaf();
        leaf();
    }
};

static guard of_program;
static thread_local guard of_thread;

extern "C" ALONE void *in_thread(void *unused)
{
    (void)&of_thread;
    __asm__ volatile("" : : "r"(&of_thread));
    return unused;
}

int main()
{
    for (int i = 0; i < 100; i++)
        catcher();
    one a;
    two b;
    base *const both[] = {&a, &b};
    for (int i = 0; i < 100; i++)
        both[i % 2]->go();
    for (int i = 0; i < 10; i++) {
        pthread_t thread;
        pthread_create(&thread, nullptr, in_thread, nullptr);
        pthread_join(thread, nullptr);
    }
    // catcher: 5 by thrower, 1 by guard, 1 itself; virtual: 50 + 100; threads: 10; program: 1
    std::printf("catcher 100\nleaf %d\nin_thread 10\n", 100 * 7 + 150 + 10 + 1);
    return 0;
}
