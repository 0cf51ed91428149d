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

/* Makes room in a file, so that writing there cannot fail; 0 or -errno. */
int sys_reserve(int fd, uint64_t offset, size_t bytes);

/* The pages of a file at offset, to read and write; NULL: *error says why. */
void *sys_map_file_at(int fd, uint64_t offset, size_t bytes, int *error);

/* Memory of sys_map() takes the place of what is mapped at `to`. */
bool sys_move(void *p, size_t bytes, void *to);

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

/* The mode of what a path within an open folder leads to; 0: nothing there. */
mode_t sys_mode_in(int folder, const char *path);

/* What a symbolic link within an open folder says, cut off after bytes - 1; false: it is none. */
bool sys_link_in(int folder, const char *path, char *to, size_t bytes);

/* The next entries of an open folder, as struct dirent64; 0: there are no more. And the first ones
 * again. */
ssize_t sys_list(int folder, void *p, size_t bytes);
void sys_list_again(int folder);

/* Closes every descriptor of the calling thread but one, and of those that share them; false: not
 * on this system. */
bool sys_close_others(int fd);

/* From now on reading and writing wait, whatever flags fd was opened with. */
int sys_make_blocking(int fd);
/* Reading goes on there; false: it cannot. */
bool sys_seek(int fd, uint64_t offset);

ssize_t sys_read(int fd, void *p, size_t bytes);

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

/* The mode of what path names, a symbolic link not followed; 0: nothing there. */
mode_t sys_file_mode(const char *path);

/* When it was written to, in nanoseconds since 1970; 0: nothing there. */
uint64_t sys_file_ns(const char *path);

/* Can it be run, as far as its mode says? */
bool sys_can_run(const char *path);

int sys_make_folder(const char *path, mode_t mode);
int sys_remove_folder(const char *path);

/* The mode of an open file; 0: unknown. */
mode_t sys_fd_mode(int fd);

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

/* Ends the process with its exit status as seen by the parent. */
_Noreturn void sys_exit(int status);

/* Sends a signal to the calling thread. */
void sys_raise(int number);

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

#endif
