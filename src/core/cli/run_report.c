/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/run_report.h"

#include <string.h>

#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/load/file/elf.h"
#include "core/load/gmon/write.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"

/* The run of a file. */
static bool read_run(const char *file, struct run *out, struct err *e)
{
    struct profile_file f = {0};
    struct bytes b;
    if (kept_is_at(file, NULL))
        return kept_run(file, NULL, NULL, out, e);
    if (!run_read(file, source_owner(file), out, e))
        return false;
    if (!out->is_profile && !file_read(file, &b, e)) {
        run_release(out);
        return false;
    }
    if (!out->is_profile) {
        f.n_bytes = b.n;
        f.check = unite_check(UNITE_CHECK_BEGIN, b.p, b.n);
        bytes_release(&b);
    }
    if (run_belongs(out, &f))
        return true;
    run_release(out);
    return err_what(e, ERR_SPEC, NULL, "the run beside it goes with another profile", file);
}

bool run_report_info(const char *file, struct text *out, struct err *e)
{
    struct run run;
    if (!read_run(file, &run, e))
        return false;
    run_text(&run, out);
    run_release(&run);
    return true;
}

/* What pointers the program has; where its file is not there, those that we have. */
static struct image pointers_of(const char *path)
{
    const uint16_t one = 1;
    struct image im = {.addr_bytes = sizeof(void *), .big_endian = !*(const uint8_t *)&one};
    struct source s;
    struct elf f;
    struct err ignored = ERR_INIT;
    if (!source_open(&s, path, &ignored))
        return im;
    if (elf_recognise(&s) && elf_open(&f, &s, &ignored)) {
        im.addr_bytes = f.is64 ? 8 : 4;
        im.big_endian = f.big_endian;
        elf_release(&f);
    }
    source_close(&s);
    return im;
}

/* What is to be written. */
struct unpacking {
    const struct run *run;
    const char *file;
    struct image like; /* has its pointers */
    struct text *out;
};

static bool write_one(const struct unpacking *u, size_t image, enum unite_measure what,
                      struct err *e)
{
    struct bytes b;
    struct file_sink file;
    struct text name = {0};
    const size_t n = strlen(u->file), n_ending = sizeof RUN_ENDING - 1;
    /* Which one of that name, from 1 on; the run has one such name itself. */
    const struct run *r = u->run;
    unsigned number = strcmp(path_base(r->images[image].path), &RUN_ENDING[1]) == 0 ? 2 : 1;
    for (size_t i = 1; i < image; i++)
        number += r->images[i].has_profile &&
                  strcmp(path_base(r->images[i].path), path_base(r->images[image].path)) == 0;
    text_add(&name, u->file,
             u->run->is_profile && text_ends_in(u->file, RUN_ENDING) ? n - n_ending : n);
    if (image > 0)
        text_printf(&name, number > 1 ? ".%s.%u" : ".%s", path_base(u->run->images[image].path),
                    number);
    text_str(&name, what == UNITE_WAITS ? ".wait" : "");
    const char *z = text_z(&name);
    bool ok = run_profile(u->run, image, what, &u->like, &b, e);
    if (ok) {
        file_sink_open(&file, z, e);
        file.sink.put(&file.sink, b.p, b.n);
        bytes_release(&b);
        ok = file_sink_close(&file);
    }
    text_visible(u->out, z, strlen(z));
    text_char(u->out, ' ');
    text_visible(u->out, u->run->images[image].path, strlen(u->run->images[image].path));
    text_char(u->out, '\n');
    text_release(&name);
    return ok;
}

bool run_report_unpack(const char *file, struct text *out, struct err *e)
{
    struct run run;
    if (!read_run(file, &run, e))
        return false;
    const struct unpacking u = {&run, file, pointers_of(run.images[0].path), out};
    bool ok = true;
    for (size_t i = 0; ok && i < run.n_images; i++)
        ok = (i == 0 || !run.images[i].has_profile || write_one(&u, i, UNITE_TICKS, e)) &&
             (!run.images[i].has_waits || write_one(&u, i, UNITE_WAITS, e));
    run_release(&run);
    return ok;
}
