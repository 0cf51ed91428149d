/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/job.h"

#include <fcntl.h>

#include "runtime/dump.h"
#include "runtime/mpi/library.h"
#include "runtime/mpi/tree.h"
#include "runtime/rt.h"
#include "runtime/run.h"
#include "runtime/text.h"
#include "unite/entries.h"

/* ---- where the functions of an image begin ---- */

enum { IS_BIG = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

/* Those of libraries that were closed are read from the file. */
static void find_in_file(struct unite_entries *out, const struct rt_image *image)
{
    int fd = sys_open(image->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    void *copy = fd < 0 ? NULL : sys_map(image->n_table);
    if (copy) {
        if (sys_read_at(fd, image->table_in_file, copy, image->n_table))
            unite_entries_add_frames(out, copy, image->n_table, image->table - image->base, IS_BIG);
        sys_unmap(copy, image->n_table);
    }
    if (fd >= 0)
        sys_close(fd);
}

/* From what it has in memory for exceptions: the table in its part GNU_EH_FRAME, which is sorted
 * (LSB core specification, .eh_frame_hdr). *out is empty before, but for `memory`. It stays so if
 * nothing is known, or there is no file, so that whoever adds up files says the same. */
static void functions_find(struct unite_entries *out, const struct rt_image *image)
{
    if (text_base(image->path) == image->path || !image->table)
        return;
    if (atomic_load_explicit(&image->is_gone, memory_order_relaxed)) {
        find_in_file(out, image);
    } else {
        unite_entries_add_frames(out, (const void *)image->table, image->n_table,
                                 image->table - image->base, IS_BIG);
    }
    unite_entries_sort(out);
}

/* ---- the job ---- */

static struct {
    _Atomic int depth; /* of calls of MPI's functions */
    bool is_running;   /* from MPI_Init to MPI_Finalize, if this rank takes part */
    struct mpi mpi;
    void *comm;     /* of the ranks that run this program */
    int rank, size; /* in there */
    int world_rank, world_size;
    struct tree tree;
    bool has_failed;             /* to write */
    bool is_paused;              /* nothing is counted until job_resume() */
    bool was_counting;           /* before that */
    struct unite_message tables; /* of this rank and those below it; goes on being read */
} job;

bool job_enter(void)
{
    return atomic_fetch_add_explicit(&job.depth, 1, memory_order_relaxed) == 0;
}

void job_leave(void)
{
    atomic_fetch_sub_explicit(&job.depth, 1, memory_order_relaxed);
}

/* ---- the beginning ---- */

/* Ranks with one color run one program: of the same build, or, if that is not known, of the same
 * name and size. */
static int color_of(const struct rt_image *program)
{
    uint32_t hash = 2166136261u;
    const char *name = text_base(program->path);
    for (size_t i = 0; i < program->n_build_id; i++)
        hash = (hash ^ program->build_id[i]) * 16777619u;
    for (size_t i = 0; !program->n_build_id && name[i]; i++)
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    hash = (hash ^ (uint32_t)program->n_bins) * 16777619u;
    return (int)(hash >> 1);
}

/* All ranks have the name of rank 0's run. In the communicator errors are reported and not fatal.
 */
static bool join(void)
{
    const struct mpi *mpi = &job.mpi;
    const bool is_wanted = rt_is_ready() && rt_is_ours();
    char run[RUN_BYTES] = "";
    union mpi_object comm;
    enum { UNDEFINED = -32766 }; /* as a color: a rank without a profile; both ABIs have it */
    text_add(run, sizeof run, rt.output.run);
    if (mpi->comm_rank(mpi->world, &job.world_rank) ||
        mpi->comm_size(mpi->world, &job.world_size) ||
        mpi->bcast(run, sizeof run, mpi->byte, 0, mpi->world))
        return false;
    output_join(&rt.output, run);
    if (mpi->comm_split(mpi->world, is_wanted ? color_of(&rt.images.program) : UNDEFINED, 0,
                        &comm) ||
        !is_wanted)
        return false;
    job.comm = mpi_handle(mpi, comm);
    return mpi->comm_set_errhandler(job.comm, mpi->errors_return) == 0 &&
           mpi->comm_rank(job.comm, &job.rank) == 0 && mpi->comm_size(job.comm, &job.size) == 0;
}

/* Was the job started by another one's MPI_Comm_spawn? */
static bool is_spawned(void)
{
    const struct mpi *mpi = &job.mpi;
    union mpi_object parent;
    return mpi->comm_get_parent(&parent) == 0 && mpi_handle(mpi, parent) != mpi->no_comm;
}

static bool begin(void)
{
    if (!join())
        return false;
    rt.place.rank[0] = rt.place.world[0] = 0;
    text_add_number(rt.place.rank, sizeof rt.place.rank, (uint64_t)job.world_rank);
    text_add_number(rt.place.world, sizeof rt.place.world, (uint64_t)job.world_size);
    if (job.world_rank > 0 || is_spawned())
        output_set_apart(&rt.output, true);
    return true;
}

void job_begin(void)
{
    if (job.is_running || !mpi_is_on())
        return;
    if (!mpi_find(&job.mpi)) {
        if (rt_is_ready() && (!rt.place.rank[0] || text_equal(rt.place.rank, "0")))
            text_complain("this is neither Open MPI nor MPICH:", "",
                          "every rank writes its own profile", 0);
        return;
    }
    job.is_running = begin();
}

/* ---- the end ---- */

static void write_held(void)
{
    job.has_failed = dump_message(&job.tables) != 0;
}

static bool write_tables(void)
{
    job.has_failed = true;
    return dump_hold(write_held) && !job.has_failed;
}

/* They stay empty if there is no memory. */
static void take_held(void)
{
    (void)run_take(functions_find, &job.tables);
}

/* A job of several programs has a profile for each. */
static void say_part(void)
{
    char line[100];
    line[0] = 0;
    if (job.rank > 0 || job.size == job.world_size)
        return;
    text_add_number(line, sizeof line, (uint64_t)job.size);
    text_add(line, sizeof line, " of ");
    text_add_number(line, sizeof line, (uint64_t)job.world_size);
    text_add(line, sizeof line, " ranks have their profile in");
    text_complain(line, rt.output.path, "", 0);
}

/* Signals of the clock may still be on their way to threads that have not run since. */
static void freeze(bool is_frozen)
{
    if (is_frozen)
        dump_update_images();
    info_hold(is_frozen);
    atomic_store_explicit(&rt.images.is_frozen, is_frozen, memory_order_relaxed);
}

void job_finish(void)
{
    if (!job.is_running || !rt_is_ours() || !mpi_is_on())
        return;
    job.is_running = false;
    job.was_counting = rt_is_counting();
    rt_control(false);
    freeze(true);
    if (rt.options.ranks) {
        /* As another process of the run, whichever this is. */
        bool was_apart = rt.output.is_apart;
        output_set_apart(&rt.output, true);
        dump(DUMP_IN_PROGRAM);
        output_set_apart(&rt.output, was_apart);
    }
    /* True: rank 0 has written. */
    const struct tree_work work = {&job.tables, write_tables,
                                   (uint64_t)rt.options.wait_s * 1000000000};
    job.tables = (struct unite_message){.memory = &run_memory};
    (void)dump_hold(take_held);
    job.is_paused = tree_run(&job.tree, &job.mpi, job.comm, &work);
    if (job.is_paused) {
        say_part();
        /* What is counted from now on goes to a file of its own. */
        keep_end();
        rt.is_late = true;
        output_set_apart(&rt.output, true);
        rt.output.is_taken = false; /* by what is in the job's file, too */
        rt_reset();
        return;
    }
    if (job.tree.speaks)
        text_complain(job.has_failed ? "the job's profile is not written:"
                                     : "not all ranks came to MPI_Finalize in time:",
                      "every rank writes its own profile", "", 0);
    dump_last(); /* else it would be there twice if the rank is killed now */
    freeze(false);
    rt_control(job.was_counting);
}

void job_resume(void)
{
    if (!job.is_paused)
        return;
    job.is_paused = false;
    freeze(false);
    dump_update_images();
    rt_reset();
    rt_control(job.was_counting);
}

void job_abort(void)
{
    if (rt_is_ours())
        dump(DUMP_IN_PROGRAM);
}
