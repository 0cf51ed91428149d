#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A stranger can read the source, as far as a script can tell. Then: what scripts/check-words finds,
# and what scripts/blank-lines takes out.
checker=check-words
. "$SRC/tests/house/lib.sh"
mkdir -p "$d/tests/cli"

echo 'struct walk { int a; };' >"$d/arch/b.h"
finds 'tag: src/a.c:1: walk' 'a tag of two structs' <<'END'
struct walk {
    int b;
};
END
finds '' 'uses of a struct, its tag in comments and texts' <<'END'
struct walk *a(struct walk *w, struct other *x); /* struct walk { */
const char *const text = "struct walk {";
END

finds 'comment: src/a.c:2' 'a comment that begins with The same' <<'END'
int a(void); /* the same */
/* The same for b. */
int b(void);
END
finds 'comment: src/a.c:1' 'a fragment' <<'END'
/* Of each image. */
END
finds '' 'comments that begin otherwise' <<'END'
/* Offsets, and the same order. */
int a; /* Of what is read */
END

finds 'word: src/a.c:2: so many' 'two words in two lines' <<'END'
/* Up to so
 * many bytes. */
END
finds 'word: src/a.c:1: broken off' 'a word in a message' <<'END'
const char *const a = "The file is broken off.";
END
finds 'word: src/a.c:1: behind' 'a name' <<'END'
int a(int behind);
END
finds '' 'words where they mean what they mean elsewhere' <<'END'
/* So many that none is left behind. Where lines break, off goes the light. */
int so, many;
END

finds 'word: src/a.c:1: is told' 'reported or told' <<'END'
const char *const a = "The error is told.";
END
finds '' 'what can be told apart' <<'END'
/* They are told apart by their ends. */
END

struct=$(printf 'struct walk {\n};')
printf '%s\n' "$struct" >"$d/tests/a.c"
finds '' 'programs of tests may have equal tags' </dev/null
printf '# What comes\nresult $? "behind the others"\nuntil a; do sleep 1; done\nb=$(date +%%s)\ntimeout -s KILL 30 b\n' >"$d/tests/cli/run.sh"
finds 'word: tests/cli/run.sh:2: behind' 'a script of tests' </dev/null
for line in 3 4 5; do finds "time: tests/cli/run.sh:$line: " "time in a script of tests: line $line" </dev/null; done
printf 'a sleep 1\ntimeout 600 b\n# sleep 1\n' >"$d/tests/cli/run.sh"
finds '' 'a script that waits for what happens' </dev/null
rm "$d/tests/cli/run.sh"

mkdir -p "$d/src/core/analyze/questions"
q=$d/src/core/analyze/questions/q.h
printf '/* Sums. */\n#define Q\n\n/* In steps. */\nint a(int b);\n\n/* Fast. */\nint c(\n    int d);\n' >"$q"
finds 'steps: src/core/analyze/questions/q.h:9: ' 'a question that does not say how long it takes' </dev/null
sed 's/c(/c_new(/' "$q" >"${q%/*/*}/stage.h"
finds 'steps: src/core/analyze/stage.h:9: ' 'a stage likewise' </dev/null
sed -i 's/Fast/Slow/; s/d);/d, struct progress *p);/' "$q" "${q%/*/*}/stage.h"
finds '' 'questions that take a progress or state their steps' </dev/null
rm "$q" "${q%/*/*}/stage.h"

finds 'blank: src/a.c:4' 'a blank line after the declarations of a function' <<'END'
int a(void)
{
    int b = 1;

    return b;
}
END
# Lines of a single @ are blank ones that should not be there.
cat >"$TMPDIR/marked" <<'END'
struct s {
    int a;

    int b;
};

int f(struct s *p)
{
    static const int table[] = {
        1,

        2,
    };
    unsigned long n = 0; /* a comment */
@
    const char *const *(*of)(void);
@
    for (;;) {
        int i =
            1;
@
        /* a comment */
        n += i;

    }

    return a(b);

    int c;

    return c;
}
END
sed '/^@$/d' "$TMPDIR/marked" >"$TMPDIR/after"
sed 's/^@$//' "$TMPDIR/marked" >"$d/src/a.c"
GIT_DIR=/nonexistent "$SRC/scripts/blank-lines" --apply "$d"
diff "$TMPDIR/after" "$d/src/a.c" >"$TMPDIR/diff"
result $? 'blank-lines --apply takes only those out' "$(cat "$TMPDIR/diff")"
finds '' 'after which none are found' <"$TMPDIR/after"
echo "1..$n"
