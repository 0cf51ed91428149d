#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Command lines: every prefix of every long option, every letter, random mixtures, words of files; one of four, with
# LONG=1 all. No profile exists, so that every run ends with a message: the image or the profile that was not there
# tells which words were taken for operands. Both programs run under the name gprof, and must end with the same exit
# status and say the same before the usage text.
set -u
TOOLS=$BUILD/tests/tools
export TOOLS
cd "$TMPDIR" || exit 1
mkdir texts
names=$("$GPTUI" --help | sed -n 's/^  .*--\([a-z][a-z-]*\).*/\1/p' | xargs)

# Files, each a text: the words in it are seen as the image, after an image as the profile, and as a value.
n=0
while IFS= read -r text; do
    n=$((n + 1))
    printf '%b' "$text" >texts/$n
done <<'END'
one
one two
'one two'
"one two"
o\\ ne
'open
"open
''
'' x
x''y
"a'b"
'a"b'
"a\\"b"
a\\
a\\\\
-b\tx
-b\vx
-b\fx
-b\rx
 x 
\n\nx
-p -
-- -x
-e 'x y' z
@words
@none
@nest
'@none'
\\@none
@
--=a z
-w '' z
a\\ \\ b
x@y
'o\\ne'
"o\\ne"
'a\\'b'
END
# Since binutils 2.43 a backslash in quotes keeps itself unless a quote or backslash follows.
"${GPROF:-gprof}" @texts/$((n - 2)) 2>&1 | grep -q '\\' && n=$((n - 3))

awk -v names="$names" -v texts=$n -v every="${LONG:+1}" '
    function quoted(word) { return index(word, "\047") ? "\"" word "\"" : "\047" word "\047" }
    function run(words) { print "run @name @messages @@ " words }
    function random(n) {
        seed = seed * 16807 % 2147483647
        return seed % n
    }
    function begin(title) {
        print "case " title "\nshell cp \"$BUILD/tests/diff/difftest\" img"
        print "file words\n-b \047a b\047 -e\\ x\n--no-graph\n.\nfile nest\n-z @words @none\n.\nfile empty\n \n."
    }
    BEGIN {
        every = every ? every : 4
        seed = 7
        begin("every prefix of every long option")
        n = split(names, name, " ")
        for (i = 1; i <= n; i++)
            for (length_ = 1; length_ <= length(name[i]); length_++)
                for (k = 0; k < 4; k++)
                    if ((length_ + k) % every == 0)
                        run("--" substr(name[i], 1, length_) (k == 0 ? "" : k == 1 ? "= img" : k == 2 ? "=x nosuch" : "=1y"))
        begin("every letter")
        for (i = 32; i < 127; i++) { # all else is shown as \xHH in messages of gptui
            word = quoted("-" sprintf("%c", i))
            run(word)
            run(word " img")
            run(quoted("-" sprintf("%c", i) "b"))
        }
        begin("mixtures")
        n = split("-b -p -pfoo -P -Pmain -q -qa/b -Q -Q/b -B -C -Cx -Z -Zx -z -T -L -a -D -i -r -d -d3 -bz -bpx " \
            "-zTe -eb -e -E -f -F -k -n -N -w -w10 -w0 -I -Ia:b -O -Oauto -Om -Ob -O4 -Op -Ox -O -h -v -g -bg -b- - -- " \
            "\047\047 img img nosuch main a/b auto b magic prof 12 @words @none @nest @empty --brief --bri --bri= " \
            "--flat-profile --flat-profile= --flat=x --graph=a/b --graph --no-graph --no-graph= --no-flat-profile=q " \
            "--exec-counts --no-exec-counts=k --time --time=x --no-time= --no-time --width --width=5 --file-format " \
            "--file-format=bsd --file-format=zzz --file-info --file-inf= --demangle --demangle=java --demangle= " \
            "--demangle=x --no-demangle --no-demangle=a --inline-file-names --ignore --print-path --traditional --disp " \
            "--dir --directory-path=x:y --debug --debug=9 --deb= --help --version --=foo --= --no --f --nothing --x=y " \
            "--function-ordering --no-static --batch --strict --script --script=x", name, " ")
        for (i = 0; i < 1500 / every; i++) {
            posix = random(8) == 0
            words = ""
            for (k = random(6); k >= 0; k--)
                words = words " " name[1 + random(n)]
            if (posix)
                print "set POSIXLY_CORRECT="
            run(words)
            if (posix)
                print "unset POSIXLY_CORRECT"
        }
        begin("files of words")
        for (i = 1; i <= texts; i++) {
            print "shell cp \"$TMPDIR/texts/" i "\" f"
            run("@f")
            run("img @f")
            run("-O @f")
        }
        print "shell printf @f >f"
        run("@f")
        run("@.")
    }' >options.case
exec "$BUILD/tests/diff/difftest" cases "$BUILD/tests/diff/options" options.case
