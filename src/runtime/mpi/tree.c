/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/tree.h"

#include <time.h>

#include "runtime/sys.h"
#include "unite/unite.h"

enum {
    TAG_HEAD = 1,
    TAG_BYTES,
    TAG_WORD,
    FAST_NS = 100000, /* for this time nobody sleeps */
    SLEEP_LEAST_NS = 50000,
    SLEEP_MOST_NS = 500000,
    GRACE_NS = 1000000000, /* at most, and at most a quarter of the whole */
    FLUSH_NS = 50000000,
};

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

/* Children have one of the bits below it more. */
static unsigned lowest_bit(const struct tree *t)
{
    unsigned bit = 1;
    while (bit < (unsigned)t->size && !((unsigned)t->rank & bit))
        bit *= 2;
    return bit;
}

/* ---- messages ---- */

/* Asks for what the parent says next. */
static void listen(struct tree *t)
{
    t->is_listening =
        t->rank > 0 && t->mpi->irecv(&t->word, sizeof t->word, t->mpi->byte, t->parent, TAG_WORD,
                                     t->comm, &t->listening) == 0;
}

static void hear(struct tree *t)
{
    int is_done = 0;
    if (!t->is_listening || t->mpi->test(&t->listening, &is_done, t->mpi->no_status) || !is_done)
        return;
    t->is_listening = false;
    t->heard = t->word;
    if (t->heard == TREE_HERE)
        listen(t);
}

/* Until a request is done, or, if there is none, until the parent says something. False: that takes
 * too long, or the parent has given its verdict meanwhile. */
static bool await(struct tree *t, union mpi_object *request, uint64_t until_ns)
{
    const uint64_t since_ns = now_ns();
    const uint32_t before = t->heard;
    for (int is_done = 0;; pause_for(since_ns)) {
        if (request && (t->mpi->test(request, &is_done, t->mpi->no_status) || is_done))
            return is_done;
        hear(t);
        if (request ? t->heard > TREE_HERE : t->heard != before)
            return !request;
        if (now_ns() >= until_ns)
            return false;
    }
}

static bool send(struct tree *t, const void *bytes, size_t n, int to, int tag)
{
    union mpi_object request;
    return n <= INT32_MAX &&
           t->mpi->isend(bytes, (int)n, t->mpi->byte, to, tag, t->comm, &request) == 0 &&
           await(t, &request, t->deadline_ns);
}

/* A few bytes that the library sends along or copies; what takes longer is left to it. */
static void send_short(struct tree *t, const void *bytes, size_t n, int to, int tag)
{
    const uint64_t since_ns = now_ns();
    union mpi_object request;
    int is_done = t->mpi->isend(bytes, (int)n, t->mpi->byte, to, tag, t->comm, &request) != 0;
    while (!is_done && now_ns() - since_ns < FLUSH_NS &&
           t->mpi->test(&request, &is_done, t->mpi->no_status) == 0)
        pause_for(since_ns);
}

static void give_up(struct tree *t, union mpi_object *request)
{
    int is_done;
    if (t->mpi->cancel(request) == 0)
        t->mpi->test(request, &is_done, t->mpi->no_status);
}

/* What is to come is not waited for any more when it is too late. */
static bool receive(struct tree *t, void *bytes, size_t n, int from, int tag)
{
    union mpi_object request;
    if (n > INT32_MAX ||
        t->mpi->irecv(bytes, (int)n, t->mpi->byte, from, tag, t->comm, &request) != 0)
        return false;
    if (await(t, &request, t->until_ns))
        return true;
    give_up(t, &request);
    return false;
}

static void say(struct tree *t, enum tree_word word)
{
    static const uint32_t words[] = {TREE_NOTHING, TREE_HERE, TREE_TAKEN, TREE_NOT_TAKEN};
    for (unsigned bit = lowest_bit(t) / 2; bit > 0; bit /= 2) /* those with most below them first */
        if ((t->rank | (int)bit) < t->size)
            send_short(t, &words[word], sizeof words[word], t->rank | (int)bit, TAG_WORD);
}

/* ---- the whole ---- */

/* The library may write to what it is to receive, even if nobody waits for that any more: the
 * memory stays. */
static bool take_child(struct tree *t, int child, struct unite_message *tables)
{
    struct unite_message both = {.memory = tables->memory};
    if (!receive(t, &t->head, sizeof t->head, child, TAG_HEAD))
        return false;
    const size_t n = (size_t)t->head.n_bytes;
    const uint64_t until_ns = now_ns() + t->head.left_ns;
    t->until_ns = until_ns < t->until_ns ? until_ns : t->until_ns;
    t->speaks &= !t->head.spoken;
    uint8_t *bytes = n > 0 ? sys_map(n) : NULL;
    if (!bytes || !receive(t, bytes, n, child, TAG_BYTES))
        return false;
    const struct unite_source own = unite_source_of(tables), other = {.p = bytes, .n = n};
    const bool ok = unite(&own, &other, &both) == UNITE_OK;
    sys_unmap(bytes, n);
    if (ok) {
        unite_message_release(tables);
        *tables = both;
    }
    return ok;
}

/* Those with fewest below them come first. */
static bool gather(struct tree *t, struct unite_message *tables)
{
    bool ok = tables->n > 0;
    for (unsigned bit = 1; ok && bit < lowest_bit(t); bit *= 2)
        if ((t->rank | (int)bit) < t->size)
            ok = take_child(t, t->rank | (int)bit, tables);
    return ok;
}

/* To the parent, who is there. True: rank 0 has taken it. */
static bool send_up(struct tree *t, const struct unite_message *tables)
{
    const uint64_t now = now_ns();
    t->own_head.n_bytes = tables->n;
    t->own_head.left_ns = t->until_ns > now ? t->until_ns - now : 0;
    const bool is_sent = send(t, &t->own_head, sizeof t->own_head, t->parent, TAG_HEAD) &&
                         send(t, tables->p, tables->n, t->parent, TAG_BYTES);
    if (is_sent && t->heard == TREE_HERE) /* else the verdict came before it was seen to be sent */
        (void)await(t, NULL, t->deadline_ns);
    return t->heard == TREE_TAKEN;
}

/* The parent need not wait for us. Rank 1, with nobody below it, says that rank 0 has not come. */
static void refuse(struct tree *t)
{
    t->speaks = t->rank == 1 && t->heard == TREE_NOTHING;
    t->own_head.spoken = t->speaks;
    if (t->heard <= TREE_HERE)
        send_short(t, &t->own_head, sizeof t->own_head, t->parent, TAG_HEAD);
}

/* False: nothing comes of it. */
static bool run(struct tree *t, const struct tree_work *work)
{
    t->speaks = t->rank == 0;
    say(t, TREE_HERE);
    listen(t);
    const bool is_whole = gather(t, work->tables);
    if (t->rank == 0)
        return is_whole && now_ns() < t->until_ns && work->write();
    if (is_whole && t->heard == TREE_NOTHING)
        (void)await(t, NULL, t->until_ns);
    if (is_whole && t->heard == TREE_HERE)
        return send_up(t, work->tables);
    refuse(t);
    return false;
}

bool tree_run(struct tree *t, const struct mpi *mpi, void *comm, const struct tree_work *work)
{
    *t = (struct tree){.mpi = mpi, .comm = comm};
    t->deadline_ns = now_ns() + work->wait_ns;
    t->until_ns = t->deadline_ns - (work->wait_ns / 4 < GRACE_NS ? work->wait_ns / 4 : GRACE_NS);
    if (mpi->comm_rank(comm, &t->rank) || mpi->comm_size(comm, &t->size))
        return false;
    t->parent = t->rank & (t->rank - 1);
    const bool is_taken = run(t, work);
    say(t, is_taken ? TREE_TAKEN : TREE_NOT_TAKEN);
    if (t->is_listening)
        give_up(t, &t->listening);
    return is_taken;
}
