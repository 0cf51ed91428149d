#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# mixed COMPILER [OPTION]... -o OUT SOURCE...: every second source is compiled without debugging
# information.
set -e
flags= sources= out=
compiler=$1
shift
while [ $# -gt 0 ]; do
    case $1 in
    -o) out=$2 && shift ;;
    -*) flags="$flags $1" ;;
    *) sources="$sources $1" ;;
    esac
    shift
done
objects= bare=
for source in $sources; do
    objects="$objects $out.$(echo "$source" | tr / .).o"
    # shellcheck disable=SC2086
    $compiler $flags $bare -c -o "${objects##* }" "$source"
    [ -n "$bare" ] && bare= || bare=-g0
done
# shellcheck disable=SC2086
$compiler $flags -o "$out" $objects
# shellcheck disable=SC2086
rm $objects
