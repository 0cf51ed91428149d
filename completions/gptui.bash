# SPDX-License-Identifier: GPL-3.0-or-later
# Made from the table of options: see tests/cli/completions.c.
_gptui_record()
{
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words= kind=-c at
    [[ $cur != '=' ]] || cur=
    [[ $before != '=' ]] || before=${COMP_WORDS[COMP_CWORD - 2]}
    for ((at = 2; at < COMP_CWORD; at++)); do
        case ${COMP_WORDS[at]} in
        =) ((at++)) ;;
        -*) [[ ${COMP_WORDS[at + 1]} == '=' || ' --output --rate --clock --event --dump --repeat --input --log --compile -o -r ' != *" ${COMP_WORDS[at]} "* ]] || ((at++)) ;;
        *) kind=-f ;;
        esac
    done
    case $before in
    -o|--output) kind='-f' ;;
    -r|--rate) kind='none' ;;
    --clock) words='thread wall' ;;
    --event) words='task-clock cycles instructions branches branch-misses cache-references cache-misses page-faults context-switches' ;;
    --dump) words='HUP INT QUIT USR1 USR2 ALRM TERM CHLD CONT WINCH VTALRM' ;;
    --repeat) words='auto' ;;
    -i|--input) kind='-f' ;;
    --log) kind='-f' ;;
    --compile) words='gcc clang gfortran cmake meson autotools' ;;
    esac
    [[ $kind != -c || $cur != -* ]] || words=' -o --output= -r --rate= --clock= --event= --dump= --repeat= --live -i --input= --log= --mpi --no-open --compile -h --help'
    if [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    elif [[ $kind != none ]]; then
        # shellcheck disable=SC2086
        mapfile -t COMPREPLY < <(compgen $kind -- "$cur" | sort -u)
    fi
}

_gptui()
{
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words= kind=
    COMPREPLY=()
    if [[ ${COMP_WORDS[1]} == record && $COMP_CWORD -gt 1 ]]; then
        _gptui_record
        return
    fi
    if [[ $cur == '=' ]]; then
        cur=
    elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $before == --* ]] && ! _gptui_detached "$before"; then
        before=
    fi
    case $before in
    -S|--external-symbol-table) kind='-f' ;;
    -R|--file-ordering) kind='-f' ;;
    --sum-output) kind='-f' ;;
    --demangle) words='auto gnu-v3 java gnat dlang rust none' ;;
    -e) kind='none' ;;
    -E) kind='none' ;;
    -f) kind='none' ;;
    -F) kind='none' ;;
    -k) kind='none' ;;
    -t|--table-length) kind='none' ;;
    -n|--time) kind='none' ;;
    -N|--no-time) kind='none' ;;
    -I|--directory-path) kind='-d' ;;
    -w|--width) kind='none' ;;
    -m|--min-count) kind='none' ;;
    -O|--file-format) words='auto magic bsd 4.4bsd' ;;
    --order-format) words='gold lld gcc' ;;
    --format) words='text json csv dot callgrind folded pprof svg' ;;
    --diff) kind='-f' ;;
    --diff-image) kind='-f' ;;
    --fail-if) kind='none' ;;
    --max-output) kind='none' ;;
    --min-function) kind='none' ;;
    --images) words='yes no' ;;
    --callers) words='measured assumed' ;;
    --base) kind='none' ;;
    --clones) words='yes no' ;;
    --split-dwarf) words='yes no' ;;
    --only-runs) kind='none' ;;
    --source-map) kind='-f' ;;
    --script) kind='-f' ;;
    --info) kind='-f' ;;
    --unpack) kind='-f' ;;
    esac
    if [[ -z $words$kind && $cur == -* ]]; then
        words=' -a --no-static -A --annotated-source -J --no-annotated-source -p --flat-profile -P --no-flat-profile -q --graph -Q --no-graph -B -S --external-symbol-table= -C --exec-counts -Z --no-exec-counts -r --function-ordering -R --file-ordering= -i --file-info -s --sum --sum-output= -l --line -y --separate-files -c --static-call-graph --demangle --no-demangle -e -E -f -F -k -t --table-length= -n --time= -N --no-time= -D --ignore-non-functions -I --directory-path= -z --display-unused-functions -b --brief -T --traditional -w --width= -L --print-path --inline-file-names -m --min-count= -x --all-lines -O --file-format= --order-format= --format= --diff= --diff-image= --fail-if= --waits --max-output= --min-function= --images --callers= --dynamic-symbols --base= --clones --join-parts --split-dwarf --as-one --only-runs= --statistics -d --debug --source-map= --batch --strict --script= --live --info= --unpack= -h --help -v --version'
    fi
    if [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    elif [[ $kind != none ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "${kind:--f}" -- "$cur")
    fi
    [[ $COMP_CWORD -ne 1 || $cur == '' || record != "$cur"* ]] || COMPREPLY+=(record)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}

# Whether a long option's argument can be the next word.
_gptui_detached()
{
    case $1 in
    --external-symbol-table) return 0 ;;
    --file-ordering) return 0 ;;
    --sum-output) return 0 ;;
    --table-length) return 0 ;;
    --time) return 0 ;;
    --no-time) return 0 ;;
    --directory-path) return 0 ;;
    --width) return 0 ;;
    --min-count) return 0 ;;
    --file-format) return 0 ;;
    --order-format) return 0 ;;
    --format) return 0 ;;
    --diff) return 0 ;;
    --diff-image) return 0 ;;
    --fail-if) return 0 ;;
    --max-output) return 0 ;;
    --min-function) return 0 ;;
    --callers) return 0 ;;
    --base) return 0 ;;
    --only-runs) return 0 ;;
    --source-map) return 0 ;;
    --script) return 0 ;;
    --info) return 0 ;;
    --unpack) return 0 ;;
    esac
    return 1
}

complete -F _gptui gptui
