#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/mutants changes one place at a time, and knows whether a test failed by it.
. "$SRC/tests/tap.sh"
why=out

# A folder with a function, a test of a part of it, and as much of a Makefile as the script uses.
mkdir -p src/core/cli tests/cli scripts
cp "$SRC/scripts/mutants" "$SRC/scripts/mutants.awk" scripts/
cp "$SRC/tests/run" "$SRC/tests/"*.awk tests/
echo "# none" >tests/costs
cat >src/core/cli/one.c <<'END'
/* if (a < b) return 1; */
int one(const char *s, int a);
int one(const char *s, int a)
{
    if (a > 2 && s != "a < b")
        return a % 3;
    return 0;
}
END
cat >src/core/cli/main.c <<'END'
int one(const char *s, int a);
int main(int argc, char **argv)
{
    return one(argv[0], argc);
}
END
cat >Makefile <<'END'
OBJ = build/src/core/cli/one.o build/src/core/cli/main.o
all test-doors test-helpers: build/gptui
build/gptui: $(OBJ)
	$(CC) -o $@ $(OBJ)
build/%.o: %.c
	@mkdir -p $(@D)
	$(CC) -O1 -c -o $@ $<
list-tests:
	@echo tests/cli/run_one.sh
END
cat >tests/cli/run_one.sh <<'END'
#!/bin/sh
"$GPTUI"
[ $? -eq 0 ] && echo ok 1 - none || echo not ok 1 - none
"$GPTUI" 2 3
[ $? -eq 0 ] && echo ok 2 - three || echo not ok 2 - three
echo 1..2
END
chmod +x tests/cli/run_one.sh

awk -f scripts/mutants.awk src/core/cli/one.c | cut -f 1,3,4 | sed 's/\t */:/g' >out
LC_ALL=C sort out >sorted
LC_ALL=C sort <<'END' | cmp -s - sorted
compare:5:if (a >= 2 && s != "a < b")
compare:5:if (a > 2 && s == "a < b")
logic:5:if (a > 2 || s != "a < b")
constant:5:if (a > 3 && s != "a < b")
negate:5:if (!(a > 2 && s != "a < b"))
arithmetic:6:return a / 3;
constant:6:return a % 4;
constant:7:return 1;
END
result $? 'places: no comments, no strings, no heads of functions'

scripts/mutants -n 8 -s 1 src >out 2>&1
[ $? -eq 1 ] && grep -q 'constant: killed by cli/run_one: three' out && grep -q '^    +  *return a / 3;' out
result $? 'killed by a test, with its name and the change'
grep -q '^1:[0-9]* src/core/cli/one.c:5 compare: survived' out && tail -n 1 out | grep -q '^mutants: seed 1, 8 changed, '
result $? 'survived: what no test sees, and the sum'
scripts/mutants -n 8 -s 1 src >again 2>&1
holds 'a seed gives the same ones' cmp -s out again
git diff --no-index --quiet "$SRC/scripts/mutants" scripts/mutants && grep -q 'a > 2 &&' src/core/cli/one.c
result $? 'the tree stays as it is'
echo "1..$n"
