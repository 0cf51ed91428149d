#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gptui record without a terminal: which programs it runs, what it says about the others, what of
# them comes through, and where the profile is.
. "$SRC/tests/record/lib.sh"

# record NAME STATUS OUT ERR WORDS...: both streams must match the patterns of `case`.
record() {
    name=$1 want=$2 want_out=$3 want_err=$4
    shift 4
    "$GPTUI" record "$@" >out 2>err </dev/null
    status=$? good=0
    sed -i '/ --repeat=auto takes /d' err # it depends on how fast the machine is
    [ $status -eq "$want" ] || { echo "# status $status, not $want" && good=1; }
    # shellcheck disable=SC2254
    case $(cat out) in $want_out) ;; *) good=1 ;; esac
    # shellcheck disable=SC2254
    case $(cat err) in $want_err) ;; *) good=1 ;; esac
    result $good "$name"
}

# calls FUNCTION FILE: of `prog`
calls() {
    "$GPTUI" --batch -b -p prog "$2" | awk -v f="$1" '$NF == f && NF > 4 { print $4 }'
}

source=$SRC/tests/record/programs/behave.c
"$CC" -O1 -g -pg -o prog "$source" && "$CC" -O1 -o plain "$source" || exit 1
found='*: the profile is in gmon.out; look at it with: gptui ./prog gmon.out'

record 'a profiled program' 0 '' "$found" ./prog
holds 'its profile has its calls' [ "$(calls work gmon.out)" = 1000 ]
[ "$(echo gmon.out*)" = 'gmon.out gmon.out.run' ] && "$GPTUI" --info gmon.out | grep -q '^calls 10'
result $? 'its files have its name'
record 'its exit status' 7 '' "$found" ./prog exit 7
record 'words after the program are its own' 0 "-o
--
--help" "$found" -- ./prog -o -- --help
rm -r gmon.out*
rm -rf gmon.out*

# M9: a process that goes on is reported, and nothing of it is touched.
mkfifo input
"$GPTUI" record ./prog daemon <input 2>err &
exec 3>input
wait $!
grep -q ': something that it started goes on; what that counts comes into gmon.out.d$' err && [ "$(wc -l <err)" = 1 ] &&
    later=$(ls gmon.out.d/*.keep) && later=${later%-1.keep} && [ ! -e "$later" ]
result $? 'M9: a process that goes on'
exec 3>&-
until [ -e "${later%.*}".*.run ]; do :; done
result $? 'M9: and its counts come'

# Ctrl-C while both are stopped: the program has ended before we go on, and ours is still to come.
state() { sed 's/.*) //; s/ .*//' "/proc/$1/stat"; }
env --default-signal=INT "$GPTUI" record --no-open ./prog loop >out 2>err &
us=$!
until grep -q 'ready 0' out; do :; done
program=$(cat /proc/$us/task/$us/children) && program=${program% }
kill -STOP "$program" && until [ "$(state $us)" = T ]; do :; done
kill -INT "$program" $us && kill -CONT "$program" && until [ "$(state "$program")" = Z ]; do :; done
kill -CONT $us
wait $us
[ "$? $(grep -c 'the profile is in gmon.out; look at it with' err)" = '130 1' ]
result $? 'stopped, and then interrupted'

# A process of an earlier run that ends during this one writes there, too.
record 'an earlier run' 0 '' "$found" ./prog
mv gmon.out saved && mv gmon.out.run saved.run
record 'a process of an earlier run' 0 '' '*: the profile is in gmon.out; look at it with: gptui /*/prog gmon.out' \
    sh -c './prog; cp saved gmon.out.d/1-1.host.1; cp saved.run gmon.out.d/1-1.host.1.run'
holds 'a process of an earlier run: is no other one of this run' [ "$(wc -l <err)" = 1 ]
"$GPTUI" --batch -b -p prog gmon.out.d 2>err | awk '$NF == "work" { print $4 }' >out
[ "$(cat out)" = 1000 ] && grep -q ': warning: gmon.out.d: 1 profile of an earlier or later run is left out$' err
result $? 'a process of an earlier run: gptui leaves it out, and says so'
rm -rf gmon.out*

# Folders of others.
mkdir theirs.d kept.d && touch kept.d/x && echo 'gptui-run 1' >kept.d/gptui-run && mkdir kept.d/more
record 'a folder that is not ours' 1 '' '*: /*/theirs.d: was not made by gptui; name another *' -o theirs ./prog
record 'a folder that holds folders' 1 '' '*: /*/kept.d: has folders in it; name another *' -o kept ./prog
[ ! -e theirs ] && [ ! -e kept ] && [ -e kept.d/x ] && rmdir theirs.d && rm -r kept.d
result $? 'are not touched, and nothing runs'
ln -s . link.d
record 'a link where the folder would be' 1 '' '*link.d: was not made by gptui; *' -o link ./prog
rm link.d
record 'a run without profiles' 3 '' '*: has left no profile' ./plain leave 3
holds 'leaves no folder' [ ! -e gmon.out.d ]
record 'a program that removes the folder' 3 '' '*: /*/gmon.out.d: was removed while the program ran, *; name another profile with -o' sh -c 'rm -r gmon.out.d; exec ./prog exit 3'
record 'names with %' 0 '' "*: the profile is in p.prog.$(uname -n).%.%x; *" -o p.%e.%h.%%.%x ./prog
[ -s "p.prog.$(uname -n).%.%x" ] && rm -r p.prog.*
result $? 'are made by record'
mkdir 'a sub'
record 'another name' 0 '' "*: the profile is in a sub/my.prof; *gptui ./prog 'a sub/my.prof'" \
    --output='a sub/my.prof' ./prog
[ "$(calls work 'a sub/my.prof')" = 1000 ] && [ ! -e gmon.out ]
result $? 'the profile has that name'
record 'one that changes its folder' 0 "$TMPDIR/a sub" '*' -o moved env -C 'a sub' pwd
[ -s moved ] && [ "$(echo 'a sub'/moved*)" = 'a sub/moved*' ]
result $? 'the profile stays where it belongs'
rm -rf moved* gmon.out*
"$GPTUI" record ./prog fork 2>/dev/null
record 'a program with children' 0 '' '*: the profiles of 2 processes are in gmon.out.d; look at them with: gptui ./prog gmon.out.d' ./prog fork
[ "$(echo gmon.out.d/*[0-9].run | wc -w)" = 1 ] && [ "$(calls work gmon.out)" = 1000 ]
result $? 'each has its file, those of an earlier run are gone'
rm -rf gmon.out*
cat >writer <<'END'
#!/bin/sh
for name in '' .run 1 1.x - -x; do
    echo "$name" >"$GMON_OUT_PREFIX.$$$name"
done
kill -9 $$
END
chmod +x writer
record 'files beside the profile' 137 '' '*: the profile is in gmon.out; *' ./writer
[ "$(echo gmon.out | cat - gmon.out gmon.out.run | xargs)" = 'gmon.out .run' ] && set -- gmon.out.d/* && [ $# = 5 ]
result $? 'get the name of the profile, those of other processes do not'
rm -rf gmon.out*
printf '#!/bin/sh\necho old >"$GMON_OUT_PREFIX.$(uname -n).$$"\nexec "$@"\n' >again && chmod +x again
record 'a process id that comes again' 0 '' '*: the profile is in gmon.out; *' ./again ./prog
[ "$(calls work gmon.out)" = 1000 ] && [ "$(cat gmon.out.d/*."$(uname -n)".*[0-9])" = old ]
result $? 'the older profile stays, that of the program is found'
rm -rf gmon.out*
printf '#!/bin/sh\nfor i in 1 2 3 4 5 6 7; do ./prog; done\n./plain\n' >script && chmod +x script
rm -rf gmon.out*
cp prog other
printf './prog library\n./other\n./other fork\n' >>script
record 'M5: a script with many children' 0 '' '*: the profiles of 8 processes are in gmon.out.d, with 3 of other programs; look at them with: gptui /*/prog gmon.out.d' ./script
holds 'M5: in one line' [ "$(wc -l <err)" = 1 ]
sed 's/.* look at them with: gptui /"$GPTUI" --batch -b -p /' err >command
sh command 2>err | grep -q ' 8000 .* work$'
result $? 'M5: by the command that is shown'
[ "$(echo gmon.out.run gmon.out.d/*.run | wc -w)" = 11 ]
result $? 'M5: one that makes no calls and ends soon leaves nothing'
[ "$(calls work gmon.out)" = 1000 ] && [ "$(calls work gmon.out.d)" = 8000 ]
result $? 'M5: all of one program together'
"$GPTUI" --batch -b -p ./other gmon.out.d 2>err | grep -q ' 2000 .* work$'
result $? 'M5: all of another'
"$GPTUI" --batch -b -p gmon.out.d 2>err | grep -q ' 8000 .* work$'
result $? 'M5: the folder alone stands for the heaviest'
cp gmon.out small
for ms in 060: 110:', 2 more in gmon.out.d'; do
    printf 'cpu 0.%s\nimage 0 ticks 0 build-id - path %s/plain\n' "${ms%%:*}" "$PWD" | "$BUILD/tests/cli/make_run" small
    # shellcheck disable=SC2016
    record "M5: two that took 0.${ms%%:*} s each and called nothing" 0 '' "*: the profile is in gmon.out${ms#*:}; *" \
        sh -c './prog; for i in 1 2; do cp small $GMON_OUT_PREFIX.x.$i; cp small.run $GMON_OUT_PREFIX.x.$i.run; done'
done
for wrapper in 'timeout 600' 'sh -c "exec \"\$@\"" x' 'env A=1 nice -n 1' 'sh -c "./prog; :"; :'; do
    rm -rf gmon.out*
    eval "record 'M5: $wrapper' 0 '' '*: the profile is in gmon.out; look at it with: gptui /*/prog gmon.out' $wrapper ./prog"
    [ "$(wc -l <err)" = 1 ] && [ "$(calls work gmon.out)" = 1000 ]
    result $? "M5: $wrapper: its program's profile has the name"
done
rm -rf gmon.out*
cp plain unread && strip unread
printf '#!/bin/sh\n./unread library\n' >script
record 'a child that cannot be read' 0 '' '*: the profile is in gmon.out, but /*/unread has no symbols to show it by; *' ./script
record 'time in libc: no word about it' 0 '' "$found" ./prog library
mkdir 'my libs'
printf '#include "%s"\nvoid slow(void) { for (int i = 0; i < 9; i++) gptui_rt_sample(); }\n' "$SRC/tests/runtime/programs/sample.h" >slow.c
echo 'void slow(void); int main(void) { slow(); return 0; }' >uses.c
"$CC" -O1 -g -pg -fPIC -shared -o 'my libs/libslow.so' slow.c &&
    "$CC" -O1 -pg -o uses uses.c 'my libs/libslow.so' || exit 1
# By the runtime for tests, in which samples are asked for.
ours=$GPTUI GPTUI=$BUILD/tests/rt/gptui
GPTUI_RT=asked=on record 'time in a library' 0 '' '*: the profile is in gmon.out; *' -r 100 ./uses
GPTUI=$ours
unset GPTUI_RT
sed -n 's/.*profile is in .*with: gptui /"$GPTUI" --batch -b -p --images /p' err >command
sh command 2>err | awk '$NF == "slow" && $3 == 0.09 && $4 == 1' | grep -q slow
result $? 'the command shows it'
rm -rf gmon.out*
mkdir bin && cp prog bin/only-here
PATH=$TMPDIR/bin:$PATH record 'a program of PATH' 0 '' "*gptui $TMPDIR/bin/only-here gmon.out" only-here
GMON_OUT_PREFIX=x GPTUI_RT=out=y,rate=250,delay=0,out=z \
    record 'its environment' 0 "*GPTUI_RT=paths=on,rate=auto,rate=250,delay=0,record=[1-9]*-[1-9]*/[1-9]*,rate=500,dump=USR1
*" '*' -r 500 --dump USR1 env
grep -q "^GMON_OUT_PREFIX=$TMPDIR/gmon.out.d/[1-9][0-9]*-[1-9][0-9]*\$" out &&
    grep -q "^LD_PRELOAD=/.*/libgptui-rt.so\$" out &&
    [ "$(grep -c '^GPTUI_RT=\|^GMON_OUT_PREFIX=\|^LD_PRELOAD=' out)" = 3 ]
result $? 'settings of the environment are kept, but ours win'

# A launcher, for real: nothing of it, and each rank has a profile.
if mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
    rm -rf gmon.out*
    record 'mpirun' 0 '' '*: the profiles of 4 processes are in gmon.out.d; look at them with: gptui /*/prog gmon.out.d' \
        -- mpirun --allow-run-as-root --oversubscribe -n 4 ./prog
    for run in gmon.out gmon.out.d/*.run; do "$GPTUI" --info "$run"; done >infos
    [ "$(sed -n 's/^rank //p' infos | sort | xargs)" = '0 1 2 3' ] && [ "$(grep -c '^world 4$' infos)" = 4 ]
    result $? 'mpirun: ranks are known'
    [ "$(calls work gmon.out.d)" = 4000 ] && ! grep -q mpirun infos
    result $? 'mpirun: all together are the job, and the launcher is not in it'
    record 'mpirun: a status of its own' 7 '*' '*' -- mpirun --allow-run-as-root --oversubscribe -n 2 ./prog exit 7
else
    skip 'mpirun' 'Open MPI is not here'
fi

# known OPTION: the runtime has all values that record offers for it
known() {
    missing='' n_values=0
    for value in $("$GPTUI" record --"$1"=? 2>&1 | sed -n 's/.*one of: \(.*\);.*;.*/\1/p'); do
        n_values=$((n_values + 1))
        "$GPTUI" record --"$1" "$value" ./prog 2>err && ! grep -q 'GPTUI_RT' err || missing="$missing $value"
    done
    [ -z "$missing" ] && [ $n_values -gt 1 ]
    result $? "the runtime knows all values of --$1${missing:+: not}$missing"
}
known clock
known event
known dump
echo '#!/bin/sh
: >started' >starts && chmod +x starts
for words in --dump=garbage --dump=9; do
    # shellcheck disable=SC2086
    record "$words" 1 '' '*: --* want*; see: gptui record --help' $words ./starts
    [ ! -e started ] && [ "$(wc -l <err)" = 1 ]
    result $? "$words: one line, and nothing is started"
done

# Programs that end in other ways.
record 'a deadly signal' 143 '' "$found" ./prog die 15
holds 'the profile is there all the same' [ "$(calls work gmon.out)" = 1000 ]
rm -r gmon.out*
for how in 'leave 3' 'die 9'; do
    status=${how#* }
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    record "an end that the runtime does not see: $how" $((status == 9 ? 137 : status)) '' "$found" ./prog $how
    [ "$(calls work gmon.out)" = 1000 ] && [ "$(echo gmon.out*)" = 'gmon.out gmon.out.run' ]
    result $? "$how: nothing is lost, and nothing else is left"
done

# What only has such a name, whoever put it there, is named and stays; the rest is finished all the same.
rm -rf gmon.out*
record 'killed beside others' 137 '' "*/gmon.out.d/folder.keep: not a regular file
*/gmon.out.d/fifo.keep: not a regular file
*/gmon.out.d/broken.keep: damaged run
*: the profile is in gmon.out; look at it with: gptui /*/prog gmon.out" \
    sh -c 'cd gmon.out.d && mkfifo fifo.keep && mkdir folder.keep && echo x >broken.keep && cd .. && exec ./prog die 9'
[ "$(calls work gmon.out 2>err)" = 1000 ] && [ "$(cd gmon.out.d && echo *.keep)" = 'broken.keep fifo.keep folder.keep' ]
result $? 'killed beside others: what they are is not touched'

# What has the name is of the last run, which may have left nothing.
rm -rf gmon.out*
record 'a run before' 0 '' "$found" ./prog
record 'nothing after it' 3 '' '*: ./plain: has left no profile; that of an earlier run is now gmon.out.d/.former' ./plain leave 3
[ ! -e gmon.out ] && [ "$(calls work gmon.out.d/.former)" = 1000 ]
result $? 'nothing after it: the former run has not its name'
record 'nothing once more' 3 '' '*: ./plain: has left no profile; that of an earlier run is now gmon.out.d/.former' ./plain leave 3
holds 'nothing once more: the former run is still there' [ "$(calls work gmon.out.d/.former)" = 1000 ]
record 'killed after it' 137 '' "$found" ./prog die 9
[ "$(calls work gmon.out)" = 1000 ] && [ ! -e gmon.out.d/.former ]
result $? 'killed after it: is the only one'
(LD_PRELOAD=$BUILD/libgptui-rt.so ./prog die 9) 2>/dev/null
"$GPTUI" --batch -b -p prog gmon.out 2>err | grep -q ' 1000 .* work$' && [ ! -s err ] && [ "$(echo gmon.out*)" = 'gmon.out gmon.out.run' ]
result $? 'killed without record: takes the place of the run before, as one that ends does'
if [ "${FLAVOUR-}" != valgrind ]; then
    echo 'exec ./prog exit 5' >bare && chmod +x bare
    record 'not started' 126 '' '*' ./bare
    holds 'not started: the profile is what it was' [ "$(calls work gmon.out)" = 1000 ]
fi
mkfifo pipe
"$GPTUI" record ./prog signals >pipe 2>err &
pid=$!
{
    read -r ready _ && [ "$ready" = ready ]
    for signal in USR1 HUP WINCH USR2 TERM; do
        kill -$signal $pid
        read -r _ number && echo "$signal $(kill -l "$number")"
    done
} <pipe >got
wait $pid
echo "status $?" >>got
printf '%s\n' 'USR1 USR1' 'HUP HUP' 'WINCH WINCH' 'USR2 USR2' 'TERM TERM' 'status 42' | diff - got >diff
result $? 'signals reach the program, and it decides'
: >diff
record 'SIGCHLD was ignored before' 7 '' "$found" ./prog exit 7
(trap '' CHLD && "$GPTUI" record ./prog exit 7 2>err)
holds 'and is ignored' [ $? = 7 ]

# Programs without a profile of their own.
record 'not compiled for profiling' 0 '' "*: ./plain: not compiled for profiling,*no calls;*-pg*--compile*
*gptui ./plain gmon.out" ./plain
for wrapper in 'env X=1' 'timeout -s TERM 600' 'nice -n 5 nohup' 'setsid stdbuf -oL' 'sh -c "exec ./plain" x' 'timeout 600 sh -c "./plain"'; do
    eval "record '$wrapper: not compiled for profiling' 0 '' '*: ./plain: not compiled for profiling,*
*' $wrapper ./plain"
    holds "$wrapper: said once" [ "$(grep -c 'not compiled' err)" = 1 ]
done
printf 'check:\n\t@./prog exit 0\n' >Makefile
record 'make' 0 '' '*: the profile is in gmon.out; look at it with: gptui /*/prog gmon.out' make check
holds 'no word about make' [ "$(wc -l <err)" = 1 ]
"$CC" -O1 -pg -rdynamic -o stripped "$source" && strip stripped || exit 1
record 'stripped' 0 '' '*: the profile is in gmon.out; look at it with: gptui --dynamic-symbols ./stripped gmon.out' ./stripped
"$GPTUI" --dynamic-symbols ./stripped gmon.out 2>err | grep -q ' 1000 .* work$'
result $? 'stripped: the command that is shown, without a terminal'
echo 'exec ./prog exit 5' >bare
printf '#!/bin/sh\nexec ./prog exit 5\n' >script && chmod +x script bare
record 'a script' 5 '' '*: the profile is in gmon.out; look at it with: gptui /*/prog gmon.out' ./script
[ "$(calls work gmon.out)" = 1000 ] && [ "$(wc -l <err)" = 1 ]
result $? 'what it has become is in the profile'
record 'a program that becomes another' 5 '' "*gptui /*/prog gmon.out" env X=1 ./prog exit 5
holds 'no word about env' [ "$(wc -l <err)" = 1 ]
printf '#!/bin/sh\n./prog exit 5\n' >script
record 'a script that runs a program' 5 '' '*: the profile is in gmon.out; look at it with: gptui /*/prog gmon.out' ./script
if [ "${FLAVOUR-}" = valgrind ]; then
    skip 'of no known kind' 'valgrind starts programs so that their parents do not learn of failure'
else
    record 'of no known kind' 126 '' './bare: Exec format error' ./bare
fi
"$CC" -O1 -static -o static "$source" 2>/dev/null &&
    record 'a static program' 1 '' '*: ./static: linked statically,* link it in: gcc -pg -static *-L/* -lgptui-rt' ./static
"$CC" -O1 -static -pg -o libc "$source" 2>/dev/null &&
    record 'a static program with the runtime of libc' 0 '' '*: ./libc: *the profiling runtime of libc, *-lgptui-rt
*gptui ./libc gmon.out' ./libc
"$CC" -O1 -pg -o both "$source" "$BUILD/libgptui-rt.a" &&
    record 'a program with the runtime inside' 0 '' '*: the profile is in gmon.out; *gptui ./both gmon.out' ./both
rm -rf gmon.out*
"$CC" -O1 -static -pg -o prog "$source" -L"$BUILD" -lgptui-rt 2>/dev/null &&
    record 'a static program with the runtime' 6 '' "$found" ./prog exit 6
holds 'its profile' [ "$(calls work gmon.out)" = 1000 ]
if command -v i686-linux-gnu-gcc >/dev/null; then
    i686-linux-gnu-gcc -O1 -o other "$source" &&
        record 'for another machine' 1 '' '*: ./other: for another machine than the runtime (/*/libgptui-rt.so)' ./other
    i686-linux-gnu-gcc -O1 -pg -o other "$source" &&
        record 'for another machine, in this folder' 127 '' '*: ./other: for another machine than the runtime (/*/libgptui-rt.so); run by itself it writes gmon.out' other
    i686-linux-gnu-gcc -O1 -pg -static -o other "$source" && "$GPTUI" record ./other >out 2>err
    holds 'for another machine, static: no library to link with that is not for it' [ "$(grep -c lgptui-rt err)" = 0 ]
else
    skip 'for another machine' 'no i686-linux-gnu-gcc'
fi
cp plain guarded && chmod u+s guarded
if chown 12345 guarded 2>/dev/null && chmod u+s guarded; then
    record 'set-user-ID' 1 '' '*: ./guarded: *set-user-ID*' ./guarded
else
    skip 'set-user-ID' 'needs the right to give files away'
fi

# What cannot be.
record 'no such program' 127 '' 'nosuch: No such file or directory' nosuch
record 'a program of this folder, and how to run it' 127 '' '*: ./prog: not in PATH, but in this folder: gptui record ./prog' prog
printf MZ >win.exe && chmod +x win.exe
for word in win.exe ./win.exe; do
    "$GPTUI" record $word >out 2>err
    [ $? -ne 0 ] && [ "$(sed 's/^[^ ]*: //' err)" = './win.exe: for Windows; if compiled with -pg it writes gmon.out when it is run there' ]
    result $? "for Windows: $word"
done
record 'no such file' 127 '' './nosuch: No such file or directory' ./nosuch
record 'an empty name' 127 '' '*No such file or directory' ''
record 'no program but a folder' 126 '' '/: Permission denied' /
record 'no folder to write to' 1 '' 'nowhere/x: No such file or directory' -o nowhere/x ./prog
record 'a folder to write to' 1 '' 'bin: Is a directory' -o bin ./prog
record 'a device to write to' 1 '' '*: /dev/null: is no regular file; name another profile with -o' -o /dev/null ./prog
record 'standard output to write to' 1 '' "*: -: standard output is the program's; name a file with -o" -o - ./prog
record 'no name to write to' 1 '' '*: -o: the name of the profile is empty' -o '' ./prog
(ulimit -f 0 && "$GPTUI" record ./prog 2>&1) | grep -q '/gmon\.out\.d: File too large$'
result $? 'no room for a single byte (ulimit -f)'
record 'no program at all' 1 '' '*: a program to run is missing; see: gptui record --help' --
record 'an unknown option' 1 '' "*: unknown option '--outp'; *" --outp ./prog
record 'an option without its argument' 1 '' "*: an argument is missing after '-o'; *" -o
record 'an argument too many' 1 '' "*: no argument belongs to '--no-open=1'; *" --no-open=1 ./prog
record 'a rate out of range' 1 '' "*: --rate wants a number from 1 to 10000, not '10001'; *" -r10001 ./prog
record 'a signal that is none' 1 '' "*: --dump wants *; not 'USR1,out=x'; *" --dump USR1,out=x ./prog
printf '\033[31m' >name
record 'control characters' 127 '' "\\\\x1b[[]31m: No such file or directory" "$(cat name)"

# record is a word of the first place only.
ln -s "$GPTUI" gprof
./gprof record 2>err >out
[ $? = 1 ] && [ "$(cat err)" = 'record: No such file or directory' ]
result $? 'the name gprof: record is an image'
"$GPTUI" -b record 2>err >out
[ $? = 1 ] && [ "$(cat err)" = 'record: No such file or directory' ]
result $? 'after an option: record is an image'

record 'help' 0 'Usage: * record *--no-open*' '' --help
"$GPTUI" record --help >/dev/full 2>err
[ $? = 1 ] && grep -q 'standard output: No space left' err
result $? 'help to a full disk'
record 'flags for all' 0 '# gcc
gcc *-pg*# clang*# cmake*# meson*# autotools*' '' --compile
record 'flags for one' 0 'cmake *-pg*' '' --compile=cmake
record 'flags for one, as the next word' 0 'meson *-pg*' '' --compile meson
record 'flags for what is not known' 1 '' "*: --compile knows gcc, *, not 'x'; *" --compile x
echo "1..$n"
