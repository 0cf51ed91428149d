#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A program before and after a change, and conditions on it: what --diff writes, and the status of
# --fail-if. Profiles are made, not measured, so that every number is known.
. "$SRC/tests/tap.sh"
why=err

cat >old.c <<'END'
void memcmp_keys(void) {}
void removed(void) {}
void steady(void) {}
int main(void) { memcmp_keys(); removed(); steady(); return 0; }
void dropped(void) {}
END
sed '/dropped/d; s/removed/added_one/; s/void added_one(void) {}/& void added_two(int *p) { for (int i = 0; i < 100; i++) p[i] += i * 7; }/' old.c >new.c
"$CC" -g -O0 -pg -o old old.c && "$CC" -g -O0 -pg -o new new.c
result $? 'two builds'

# PROGRAM CALLS-OF-memcmp_keys FUNCTION:TICKS...: a profile in plain C numbers
profile()
{
    image=$1 calls=$2
    shift 2
    # A callee is recorded as the address after its call of mcount.
    { nm "$image"; objdump -d "$image"; } | awk -v calls="$calls" -v ticks="$*" '
        function hex(s,  i, v) {
            for (i = 1; i <= length(s); i++) v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
            return v
        }
        function bytes(v, n,  i) { for (i = 0; i < n; i++) { printf "\\%03o", v % 256; v = int(v / 256) } }
        function arc(from, to, n) { bytes(1, 1); bytes(at[from] + 5, 8); bytes(after[to], 8); bytes(n, 4) }
        $2 == "T" || $2 == "t" { at[$3] = hex($1) }
        /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); next }
        counts { sub(":", "", $1); after[name] = hex($1) }
        { counts = /call.*mcount/ }
        END {
            lo = at["_start"]; n = int((at["etext"] + 3 - lo) / 4)
            printf "gmon"; bytes(1, 4); bytes(0, 12)
            for (i = split(ticks, t, " "); i; i--) { split(t[i], f, ":"); bin[int((at[f[1]] + 4 - lo) / 4)] += f[2] }
            bytes(0, 1); bytes(lo, 8); bytes(lo + 4 * n, 8); bytes(n, 4); bytes(100, 4)
            printf "seconds"; bytes(0, 8); printf "s"
            for (i = 0; i < n; i++) bytes(bin[i], 2)
            arc("main", "memcmp_keys", calls); arc("main", "steady", 10)
        }' >bytes
    # shellcheck disable=SC2059
    printf "$(cat bytes)"
}
profile old 1000 memcmp_keys:400 steady:100 removed:30 >old.out
profile new 583 memcmp_keys:277 steady:105 added_two:40 >new.out
profile old 1000 memcmp_keys:420 steady:95 removed:30 >again.out

compare="$GPTUI --diff=old.out --diff-image=old new new.out"
$compare --format=text >text 2>err
result $? 'a comparison as text'
why=text
holds 'it says what is compared' grep -q '^Compared: old.out of old -> new.out$' text
profile old 0 memcmp_keys:400 steady:100 removed:30 >none.out
for side in 'none.out --diff-image=old new new.out' 'new.out --diff-image=new old none.out'; do
    # shellcheck disable=SC2086
    "$GPTUI" --format=json --diff=$side 2>err | grep '"name":"memcmp_keys"' | grep -q '"per_call_verdict":null'
    result $? "the time of a call is not judged where one side has no calls: $side"
done
profile old 1000 memcmp_keys:410 steady:103 removed:34 >third.out
$GPTUI -s old old.out again.out third.out 2>err && $GPTUI --diff=gmon.sum old old.out >sums 2>err
why='sums err'
holds 'and that a sum of runs is one' grep -q '^Compared: gmon.sum (sum of 3 runs) -> old.out$' sums
profile old 1000 memcmp_keys:520 steady:105 removed:28 >slow.out
profile old 1000 memcmp_keys:500 steady:98 removed:31 >slow2.out
profile old 1000 memcmp_keys:511 steady:101 removed:25 >slow3.out
$GPTUI -s --sum-output=slow.sum old slow.out slow2.out slow3.out 2>err
# What each comparison says of its functions, but for the last digits.
said()
{
    "$GPTUI" --format=csv "$@" 2>>err | awk -F, -v OFS=, '
        NR > 1 { for (i = 8; i <= NF; i++) if ($i ~ /^-?[0-9.]+(e-?[0-9]+)?$/) $i = sprintf("%.6g", $i); print }'
}
said --diff=old.out --diff=again.out --diff=third.out old slow.out slow2.out slow3.out >runs.csv
said --diff=gmon.sum old slow.sum >sums.csv
why='sums.csv err'
[ -s sums.csv ] && cmp -s runs.csv sums.csv && grep -q '^function,memcmp_keys,.*,4.1,5.10333,1.00333,.*,real,' sums.csv
result $? 'two sums are judged like the runs that they are of'
said --diff=old.out --diff=again.out --diff=third.out old slow.out >runs.csv
said --diff=gmon.sum old slow.out >sums.csv
[ -s sums.csv ] && cmp -s runs.csv sums.csv && grep -q ',beyond sampling,' sums.csv &&
    [ "$(grep -c ',real,' sums.csv)" -eq 0 ]
result $? 'and so is a sum beside a single run, by samples'
why='sums err'
$GPTUI --diff=gmon.sum old slow.sum >sums 2>err
grep -q '^Real or noise: t test of 3 and 3 runs, variances moderated over all functions, 1 % of' sums &&
    ! grep -q 'would tell' sums
result $? 'the report says by what it judged'
# Without static functions, those of a symbol are several.
sed 's/void steady/static &/' old.c >static.c
"$CC" -g -O0 -pg -o static static.c
for k in 1 2 3 4 5 6; do
    profile static 1000 memcmp_keys:40$k steady:10$k removed:30 >static.$k
done
$GPTUI -s --sum-output=static.old static static.1 static.2 static.3 2>err
$GPTUI -s --sum-output=static.new static static.4 static.5 static.6 2>err
$GPTUI --diff=static.old -a static static.new >sums 2>err
grep -q '^Real or noise: t test of 3 and 3 runs, .*, the spread of 1 function not known, 1 % of' sums
result $? 'and of how many functions it does not know'
$GPTUI --diff=static.old -a --format=json static static.new >sums 2>err
holds 'in JSON as well' grep -q '"test":"moderated-t","spread_unknown":1,' sums
rm gmon.sum.run slow.sum.run
$GPTUI --diff=gmon.sum old slow.sum >sums 2>err
grep -q '^Compared: gmon.sum -> slow.sum$' sums && grep -q '^Beyond or within sampling: exact test of two numbers of samples' sums
result $? 'a sum without statistics is one run'
why=text
grep -Eq '^ +4.00 +2.77 +-1.23 +0.26 +-30.8 %  beyond sampling +-41.7 % +\+18.8 %  beyond sampling +memcmp_keys$' text
result $? 'a row: times, their difference and its error, what samples say of it, calls, time per call'
[ "$(sed -n 3p text)" = '3 runs a side would tell: gptui record --repeat=3 ./new' ]
result $? 'above the table: what would tell what is real'
chmod -x new
[ "$($compare 2>err | sed -n 3p)" = '3 runs a side would tell' ]
result $? 'no command for a program that cannot be recorded here'
chmod +x new
grep -q ' removed  (gone)$' text && grep -q ' added_two  (new)$' text
result $? 'functions that are gone or new'
grep -q 'steady' text
holds 'noise is left out' [ $? -ne 0 ]
$compare -z >text 2>err
grep -Eq '^ +1.00 +1.05 +\+0.05 +0.14 +\+5.0 %  within sampling +equal +\+5.0 %  within sampling +steady$' text
result $? '-z lists it'
$compare -q >text 2>err
[ $? -eq 1 ] && [ ! -s text ] && [ "$(cat err)" = "$GPTUI: --diff compares functions: -q does not go with it" ]
result $? 'who asks for arcs gets a line, and status 1'

why=csv
$compare --format=csv >csv 2>err
head -n 1 csv | grep -q '^section,name,old_name,state,raw_name,file,line,old_seconds,new_seconds,delta_seconds,delta_error_seconds,verdict,probability,old_calls,new_calls,'
result $? 'csv has these columns'
grep -q '^function,memcmp_keys,,,memcmp_keys,.*,4,2.77,-1.23,0.260192237,beyond sampling,.*,1000,583,' csv
result $? 'csv has the same numbers'
why=json
$compare --format=json >json 2>err
if command -v python3 >/dev/null; then
    python3 - json csv <<'END' >err 2>&1
import csv, json, sys
j = json.load(open(sys.argv[1]))
rows = {r["name"]: r for r in csv.DictReader(open(sys.argv[2], newline="")) if r["section"] == "function"}
assert j["format"] == "gptui-diff" and j["version"] == 3 and j["test"] == "poisson"
assert len(rows) == len(j["functions"])
for f in j["functions"]:
    row = rows[f["name"]]
    assert f["state"] == (row["state"] or "both"), f
    for key in ("raw_name", "old_name", "file", "line"):
        assert str(f.get(key, "")) == row[key], (key, f)
    for key, value in row.items():
        if key in ("section", "state", "old_name", "file", "line", "raw_name") or value == "":
            continue
        if key.endswith("verdict"):
            assert f[key] == value, (key, f)
        elif key != "name":
            assert abs(f[key] - float(value)) < 1e-9, (key, f)
assert "arcs" not in j and "cycles" not in j
END
    result $? 'json has the numbers of csv'
else
    skip 'json has the numbers of csv' 'no python3 here'
fi

# NAME STATUS CONDITION
condition()
{
    $compare --fail-if "$3" >out 2>err
    holds "$1: $3" [ $? -eq "$2" ]
}
why=err
real='self(memcmp_keys)<-5% real'
condition 'a run on each side does not say what is real' 2 "$real"
[ "$(cat err)" = "$GPTUI: $real: 1 and 1 runs cannot decide it; 3 runs a side would tell: gptui record --repeat=3 ./new" ]
result $? 'one line says what would'
condition 'nor where nothing differs much' 2 'self(steady)>+50% real'
condition 'nor of the whole program' 2 'self(total)<-5% real'
condition 'how much differs it does say' 3 'self(memcmp_keys)<-5%'
condition 'calls are exact' 3 'calls(memcmp_keys)<-400 real'
$compare --fail-if "$real" --fail-if 'self(memcmp_keys)<-5%' >out 2>err
[ $? -eq 3 ] && [ "$(wc -l <err)" -eq 2 ]
result $? 'what holds comes before what cannot be decided'
$compare --diff=again.out --fail-if "$real" >out 2>err
[ $? -eq 2 ] && grep -q ': 2 and 1 runs cannot decide it; ' err
result $? 'nor do two'
profile new 583 memcmp_keys:281 steady:99 added_two:43 >new2.out
profile new 583 memcmp_keys:270 steady:104 added_two:38 >new3.out
single=$compare
compare="$GPTUI --diff=old.out --diff=again.out --diff=third.out --diff-image=old new new.out new2.out new3.out"
condition 'it holds' 3 'self(memcmp_keys)<-5% real'
grep -q 'memcmp_keys -1.34 s +/- [0-9.]*: real; calls -41.7 %, exact; per call +15.5 %: real$' err &&
    [ "$(wc -l <err)" -eq 1 ]
result $? 'one line says why'
condition 'it does not' 0 'self(memcmp_keys)>+5% real'
condition 'noise is not real' 0 'self(steady)>+1% real'
condition 'but more all the same' 3 'self(steady)>+1%'
condition 'calls' 3 'calls(memcmp_keys)<600'
condition 'calls by their change' 3 'calls(memcmp_keys)<-400 real'
condition 'of the new side' 0 'self(total)>5s'
condition 'of the whole program' 3 'self(total)<-5% real'
holds 'the total has its words' grep -q 'real: total -1.22 s +/- [0-9.]*: real; ' err
condition 'time per call' 3 'percall(memcmp_keys)>+10% real'
condition 'time per call of all' 3 'percall(total)>+10% real'
condition 'time per call of noise' 0 'percall(steady)>+1% real'
condition 'with children' 3 'total(main)<-0.5s'
condition 'a new function' 3 'self(added_two)>+5% real'
condition 'one that is gone' 3 'self(removed)<-50% real'
condition 'any of several' 3 'self(/^(steady|memcmp_keys)$/)<-5% real'
condition 'no function' 1 'self(nobody)>5%'
condition 'no condition' 1 'self(main)=5'
$GPTUI --fail-if 'self(main)>5%' new new.out >out 2>err
[ $? -eq 1 ] && grep -q 'needs --diff' err
result $? 'nothing to compare with'
$compare --fail-if 'self(steady)>+1%' --fail-if 'self(memcmp_keys)<-5%' >out 2>err
[ $? -eq 3 ] && [ "$(wc -l <err)" -eq 2 ]
result $? 'each condition that holds has its line'
# Differs so much that chance has no part in it, not even the least number above zero: exact tests and t are 0.
for k in -5 0 5; do
    profile old 9 steady:$((400 + 2 * k)) removed:$((900 + 3 * k)) >none$k
    profile old 9 memcmp_keys:$((700 + 5 * k)) steady:$((400 + 2 * k)) removed:$((900 + 3 * k)) >some$k
done
runs='--diff=none-5 --diff=none0 --diff=none5'
compare="$GPTUI $runs $runs $runs old some-5 some0 some5"
condition 'a probability of zero is one' 3 'self(/e/)>5% real'
compare=$single

why=err
$compare --format=dot >out 2>err
[ $? -eq 1 ] && grep -q -- '--diff does not go with --format=dot' err
result $? 'no graph of a comparison'
$compare --strict >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
result $? 'not with --strict'
$GPTUI --diff=missing new new.out >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
result $? 'an old profile that is not there'
printf 'gmon\1\0\0\0' >short.out
$GPTUI --diff=short.out new new.out >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
result $? 'an old profile that is cut off'

# ---- the browser ----

# NAME KEYS PATTERN: what a dump after the keys shows
shows()
{
    printf 'gptui-script 1\nkeys %s\ndump seen\n' "$2" >script
    rm -f seen
    LINES=24 COLUMNS=80 GPTUI_TEST=1 $compare --script script >err 2>&1
    holds "$1" grep -Eq -e "$3" seen
}
why=seen
shows 'what is compared' 7 'old.out of old -> new.out'
shows 'the comparison opens' '?q' 'view=Diff'
shows 'the largest difference first, with its error and mark' 7 \
    '^> 4.00  2.77    -1.23 0.26 [?]  -30.8 -1.23  -41.7  \+18.8 memcmp_keys'
shows 'what would tell what is real, until a key is pressed' 17 '^ 3 runs a side would tell: gptui record --repeat=3 ./new$'
shows 'the same in words' 7 '-1.23 s \+/- 0.26: beyond sampling; calls -41.7 %, exact; per call \+18.8 %'
shows 'sorted by another column' '7:sort<Space>calls%<Space>asc<Enter>' '^. .* memcmp_keys$'
shows 'a row opens the entry of its function on the new side' '7<Enter>' 'view=Graph .*row=[0-9]*/'
shows 'with its calls there' '7<Enter>' '^>.* 583 .*memcmp_keys \[2\]'
shows 'the history goes back to the list' '7<Enter>[' 'view=Diff mode=diff row=1/'
shows 'the base has its own' '7b' 'view=Diff mode=base'
shows 'with the calls there' '7b' '^>.* 1000 .*memcmp_keys \[2\]'
shows 'and says of which profile it is' '7b' 'old.out of old .*entry of the base '
shows 'its key goes back to the list, too' '7b7' 'view=Diff mode=diff'
shows 'a caller there opens its entry there' '7bk<Enter>' 'mode=base'
shows 'as the key that goes up does' '7bu' '^>.* main \[1\]'
shows 'and back from there to the new side' '7bub' 'view=Graph '
shows 'from the entry of the new side to that of the base' '7<Enter>b' 'view=Diff mode=base'
shows 'what is gone has one there alone' '7/removed<Enter><Enter>' 'it is gone: b shows the entry of the base'
shows 'and from which none leads to the new side' '7/removed<Enter>bb' 'it is gone: the new side has no such'
shows 'a function is found by its name' '7:goto<Space>added_two<Enter>' 'mode=diff .*'
shows 'what is new has none there' '7:goto<Space>added_two<Enter>b' 'it is new: the base has no such function'
shows 'its row is explained' '7=' 'this row: [-+][0-9.]* s [+]/- '
shows 'one by how much less' '7&delta<lt>-1<Enter>' '4 hidden'
compare="$GPTUI --diff=missing new new.out"
shows 'an old profile that is not there' '?q' 'Not compared: missing: No such file'
printf 'this is no profile but a text that is long enough' >words.out
compare="$GPTUI --diff=words.out new new.out"
shows 'an old profile that is none' 7 'Not compared: words.out: it is no profile, or ends too early$'
$compare --format=text >out 2>err
[ $? -eq 1 ] && [ "$(cat err)" = "$GPTUI: words.out: it is no profile, or ends too early" ] && [ ! -s out ]
result $? 'one line says so in batch, with the name'
compare="$GPTUI --diff=old.out --diff=words.out --diff-image=old new new.out"
shows 'one of two old profiles' 7 '1 file left out -> new.out'
compare="$GPTUI new new.out"
shows 'no profile' ':diff<Space>words.out<Enter>' 'words.out: it is no profile, or ends too early'
shows 'nothing to compare with: how to get it' 7 ':diff FILE'
shows 'another profile' ':diff<Space>again.out<Enter>' 'again.out -> new.out'
shows 'a profile that is not there leaves all as it was' ':diff<Space>missing<Enter>' 'missing: No such file'
shows 'it is still there' ':diff<Space>again.out<Enter>:diff<Space>missing<Enter>:diff<Enter>' 'no longer compared'
shows 'and not now' ':diff<Enter>' 'nothing was compared'
shows 'an old profile of another build' ':diff<Space>old.out<Enter>' '^ old.out was not written by new; old wrote it'
compare="$GPTUI --diff=old.out --diff=again.out --diff-image=old new new.out"
shows 'several old runs' 7 '2 runs of old -> new.out'
compare="$GPTUI --diff=old.out --diff=again.out --diff=third.out --diff-image=old new new.out new2.out new3.out"
shows 'by what it judged' 7 'by 3[+]3 runs '
compare="env COLUMNS=120 $GPTUI --diff=old.out --diff-image=old new new.out"
shows 'on a wide screen also of one run each' 7 'by samples '
echo "1..$n"
