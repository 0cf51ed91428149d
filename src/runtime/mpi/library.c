/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

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

/* ---- names ---- */

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

/* ---- which library ---- */

/* The standard's own ABI, of MPI 5.0, has other handles than both. */
static bool has_other_abi(void)
{
    static const char other[] = "libmpi_abi";
    Dl_info library;
    const void *init = mpi_next("PMPI_Init");
    return !init || !dladdr(init, &library) || !library.dli_fname ||
           strncmp(text_base(library.dli_fname), other, sizeof other - 1) == 0;
}

static bool find_handles(struct mpi *mpi)
{
    mpi->world = find_object("ompi_mpi_comm_world");
    mpi->has_numbers = !mpi->world;
    if (mpi->world) {
        mpi->no_comm = find_object("ompi_mpi_comm_null");
        mpi->byte = find_object("ompi_mpi_byte");
        mpi->errors_return = find_object("ompi_mpi_errors_return");
        return true;
    }
    mpi->world = (void *)NUMBER_WORLD;
    mpi->no_comm = (void *)NUMBER_NO_COMM;
    mpi->byte = (void *)NUMBER_BYTE;
    mpi->errors_return = (void *)NUMBER_ERRORS_RETURN;
    mpi->no_status = (void *)NUMBER_NO_STATUS;
    return mpi_next("MPIR_Dup_fn"); /* MPICH's mpi.h names it in a macro */
}

bool mpi_find(struct mpi *mpi)
{
    static const struct {
        char name[26];
        size_t at;
    } functions[] = {
        {"PMPI_Comm_get_parent", offsetof(struct mpi, comm_get_parent)},
        {"PMPI_Comm_rank", offsetof(struct mpi, comm_rank)},
        {"PMPI_Comm_size", offsetof(struct mpi, comm_size)},
        {"PMPI_Comm_split", offsetof(struct mpi, comm_split)},
        {"PMPI_Comm_set_errhandler", offsetof(struct mpi, comm_set_errhandler)},
        {"PMPI_Bcast", offsetof(struct mpi, bcast)},
        {"PMPI_Isend", offsetof(struct mpi, isend)},
        {"PMPI_Irecv", offsetof(struct mpi, irecv)},
        {"PMPI_Test", offsetof(struct mpi, test)},
        {"PMPI_Cancel", offsetof(struct mpi, cancel)},
    };
    *mpi = (struct mpi){.has_numbers = false};
    bool ok = !has_other_abi() && find_handles(mpi);
    for (size_t i = 0; ok && i < sizeof functions / sizeof *functions; i++) {
        void *found = mpi_next(functions[i].name);
        memcpy((char *)mpi + functions[i].at, &found, sizeof found);
        ok = found;
    }
    return ok;
}

/* ---- its state ---- */

static bool flag_of(const char *name)
{
    const union {
        void *at;
        int (*call)(int *flag);
    } next = {mpi_next(name)};
    int flag = 0;
    return next.at && next.call(&flag) == 0 && flag;
}

bool mpi_is_on(void)
{
    return flag_of("PMPI_Initialized") && !flag_of("PMPI_Finalized");
}

void *mpi_handle(const struct mpi *mpi, union mpi_object comm)
{
    return mpi->has_numbers ? (void *)(intptr_t)comm.number : comm.address;
}
