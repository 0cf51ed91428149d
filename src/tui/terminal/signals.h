/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals: the terminal comes back whatever happens to us, and signals become news.
 *
 *              arm                     pause
 *   (idle) ----------> taken <--------------------> given back
 *      ^     disarm   |   ^     resume (suspended, an editor runs)
 *      +--------------+   | HUP, INT, TERM, WINCH, TSTP, CONT: noted as news
 *                     |   +---- and back to work
 *                     | a crash, any other signal that ends a process; HUP, INT or TERM that
 *                     v nobody asks about, or a second one
 *                 given back ----> ended by that signal, or with its status
 *
 * 1. A crash (SEGV, BUS, FPE, ILL, ABRT) while taken puts the terminal back with
 *    async-signal-safe calls only, then goes on to whatever handled it before us.
 * 2. HUP, INT and TERM are noted for restore_news, and interrupt a system call that waits. If the
 *    program has not ended after 0.15 s, or when a second one comes, the terminal is put back,
 *    unfinished files are removed (base/unfinished), and the program ends with the status of the
 *    first: work that does not ask, and a signal that came just before a call that waits, cannot
 *    hold it up. Not while an editor has the terminal.
 * 3. Any other signal that ends a process by default (QUIT, ALRM, USR1, XCPU, those of real time
 *    and so on) puts the terminal back as a crash does, and the status is that of the signal. One
 *    that is ignored, or that somebody handles other than once, is left alone.
 * 4. One terminal per process; this state, which signal handlers read, is static by necessity.
 * 5. KILL cannot be caught: then `reset` puts the terminal back, as the manual says. */
#ifndef GPTUI_TUI_TERMINAL_SIGNALS_H
#define GPTUI_TUI_TERMINAL_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "core/base/attr.h"

/* fd: the terminal. modes: as found. p, n: what to write to make it normal again (cut to 256
 * bytes); copied. False with errno set if there is no pipe to be had. */
bool restore_arm(int fd, const struct termios *modes, const char *p, size_t n) ATTR_MUST_USE;

/* Signals are as before restore_arm. */
void restore_disarm(void);

/* The terminal is ours, or for a while not. */
void restore_hold(bool on);

/* Put the terminal back now, if it is taken. Async-signal-safe, and the program must end then. */
void restore_now(void);

/* Becomes readable when there is news. */
int restore_wake_fd(void);

struct restore_news {
    int end;        /* SIGHUP, SIGINT or SIGTERM came (and stays); 0 */
    bool resized;   /* SIGWINCH */
    bool stop;      /* SIGTSTP: somebody wants us stopped */
    bool continued; /* SIGCONT: we were stopped and the modes may be lost */
};

/* Has SIGHUP, SIGINT or SIGTERM come? Leaves the news as they are. */
bool restore_ending(void);

/* Take what came since the last call. */
struct restore_news restore_news(void);

/* On, then off, around the start of curses: it ignores SIGTSTP whenever it draws, and stops that
 * come then are lost, unless the signal is taken already. One that comes in between waits. */
void restore_claim_stop(bool on);

/* Stop the process group as the terminal's own Ctrl-Z does; returns when continued. Only while
 * paused. */
void restore_stop_group(void);

/* While another program has the terminal in our process group: what its user types (Ctrl-C,
 * Ctrl-\\) ends it and not us, and Ctrl-Z stops us along with it. Only while paused. */
void restore_yield(bool on);

/* The signals that another program must find at their defaults and would not. */
void restore_defaults(sigset_t *out);

#endif
