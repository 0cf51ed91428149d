// SPDX-License-Identifier: GPL-3.0-or-later
// Names of Windows: calling conventions, and such as the rules for local names and for the leading
// underscore tell apart.
#if defined(__i386__)
#define LEAD             "_"
#define CALL(convention) __attribute__((convention))
#else
#define LEAD ""
#define CALL(convention)
#endif

#define KEEP __attribute__((noinline, used))
#define NAMED(linkage, function, name)                                                             \
    linkage KEEP int function(int n) __asm__(name);                                                \
    linkage KEEP int function(int n)                                                               \
    {                                                                                              \
        return n + sink;                                                                           \
    }

static volatile int sink;

KEEP int CALL(stdcall) std_call(int a, int b)
{
    return a + b + sink;
}

KEEP int CALL(fastcall) fast_call(int a, int b)
{
    return a - b + sink;
}

// The bytes of its arguments tell it from another of that name.
KEEP int CALL(stdcall) twice(int a)
{
    return a + sink;
}
#if defined(__i386__)
NAMED(, other_twice, LEAD "twice")
#endif

NAMED(, plain, "plain")
NAMED(, with_lead, LEAD "plain_too")
NAMED(, under, LEAD "_under")
NAMED(, unders, LEAD "__under")
NAMED(, dotted, LEAD ".dotted")
NAMED(, dot_first, ".dot")
NAMED(, at_first, "@at@4")
NAMED(, dollar, LEAD "a$b")
NAMED(, mangled, LEAD "_Z7mangledi")
NAMED(, mangled_at, LEAD "_Z2ati@4")
NAMED(, without, "_Z7withouti")
NAMED(, number, LEAD "f.2")
NAMED(static, s_plain, "s_plain")
NAMED(static, s_lead, LEAD "s_lead")
NAMED(static, s_under, LEAD "_s_under")
NAMED(static, s_dotted, LEAD ".s_dotted")
NAMED(static, s_number, LEAD "s.1")
NAMED(static, s_seven, LEAD "seven.2")
NAMED(static, s_eight, LEAD "eight8.3")
NAMED(static, s_long, LEAD "a_longer_name.4")
NAMED(static, s_clone, LEAD "s_clone.constprop.0")
NAMED(static, s_part, LEAD "s_part.part.0")
NAMED(static, s_dollar, LEAD "s$dollar")
NAMED(static, s_at, "@s_at@8")
NAMED(static, s_compiled, "___gnu_compiled_c")
NAMED(static, s_compiled_too, "____gnu_compiled_c")
NAMED(static, s_mangled, LEAD "_ZL7sleepyi")

int main(int argc, char **argv)
{
    (void)argv;
    return std_call(argc, argc) + fast_call(argc, 1) == -1 || twice(1) == -1;
}
