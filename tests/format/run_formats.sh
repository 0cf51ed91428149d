#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The formats on a small known profile (tests/format/expected, renewed with GPTUI_BLESS set), on
# names that mean something to the formats, on long, deep, wide and round graphs; what is refused;
# failing outputs.
. "$SRC/tests/tap.sh"
here=$SRC/tests/format tools=$BUILD/tests/tools hard=$BUILD/tests/hostile/mkhard
why=error

json_lines() { LC_ALL=C awk -f "$here/json_lines.awk"; }
pprof_lines() { od -An -v -tu1 -w1 | LC_ALL=C awk -f "$here/pprof_lines.awk"; }

# ---- known files ----

"$tools/mkelf" prog <"$here/expected/prog.txt" && "$tools/mkgmon" gmon.out prog <"$here/expected/gmon.txt" ||
    exit 1

known() { # NAME OPTIONS: standard output against expected/NAME
    name=$1
    shift
    "$GPTUI" "$@" prog gmon.out >out 2>error
    status=$?
    case $name in
    *.pprof) gzip -dc <out | pprof_lines >lines 2>>error || status=1 ;;
    *) sed 's/gptui [0-9][0-9.]*/gptui 0.0.0/' out >lines ;; # what is expected is the same in each version
    esac
    mv lines out
    [ -z "${GPTUI_BLESS-}" ] || cp out "$here/expected/$name"
    diff "$here/expected/$name" out >>error && [ $status -eq 0 ] && [ -s out ]
    result $? "expected/$name ($*)"
}

known all.json --format=json -p -q
known files.json --format=json -i
known flat.json --format=json -p
known counts.json --format=json -C
known counts.csv --format=csv -C -z
known lines.csv --format=csv -l
known lines.callgrind --format=callgrind -l
known lines.folded --format=folded -l
known lines.pprof --format=pprof -l
known all.csv --format=csv
known flat.csv --format=csv -pleaf
known all.dot --format=dot
known whole.dot --format=dot --min-function=0
known hidden.dot --format=dot -eeven -fleaf
known flat.dot --format=dot -p
known all.callgrind --format=callgrind
known all.folded --format=folded
known flat.folded --format=folded -p
known all.pprof --format=pprof
known flat.pprof --format=pprof -p
known all.svg --format=svg

# ---- the description of JSON ----

schema=$SRC/data/gptui-profile.schema.json page=$SRC/man/gptui-json.5
json_lines <"$schema" >schema.lines 2>error
result $? 'the schema is JSON'
for f in all flat files counts; do
    json_lines <"$here/expected/$f.json"
done | awk -F '\t' '{ n = split($1, part, /[][0-9]*\./); for (i = 2; i <= n; i++) print part[i] }' | sort -u >members
while read -r m; do
    grep -q "\.properties\.$m\." schema.lines || echo "the schema lacks $m"
    grep -q "^\.[BI].*\<$m\>" "$page" || echo "the manual lacks $m"
done <members >error
[ ! -s error ] && [ "$(wc -l <members)" -gt 30 ]
result $? 'the schema and the manual have every member'
if python3 -c 'import jsonschema' 2>/dev/null; then
    python3 - "$schema" "$here"/expected/*.json 2>error <<'END'
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
for path in sys.argv[2:]:
    jsonschema.validate(json.load(open(path)), schema)
END
    result $? 'the files are what the schema says'
else
    skip 'the files are what the schema says' 'no python3 with jsonschema here'
fi

# ---- hard names and shapes ----

write_all() { # into o.FORMAT; status 0 if all went well
    for f in json csv dot callgrind folded pprof svg; do
        "$GPTUI" --format=$f --min-function=0 "$@" image gmon.out >o.$f 2>error || return 1
    done
}

text_is_utf8() {
    for f in json csv dot callgrind folded svg; do
        iconv -f UTF-8 -t UTF-8 o.$f >/dev/null 2>error || return 1
    done
}

# Nothing but what lays lines out may steer.
plain_lines() {
    for f in "$@"; do
        LC_ALL=C tr -d '\012\040-\176\200-\377' <o.$f >error
        [ ! -s error ] || return 1
    done
}

# An XML parser finds nothing wrong, where there is one; elements end in the order in which they
# begin, and < and & begin nothing else.
xml_shape() { # FILE
    ! command -v xmllint >/dev/null || xmllint --noout --huge "$1" 2>error || return 1
    LC_ALL=C awk '
        is_raw && !sub(/^.*\]\]>/, "") { next }
        { is_raw = sub(/<!\[CDATA\[.*/, "") }
        {
            for (line = $0; match(line, /[<&]/); line = substr(line, RLENGTH + 1)) {
                line = substr(line, RSTART)
                if (!match(line, /^(<\/?[a-z]+([ ][-a-zA-Z]+="[^"<&]*")*\/?>|&(lt|gt|amp);)/)) {
                    print "line " NR ": " line
                    exit bad = 1
                }
                tag = substr(line, 1, RLENGTH)
                if (tag ~ /^<[a-z]/ && tag !~ /\/>$/) {
                    split(tag, word, /[< >]/)
                    open[++n] = word[2]
                } else if (tag ~ /^<\// && tag != "</" open[n--] ">") {
                    print "line " NR ": " tag
                    exit bad = 1
                }
            }
        }
        END { exit bad || n }' "$1" >>error
}

shape() { # KIND N
    "$hard" "$1" "$2" image gmon.out || exit 1
    write_all -z
    result $? "$1: all formats"
    command -v iconv >/dev/null && { text_is_utf8; result $? "$1: texts are UTF-8"; }
    json_lines <o.json >lines 2>error && [ "$(grep -c '^\.functions\[[0-9]*\]\.id' lines)" -eq "$(grep -c '^\.flat\[[0-9]*\]\.name' lines)" ]
    result $? "$1: JSON"
    LC_ALL=C awk -f "$here/csv_shape.awk" o.csv >error
    [ "$(cat error)" -gt "$2" ] 2>/dev/null
    result $? "$1: CSV"
    plain_lines dot callgrind folded svg
    result $? "$1: no control characters in lines"
    ! grep -v ' [0-9][0-9]*$' o.folded >error
    result $? "$1: every stack has its time"
    xml_shape o.svg
    result $? "$1: SVG"
    gzip -dc <o.pprof | pprof_lines >lines 2>error && [ "$(grep -c '^sample' lines)" -gt 1 ]
    result $? "$1: pprof"
}

shape evil 60
if command -v dot >/dev/null; then
    dot -Tplain o.dot >lines 2>error
    [ $? -eq 0 ] && ! grep -qi 'error\|warning: .*line' error && [ "$(grep -c '^node' lines)" -ge 60 ]
    result $? 'evil: graphviz reads it'
else
    skip 'evil: graphviz reads it' 'no dot here'
fi
if command -v callgrind_annotate >/dev/null; then
    callgrind_annotate --auto=no --threshold=100 o.callgrind >lines 2>error
    [ $? -eq 0 ] && [ "$(grep -c '%) .*:.*\[image\]' lines)" -ge 50 ]
    result $? 'evil: callgrind_annotate reads it'
    callgrind_annotate --auto=no --tree=caller "$here/expected/all.callgrind" >lines 2>error
    grep -q '^250,000 .* < /src/small.c:main (2x) \[prog\]' lines && grep -q '^320,000 .* < /src/small.c:odd (4x) \[prog\]' lines
    result $? 'callgrind_annotate knows who calls whom'
else
    skip 'evil: callgrind_annotate reads it' 'no callgrind_annotate here'
fi
shape huge 4
shape chain 3000
awk -F ';' 'NF > 257 { bad = 1 } { n += NF > 250 } END { exit bad || !n }' o.folded
result $? 'chain: stacks are deep, but not deeper than 256 functions'
awk '{ s += $NF } END { print "totals: " s }' o.folded >error
holds 'chain: and all of the time is there' grep -qxf error o.callgrind
shape ring 300
shape star 2000

# ---- refusals ----

refused() { # NAME PATTERN OPTIONS...
    name=$1 pattern=$2
    shift 2
    "$GPTUI" "$@" prog gmon.out >out 2>error
    # shellcheck disable=SC2254
    [ $? -eq 1 ] && [ ! -s out ] && case $(cat error) in $pattern) ;; *) false ;; esac
    result $? "$name"
}
refused 'an unknown format' "*: unknown output format \`xml'; there are json,*" --format=xml
refused 'a format must be spelled in full' "*: unrecognized option '--form=json'*" --form=json
refused '-r has no place in JSON' '*: option -r does not go with --format=json' --format=json -r
refused '-i has no place in dot' '*: option -i does not go with --format=dot' --format=dot -p -i
for size in x -1 '' 1k 1KK 17179869184G; do
    refused "the limit '$size'" '*: a size is a number of bytes, or of K, M or G' --format=csv --max-output="$size"
done
for share in x '' 101 -1 5%; do
    refused "the share '$share'" '*: a share is a number from 0 to 100 (percent)' --format=dot --min-function="$share"
done
"$GPTUI" --format=csv prog gmon.out >want
all=$(wc -c <want)
"$GPTUI" --format=csv --max-output=$((all - 1)) prog gmon.out >out 2>error
[ $? -eq 1 ] && grep -q "csv: more than $((all - 1)) bytes, and not complete; --max-output=SIZE allows more$" error
result $? 'a limit that is too low: an error'
for size in $all 1M 0; do
    "$GPTUI" --format=csv --max-output=$size prog gmon.out 2>error | cmp - want 2>>error
    result $? "a limit that is high enough: $size"
done
"$hard" swelling 300 deep deep.out
"$GPTUI" --format=folded deep deep.out 2>error >/dev/null
[ $? -eq 1 ] && grep -q 'folded: more than 268435456 bytes' error
result $? 'stacks have a limit of their own'
"$GPTUI" --format=json -s prog gmon.out >out 2>error && [ -s gmon.sum ] && [ ! -s out ]
result $? '-s alone writes a sum and no report'
"$GPTUI" --format=json -s -p prog gmon.out >out 2>error && "$GPTUI" --format=json -l -p prog gmon.out | cmp -s out -
result $? '-s goes with a report'
for f in json pprof; do
    printf 'gptui-script 1\nkeys 1\n:w gprof %s\n' "$PWD/export.$f" >keys
    "$GPTUI" --script keys --format=$f prog gmon.out >out 2>error
    "$GPTUI" --format=$f -Q -p prog gmon.out 2>>error | cmp - export.$f 2>>error
    result $? "what the browser exports is what the command prints: $f"
done
printf 'gptui-script 1\nkeys 1-a\ndump before\nkeys -a\n:w gprof flat\nkeys -a\ndump after\n' >keys
"$GPTUI" --script keys prog gmon.out >out 2>error && [ -s flat ] && cmp before after >>error
result $? 'what the browser exports leaves it all that it had'
"$tools/mkgmon" arcs.out prog <<END
arc main leaf 3
END
"$GPTUI" --format=folded prog arcs.out >out 2>error
[ $? -eq 1 ] && grep -q 'missing histogram' error && [ ! -s out ]
result $? 'no stacks without times'
"$GPTUI" --format=json prog arcs.out >out 2>error && json_lines <out >lines 2>error &&
    ! grep -q 'seconds	[^n]' lines
result $? 'without a histogram JSON has no seconds'
ln -sf "$GPTUI" gprof
./gprof --format=json prog gmon.out >out 2>error
[ $? -eq 1 ] && grep -q "option '--format=json' is ambiguous\|unrecognized option '--format=json'" error
result $? 'not under the name gprof'
# What a spreadsheet would run.
{
    printf 'elf 64 le x86_64 exec\nsection .text 0x1000 0x100 ax\n'
    i=0
    for name in "=cmd|'/C calc'!A0" '@SUM(1)' '+1+cmd' '-2' "$(printf '\t=1')" "$(printf '\r=1')" \
        tail; do
        printf 'sym "%s" 0x10%02x\n' "$name" $((i += 16))
    done
} | "$tools/mkelf" formulas && "$tools/mkgmon" formulas.out formulas <<'END'
hist 0x1000 0x1100 128
fill 1
END
# The names, and nothing in the columns of numbers but numbers.
"$GPTUI" --format=csv -p formulas formulas.out >out 2>error &&
    sed 's/.$//; 1d' out | tr '\t\r' '%&' | cut -d, -f4 | LC_ALL=C sort >got &&
    ! cut -d, -f5-17 out | sed 1d | grep -q "[^0-9.,]"
status=$?
cat >want <<END
"'&=1"
"'=cmd|'/C calc'!A0"
'%=1
'+1+cmd
'-2
'@SUM(1)
END
diff want got >error && [ $status -eq 0 ]
result $? 'what a spreadsheet would run'
if command -v script >/dev/null; then
    TERM=dumb script -qec "'$GPTUI' --format=pprof prog gmon.out" /dev/null >out 2>error </dev/null
    holds 'pprof does not go to a terminal' grep -q 'binary and not for a terminal' out
    TERM=dumb script -qec "'$GPTUI' --format=json prog gmon.out" /dev/null >out 2>error </dev/null
    holds 'a format makes batch, on a terminal, too' grep -q '"gptui-profile"' out
else
    skip 'pprof does not go to a terminal' 'no script(1) here'
fi
# many N: N functions, the first of which calls all others
many() {
    awk -v n="$1" 'BEGIN { print "elf 64 le x86_64 exec"; printf "section .text 0x1000 %d ax\n", 16 * n
        for (i = 0; i < n; i++) printf "sym f%d %d size=16 func global\n", i, 4096 + 16 * i }' >many.txt
    awk -v n="$1" 'BEGIN { print "rate 100"; printf "hist 0x1000 %d %d\n", 4096 + 16 * n, 4 * n
        print "tick 0x1010 5"; for (i = 1; i < n; i++) printf "arc f0+4 f%d 1\n", i }' >many_out.txt
    "$tools/mkelf" many <many.txt && "$tools/mkgmon" many.out many <many_out.txt &&
        "$GPTUI" --format=csv -p many many.out >out 2>error
}
many 1000
[ ! -s error ] && tr -d '\r' <out | grep -q '^flat,.*,f1,.*,0.05,0.05,,$'
result $? 'of 1,000 functions the upper ends of ranges are there'
many 1002
[ "$(wc -l <error)" -eq 1 ] && grep -q 'more than 1,000 functions' error &&
    tr -d '\r' <out | grep -q '^flat,.*,f1,.*,0.05,,,$'
result $? 'of more they are left out, and one line says so'
printf 'gptui-script 1\nresize 24 120\nkeys :w!<Space>csv<Space>many.csv<Enter>\ndump end\n' >script
"$GPTUI" --script=script many many.out >out 2>&1
why='out end' said=$(sed 's/^[^:]*: //' error)
holds 'which the browser says as well, of what it wrote' grep -qF "written: many.csv; $said" end
why=
for f in json csv dot callgrind folded pprof; do
    "$GPTUI" --format=$f prog gmon.out 2>error >/dev/full
    [ $? -eq 1 ] && grep -q 'No space left' error
    result $? "a full disk: $f"
done
echo "1..$n"
