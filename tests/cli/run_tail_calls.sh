#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What Info says of tail calls: of a program that has some, and of one that has none.
. "$SRC/tests/cli/lib.sh"
case $(uname -m) in
x86_64) ;;
*)
    echo '1..0 # SKIP made for x86-64'
    exit 0
    ;;
esac
cat >prog.c <<'END'
volatile double sink;
__attribute__((noinline)) void work(int n)
{
    for (int i = 0; i < n; i++)
        sink += i;
}
__attribute__((noinline)) void other(int n)
{
    for (int i = 0; i < n; i++)
        sink -= i;
}
__attribute__((noinline)) void step(int n)
{
    sink += n;
    if (n > 40)
        work(n + 1);
    else
        other(n + 2);
}
__attribute__((noinline)) int direct(int n)
{
    work(n);
    return n + 1;
}
int main(void)
{
    for (int i = 0; i < 1000; i++) {
        step(50);
        step(30);
        direct(20);
    }
    return sink < 0;
}
END
# info NAME FLAGS...: what Info says of the program
info() {
    name=$1
    shift
    ${CC:-gcc} -O2 -pg -fno-pie -no-pie "$@" -o "$name" prog.c && "./$name" &&
        mv gmon.out "$name.gmon" && printf 'gptui-script 1\nresize 60 120\nkeys 4\ndump screen\n' >keys &&
        "$GPTUI" --script keys "$name" "$name.gmon" >out 2>err </dev/null && cat screen
}
info jumps >said
grep -q '2000 calls were made by a jump.* step to ' said && grep -q -- '-fno-optimize-sibling-calls' said
result $? 'calls that jumps made are found, with the remedy'
info calls -fno-optimize-sibling-calls >said && grep -q 'symbols ' said && ! grep -q 'by a jump' said
result $? 'a program without any has no such finding'
echo "1..$n"
