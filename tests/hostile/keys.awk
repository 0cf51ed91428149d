# SPDX-License-Identifier: GPL-3.0-or-later
# A script of n random keys and sizes, from seed; nothing in it ends the browser or names a file.
function pick(list,   parts, k) {
    k = split(list, parts, " ")
    return parts[1 + int(rand() * k)]
}
BEGIN {
    srand(seed)
    moves = "j k G g <C-d> <C-u> <Down> <Up> <PageDown> <PageUp> <Home> <End> h l <Left> <Right> 0 $"
    goes = "<Enter> u { } [ ] <Backspace> H z f n N & 1 2 8 1 2 5 8 7G 42G 99999G <Tab> D | s <lt> > ma 'a 5 F M"
    filters = "-e -E -f -F -k -n -N -p -P -q -Q -a -D -z -l -x -c -m -T U U <C-r> --"
    others = "? : y o % R x a d J K + _ ( ) * / <F1> <F5> <C-l> <C-a> <C-k> <Delete> <S-Tab> <A-x>"
    heights = "1 2 3 5 24 24 60"
    widths = "1 2 7 40 80 110 200"
    print "gptui-script 1"
    for (i = 0; i < n; i++) {
        what = rand()
        if (what < 0.02)
            print "resize " pick(heights) " " pick(widths)
        else if (what < 0.06)
            print "mouse left " int(rand() * 30) " " int(rand() * 100)
        else
            print "keys " pick(what < 0.3 ? moves : what < 0.55 ? goes : what < 0.7 ? filters : \
                what < 0.75 ? others : what < 0.9 ? "<Esc>" : "<Enter>")
        if (i % 7 == 0)
            print "dump /dev/null"
    }
    print "dump last"
}
