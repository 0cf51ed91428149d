/* SPDX-License-Identifier: MIT */
/* sys: the system calls that the runtime makes by itself, because libc's would touch errno, vector
 * registers or locks. Results are the kernel's: -errno on failure. All may be used in handlers. */
#ifndef GPTUI_RUNTIME_SYS_H
#define GPTUI_RUNTIME_SYS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The size of a set of signals, for the kernel. */
enum { SYS_SIGNAL_BYTES = NSIG / 8 };

/* Zeroed memory that only sys_unmap gives back; NULL: there is none. */
void *sys_map(size_t bytes);
void sys_unmap(void *p, size_t bytes);

/* Memory of sys_map() gets another size, and perhaps another place; what is new is zeroed. NULL:
 * there is none, and p stays. */
void *sys_resize(void *p, size_t bytes, size_t new_bytes);

/* Can the 8 bytes at address be read? */
bool sys_can_read(uintptr_t address);

/* Copies bytes of this process's memory, which may go away at any time: how many, from the first
 * on, were there. */
size_t sys_read_memory(uintptr_t address, void *to, size_t bytes);

/* How many bytes can be read from an address on, of the first 16 pages. */
size_t sys_readable(uintptr_t address);

/* The first bytes of a file, to read and write, as all who map it see them; NULL: that cannot be.
 */
void *sys_map_file(int fd, size_t bytes);

/* More of what is mapped at p by sys_map_file: bytes that begin `skip` after it. NULL: no room. */
void *sys_map_on(void *p, size_t skip, size_t bytes);

/* madvise's numbers, which older headers do not have. */
enum sys_advice {
    SYS_READ_NO_MORE = 1,   /* than what is asked for */
    SYS_WIPE_ON_FORK = 18,  /* in children made from now on, with memory of their own, it is zero */
    SYS_POPULATE_WRITE = 23 /* writing there cannot fail from now on */
};

/* 0 or -errno: there is no room; -EINVAL: not on this system. */
int sys_advise(void *p, size_t bytes, enum sys_advice advice);

/* The size of a file; what is new is a hole. */
int sys_set_size(int fd, size_t bytes);

/* Until all descriptors and mappings that come from this one are gone, nobody else can have a lock
 * (flock) alone. */
int sys_lock_shared(int fd);

/* Writes `times` times the same bytes, at most 64 times; 0 or -errno. */
int sys_write_often(int fd, const void *p, size_t bytes, size_t times);

/* The size that files may have (ulimit -f). */
uint64_t sys_file_limit(void);

/* What the kernel calls the kind of file system that an open file is on; 0: unknown. */
unsigned sys_file_system(int fd);

/* Own thread and process, as the kernel knows them now. */
int sys_tid(void);
int sys_pid(void);
int sys_parent(void);

/* Is there a thread of this id, in whatever process? */
bool sys_thread_alive(int tid);

/* File descriptor of path. O_CLOEXEC is added. */
int sys_open(const char *path, int flags, mode_t mode);

/* As sys_open, to read, of a path within an open folder. */
int sys_open_in(int folder, const char *path);

/* What a symbolic link within an open folder says, cut off after bytes - 1; false: it is none. */
bool sys_link_in(int folder, const char *path, char *to, size_t bytes);

/* The next entries of an open folder, one after the other; 0: there are no more. And the first ones
 * again. */
struct sys_entry { /* struct linux_dirent64 begins so */
    uint64_t inode;
    int64_t next;
    unsigned short bytes;
    unsigned char type;
    char name[5];
};
static inline const char *sys_entry_name(const struct sys_entry *entry)
{
    return (const char *)entry + offsetof(struct sys_entry, name);
}
ssize_t sys_list(int folder, void *p, size_t bytes);
void sys_list_again(int folder);

/* Closes every descriptor of the calling thread but one, and of those that share them; false: not
 * on this system. */
bool sys_close_others(int fd);

/* From now on reading and writing wait, whatever flags fd was opened with. */
int sys_make_blocking(int fd);
ssize_t sys_read(int fd, void *p, size_t bytes);

/* All bytes there, which changes where reading goes on; false: these are not to be had. */
bool sys_read_at(int fd, uint64_t offset, void *p, size_t bytes);

/* All bytes: 0, or the errno of what failed after some may have been written. */
int sys_write_all(int fd, const void *p, size_t bytes);

/* The next bytes are written n bytes further on: what is passed by is zeros, which take no
 * room. 0 or -errno: nothing changed. */
int sys_skip(int fd, size_t n);
int sys_close(int fd);
int sys_rename(const char *from, const char *to);

/* Renames unless there is something called `to` already: then -EEXIST. */
int sys_rename_new(const char *from, const char *to);
int sys_unlink(const char *path);

/* The mode of a path within an open folder or AT_FDCWD, with the flags of fstatat; 0: nothing is
 * there. */
mode_t sys_mode(int folder, const char *path, int flags);

/* When it was written to, in nanoseconds since 1970; 0: nothing there. */
uint64_t sys_file_ns(const char *path);

int sys_make_folder(const char *path, mode_t mode);
int sys_remove_folder(const char *path);

/* The working folder, at most bytes long; false: it has no name of that length. */
bool sys_folder(char *path, size_t bytes);

/* The name of this machine, and the path of the program; false: unknown. */
bool sys_host(char *name, size_t bytes);
bool sys_program(char *path, size_t bytes);

struct sys_user {
    unsigned uid, gid;
};

/* What files may be opened with. */
enum { SYS_CAPABILITY_WORDS = 2 };
struct sys_rights {
    struct sys_user user;
    struct {
        uint32_t effective, permitted, inheritable;
    } capabilities[SYS_CAPABILITY_WORDS];
};

/* The calling thread opens and makes files with the rights of a user who is the process's real,
 * effective or saved one, and without capabilities of others. False: that is not allowed, nothing
 * changed. */
bool sys_take_rights(struct sys_user user, struct sys_rights *before);
void sys_give_rights(struct sys_rights *before);

/* Signals as the kernel knows them. */
struct sys_signals {
    unsigned long word[SYS_SIGNAL_BYTES / sizeof(unsigned long)];
};

/* For signals up to 31. */
static inline struct sys_signals sys_signal(int number)
{
    return (struct sys_signals){{1ul << (number - 1)}};
}

/* Blocks the signals of the set for the calling thread, and reports which were blocked before. */
void sys_block(const struct sys_signals *set, struct sys_signals *before);

/* Blocks exactly these. */
void sys_set_blocked(const struct sys_signals *set);

/* Blocked signals that wait for the calling thread or its process. */
void sys_pending(struct sys_signals *set);

/* A blocked signal of the set that waits does so no longer; false: none does. */
bool sys_drop_signal(const struct sys_signals *set);

/* Ends the calling thread, which libc does not know. */
_Noreturn void sys_exit_thread(void);

/* What the calling thread is called in lists of threads; 15 bytes count. */
void sys_name_thread(const char *name);

/* Lets other threads run. */
void sys_yield(void);

/* Lets this time pass, or less if a signal comes. */
void sys_sleep(uint64_t ns);

/* Nanoseconds of a clock (CLOCK_MONOTONIC, ...); 0: there is no such clock. */
uint64_t sys_clock_ns(int clock);

/* A number that hardly comes twice. */
uint32_t sys_seed(void);

/* The CPU clock of any thread of ours; 0: it has ended, or is none. */
uint64_t sys_thread_ns(int tid);

/* ---- which files are mapped as code, as the kernel reports: for handlers, in which the dynamic
 * loader must not be asked ---- */

struct mapping {
    uintptr_t lo, hi;
    uintptr_t file;   /* where the file begins in memory, readable; 0: nowhere */
    const char *path; /* without symbolic links; ends with the call */
};

/* Calls take for each part of a file that is mapped as code. line: room for the longest path and
 * 100 bytes more. System calls only. */
void maps_each(char *line, size_t room, void (*take)(const struct mapping *mapping, void *data),
               void *data);

/* What is mapped in one piece around an address, readable and writable. False: nothing is, or the
 * kernel does not show it. System calls only. */
bool maps_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi);

#endif
