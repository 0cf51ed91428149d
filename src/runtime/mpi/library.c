/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/library.h"

#include <dlfcn.h>
#include <link.h>

#include "runtime/images.h"
#include "runtime/text.h"

/* What MPICH's mpi.h says; its ABI keeps them. */
enum {
    NUMBER_WORLD = 0x44000000,
    NUMBER_NO_COMM = 0x04000000,
    NUMBER_BYTE = 0x4c00010d,
    NUMBER_ERRORS_RETURN = 0x54000001,
    NUMBER_NO_STATUS = 1,
};

/* ---- finding it ---- */

static bool is_own(const void *address)
{
    Dl_info there, here;
    return dladdr(address, &there) && dladdr((const void *)&mpi_next, &here) &&
           there.dli_fbase == here.dli_fbase;
}

/* The name of one loaded module. */
struct module_name {
    size_t number;
    char path[IMAGE_PATH_BYTES];
};

static int take_name(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct module_name *name = data;
    (void)bytes;
    if (name->number-- > 0)
        return 0;
    name->path[0] = 0;
    text_add(name->path, sizeof name->path, module->dlpi_name ? module->dlpi_name : "");
    return 1;
}

/* In a library that is loaded, and perhaps offers its names only to those who opened it. */
static void *find_in(const char *path, const char *name)
{
    void *library = path[0] ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void *found = library ? dlsym(library, name) : NULL;
    if (library)
        dlclose(library);
    return found && !is_own(found) ? found : NULL;
}

void *mpi_next(const char *name)
{
    struct module_name module;
    void *found = dlsym(RTLD_NEXT, name);
    for (size_t i = 0; !found; i++) {
        module.number = i;
        if (!dl_iterate_phdr(take_name, &module))
            break;
        found = find_in(module.path, name);
    }
    return found;
}

/* An object of the library: programs may have their own copy of it, which then counts. */
static void *find_object(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    return found ? found : mpi_next(name);
}

/* The standard's own ABI, of MPI 5.0, has other handles than both. */
static bool has_other_abi(void)
{
    Dl_info library;
    const void *init = mpi_next("PMPI_Init");
    if (!init || !dladdr(init, &library) || !library.dli_fname)
        return true;
    const char *name = text_base(library.dli_fname);
    static const char other[] = "libmpi_abi";
    for (size_t i = 0; i + 1 < sizeof other; i++)
        if (name[i] != other[i])
            return false;
    return true;
}

static void take_addresses(struct mpi *mpi, void *world)
{
    mpi->abi = MPI_ADDRESSES;
    mpi->world.address = world;
    mpi->no_comm.address = find_object("ompi_mpi_comm_null");
    mpi->byte.address = find_object("ompi_mpi_byte");
    mpi->errors_return.address = find_object("ompi_mpi_errors_return");
    mpi->no_status = NULL;
}

static void take_numbers(struct mpi *mpi)
{
    mpi->abi = MPI_NUMBERS;
    mpi->world.number = NUMBER_WORLD;
    mpi->no_comm.number = NUMBER_NO_COMM;
    mpi->byte.number = NUMBER_BYTE;
    mpi->errors_return.number = NUMBER_ERRORS_RETURN;
    mpi->no_status = (void *)NUMBER_NO_STATUS;
}

static bool find_functions(struct mpi *mpi)
{
    static const char names[N_MPI_FUNCTIONS][26] = {
        [MPI_COMM_GET_PARENT] = "PMPI_Comm_get_parent",
        [MPI_COMM_RANK] = "PMPI_Comm_rank",
        [MPI_COMM_SIZE] = "PMPI_Comm_size",
        [MPI_COMM_SPLIT] = "PMPI_Comm_split",
        [MPI_COMM_SET_ERRHANDLER] = "PMPI_Comm_set_errhandler",
        [MPI_BCAST] = "PMPI_Bcast",
        [MPI_ISEND] = "PMPI_Isend",
        [MPI_IRECV] = "PMPI_Irecv",
        [MPI_IPROBE] = "PMPI_Iprobe",
        [MPI_TEST] = "PMPI_Test",
        [MPI_TESTANY] = "PMPI_Testany",
        [MPI_CANCEL] = "PMPI_Cancel",
        [MPI_INITIALIZED] = "PMPI_Initialized",
        [MPI_FINALIZED] = "PMPI_Finalized",
    };
    for (size_t i = 0; i < N_MPI_FUNCTIONS; i++)
        if (!(mpi->at[i] = mpi_next(names[i])))
            return false;
    return true;
}

bool mpi_find(struct mpi *mpi)
{
    *mpi = (struct mpi){.abi = MPI_UNKNOWN};
    void *world = find_object("ompi_mpi_comm_world");
    if (has_other_abi())
        return false;
    if (world)
        take_addresses(mpi, world);
    else if (mpi_next("MPIR_Dup_fn")) /* MPICH's mpi.h names it in a macro */
        take_numbers(mpi);
    if (mpi->abi != MPI_UNKNOWN && !find_functions(mpi))
        mpi->abi = MPI_UNKNOWN;
    return mpi->abi != MPI_UNKNOWN;
}

/* ---- calling it ---- */

/* A function of either ABI: n with numbers for handles, a with addresses. */
union mpi_call {
    void *at;
    int (*flag)(int *flag);
    int (*get_n)(int *comm);
    int (*get_a)(void **comm);
    int (*ask_n)(int comm, int *answer);
    int (*ask_a)(void *comm, int *answer);
    int (*split_n)(int comm, int color, int key, int *own);
    int (*split_a)(void *comm, int color, int key, void **own);
    int (*set_n)(int comm, int handler);
    int (*set_a)(void *comm, void *handler);
    int (*bcast_n)(void *bytes, int n, int type, int root, int comm);
    int (*bcast_a)(void *bytes, int n, void *type, int root, void *comm);
    int (*message_n)(void *bytes, int n, int type, int peer, int tag, int comm, int *request);
    int (*message_a)(void *bytes, int n, void *type, int peer, int tag, void *comm, void **request);
    int (*probe_n)(int from, int tag, int comm, int *flag, void *status);
    int (*probe_a)(int from, int tag, void *comm, int *flag, void *status);
    int (*test_n)(int *request, int *flag, void *status);
    int (*test_a)(void **request, int *flag, void *status);
    int (*test_any_n)(int n, int *requests, int *which, int *flag, void *status);
    int (*test_any_a)(int n, void **requests, int *which, int *flag, void *status);
    int (*cancel_n)(int *request);
    int (*cancel_a)(void **request);
};

static union mpi_call function(const struct mpi *mpi, enum mpi_function which)
{
    return (union mpi_call){mpi->at[which]};
}

static bool has_numbers(const struct mpi *mpi)
{
    return mpi->abi == MPI_NUMBERS;
}

static bool flag_of(const char *name)
{
    int flag = 0;
    union mpi_call call = {mpi_next(name)};
    return call.at && call.flag(&flag) == 0 && flag;
}

bool mpi_is_on(void)
{
    return flag_of("PMPI_Initialized") && !flag_of("PMPI_Finalized");
}

static bool ask(const struct mpi *mpi, enum mpi_function which, union mpi_handle comm, int *answer)
{
    union mpi_call call = function(mpi, which);
    return (has_numbers(mpi) ? call.ask_n(comm.number, answer)
                             : call.ask_a(comm.address, answer)) == 0;
}

bool mpi_rank(const struct mpi *mpi, union mpi_handle comm, int *rank)
{
    return ask(mpi, MPI_COMM_RANK, comm, rank);
}

bool mpi_size(const struct mpi *mpi, union mpi_handle comm, int *size)
{
    return ask(mpi, MPI_COMM_SIZE, comm, size);
}

bool mpi_is_spawned(const struct mpi *mpi)
{
    union mpi_call call = function(mpi, MPI_COMM_GET_PARENT);
    union mpi_handle parent = mpi->no_comm;
    if (has_numbers(mpi))
        return call.get_n(&parent.number) == 0 && parent.number != mpi->no_comm.number;
    return call.get_a(&parent.address) == 0 && parent.address != mpi->no_comm.address;
}

bool mpi_split(const struct mpi *mpi, union mpi_handle comm, int color, union mpi_handle *own)
{
    union mpi_call split = function(mpi, MPI_COMM_SPLIT),
                   set = function(mpi, MPI_COMM_SET_ERRHANDLER);
    if (has_numbers(mpi))
        return split.split_n(comm.number, color, 0, &own->number) == 0 &&
               set.set_n(own->number, mpi->errors_return.number) == 0;
    return split.split_a(comm.address, color, 0, &own->address) == 0 &&
           set.set_a(own->address, mpi->errors_return.address) == 0;
}

bool mpi_bcast(const struct mpi *mpi, union mpi_handle comm, void *bytes, int n, int root)
{
    union mpi_call call = function(mpi, MPI_BCAST);
    return (has_numbers(mpi) ? call.bcast_n(bytes, n, mpi->byte.number, root, comm.number)
                             : call.bcast_a(bytes, n, mpi->byte.address, root, comm.address)) == 0;
}

static bool start_message(const struct mpi *mpi, enum mpi_function which, union mpi_handle comm,
                          void *bytes, int n, int peer, int tag, union mpi_handle *request)
{
    union mpi_call call = function(mpi, which);
    if (has_numbers(mpi))
        return call.message_n(bytes, n, mpi->byte.number, peer, tag, comm.number,
                              &request->number) == 0;
    return call.message_a(bytes, n, mpi->byte.address, peer, tag, comm.address,
                          &request->address) == 0;
}

bool mpi_isend(const struct mpi *mpi, union mpi_handle comm, const void *bytes, int n, int to,
               int tag, union mpi_handle *request)
{
    return start_message(mpi, MPI_ISEND, comm, (void *)bytes, n, to, tag, request);
}

bool mpi_irecv(const struct mpi *mpi, union mpi_handle comm, void *bytes, int n, int from, int tag,
               union mpi_handle *request)
{
    return start_message(mpi, MPI_IRECV, comm, bytes, n, from, tag, request);
}

bool mpi_iprobe(const struct mpi *mpi, union mpi_handle comm, int from, int tag, bool *is_there)
{
    union mpi_call call = function(mpi, MPI_IPROBE);
    int flag = 0;
    bool ok =
        (has_numbers(mpi) ? call.probe_n(from, tag, comm.number, &flag, mpi->no_status)
                          : call.probe_a(from, tag, comm.address, &flag, mpi->no_status)) == 0;
    *is_there = ok && flag;
    return ok;
}

bool mpi_test(const struct mpi *mpi, union mpi_handle *request, bool *is_done)
{
    union mpi_call call = function(mpi, MPI_TEST);
    int flag = 0;
    bool ok = (has_numbers(mpi) ? call.test_n(&request->number, &flag, mpi->no_status)
                                : call.test_a(&request->address, &flag, mpi->no_status)) == 0;
    *is_done = ok && flag;
    return ok;
}

bool mpi_test_any(const struct mpi *mpi, union mpi_handle *const requests[], int n, int *which)
{
    union mpi_call call = function(mpi, MPI_TESTANY);
    int flag = 0, numbers[MPI_REQUESTS_MOST];
    void *addresses[MPI_REQUESTS_MOST];
    for (int i = 0; i < n; i++) {
        numbers[i] = requests[i]->number;
        addresses[i] = requests[i]->address;
    }
    bool ok = (has_numbers(mpi) ? call.test_any_n(n, numbers, which, &flag, mpi->no_status)
                                : call.test_any_a(n, addresses, which, &flag, mpi->no_status)) == 0;
    if (!ok || !flag || *which < 0 || *which >= n) {
        *which = -1;
        return ok;
    }
    if (has_numbers(mpi))
        requests[*which]->number = numbers[*which];
    else
        requests[*which]->address = addresses[*which];
    return true;
}

void mpi_cancel(const struct mpi *mpi, union mpi_handle *request)
{
    union mpi_call call = function(mpi, MPI_CANCEL);
    bool is_done;
    if (has_numbers(mpi))
        call.cancel_n(&request->number);
    else
        call.cancel_a(&request->address);
    mpi_test(mpi, request, &is_done);
}
