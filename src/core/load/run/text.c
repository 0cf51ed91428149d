/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/text.h"

#include <stdint.h>
#include <string.h>

#include "core/base/mem.h"

static void put_word(struct unite_sink *s, const char *name, const char *value)
{
    unite_put(s, name);
    unite_put(s, " ");
    unite_put_word(s, value, strlen(value));
}

static void put_value(struct unite_sink *s, const char *name, const char *value)
{
    if (!value)
        return;
    put_word(s, name, value);
    unite_put(s, "\n");
}

/* Words that are escaped: what else stands there is not of our runtime, and is shown, not sent. */
static void put_words(struct unite_sink *s, const char *words)
{
    for (; *words; words++)
        if (*words == ' ' || *words == '\\')
            s->put(s, words, 1);
        else
            unite_put_word(s, words, 1);
}

static void put_known(struct unite_sink *s, const char *name, uint64_t number)
{
    if (number)
        unite_put_line(s, name, number);
}

static void put_time(struct unite_sink *s, const char *name, uint64_t ms)
{
    unite_put(s, name);
    unite_put(s, " ");
    unite_put_seconds(s, ms);
    unite_put(s, "\n");
}

static void put_origin(struct unite_sink *s, const struct run *r)
{
    put_known(s, "runs", r->n_runs);
    if (r->command) {
        unite_put(s, "command ");
        put_words(s, r->command);
        unite_put(s, "\n");
    }
    put_value(s, "run", r->id);
    put_known(s, "pid", r->pid);
    put_value(s, "host", r->host);
    if (r->rank != UNITE_NO_RANK)
        unite_put_line(s, "rank", r->rank);
    put_known(s, "start", r->start_sec);
    put_known(s, "began", r->began_ns);
    for (size_t i = 0; i < r->n_words; i++) {
        unite_put_word(s, r->words[i].name, strlen(r->words[i].name));
        put_value(s, "", r->words[i].value);
    }
}

/* What counting took of the time: samples that hit it. */
static void put_overhead(struct unite_sink *s, const struct run_facts *f)
{
    const uint64_t ns = f->asked_hz ? f->counting_ticks * (1000000000 / f->asked_hz) : 0;
    put_time(s, "counting-time", ns / 1000000);
    if (f->n_calls == 0)
        return;
    unite_put(s, "counting-ns-per-call ");
    unite_put_number(s, ns / f->n_calls);
    unite_put(s, (const char[3]){'.', (char)('0' + ns % f->n_calls * 10 / f->n_calls), 0});
    unite_put(s, "\n");
}

static void put_facts(struct unite_sink *s, const struct run *r)
{
    uint64_t waits_ms = 0;
    for (unsigned kind = 0; kind < N_UNITE_UNITED_FACTS; kind++)
        if (r->has_fact[kind])
            unite_put_fact(s, (enum unite_fact_kind)kind, r->facts.all[kind]);
    for (unsigned kind = 0; kind < N_RUN_WAITS; kind++)
        waits_ms += r->facts.wait_ms[kind];
    if (r->has_fact[UNITE_FACT_WAITS])
        put_time(s, "waits", waits_ms);
    if (r->has_fact[UNITE_FACT_COUNTING_TICKS] && strcmp(r->dimension, "seconds") == 0)
        put_overhead(s, &r->facts);
    unite_put_line(s, "arcs", r->n_all_arcs);
    put_known(s, "paths", r->n_nodes);
}

static void put_image(struct unite_sink *s, const struct run_image *image, size_t number)
{
    unite_put(s, "image ");
    unite_put_number(s, number);
    unite_put(s, " ticks ");
    unite_put_number(s, image->ticks);
    put_word(s, " build-id", image->build_id ? image->build_id : "-");
    if (image->waits) {
        unite_put(s, " waits ");
        unite_put_number(s, image->waits);
    }
    if (image->has_entry) {
        unite_put(s, " entry ");
        unite_put_hex(s, image->entry);
    }
    put_word(s, " path", image->path);
    unite_put(s, "\n");
}

static void put_place(struct unite_sink *s, size_t image, uint64_t addr)
{
    if (image != SIZE_MAX)
        unite_put_number(s, image);
    unite_put(s, image != SIZE_MAX ? ":" : "-:");
    unite_put_hex(s, addr);
    unite_put(s, " ");
}

void run_text(const struct run *r, struct text *out)
{
    struct text_sink to;
    struct unite_sink *s = &to.sink;
    text_sink_begin(&to);
    put_origin(s, r);
    put_facts(s, r);
    for (size_t i = 0; i < r->n_images; i++)
        put_image(s, &r->images[i], i);
    for (size_t i = 0; i < r->n_phases; i++) {
        unite_put(s, "phase ");
        unite_put_seconds(s, r->phases[i].wall_ms);
        unite_put(s, " ");
        unite_put_seconds(s, r->phases[i].cpu_ms);
        put_value(s, "", r->phases[i].name);
    }
    for (size_t i = 0; i < r->n_arcs; i++) {
        const struct run_arc *arc = &r->arcs[i];
        unite_put(s, "arc ");
        put_place(s, arc->from_image, arc->from);
        put_place(s, arc->to_image, arc->to);
        unite_put_number(s, arc->count);
        unite_put(s, "\n");
    }
    if (to.failed)
        mem_fail();
    text_add(out, to.text.p ? to.text.p : "", to.text.n);
    text_release(&to.text);
}
