# SPDX-License-Identifier: GPL-3.0-or-later
# A script of n random keys, clicks, sizes and commands, from seed, with a dump after every 7th, or as `every` says;
# nothing in it ends the browser but a click on that key, or names a file of others.
function pick(list, by,   parts, k) {
    k = split(list, parts, by == "" ? " " : by)
    return parts[1 + int(rand() * k)]
}
BEGIN {
    srand(seed)
    moves = "j k G g <C-d> <C-u> <Down> <Up> <PageDown> <PageUp> <Home> <End> h l <Left> <Right> 0 $"
    goes = "<Enter> u b r i { } [ ] <Backspace> H z f n N & 1 2 8 1 2 5 8 7G 42G 99999G <Tab> D | s <lt> > ma 'a 5 F M"
    filters = "-e -E -f -F -k -n -N -p -P -q -Q -a -D -z -l -x -c -m -T U U <C-r> --"
    filters = filters " -b -L -T"
    others = "? : y Y o % R x a d J K + _ ( ) * / = c t i . ^ ! p S1 <Space> <Insert> <F1> <F5> <F12> <C-l> <C-a> <C-k> " \
        "<C-w> <C-@> <C-e> <C-y> <C-z> <Delete> <S-Tab> <A-x> \303\251 \344\270\255"
    buttons = "left left left right middle wheel-up wheel-down"
    commands = "goto f1|goto main|goto nobody|sort self|sort calls asc|sort name|sort bogus|rows e|rows self>0.1|rows (|" \
        "rows|set names full|set names short|set pane off|set pane on|set nothing|3|99999|-E f1|-e f2|-f f3|-F f1|-N f2|" \
        "-n f1|-Q f1|-k f1/f2|-k /|-z|-a|-T|-b|-D|w! out|w! gprof out|w! command out|map|no-such-thing|first|last|undo|" \
        "redo|-A|-m 3"
    heights = "1 2 3 5 24 24 60"
    widths = "1 2 7 40 80 110 200"
    print "gptui-script 1"
    for (i = 0; i < n; i++) {
        what = rand()
        if (what < 0.02)
            print "resize " pick(heights) " " pick(widths)
        else if (what < 0.06)
            print "mouse " pick(buttons) " " int(rand() * 30) " " int(rand() * 100) (rand() < 0.25 ? " double" : "")
        else if (what < 0.09)
            print ":" pick(commands, "[|]")
        else
            print "keys " pick(what < 0.3 ? moves : what < 0.55 ? goes : what < 0.7 ? filters : \
                what < 0.75 ? others : what < 0.9 ? "<Esc>" : "<Enter>")
        if (i % (every ? every : 7) == 0)
            print "dump /dev/null"
    }
    print "dump last"
}
