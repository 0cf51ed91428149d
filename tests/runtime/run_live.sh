#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a process counts while it runs: gptui --live says the same as the program itself.
. "$SRC/tests/runtime/lib.sh"
# No other process of this machine has these names.
shared=shared$$ moved=moved$$
compile $shared "$here/live.c" -pg -ldl
compile static$$ "$here/live.c" -pg -static -w
"$CC" -O2 -g -pg -fPIC -shared -o lib.so "$here/library.c"
mkfifo in out

# begin PROGRAM WORDS...: sets pid
begin() {
    rm -rf gmon.out*
    "$@" <in >out 2>err &
    pid=$!
    exec 7>in 8<out
    said=0
}

# say WORD N: and wait until it is done
say() {
    said=$((said + 1))
    echo "$@" >&7 && read -r answer <&8 && [ "$answer" = $said ]
}

end() {
    exec 7>&-
    wait $pid
    exec 8<&-
}

# live WHO FUNCTION: its calls
live() {
    "$GPTUI" --live "$1" --format=csv --images=yes -p 2>err | awk -F, -v f="$2" '$1 == "flat" && $4 == f { print $10 }'
}

for kind in shared static; do
    prog=$kind$$
    begin ./$prog ./lib.so
    say call 1234
    equal "$kind: by number, name and path" '1234 1234 1234 1234' \
        "$(live $pid leaf) $(live $prog leaf) $(live ./$prog leaf) $(live "$PWD/$prog" leaf)"
    say call 766
    equal "$kind: later there are more" 2000 "$(live $pid leaf)"
    say thread 500
    equal "$kind: a thread that has ended" 2500 "$(live $pid leaf)"
    say fork 300
    equal "$kind: a child that goes on" 2800 "$(live $pid leaf)"
    say gone 40
    equal "$kind: a child that has ended, and has written its files" 2840 "$(live $pid leaf)"
    equal "$kind: gprof's own layout" 2840 "$("$GPTUI" --live $pid --batch -b -p | awk '$NF == "leaf" { print $4 }')"
    equal "$kind: the file by its name" 2840 \
        "$("$GPTUI" --batch -b -p ./$prog gmon.out.d/*.keep | awk '$NF == "leaf" { print $4 }')"
    printf 'gptui-script 1\nkeys 6 R\ndump rows\nkeys S\n' >keep
    "$GPTUI" --live $pid --script keep && say call 60 && "$GPTUI" --live $pid --script keep
    equal "$kind: moments kept as profiles, and compared" '2840 2900 2840,2900' "$(for i in 1 2; do
        "$GPTUI" --batch -b -p ./$prog gmon.out.$i | awk '$NF == "leaf" { print $4 }'
    done | xargs) $("$GPTUI" --batch --diff gmon.out.1 --format=csv -p ./$prog gmon.out.2 | grep -o '2840,2900' | sort -u)"
    equal "$kind: its processes, those that ended as one" "2560 first,300 other,40 ended," "$(
        awk -v p=$pid -v name=$prog '/ calls\/s/ { gsub(/ s /, " "); for (i = 1; i <= NF; i++) if ($i == "calls") at = NF - i + 1 }
            at && $NF == "ended" { printf "%s ended,", $(NF - at) }
            $NF == name { printf "%s %s,", $(NF - at), $(NF - 1) == p ? "first" : "other" }' rows)"
    { echo 'gptui-script 1' && for view in '1&leaf<Enter>' 2j 3 5jj 6j; do
        printf 'keys %sj\ndump was%.1s\nkeys R R\ndump is%.1s\n' "$view" "$view" "$view"
    done; } >still && "$GPTUI" --live $pid --script still
    equal "$kind: cursor and filter stay over renewals" "$(head -qn 1 was*)" "$(head -qn 1 is*)"
    mv $prog $moved
    equal "$kind: under another name" 2900 "$(live $moved leaf)"
    rm $moved
    equal "$kind: without a name" 2900 "$(live $moved leaf)"
    end
    [ -e gmon.out ] && [ -e gmon.out.run ] && ! ls gmon.out.d/*.keep >ls 2>&1
    verdict $? "$kind: it writes its files as ever" "$(ls gmon.out*)"
done

# Libraries that come and go; what was counted in them moves.
compile $shared "$here/live.c" -pg -ldl
begin ./$shared ./lib.so
say open 70 && say open 7
equal 'a library that was closed' 77 "$(live $pid lib_leaf)"
end

begin ./$shared
say call 5 && say killed 40 && "$GPTUI" --live $pid --script keep
equal 'a killed child whose parent has not asked for it' '1 ended' "$(grep -o '[0-9]* ended' rows)"
end

# Those of the run that exec starts count into files of their own.
begin "$GPTUI" record --no-open ./$shared
say call 5 && say exec 70 && say exec 900
equal 'children that run the program anew' 975 "$(live $shared leaf)"
end

# A server under load, while the browser renews: its numbers only grow, and in the end are the
# server's own.
"$CC" -O2 -g -pthread -pg -o server$$ "$here/server.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
mkfifo port
./server$$ >port 2>err &
pid=$!
read -r port <port
./server$$ "$port" 4 1 >handled
{ echo 'gptui-script 1' && for i in 1 2 3 4 5 6 7 8; do printf 'dump moment%s\nkeys R\n' $i; done; } >renew
./server$$ "$port" 4 500 >handled &
load=$!
"$GPTUI" --live $pid --script renew
awk '/^--text--/ { end = 0 } !end { end = index($0, "calls") ? index($0, "calls") + 5 : 0 }
    $NF == "handle" { print f[split(substr($0, 1, end), f)] }' moment* >moments
wait $load
[ "$(wc -l <moments)" = 8 ] && sort -cn moments && [ "$(tail -n 1 moments)" -le "$(cat handled)" ]
verdict $? 'a server under load: its calls only grow' "$(cat moments handled)"
equal 'after it: as many as the server counts' '2004 2004' "$(cat handled) $(live $pid handle)"
GMON_OUT_PREFIX=client ./server$$ "$port" 1 0
wait $pid
equal 'and in its profile' 2004 "$("$GPTUI" --batch -b -p ./server$$ gmon.out | awk '$NF == "handle" { print $4 }')"

# What is no process that counts.
for who in 1 nobody-has-this-name ./lib.so $$; do
    [ -z "$(live $who leaf)" ] && [ "$(wc -l <err)" = 1 ] && grep -q -e ': no process of yours is called so and keeps its counts$' -e '^[^ ]*: 1: this process lets you not look' err
    verdict $? "no process that counts: $(echo $who | sed "s/^$$$/this shell/")" "$(cat err)"
done
for words in '' 'a b'; do
    # shellcheck disable=SC2086
    "$GPTUI" --batch --live $words >out.txt 2>err
    equal "--live '$words'" '1 1' "$? $(grep -c 'one process' err)"
done
mkfifo in2 out2
begin ./$shared
GMON_OUT_PREFIX=two ./$shared <in2 >out2 2>/dev/null &
other=$!
exec 5>in2 6<out2
say call 5 && echo call 6 >&5 && read -r answer <&6
equal 'two of one name: none' '' "$(live $shared leaf)"
equal 'two of one name: one line' 1 "$(grep -c 'several processes run this program' err)"
equal 'two of one name: by number' '5 6' "$(live $pid leaf) $(live $other leaf)"
exec 5>&-
wait $other
end
finish
