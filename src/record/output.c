/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/load/run/run.h"
#include "runtime/place.h"

/* The file by which the runtime and we mark a folder that we make, and how it begins. */
static const char marker[] = "gptui-run", marker_text[] = "gptui-run 1\n";

/* FILE and FILE.run of the run before, in the folder: by names that no pattern of a shell takes for
 * the run's. */
static const char former[] = ".former", former_run[] = ".former" RUN_ENDING;

static void add_host(struct text *t)
{
    struct utsname system;
    if (uname(&system) == 0)
        text_str(t, system.nodename);
}

/* ---- names ---- */

/* The rank of this very process in a parallel job; NULL: it is in none. */
static const char *own_rank(void)
{
    static const char *const names[] = {PLACE_RANKS};
    const char *rank = NULL;
    for (size_t i = 0; i < ARRAY_LEN(names) && !rank; i++) {
        rank = getenv(names[i]);
        if (rank && (!*rank || rank[strspn(rank, "0123456789")]))
            rank = NULL;
    }
    return rank;
}

bool output_is_shared(void)
{
    static const char *const names[] = {PLACE_WORLDS};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const char *size = getenv(names[i]);
        if (size && strtol(size, NULL, 10) > 1)
            return own_rank() != NULL;
    }
    return false;
}

static char *expand(const char *pattern, const char *program)
{
    struct text t = {0};
    for (const char *at = pattern; *at; at++)
        if (at[0] == '%' && at[1]) {
            /* Append what %LETTER stands for; a letter without a meaning stands for itself. */
            char letter = *++at;
            if (letter == 'r' && own_rank())
                text_str(&t, own_rank());
            else if (letter == 'p' || letter == 'r')
                text_int(&t, getpid());
            else if (letter == 'h')
                add_host(&t);
            else if (letter == 'e')
                text_str(&t, path_base(program));
            else if (letter == 't')
                text_int(&t, (int64_t)time(NULL));
            else if (letter == '%')
                text_char(&t, '%');
            else
                text_printf(&t, "%%%c", letter);
        } else
            text_char(&t, *at);
    text_z(&t);
    return t.p;
}

static char *absolute(const char *file, struct err *e)
{
    char folder[4096];
    if (file[0] == '/')
        return mem_text(file, strlen(file));
    if (getcwd(folder, sizeof folder))
        return text_format("%s/%s", folder, file);
    err_sys(e, ERR_WRITE, file, errno);
    return NULL;
}

static bool find_names(struct output *o, const char *pattern, const char *program, struct err *e)
{
    o->shown = expand(pattern, program);
    o->path = absolute(o->shown, e);
    if (!o->path)
        return false;
    o->folder = text_format("%s.d", o->path);
    o->run = text_format("%lld-%ld", (long long)time(NULL), (long)getpid());
    return true;
}

/* ---- before the run ---- */

/* Make a file beside path and remove it, to see whether that is allowed. Returns 0 or an errno. */
static int try_beside(const char *path)
{
    char *beside = text_format("%s.try%ld", path, (long)getpid());
    int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int why = fd < 0 ? errno : 0;
    if (fd >= 0) {
        close(fd);
        unlink(beside);
    }
    free(beside);
    return why;
}

/* Can a file of that name be made, or replaced? Returns 0 or an errno. */
static int try_place(const char *path)
{
    struct stat s;
    if (!strrchr(path, '/')[1])
        return EISDIR;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
    return try_beside(path);
}

/* Open the folder itself, not what a symbolic link leads to. -1: errno says why. */
static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool bears_marker(int folder)
{
    char text[sizeof marker_text - 1];
    int fd = openat(folder, marker, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool ours = fd >= 0 && read(fd, text, sizeof text) == (ssize_t)sizeof text &&
                memcmp(text, marker_text, sizeof text) == 0;
    if (fd >= 0)
        close(fd);
    return ours;
}

typedef bool visit_entry(void *ctx, int folder, const char *name, struct err *e);

/* Visit all entries but . and .., until one fails. */
static bool each_entry(const char *path, visit_entry *visit, void *ctx, struct err *e)
{
    int fd = open_folder(path);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    bool ok = d || err_sys(e, ERR_WRITE, path, errno);
    for (struct dirent *entry; ok && (entry = readdir(d));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            ok = visit(ctx, fd, entry->d_name, e);
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
    return ok;
}

static bool is_no_folder(void *ctx, int folder, const char *name, struct err *e)
{
    struct stat s;
    const struct output *o = ctx;
    return fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(s.st_mode) ||
           err_what(e, ERR_SPEC, NULL, "has folders in it; name another profile with -o",
                    o->folder);
}

/* Make sure that there is no such folder, or that everything in it may be removed. */
static bool check_folder(struct output *o, struct err *e)
{
    struct stat s;
    if (lstat(o->folder, &s) != 0)
        return errno == ENOENT || err_sys(e, ERR_WRITE, o->folder, errno);
    int fd = open_folder(o->folder);
    bool ours = fd >= 0 && s.st_uid == geteuid() && bears_marker(fd);
    if (fd >= 0)
        close(fd);
    if (!ours)
        return err_what(e, ERR_SPEC, NULL, "was not made by gptui; name another profile with -o",
                        o->folder);
    return each_entry(o->folder, is_no_folder, o, e);
}

static bool check_place(const struct output *o, struct err *e)
{
    int why = try_place(o->path);
    if (why == EINVAL)
        return err_what(e, ERR_SPEC, NULL, "is no regular file; name another profile with -o",
                        o->shown);
    return why == 0 || err_sys(e, ERR_WRITE, o->shown, why);
}

bool output_prepare(struct output *o, const char *pattern, const char *program, struct err *e)
{
    *o = (struct output){0};
    if (!*pattern)
        return err_what(e, ERR_SPEC, NULL, "the name of the profile is empty", "-o");
    if (strcmp(pattern, "-") == 0)
        return err_what(e, ERR_SPEC, NULL, "standard output is the program's; name a file with -o",
                        pattern);
    return find_names(o, pattern, program, e) && check_place(o, e) && check_folder(o, e);
}

static bool remove_entry(void *ctx, int folder, const char *name, struct err *e)
{
    const struct output *o = ctx;
    return strcmp(name, marker) == 0 || strcmp(name, former) == 0 ||
           strcmp(name, former_run) == 0 || unlinkat(folder, name, 0) == 0 || errno == ENOENT ||
           err_sys(e, ERR_WRITE, o->folder, errno);
}

/* Where files may not become that long (ulimit -f), a signal would end us before we can say so.
 * Returns 0 or an errno. */
static int write_whole(int fd, const struct text *t)
{
    sigset_t too_long, before;
    sigemptyset(&too_long);
    sigaddset(&too_long, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &too_long, &before);
    ssize_t n = write(fd, t->p, t->n);
    int why = n == (ssize_t)t->n ? 0 : n < 0 ? errno : ENOSPC;
    if (why == EFBIG && !sigismember(&before, SIGXFSZ))
        sigtimedwait(&too_long, NULL, &(struct timespec){0});
    sigprocmask(SIG_SETMASK, &before, NULL);
    return why;
}

/* Returns 0 or an errno. */
static int write_marker(const char *path, const char *run)
{
    struct text t = {0};
    text_printf(&t, "%srun %s\n", marker_text, run);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    int why = fd < 0 ? errno : write_whole(fd, &t);
    if (fd >= 0)
        close(fd);
    text_release(&t);
    return why;
}

/* The two names of FILE, or of FILE.run, malloc'ed. */
static char *former_path(const struct output *o, bool is_run, bool is_aside)
{
    return is_aside ? text_format("%s/%s", o->folder, is_run ? former_run : former)
                    : text_format("%s%s", o->path, is_run ? RUN_ENDING : "");
}

/* Returns 0 or an errno. *is_there: it is put aside, now or before. */
static int set_aside(const struct output *o, bool is_run, bool *is_there)
{
    char *file = former_path(o, is_run, false), *aside = former_path(o, is_run, true);
    int why = rename(file, aside) == 0 ? 0 : errno;
    *is_there = why == 0 || (why == ENOENT && access(aside, F_OK) == 0);
    free(file);
    free(aside);
    return why == ENOENT ? 0 : why;
}

bool output_begin(struct output *o, struct err *e)
{
    bool ignored;
    if (mkdir(o->folder, 0777) != 0 &&
        (errno != EEXIST || !each_entry(o->folder, remove_entry, o, e)))
        return e->code != ERR_NONE ? false : err_sys(e, ERR_WRITE, o->folder, errno);
    char *path = text_format("%s/%s", o->folder, marker);
    int why = write_marker(path, o->run);
    free(path);
    why = why ? why : set_aside(o, false, &o->has_former);
    why = why ? why : set_aside(o, true, &ignored); /* a run goes with its file */
    return why == 0 || err_sys(e, ERR_WRITE, o->folder, why);
}

/* The one that was put aside goes, or comes back. */
static void end_former(struct output *o, bool comes_back)
{
    for (int is_run = 0; is_run < 2 && o->has_former; is_run++) {
        char *file = former_path(o, is_run, false), *aside = former_path(o, is_run, true);
        (void)!(comes_back ? rename(aside, file) : unlink(aside));
        free(file);
        free(aside);
    }
    o->has_former = false;
}

void output_give_up(struct output *o)
{
    end_former(o, true);
    output_remove_empty(o);
}

void output_number_run(struct output *o, unsigned number)
{
    if (!o->first_run)
        o->first_run = mem_text(o->run, strlen(o->run));
    free(o->run);
    o->run = text_format(number > 1 ? "%s-%u" : "%s", o->first_run, number);
}

void output_release(struct output *o)
{
    free(o->first_run);
    free(o->shown);
    free(o->path);
    free(o->folder);
    free(o->run);
    *o = (struct output){0};
}

/* ---- after a run ---- */

static bool is_there(const struct output *o, const char *name)
{
    char *path = text_format("%s/%s", o->folder, name);
    bool is = access(path, F_OK) == 0;
    free(path);
    return is;
}

/* The process itself. Where there are several, NAME-2 and so on, it became another program by exec,
 * or an older process had its id: that which began last counts. NULL: there is none. */
static const struct run_process *find_own(const struct run_groups *all, const struct output *o,
                                          pid_t pid)
{
    const struct run_process *own = NULL;
    struct text name = {0};
    /* RUN.HOST.PID, as our runtime names profiles in the folder. */
    text_printf(&name, "%s.", o->run);
    add_host(&name);
    text_printf(&name, ".%ld", (long)pid);
    for (size_t i = 0; i < all->n_processes; i++) {
        const struct run_process *p = &all->processes[i];
        const char *file = path_base(p->profile);
        bool is_it =
            strncmp(file, text_z(&name), name.n) == 0 && (!file[name.n] || file[name.n] == '-');
        if (is_it && (!own || own->began_ns < p->began_ns))
            own = p;
    }
    text_release(&name);
    return own;
}

/* The group of that program, NULL: the heaviest one; NULL: there is none. */
static const struct run_group *find_group(const struct run_groups *all, const char *program)
{
    for (size_t i = 0; i < all->n; i++)
        if (!program || strcmp(all->groups[i].processes->program, program) == 0)
            return &all->groups[i];
    return NULL;
}

static void note_choice(struct output_choice *c, const char *name, const struct run_process *p)
{
    c->name = mem_text(name, strlen(name));
    if (p) {
        c->n_calls = p->n_calls;
        c->n_ticks = p->n_ticks;
        c->cpu_ms = p->cpu_ms;
        c->program = mem_text(p->program, strlen(p->program));
    }
}

/* Nothing is known of a profile by libc's runtime but the name: RUN.PID. */
static void choose(const struct output *o, pid_t pid, const struct run_groups *all,
                   const char *program, struct output_choice *c)
{
    const struct run_group *group = find_group(all, program);
    const struct run_process *heaviest = group ? group->processes : NULL,
                             *own = find_own(all, o, pid);
    char *plain = text_format("%s.%ld", o->run, (long)pid);
    bool is_plain = !own && is_there(o, plain) && (group || !program);
    c->is_own = is_plain || (own && group && own >= heaviest && own < heaviest + group->n);
    if (is_plain)
        note_choice(c, plain, heaviest);
    else if (heaviest)
        note_choice(c, path_base((c->is_own ? own : heaviest)->profile),
                    c->is_own ? own : heaviest);
    free(plain);
}

/* make clean and the like may take it. */
static bool is_folder_left(const struct output *o, struct err *e)
{
    struct stat s;
    return (lstat(o->folder, &s) == 0 && S_ISDIR(s.st_mode)) ||
           err_what(e, ERR_SPEC, NULL,
                    "was removed while the program ran, and the profiles with it; name another "
                    "profile with -o",
                    o->folder);
}

bool output_choose(const struct output *o, pid_t pid, const char *program, struct output_choice *c,
                   struct err *e)
{
    struct run_groups all;
    char *run = text_format("%s.", o->run);
    *c = (struct output_choice){0};
    bool ok = is_folder_left(o, e);
    if (ok)
        kept_finish(o->folder, &c->left);
    if (ok && (ok = run_groups_read(&all, o->folder, run, e))) {
        /* The heaviest of what the ranks of a job wrote together; NULL: there is none. */
        const struct run_process *job = NULL;
        for (size_t i = 0; i < all.n_processes && !job; i++)
            job = all.processes[i].is_sum ? &all.processes[i] : NULL;
        c->is_own = job != NULL;
        if (job)
            note_choice(c, path_base(job->profile), job);
        else
            choose(o, pid, &all, program, c);
        run_groups_release(&all);
    }
    free(run);
    return ok;
}

void output_choice_release(struct output_choice *c)
{
    free(c->name);
    free(c->program);
    free(c->left.why);
    *c = (struct output_choice){0};
}

/* Is the entry NAME, or NAME.REST? */
static bool is_of(const char *entry, const char *name)
{
    size_t n = strlen(name);
    return strncmp(entry, name, n) == 0 && (!entry[n] || entry[n] == '.');
}

/* For each_entry(): what a run has left, but for a profile and what goes with it. */
struct discarding {
    const struct output *o;
    const char *name; /* of the profile; NULL: none stays */
};

static bool discard_entry(void *ctx, int folder, const char *entry, struct err *e)
{
    const struct discarding *d = ctx;
    if (is_of(entry, d->o->run) && !(d->name && is_of(entry, d->name)))
        unlinkat(folder, entry, 0);
    return true;
}

void output_discard(const struct output *o, const struct output_choice *c)
{
    struct discarding d = {o, c ? c->name : NULL};
    struct err ignored = ERR_INIT;
    (void)!each_entry(o->folder, discard_entry, &d, &ignored);
}

static bool remove_summed(void *ctx, int folder, const char *entry, struct err *e)
{
    const struct discarding *d = ctx;
    const char *first = d->o->first_run;
    size_t n = strlen(first);
    if (is_of(entry, d->name) || (strncmp(entry, first, n) == 0 && entry[n] == '-'))
        unlinkat(folder, entry, 0);
    return true;
}

void output_remove_series(const struct output *o, const struct output_choice *c)
{
    struct discarding d = {o, c->name};
    struct err ignored = ERR_INIT;
    (void)!each_entry(o->folder, remove_summed, &d, &ignored);
}

/* FOLDER/NAME becomes FILE, or FILE.run; *is: it was there. */
static bool place(const struct output *o, const char *name, const char *ending, bool *is,
                  struct err *e)
{
    char *from = text_format("%s/%s%s", o->folder, name, ending);
    char *to = text_format("%s%s", o->path, ending);
    *is = rename(from, to) == 0;
    bool ok = *is || errno == ENOENT || err_sys(e, ERR_WRITE, to, errno);
    free(from);
    free(to);
    return ok;
}

/* For each_entry(). */
struct gathering {
    const struct output *o;
    struct output_found *found;
};

/* Count a profile without a text: RUN.PID, of libc's runtime. */
static bool count_plain(void *ctx, int folder, const char *entry, struct err *e)
{
    const struct gathering *t = ctx;
    size_t n = strlen(t->o->run);
    t->found->n_plain += strncmp(entry, t->o->run, n) == 0 && entry[n] == '.' && entry[n + 1] &&
                         !entry[n + 1 + strspn(entry + n + 1, "0123456789")];
    return true;
}

bool output_collect(struct output *o, const struct output_choice *c, struct output_found *found,
                    struct err *e)
{
    struct gathering t = {o, found};
    *found = (struct output_found){.any = c->is_placed, .any_info = c->is_placed};
    if (c->name && !c->is_placed &&
        !(place(o, c->name, "", &found->any, e) &&
          place(o, c->name, RUN_ENDING, &found->any_info, e)))
        return false;
    if (found->any)
        end_former(o, false);
    /* What else there is, by the names that are shown; but not what a process of an earlier run has
     * written since. */
    char *folder = text_format("%s.d", o->shown);
    bool ok = run_groups_read(&found->groups, folder, o->first_run ? o->first_run : o->run, e);
    free(folder);
    return ok && each_entry(o->folder, count_plain, &t, e);
}

void output_found_release(struct output_found *found)
{
    run_groups_release(&found->groups);
    *found = (struct output_found){0};
}

void output_remove_empty(const struct output *o)
{
    kept_remove_folder(o->folder);
}
