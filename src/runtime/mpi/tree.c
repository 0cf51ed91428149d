/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/tree.h"

#include <time.h>

#include "runtime/sys.h"

enum {
    TAG_UP = 1,
    TAG_REST,
    TAG_WITHDRAWAL,
    TAG_VERDICT,
    FAST_NS = 100000, /* for this time nobody sleeps */
    SLEEP_LEAST_NS = 50000,
    SLEEP_MOST_NS = 500000,
    LOOK_NS = 2000000,     /* from one look for withdrawals to the next */
    GRACE_NS = 1000000000, /* at most, and at most a quarter of the whole */
    FLUSH_NS = 50000000,
};

static const char magic[8] = "gptui-1";

static bool has_magic(const char *bytes)
{
    for (size_t i = 0; i < sizeof magic; i++)
        if (bytes[i] != magic[i])
            return false;
    return true;
}

static void copy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((char *)to)[i] = ((const char *)from)[i];
}

static uint64_t now_ns(void)
{
    return sys_clock_ns(CLOCK_MONOTONIC);
}

/* Others need the processor, too: whoever waits leaves it to them, for an eighth of the time that
 * it has waited. It sleeps, since Linux lets all that do other work go before those that yield
 * again and again. */
static void pause_for(uint64_t since_ns)
{
    const uint64_t ns = now_ns() - since_ns, part_ns = ns / 8;
    if (ns < FAST_NS)
        return;
    sys_sleep(part_ns < SLEEP_LEAST_NS  ? SLEEP_LEAST_NS
              : part_ns > SLEEP_MOST_NS ? SLEEP_MOST_NS
                                        : part_ns);
}

/* ---- sending ---- */

/* Pieces of one message. */
struct tree_sending {
    const char *bytes;
    size_t left;
    bool is_first;
    bool is_going; /* request is */
    union mpi_handle request;
};

/* True: all of it is on its way, and its bytes are not needed any more. Short messages mostly are
 * at once. */
static bool send_on(const struct tree *t, struct tree_sending *s, int to, int tag, bool *has_failed)
{
    for (bool is_done = true; !*has_failed; is_done = false) {
        if (s->is_going && !mpi_test(t->mpi, &s->request, &is_done))
            *has_failed = true;
        s->is_going &= !is_done;
        if (*has_failed || s->is_going)
            return false;
        if (s->left == 0)
            return true;
        size_t n = s->left < TREE_PIECE_BYTES ? s->left : TREE_PIECE_BYTES;
        *has_failed = !mpi_isend(t->mpi, t->comm, s->bytes, (int)n, to, tag, &s->request);
        s->is_going = !*has_failed;
        s->bytes += n;
        s->left -= n;
    }
    return false;
}

/* A few bytes that the library sends along or copies; what takes longer is left to it. */
static void send_short(struct tree *t, const void *bytes, size_t n, int to, int tag)
{
    struct tree_sending s = {.bytes = bytes, .left = n};
    bool has_failed = false;
    uint64_t since_ns = now_ns();
    while (!send_on(t, &s, to, tag, &has_failed) && !has_failed && now_ns() - since_ns < FLUSH_NS)
        pause_for(since_ns);
}

static int parent_of(const struct tree *t)
{
    return t->rank & (t->rank - 1);
}

static size_t fill_first(struct tree *t, enum tree_kind kind, const char *bytes, size_t n)
{
    struct tree_head head = {.kind = kind,
                             .n_missing = t->end.n_missing,
                             .some_missing = t->end.some_missing,
                             .n_bytes = n};
    size_t room = TREE_FIRST_BYTES - sizeof head;
    copy(head.magic, magic, sizeof magic);
    copy(t->first, &head, sizeof head);
    n = n < room ? n : room;
    copy(t->first + sizeof head, bytes, n);
    return sizeof head + n;
}

/* ---- receiving ---- */

static void note_missing(struct tree *t, unsigned n, unsigned rank)
{
    if (n > 0 && (t->end.n_missing == 0 || rank < t->end.some_missing))
        t->end.some_missing = rank;
    t->end.n_missing += n;
}

/* Asks for what fits into pieces that are free. */
static bool ask_rest(struct tree *t)
{
    for (unsigned i = 0; i < 2; i++) {
        unsigned at = (t->rest.at + i) % 2;
        size_t n = t->rest.left < TREE_PIECE_BYTES ? (size_t)t->rest.left : TREE_PIECE_BYTES;
        if (t->rest.n[at] > 0 || n == 0)
            continue;
        if (!mpi_irecv(t->mpi, t->comm, t->rest.bytes + at * TREE_PIECE_BYTES, (int)n,
                       t->rest.from->rank, TAG_REST, &t->rest.request[at]))
            return false;
        t->rest.n[at] = n;
        t->rest.left -= n;
    }
    return true;
}

static bool hears(struct tree *t);

/* For unite_source: the piece that was handed over before is free again. */
static size_t next_piece(void *ctx, const uint8_t **p)
{
    struct tree *t = ctx;
    unsigned at = t->rest.at;
    uint64_t since_ns = now_ns();
    bool is_done = false;
    if (!ask_rest(t) || t->rest.n[at] == 0)
        return 0;
    while (mpi_test(t->mpi, &t->rest.request[at], &is_done) && !is_done) {
        if (hears(t) || now_ns() >= t->soft_ns)
            return 0;
        pause_for(since_ns);
    }
    size_t n = is_done ? t->rest.n[at] : 0;
    *p = (const uint8_t *)t->rest.bytes + at * TREE_PIECE_BYTES;
    t->rest.n[at] = 0;
    t->rest.at = (at + 1) % 2;
    return n;
}

/* The first part has come; waits for the rest. False: that does not come, or there is none. */
static bool take_message(struct tree *t, struct tree_child *child)
{
    struct tree_head head;
    const size_t room = TREE_FIRST_BYTES - sizeof head;
    copy(&head, child->first, sizeof head);
    if (!has_magic(head.magic) || head.kind != TREE_BYTES) {
        if (has_magic(head.magic))
            note_missing(t, head.n_missing, head.some_missing);
        return false;
    }
    struct unite_source source = {.p = (const uint8_t *)child->first + sizeof head,
                                  .n = head.n_bytes < room ? (size_t)head.n_bytes : room,
                                  .more = next_piece,
                                  .ctx = t};
    t->rest.from = child;
    t->rest.left = head.n_bytes - source.n;
    t->rest.at = 0;
    if (t->rest.left > 0 && !t->rest.bytes)
        t->rest.bytes = sys_map(2 * TREE_PIECE_BYTES);
    return (t->rest.left == 0 || t->rest.bytes) && t->work->unite(t->work->ctx, &source);
}

/* What the parent said is there. */
static void hear(struct tree *t)
{
    t->end.is_heard = true;
    t->end.is_taken = has_magic(t->heard.magic) && t->heard.is_taken;
}

/* One try, for all children that have not come, and for the parent. False: what there is of a child
 * cannot be used. */
static bool receive_on(struct tree *t, bool *has_moved)
{
    union mpi_handle *requests[TREE_CHILDREN_MOST + 1];
    struct tree_child *from[TREE_CHILDREN_MOST + 1];
    int n = 0, which;
    for (int i = 0; i < t->n_children; i++)
        if (!t->children[i].has_come) {
            from[n] = &t->children[i];
            requests[n++] = &t->children[i].request;
        }
    from[n] = NULL;
    if (t->rank > 0 && !t->end.is_heard)
        requests[n++] = &t->hearing;
    /* Open MPI looks at the network after it has looked at the requests. */
    if (!mpi_test_any(t->mpi, requests, n, &which) ||
        (which < 0 && !mpi_test_any(t->mpi, requests, n, &which)))
        return false;
    *has_moved = which >= 0;
    if (which < 0)
        return true;
    if (!from[which]) {
        hear(t);
        return true;
    }
    from[which]->has_come = true;
    return take_message(t, from[which]);
}

static bool child_has_withdrawn(const struct tree *t, int rank)
{
    bool is_there;
    return !mpi_iprobe(t->mpi, t->comm, rank, TAG_WITHDRAWAL, &is_there) || is_there;
}

static bool has_withdrawn(const struct tree *t)
{
    for (int i = 0; i < t->n_children; i++)
        if (child_has_withdrawn(t, t->children[i].rank))
            return true;
    return false;
}

/* Has the parent said something? */
static bool hears(struct tree *t)
{
    bool is_done;
    if (t->rank == 0 || t->end.is_heard || !mpi_test(t->mpi, &t->hearing, &is_done) || !is_done)
        return t->end.is_heard;
    hear(t);
    return true;
}

/* ---- the whole ---- */

static bool begin(struct tree *t)
{
    t->n_children = 0;
    for (int bit = 1; bit < t->size && !(t->rank & bit) && bit > 0; bit <<= 1)
        if ((t->rank | bit) < t->size)
            t->children[t->n_children++].rank = t->rank | bit;
    for (int i = 0; i < t->n_children; i++) {
        struct tree_child *child = &t->children[i];
        child->has_come = false;
        if (!mpi_irecv(t->mpi, t->comm, child->first, sizeof child->first, child->rank, TAG_UP,
                       &child->request)) {
            t->n_children = i;
            return false;
        }
    }
    return t->rank == 0 || mpi_irecv(t->mpi, t->comm, &t->heard, sizeof t->heard, parent_of(t),
                                     TAG_VERDICT, &t->hearing);
}

static bool all_have_come(const struct tree *t)
{
    for (int i = 0; i < t->n_children; i++)
        if (!t->children[i].has_come)
            return false;
    return true;
}

/* Goes on until all children's bytes are united. */
static bool gather(struct tree *t)
{
    uint64_t since_ns = now_ns();
    while (!all_have_come(t)) {
        bool has_moved;
        if (!receive_on(t, &has_moved) || t->end.is_heard || now_ns() >= t->soft_ns)
            return false;
        if (has_moved)
            since_ns = now_ns();
        else
            pause_for(since_ns);
    }
    return true;
}

/* Goes on until the parent has everything, or has said that it does not want it. */
static bool send_up(struct tree *t)
{
    size_t n;
    const char *bytes = t->work->pack(t->work->ctx, &n);
    if (hears(t) || !bytes) /* a rank that is late gets this answer first */
        return false;
    size_t n_first = fill_first(t, TREE_BYTES, bytes, n),
           n_in_it = n_first - sizeof(struct tree_head);
    struct tree_sending first = {.bytes = t->first, .left = n_first};
    struct tree_sending rest = {.bytes = bytes + n_in_it, .left = n - n_in_it};
    bool has_failed = false, is_first_gone = false;
    uint64_t since_ns = now_ns();
    while (!has_failed && !hears(t)) {
        is_first_gone = is_first_gone || send_on(t, &first, parent_of(t), TAG_UP, &has_failed);
        if (send_on(t, &rest, parent_of(t), TAG_REST, &has_failed) && is_first_gone)
            return true;
        if (now_ns() >= t->soft_ns)
            return true;
        pause_for(since_ns);
    }
    return !has_failed;
}

/* Goes on until the parent has reported what became of it. */
static void await_verdict(struct tree *t)
{
    const uint64_t since_ns = now_ns();
    uint64_t look_ns = since_ns + LOOK_NS;
    bool is_withdrawn = false;
    while (!hears(t) && now_ns() < t->deadline_ns) {
        const bool looks = now_ns() >= look_ns;
        look_ns = looks ? now_ns() + LOOK_NS : look_ns;
        if (!is_withdrawn && ((looks && has_withdrawn(t)) || now_ns() >= t->soft_ns)) {
            copy(t->withdrawal, magic, sizeof magic);
            send_short(t, t->withdrawal, sizeof t->withdrawal, parent_of(t), TAG_WITHDRAWAL);
            is_withdrawn = true;
        }
        pause_for(since_ns);
    }
    t->end.speaks = t->rank == 1 && (t->end.is_heard ? t->heard.rank_1_speaks : is_withdrawn);
}

/* The parent need not wait for us. */
static void refuse(struct tree *t)
{
    if (t->rank > 0 && !t->end.is_heard)
        send_short(t, t->first, fill_first(t, TREE_ENOUGH, "", 0), parent_of(t), TAG_UP);
}

/* False: nothing comes of it. */
static bool run(struct tree *t)
{
    if (!begin(t))
        return false;
    if (!gather(t)) {
        for (int i = 0; i < t->n_children; i++)
            if (!t->children[i].has_come)
                note_missing(t, 1, (unsigned)t->children[i].rank);
        refuse(t);
        return false;
    }
    if (t->rank == 0)
        return !has_withdrawn(t) && t->work->write(t->work->ctx);
    if (send_up(t))
        await_verdict(t);
    else
        refuse(t);
    return t->end.is_taken;
}

void tree_run(struct tree *t, const struct mpi *mpi, union mpi_handle comm,
              const struct tree_work *work, uint64_t wait_ns)
{
    uint64_t grace_ns = wait_ns / 4 < GRACE_NS ? wait_ns / 4 : GRACE_NS;
    t->mpi = mpi;
    t->comm = comm;
    t->work = work;
    t->end = (struct tree_end){.is_heard = false};
    t->begin_ns = now_ns();
    t->deadline_ns = t->begin_ns + wait_ns;
    t->soft_ns = t->deadline_ns - grace_ns;
    t->n_children = 0;
    t->rest.n[0] = t->rest.n[1] = 0;
    t->rest.bytes = NULL;
    if (!mpi_rank(mpi, comm, &t->rank) || !mpi_size(mpi, comm, &t->size))
        return;
    bool is_taken = run(t);
    t->end.is_taken = is_taken;
    /* Rank 1 has nobody below it: if it did not wait any more, rank 0 has come late, and it has
     * said so, or still does. */
    t->said.rank_1_speaks = t->rank == 0 && t->size > 1 && !is_taken && now_ns() < t->soft_ns &&
                            child_has_withdrawn(t, 1);
    if (t->rank == 0)
        t->end.speaks = !t->said.rank_1_speaks;
    copy(t->said.magic, magic, sizeof magic);
    t->said.is_taken = is_taken;
    for (int i = t->n_children; i-- > 0;) /* those with most below them first */
        send_short(t, &t->said, sizeof t->said, t->children[i].rank, TAG_VERDICT);
    /* What is still to come is not waited for. */
    for (unsigned i = 0; i < 2; i++)
        if (t->rest.n[i] > 0)
            mpi_cancel(t->mpi, &t->rest.request[i]);
    for (int i = 0; i < t->n_children; i++)
        if (!t->children[i].has_come)
            mpi_cancel(t->mpi, &t->children[i].request);
    if (t->rank > 0 && !t->end.is_heard)
        mpi_cancel(t->mpi, &t->hearing);
}
