#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a source defines for others stands in its own header, but for what scripts/headers.table
# lists; and the checker finds what it should find.
checker=check-headers
. "$SRC/tests/house/lib.sh"
mkdir -p "$d/scripts"

cat >"$d/src/a.h" <<'END'
/* a: bool b(void); */
#define X(id)                                                                                      \
    int many_##id(void);
struct s {
    int (*take)(void);
};
const char *a(struct s *s,
              int n) __attribute__((format(printf, 1, 2)));
static inline int half(int n)
{
    return n / 2;
}
END
echo 'struct s *inside(void);' >"$d/src/a_internal.h"
echo 'int b(void);' >"$d/src/b.h"
echo 'int below(int n);' >"$d/arch/below.h"

finds '' 'functions in the header of their source, or in that of its folder' <<'END'
/* int b(void)
{ */
const char *a(struct s *s,
              int n)
{
    b(); /* a call is no definition */
}

struct s *inside(void)
{
}

static int own(void)
{
}

int main(void)
{
}
END
finds 'src/a.c:2: b is declared in src/b.h' 'a function in the header of another source' <<'END'
int b(void)
{
}
END
finds 'src/a.c:3: lost is declared in no header' 'a function that no header declares' <<'END'
struct s *lost(int n,
               int m)
{
}
END
finds 'src/a.c:2: b is declared in src/b.h' 'a declaration in a comment or macro is none' <<'END'
int b(void)
{
}

int many_b(void);
END

echo 'src/*.c b src/b.h' >"$d/scripts/headers.table"
finds '' 'an exception' <<'END'
int b(void)
{
}
END
finds 'below is declared in arch/below.h' 'an exception holds for its functions alone' <<'END'
int below(int n)
{
}
int b(void)
{
}
END
echo 'src/*.c b arch/below.h' >"$d/scripts/headers.table"
finds 'b is declared in src/b.h' 'and in its header alone' <<'END'
int b(void)
{
}
END
echo 'src/*.c lo* -' >"$d/scripts/headers.table"
finds '' 'an exception for what no header declares' <<'END'
int lost(void)
{
}
END
finds 'there is no such exception any more: src/*.c lo* -' 'an exception that is not needed any more' <<'END'
const char *a(struct s *s, int n)
{
}
END
echo "1..$n"
