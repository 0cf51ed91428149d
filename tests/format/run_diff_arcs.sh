#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The arcs of a comparison: the entries of the browser, text, CSV and JSON have the same ones, with the
# same numbers. The program before the change has a function and arcs that are gone, and lacks one.
set -u
cd "$TMPDIR" || exit 1
data=$SRC/tests/screen/data tools=$BUILD/tests/tools
. "$SRC/tests/tap.sh"
why=err

"$tools/mkelf" store <"$data/store.elf" && "$tools/mkgmon" store.out store <"$data/store.gmon" || exit 1
awk -f "$data/before.awk" "$data/store.elf" >before.elf &&
    awk -f "$data/before.awk" "$data/store.gmon" >before.gmon &&
    "$tools/mkelf" before <before.elf && "$tools/mkgmon" before.out before <before.gmon || exit 1
compare="$GPTUI --no-demangle --diff=before.out --diff-image=before"

# Each of these makes lines "CALLER CALLEE STATE OLD-CALLS NEW-CALLS OLD NEW DELTA", sorted.
$compare -z -q --format=text store store.out >text 2>err
result $? 'text'
awk '/^ .* -> / && $4 ~ /^[0-9]/ {
        state = NF > 8 ? $6 : "both"
        print $(NF - 2), $NF, state, $4, $5, $1, $2, $3
    }' text | sort >of_text
$compare -z -q --format=csv store store.out >csv 2>err
result $? 'csv'
tr -d '\r' <csv | awk -F , '
    function two(v, sign,  s) {
        if (v == "") return "-"
        s = sprintf("%.2f", v)
        sub(/^-0\.00$/, "0.00", s)
        return sign && s + 0 > 0 ? "+" s : s
    }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "arc" {
        print $3, $2, $4 == "" ? "both" : $4, $at["old_calls"], $at["new_calls"],
            two($at["old_total_seconds"]), two($at["new_total_seconds"]), two($at["delta_total_seconds"], 1)
    }' | sort >of_csv

# All entries of the browser, by the rows of the list, each to a file.
rows=$($compare -z --format=csv store store.out 2>err | grep -c ^function)
{
    printf 'gptui-script 1\nkeys 7\n'
    i=0
    while [ $i -lt "$rows" ]; do
        [ $i -eq 0 ] && printf 'keys <Enter>\n:w entry0\n' || printf 'keys 7j<Enter>\n:w entry%d\n' $i
        i=$((i + 1))
    done
} >script
LINES=24 COLUMNS=160 GPTUI_TEST=1 LC_ALL=C $compare -z --script script store store.out >err 2>&1
result $? 'all entries of the browser'
for e in entry*; do
    awk '
        { gsub(",", "") }
        / callers -/ { part = "callers"; next }
        / callees -/ { part = "callees"; next }
        $5 !~ /^[0-9]+$/ { next }
        {
            state = $9 == "new" || $9 == "gone" ? $9 : "both"
            name = $(state == "both" ? 9 : 10)
            line = state " " $5 " " $6 " " $1 " " $2 " " $3
        }
        { n++; names[n] = name; lines[n] = line; parts[n] = part }
        END {
            for (i = 1; i <= n; i++)
                if (parts[i] == "callers")
                    primary = names[i] # the last one before the callees is the function itself
            for (i = 1; i <= n; i++)
                if (parts[i] == "callees")
                    print primary, names[i], lines[i]
                else if (!(i + 1 > n || parts[i + 1] == "callees"))
                    print names[i], primary, lines[i]
        }' "$e"
done | sort | uniq -c >of_entries

why='difference err'
[ "$(wc -l <of_text)" -gt 30 ] && diff of_text of_csv >difference
result $? 'text and CSV have the same arcs and numbers' "$(wc -l <of_text) arcs"
awk '{ sub(/^ *[0-9]+ /, ""); print }' of_entries | diff of_text - >difference
result $? 'the browser has them'
awk '$1 != 2' of_entries >difference && [ ! -s difference ] && [ -s of_entries ]
result $? 'each stands in the entries of both its ends'
grep -q ' gone ' of_text && grep -q ' new ' of_text && grep -q ' both ' of_text
result $? 'some are new, some gone'
grep -q '^btree_seek cache_find gone 88210 0 0.46 0.00 -0.46$' of_text &&
    grep -q '^expr_eval btree_insert new 0 2002 0.00 ' of_text
result $? 'these are'

# Functions say how many of theirs.
tr -d '\r' <csv | awk -F , '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "function" { said[$2] = $at["new_arcs"] " " $at["gone_arcs"] }
    $1 == "arc" && $4 != "" { count[$2 " " $4]++; if ($2 != $3) count[$3 " " $4]++ }
    END {
        for (f in said)
            if (said[f] != count[f " new"] + 0 " " count[f " gone"] + 0)
                print f ": " said[f]
    }' >difference
[ ! -s difference ]
result $? 'functions have the numbers of their new and gone arcs'
$compare -q --format=csv store store.out 2>err | awk -F , '$1 == "arc" && $4 == "" && $14 == $15' >difference
[ ! -s difference ]
result $? 'without -z arcs that nothing happened to are left out'

if command -v python3 >/dev/null; then
    $compare -z --format=json store store.out >json 2>err
    python3 - json csv <<'.' >difference 2>&1
import csv, json, sys
def key(caller, callee, state, values):
    return caller, callee, state or "both", tuple(None if v in ("", None) else round(float(v), 9) for v in values)
names = ("old_calls", "new_calls", "old_total_seconds", "new_total_seconds", "delta_total_seconds")
rows = [r for r in csv.DictReader(open(sys.argv[2], newline="")) if r["section"] == "arc"]
of_csv = sorted(map(str, (key(r["old_name"], r["name"], r["state"], [r[n] for n in names]) for r in rows)))
arcs = json.load(open(sys.argv[1]))["arcs"]
of_json = sorted(map(str, (key(a["caller"], a["callee"], a["state"], [a[n] for n in names]) for a in arcs)))
assert of_csv and of_csv == of_json, (of_csv, of_json)
.
    result $? 'JSON has them'
else
    skip 'JSON has them' 'no python3 here'
fi

# ---- cycles ----

# Lines "KIND NAME STATE OLD-CALLS NEW-CALLS OLD NEW DELTA" of one cycle, as the browser shows and CSV has it.
cycle_of_screen() {
    printf 'gptui-script 1\nkeys 7:goto<Space>%s<Enter><Enter><Enter>\n:w cycle.%s\n' "$1" "$1" >script
    LINES=24 COLUMNS=160 GPTUI_TEST=1 LC_ALL=C $compare -z --script script store store.out >err 2>&1
    awk '
        { gsub(",", ""); sub(/ <cycle [0-9]+>$/, "") }
        / callers -/ { kind = "caller"; next }
        / members -/ { kind = "member"; next }
        $5 !~ /^[0-9]+$/ { next }
        {
            state = $9 == "new" || $9 == "gone" ? $9 : "both"
            print /<cycle of/ ? "cycle" : kind, $NF, state, $5, $6, $1, $2, $3
        }' "cycle.$1" | sort
}
cycle_of_csv() {
    tr -d '\r"' <csv | awk -F , -v cycle="<cycle of $1>" '
        function two(v, sign,  s) {
            s = sprintf("%.2f", v)
            sub(/^-0\.00$/, "0.00", s)
            return sign && s + 0 > 0 ? "+" s : s
        }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        ($1 == "cycle" || $1 == "caller") && $2 == cycle || $1 == "member" && $3 == cycle {
            name = $1 == "caller" ? $3 : $2
            sub(/^<cycle of /, "", name)
            print $1, name, $4 == "" ? "both" : $4, $at["old_calls"], $at["new_calls"],
                two($at["old_total_seconds"]), two($at["new_total_seconds"]), two($at["delta_total_seconds"], 1)
        }' | sort
}
why='difference err'
bad=
tr -d '\r"' <csv | awk -F , '$1 == "cycle" { sub(/^<cycle of /, "", $2); sub(/>$/, "", $2); print $2 }' >cycles
while read -r f; do
    cycle_of_screen "$f" >of_screen
    cycle_of_csv "$f" >of_csv
    [ "$(wc -l <of_csv)" -gt 3 ] && diff of_screen of_csv >difference || bad="$bad $f"
done <cycles
[ -z "$bad" ] && [ "$(wc -l <cycles)" -eq 2 ] && grep -q ' new .*expr_eval' cycle.btree_insert
result $? 'CSV has the cycles that the browser shows' "$bad"
$compare -q --format=csv store store.out 2>err >brief
grep -q '^caller,"<cycle of btree_insert>",expr_eval,new,' brief && grep -q '^cycle,"<cycle of expr_print>"' brief &&
    ! grep -q '^member' brief
result $? 'without -z, of their rows, those whose calls differ'
$compare -p --format=csv store store.out 2>err >brief
! grep -q '^cycle' brief
result $? 'without -q none'
if command -v python3 >/dev/null; then
    python3 - json csv <<'.' >difference 2>&1
import csv, json, sys
names = ("old_calls", "new_calls", "old_total_seconds", "new_total_seconds", "delta_total_seconds")
def line(kind, cycle, name, state, values):
    return str((kind, cycle, name, state or "both", [None if v in ("", None) else round(float(v), 9) for v in values]))
of_csv = []
for r in csv.DictReader(open(sys.argv[2], newline="")):
    if r["section"] in ("cycle", "caller", "member"):
        cycle, name = (r["old_name"], r["name"]) if r["section"] == "member" else (r["name"], r["old_name"])
        of_csv.append(line(r["section"], cycle, name, r["state"], [r[n] for n in names]))
of_json = []
for c in json.load(open(sys.argv[1]))["cycles"]:
    of_json.append(line("cycle", c["name"], "", c["state"], [c[n] for n in names]))
    for kind, of, name in (("caller", "callers", "caller"), ("member", "members", "name")):
        of_json += [line(kind, c["name"], r[name], r["state"], [r[n] for n in names]) for r in c[of]]
assert len(of_csv) == 10 and of_csv == of_json, (of_csv, of_json)
.
    result $? 'JSON has them'
else
    skip 'JSON has them' 'no python3 here'
fi

# ---- finding them in the browser ----

# NAME KEYS PATTERN: what a dump after the keys shows
shows() {
    printf 'gptui-script 1\nkeys %s\ndump seen\n' "$2" >script
    rm -f seen
    LINES=24 COLUMNS=120 GPTUI_TEST=1 $compare --script script store store.out >err 2>&1
    grep -Eq -e "$3" seen
    result $? "$1"
}
why=seen
shows 'the order by arcs' '7:sort<Space>arcs<Enter>g' '^> .* -2 cache_find \(gone\)$'
shows 'the filter of functions whose arcs changed' '7&arcs>0<Enter>' '20 hidden'
shows 'that of an entry leaves new and gone arcs' '7&cache<Enter><Enter>u&arcs>0<Enter>' 'callees .* 1 of 3'
shows 'a filter of the list is none of the entry' '7&cache<Enter><Enter>' 'callers .* 1 of 1'
shows 'an entry of a function that is gone' '7&cache<Enter><Enter>' '^> .* cache_find \(gone\)$'
shows 'its caller' '7&cache<Enter><Enter>u' '^> .* btree_seek$'
shows 'the arc to it' '7&cache<Enter><Enter>u}' 'mode=compared'
shows 'Enter goes on' '7&cache<Enter><Enter>u{<Enter>' '^> .* run_query$'
shows 'back by the history' '7&cache<Enter><Enter>u[' '^> .* cache_find \(gone\)$'
shows 'and forward' '7&cache<Enter><Enter>u[]' '^> .* btree_seek$'
shows 'back to the list, on its row' '7jj<Enter>[' 'mode=diff row=3/'
shows 'H goes to the row of what differs most' '7G:sort<Space>name<Enter>GH' '^> .* page_checksum$'
shows 'in an entry to its entry' '7jjj<Enter>H' '^> .* page_checksum$'
shows 'unless it is hidden' '7&seek<Enter>H' 'the row filter hides it'
shows 'a name goes to its row' '7:goto<Space>expr_eval<Enter>' '^> .* expr_eval$'
shows 'which is one of Diff' '7:goto<Space>expr_eval<Enter>' 'mode=diff '
shows 'and back' '7:goto<Space>expr_eval<Enter>:goto<Space>page_checksum<Enter>' '^> .* page_checksum$'
shows 'the name of what is gone' '7:goto<Space>cache_find<Enter>' '^> .* cache_find \(gone\)$'
shows 'no name of either side' '7:goto<Space>nothing<Enter>' 'there is no function nothing'
shows 'a name of the old side is none in other views' '2:goto<Space>cache_find<Enter>' 'there is no function cache_find'
shows 'a row that is hidden' '7&seek<Enter>:goto<Space>expr_eval<Enter>' 'the row filter hides it'
shows 'the finder goes to the row' '7fexpr_eval<Enter>' '^> .* expr_eval$'
shows 'also to that of a function that is gone' '7fcach<Enter>' '^> .* cache_find \(gone\)$'
shows 'which the finder says' '7fcach' '>cache_find \(gone\) '
shows 'with the time that it had' '7fcach' '>cache_find \(gone\) +0\.46 \? +0\.24 '
shows 'by an expression, too' '7f<M-/>^cache_f.nd<Enter>' '^> .* cache_find \(gone\)$'
shows 'in an entry to its entry' '7<Enter>fcach<Enter>' '^> .* cache_find \(gone\)$'
shows 'other views have no such function' '2f<M-/>^cache_f<Enter>' 'no function found'
shows 'not either once Diff offered it' '7fcach<Esc>2f<M-/>^cache_f<Enter>' 'no function found'
shows 'Diff does though they did not' '2f<M-/>^cache_f<Esc>7fcach<Enter>' '^> .* cache_find \(gone\)$'
shows 'with nothing to compare it is no more' '7fcach<Esc>:diff<Enter>7f<M-/>^cache_f<Enter>' 'no function found'
shows 'nor is it excluded' '7fcach<C-e>' 'a function of the old side'
shows 'names of the old side are completed' '7:goto<Space>cache_f<Tab><Enter>' '^> .* cache_find \(gone\)$'
shows 'in Diff alone' '2:goto<Space>cache_f<Tab><Enter>' 'there is no function cache_f$'
shows 'and stays in Diff' '7fexpr_eval<Enter>' 'mode=diff '
shows 'a number does' '7#1<Enter>' 'mode=diff '
shows 'in an entry a name opens its entry' '7<Enter>:goto<Space>run_query<Enter>' 'mode=compared'
shows 'which is that of the function' '7<Enter>:goto<Space>run_query<Enter>' '^> .* run_query$'
shows 'of what is gone, too' '7<Enter>:goto<Space>cache_find<Enter>' '^> .* cache_find \(gone\)$'
shows 'the finder opens it' '7<Enter>frun_query<Enter>' 'mode=compared'
shows 'a number opens it' '7<Enter>#1<Enter>' 'mode=compared'
shows 'each is a step of the history' '7<Enter>frun_query<Enter>[' '^> .* page_checksum$'
shows 'with nothing to compare a name opens the entry' '7:diff<Enter>7:goto<Space>expr_eval<Enter>' 'mode=graph'
member='7:goto<Space>expr_call<Enter><Enter>'
shows 'Enter on a member shows its cycle' "$member<Enter>" '^> .* <cycle of expr_call>$'
shows 'which has members' "$member<Enter>j<Enter>" 'mode=compared'
shows 'that are opened in turn' "$member<Enter>&eval<Enter>G<Enter>" '^> .* expr_eval$'
shows 'once' "$member<Enter><Enter>" 'this is the entry shown'
shows 'one by itself, too' "$member<Enter>&expr_call<Enter>G<Enter>" '^> .* expr_call$'
shows 'its caller' "$member<Enter>u" '^> .* run_query$'
shows 'back to the cycle' "$member<Enter>u[" '^> .* <cycle of expr_call>$'
shows 'back to the member' "$member<Enter>[" '^> .* expr_call$'
shows 'the same cycle in Graph' "$member<Enter>2" '^> .* <cycle 2 as a whole>'
shows 'read again with it' "$member<Enter>R" '^> .* <cycle of expr_call>$'
shows 'a cycle that an option ends' "$member<Enter>:-k<Space>expr_eval/expr_call<Enter>" '^> .* expr_call$'
shows 'the list of cycles leads to it' '7C<Enter><Enter>' '^> .* <cycle of '
shows 'a number, too' '7#5<Enter>' '^> .* <cycle of '
shows 'the entry shown is not opened again' '7<Enter><Enter>' 'this is the entry shown'
shows 'rules cannot be opened' '7<Enter>&nothing<Enter>k<Enter>' 'this is the entry shown'
shows 'an order by column' '7<Enter>:sort<Space>old-calls<Space>asc<Enter>' 'sort: old-calls \(asc\)'
shows 'a search in an entry' '7<Enter>/read<Enter>' '^> .* read_page$'
shows 'an arc is cut on both sides' '7&page_checksum<Enter><Enter>k-k' 'opts: -k read_page'
shows 'and was there' '7&page_checksum<Enter><Enter>k-k' 'callers .* 1 of 1'
shows 'arcs are explained' '7<Enter>k=' 'mode=explanation'
shows 'nothing to compare with' '7<Enter>:diff<Enter>' 'Nothing to compare with yet'
shows 'undo brings the entry back' '7<Enter>:diff<Enter>U' '^> .* page_checksum$'
shows 'read again' '7&cache<Enter><Enter>R' '^> .* cache_find \(gone\)$'
shows 'the command' '7<Enter>Y' 'copied: gptui --no-demangle --diff=before.out --diff-image=before --format=text -q store store.out'
shows 'other views have theirs' '2Y' 'copied: gptui --no-demangle -P -q store store.out'

# Groups of runs of one program: arcs come and go there, too, and change places with the sides.
grep -v '^arc expr_eval+72 ' "$data/store.gmon" | "$tools/mkgmon" fewer.out store || exit 1
groups="$GPTUI --runs=old=store.out --runs=new=fewer.out store"
of_groups() {
    printf 'gptui-script 1\nkeys %s\ndump seen\n' "$2" >script
    rm -f seen
    # shellcheck disable=SC2086
    LINES=24 COLUMNS=120 GPTUI_TEST=1 $groups --script script >err 2>&1
    grep -Eq -e "$3" seen
    result $? "$1"
}
of_groups 'of groups of runs' '7&expr_eval<Enter><Enter>' '2002 +0 +-2002 +-100.0 +gone +btree_insert$'
of_groups 'the sides change places' '7&expr_eval<Enter><Enter>b' '0 +2002 +\+2002 +new +new +btree_insert$'
of_groups 'arcs of the new side are those of the session' '7&btree_insert<Enter><Enter>}-k' 'opts: -k btree_insert'

why='said err'
rm -f list entry
printf 'gptui-script 1\nkeys 7\n:w gprof list\nkeys <Enter>\n:w gprof entry\n:w csv table\n' >script
GPTUI_TEST=1 $compare --script script store store.out >said 2>&1
$compare --format=text store store.out 2>err | cmp - list >>said 2>&1
result $? 'w writes what the command prints'
$compare --format=text -q store store.out 2>err | cmp - entry >>said 2>&1
result $? 'with arcs from an entry'
$compare --format=csv store store.out 2>err | cmp - table >>said 2>&1
result $? 'and W a comparison as CSV'
echo "1..$n"
