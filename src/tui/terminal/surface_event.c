/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_event: what was pressed, and changes of size, as events. */
#include "tui/terminal/surface_event.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "tui/terminal/signals.h"
#include "tui/terminal/surface_internal.h"

/* A sequence that has begun may come in pieces over a slow line. */
enum { SEQUENCE_MS = 250 };

/* What the terminal sends for a key, if its description says so. */
static void define(struct surface *s, const char *name, uint32_t key)
{
    const char *text = surface_capability(s, name);
    if (text)
        keys_define(&s->keys, text, key);
}

void surface_keys_start(struct surface *s)
{
    static const struct {
        const char *cap;
        uint32_t key;
    } caps[] = {
        {"kcuu1", KEYS_UP},
        {"kcud1", KEYS_DOWN},
        {"kcub1", KEYS_LEFT},
        {"kcuf1", KEYS_RIGHT},
        {"khome", KEYS_HOME},
        {"kend", KEYS_END},
        {"kpp", KEYS_PAGE_UP},
        {"knp", KEYS_PAGE_DOWN},
        {"kich1", KEYS_INSERT},
        {"kdch1", KEYS_DELETE},
        {"kcbt", KEYS_BACK_TAB},
        {"kent", KEYS_ENTER},
        {"kLFT3", KEYS_LEFT | KEY_ALT},
        {"kRIT3", KEYS_RIGHT | KEY_ALT},
    };
    for (size_t i = 0; i < ARRAY_LEN(caps); i++)
        define(s, caps[i].cap, caps[i].key);
    for (unsigned i = 0; i < 12; i++) {
        char name[8];
        snprintf(name, sizeof name, "kf%u", i + 1);
        define(s, name, KEYS_F1 + i);
    }
}

/* Signals that came. */
static bool news_event(struct surface *s, struct event *e)
{
    struct restore_news news = restore_news();
    if (news.end || s->lost) {
        *e = (struct event){.kind = EVENT_LOST, .signal = news.end};
        return true;
    }
    if (news.stop)
        surface_suspend(s);
    else if (news.continued) {
        surface_release(s);
        surface_take(s);
    }
    if (news.stop || news.continued)
        s->resumed = true;
    if (news.resized && surface_follow_size(s))
        s->resized = true;
    if (s->resumed) {
        s->resumed = false;
        *e = (struct event){.kind = EVENT_RESUME};
        return true;
    }
    if (!s->resized)
        return false;
    s->resized = false;
    *e = (struct event){.kind = EVENT_RESIZE};
    return true;
}

enum { INPUT, NEWS };

/* Whether there are bytes or news before `ms` are over. */
static bool poll_input(const struct surface *s, struct pollfd p[2], int ms)
{
    p[INPUT] = (struct pollfd){.fd = s->fd_in, .events = POLLIN};
    p[NEWS] = (struct pollfd){.fd = restore_wake_fd(), .events = POLLIN};
    return poll(p, 2, ms) > 0;
}

bool surface_waiting(const struct surface *s)
{
    struct pollfd p[2];
    return !s->options.headless && (s->keys.n || poll_input(s, p, 0));
}

/* Wait until there are bytes or news, or `ms` are over. */
static void wait_input(struct surface *s, int ms)
{
    struct pollfd p[2];
    if (!poll_input(s, p, ms))
        return;
    if (p[0].revents & POLLNVAL)
        s->lost = true;
    else if (p[0].revents) {
        char buf[KEYS_BUFFER];
        ssize_t n = read(s->fd_in, buf, sizeof buf - s->keys.n);
        if (n > 0) {
            keys_feed(&s->keys, buf, (size_t)n);
            s->fed_ms = clock_ms();
        } else if ((p[0].revents & (POLLHUP | POLLERR)) ||
                   (n < 0 && errno != EINTR && errno != EAGAIN)) {
            s->lost = true;
        }
    }
}

/* Milliseconds until what waits in the decoder must be decided; -1: nothing waits. */
static int patience(const struct surface *s, int64_t now)
{
    if (s->keys.n == 0)
        return -1;
    int64_t limit = s->keys.n > 1 && s->escape_ms < SEQUENCE_MS ? SEQUENCE_MS : s->escape_ms;
    int64_t left = s->fed_ms + limit - now;
    return left > 0 ? (int)left : 0;
}

struct event surface_event(struct surface *s, int ms)
{
    struct event e = {.kind = EVENT_NONE};
    if (s->options.headless)
        return (struct event){.kind = ms < 0 ? EVENT_LOST : EVENT_NONE};
    int64_t deadline = ms < 0 ? INT64_MAX : clock_ms() + ms;
    for (bool first = true;; first = false) {
        if (news_event(s, &e))
            return e;
        if (patience(s, clock_ms()) == 0)
            wait_input(s, 0); /* the rest may have come while we did not run */
        int64_t now = clock_ms();
        int tail = patience(s, now);
        e = keys_next(&s->keys, tail == 0, s->fed_ms);
        if (e.kind != EVENT_NONE)
            return e;
        tail = patience(s, now);
        int left = ms < 0 ? -1 : (int)(deadline - now);
        if (left < 0 && ms >= 0)
            left = 0;
        if (left == 0 && !first)
            return e;
        wait_input(s, tail < 0 || (left >= 0 && left < tail) ? left : tail);
    }
}
