# SPDX-License-Identifier: GPL-3.0-or-later
# A key script of random filter changes, moves, sorts and sizes, then exports and a dump.
#   awk -v seed=N -v steps=N -v out=PREFIX -f keys.awk
BEGIN {
    srand(seed)
    n = split("-e -E -f -F -a -z -D -b -T -L -l -c -x U <C-r> -e -E", filters, " ")
    m = split("j k <C-d> <C-u> g G <Enter> [ ] { } u H 1 2 5 D > < I z - p | 5", moves, " ")
    k = split("-k -n<Enter> -N<Enter> -q<Enter> -Q<Enter> -p<Enter> -P<Enter> --<Space>q F<Enter> <Tab>j<Enter> -m2<Enter> f<Enter> tjjjj<Enter> tG<Enter> cj<Enter>q L<Enter>", more, " ")
    print "gptui-script 1"
    for (i = 0; i < steps; i++) {
        if (rand() < 0.1)
            printf "resize %d %d\n", 12 + rand() * 40, 60 + rand() * 140
        if (rand() < 0.08)
            print ":sort " (rand() < 0.5 ? "calls" : "name") (rand() < 0.5 ? " asc" : "")
        r = rand()
        key = r < 0.4 ? filters[1 + int(rand() * n)] : r < 0.85 ? moves[1 + int(rand() * m)] : more[1 + int(rand() * k)]
        if (key == "<")
            key = "<lt>"
        if (key != "-")
            print "keys " key
    }
    print "keys <Esc>"
    print ":w gprof " out ".gprof"
    print ":w command " out ".command"
    print ":w " out ".screen"
    print "keys g0"
    print "dump " out ".dump"
}
