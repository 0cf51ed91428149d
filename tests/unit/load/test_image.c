/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image: which symbols and names are taken, our reader against libbfd's, damaged files. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/load/bfd/guard.h"
#include "core/load/image/image.h"
#include "core/load/image/image_internal.h"
#include "core/load/image/local_name.h"

#include "tests/support/unit.h"

/* --- making ELF files --------------------------------------------------------------------------*/

enum { SHT_PROGBITS = 1, SHT_SYMTAB = 2, SHT_STRTAB = 3, ALLOC = 2, EXEC = 4 };

struct kind {
    bool is64, big;
    uint16_t machine, type;
};

struct section {
    const char *name;
    uint32_t flags;
};

struct elf_out {
    struct kind k;
    const struct section *sections; /* beside the symbols', which come after them */
    unsigned n_sections;
    struct text symbols, strings;
};

static void put(struct text *t, bool big, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(t, (char)(v >> 8 * (big ? bytes - 1 - i : i)));
}

static void put_word(struct text *t, const struct kind *k, uint64_t v)
{
    put(t, k->big, v, k->is64 ? 8 : 4);
}

static void put_symbol(struct elf_out *o, const char *name, uint64_t value, unsigned info,
                       unsigned section)
{
    bool big = o->k.big;
    put(&o->symbols, big, name ? o->strings.n : 0, 4);
    if (!o->k.is64) {
        put(&o->symbols, big, value, 4);
        put(&o->symbols, big, 0, 4);
    }
    put(&o->symbols, big, info, 1);
    put(&o->symbols, big, 0, 1);
    put(&o->symbols, big, section, 2);
    if (o->k.is64) {
        put(&o->symbols, big, value, 8);
        put(&o->symbols, big, 0, 8);
    }
    if (name)
        text_add(&o->strings, name, strlen(name) + 1);
}

static struct elf_out start(struct kind k, const struct section *sections, unsigned n)
{
    struct elf_out o = {.k = k, .sections = sections, .n_sections = n};
    text_char(&o.strings, '\0');
    put_symbol(&o, NULL, 0, 0, 0);
    return o;
}

static void put_section(struct text *t, const struct kind *k, uint32_t name, uint32_t type,
                        uint32_t flags, const uint64_t place[3], uint32_t link)
{
    put(t, k->big, name, 4);
    put(t, k->big, type, 4);
    put_word(t, k, flags);
    for (int i = 0; i < 3; i++) /* address, offset, size */
        put_word(t, k, place[i]);
    put(t, k->big, link, 4);
    put(t, k->big, 1, 4);
    put_word(t, k, 1);
    put_word(t, k, type == SHT_SYMTAB ? (k->is64 ? 24 : 16) : 0);
}

static void put_file_header(struct text *t, const struct kind *k, uint64_t headers, unsigned n)
{
    text_add(t, "\177ELF", 4);
    text_char(t, k->is64 ? 2 : 1);
    text_char(t, k->big ? 2 : 1);
    text_char(t, 1);
    text_fill(t, 0, 9);
    put(t, k->big, k->type, 2);
    put(t, k->big, k->machine, 2);
    put(t, k->big, 1, 4);
    put_word(t, k, 0x1000);
    put_word(t, k, 0);
    put_word(t, k, headers);
    put(t, k->big, 0, 4);
    put(t, k->big, k->is64 ? 64 : 52, 2);
    put(t, k->big, 0, 4);
    put(t, k->big, k->is64 ? 64 : 40, 2);
    put(t, k->big, n, 2);
    put(t, k->big, n - 1, 2);
}

static void put_own_sections(struct text *t, struct elf_out *o, struct text *names)
{
    const struct kind *k = &o->k;
    for (unsigned i = 0; i < o->n_sections; i++) {
        uint64_t addr = k->type == 1 ? 0 : 0x1000 + 0x10000 * (uint64_t)i;
        put_section(t, k, (uint32_t)names->n, SHT_PROGBITS, o->sections[i].flags,
                    (const uint64_t[3]){addr, 0, 0x20}, 0);
        text_add(names, o->sections[i].name, strlen(o->sections[i].name) + 1);
    }
}

/* The file; o is released. */
static struct text finish(struct elf_out *o)
{
    struct text t = {0}, headers = {0}, names = {0};
    const struct kind *k = &o->k;
    unsigned n = o->n_sections, head = k->is64 ? 64 : 52;
    uint64_t symbols = head, strings = symbols + o->symbols.n, at = strings + o->strings.n;
    text_char(&names, '\0');
    put_section(&headers, k, 0, 0, 0, (const uint64_t[3]){0, 0, 0}, 0);
    put_own_sections(&headers, o, &names);
    put_section(&headers, k, 0, SHT_SYMTAB, 0, (const uint64_t[3]){0, symbols, o->symbols.n},
                n + 2);
    put_section(&headers, k, 0, SHT_STRTAB, 0, (const uint64_t[3]){0, strings, o->strings.n}, 0);
    put_section(&headers, k, 0, SHT_STRTAB, 0, (const uint64_t[3]){0, at, names.n}, 0);
    put_file_header(&t, k, at + names.n, n + 4);
    assert_int_equal(t.n, head);
    text_add(&t, o->symbols.p, o->symbols.n);
    text_add(&t, o->strings.p, o->strings.n);
    text_add(&t, names.p, names.n);
    text_add(&t, headers.p, headers.n);
    assert_false(t.failed || headers.failed || names.failed);
    text_release(&o->symbols);
    text_release(&o->strings);
    text_release(&headers);
    text_release(&names);
    return t;
}

static struct image *load(const char *bytes, size_t n, bool by_bfd, struct err *e)
{
    struct source s;
    uint8_t *copy = mem_array_raw(n, 1);
    if (n)
        memcpy(copy, bytes, n);
    err_clear(e);
    source_memory(&s, "image", copy, n);
    struct image *im = image_load_source(&s, by_bfd, NULL, e);
    assert_int_equal(!im, e->code != ERR_NONE);
    free(copy);
    return im;
}

static void assert_same(const struct image *a, const struct image *b)
{
    assert_int_equal(a->addr_bytes, b->addr_bytes);
    assert_int_equal(a->big_endian, b->big_endian);
    assert_int_equal(a->text_lo, b->text_lo);
    assert_int_equal(a->text_hi, b->text_hi);
    assert_int_equal(a->n_symbols, b->n_symbols);
    for (uint32_t i = 0; i < a->n_symbols; i++) {
        assert_string_equal(image_name(a, &a->symbols[i]), image_name(b, &b->symbols[i]));
        assert_int_equal(a->symbols[i].addr, b->symbols[i].addr);
        assert_int_equal(a->symbols[i].flags, b->symbols[i].flags);
    }
}

static bool has(const struct image *im, const char *name)
{
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (strcmp(image_name(im, &im->symbols[i]), name) == 0)
            return true;
    return false;
}

/* --- symbols -----------------------------------------------------------------------------------*/

static const struct section many[] = {
    {".text", ALLOC | EXEC},
    {".data", ALLOC},
    {".init", ALLOC | EXEC},
    {".edata", ALLOC | EXEC},
    {".edata.x", ALLOC | EXEC},
    {".edatax", ALLOC | EXEC},
    {".idata$2", ALLOC | EXEC},
    {".pdata5", ALLOC | EXEC},
    {".drectve", ALLOC | EXEC},
    {"mycode", ALLOC | EXEC},
    {".debug_x", 0},
};

/* Every binding and type in every section, real and special. */
static struct text every_symbol(struct kind k)
{
    static const unsigned special[] = {0,      0xff00, 0xff01, 0xff02, 0xff03,
                                       0xff20, 0xfff1, 0xfff2, 0xfffe, 40};
    struct elf_out o = start(k, many, ARRAY_LEN(many));
    unsigned places = ARRAY_LEN(many) + 3 + ARRAY_LEN(special), value = 0;
    for (unsigned info = 0; info < 256; info++) {
        for (unsigned i = 0; i < places; i++) {
            char name[32];
            unsigned section =
                i < ARRAY_LEN(special) ? special[i] : i - (unsigned)ARRAY_LEN(special) + 1;
            snprintf(name, sizeof name, "s%x_%x_%x", info >> 4, info & 15, section);
            put_symbol(&o, name, 0x2000 + 4 * value++, info, section);
        }
    }
    return finish(&o);
}

TEST(both_readers_agree)
{
    static const uint16_t machines[] = {62, 3, 183, 22, 8};
    for (unsigned i = 0; i < 8 * ARRAY_LEN(machines); i++) {
        struct kind k = {.is64 = i & 1, .machine = machines[i / 8], .type = i & 2 ? 2 : 1};
        k.big = i & 4;
        struct text t = every_symbol(k);
        struct err e;
        struct image *ours = load(t.p, t.n, false, &e), *theirs = load(t.p, t.n, true, &e);
        assert_non_null(ours);
        assert_non_null(theirs);
        assert_true(ours->n_symbols > 100);
        assert_same(ours, theirs);
        image_free(ours);
        image_free(theirs);
        text_release(&t);
    }
}

/* Names are judged by what stands after them in the string table, which libbfd hides: files of
 * the corpus have no such names. */
TEST(readers_agree_on_programs)
{
    static const char *const files[] = {"gcc2", "gcc4", "gcc5", "clang4", "m32", "stabs"};
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        struct text path = {0};
        struct bytes b;
        text_printf(&path, "tests/fuzz/corpus/lines/%s", files[i]);
        assert_true(file_read(text_z(&path), &b, NULL, no_err()));
        struct image *ours = load((char *)b.p, b.n, false, no_err());
        struct image *theirs = load((char *)b.p, b.n, true, no_err());
        assert_non_null(ours);
        assert_non_null(theirs);
        assert_true(has(ours, "shared") && has(ours, "local") && has(ours, "_start"));
        assert_same(ours, theirs);
        image_free(ours);
        image_free(theirs);
        bytes_release(&b);
        text_release(&path);
    }
}

TEST(letters)
{
    static const struct {
        const char *name;
        unsigned info, section;
        bool taken;
        uint32_t flags;
    } cases[] = {
        {"local_func", 0x02, 1, true, SYM_STATIC | SYM_FUNC},
        {"local_plain", 0x00, 1, true, SYM_STATIC},
        {"local_object", 0x01, 1, true, SYM_STATIC},
        {"local_data", 0x01, 2, false, 0},
        {"global_func", 0x12, 1, true, SYM_FUNC},
        {"global_init", 0x10, 3, true, 0},
        {"global_data", 0x11, 2, false, 0},
        {"global_abs", 0x10, 0xfff1, false, 0},
        {"undefined", 0x12, 0, false, 0},
        {"common", 0x11, 0xfff2, false, 0},
        {"weak_func", 0x22, 1, true, SYM_FUNC},
        {"weak_data", 0x20, 2, true, 0},
        {"weak_abs", 0x20, 0xfff1, true, 0},
        {"weak_object", 0x21, 2, false, 0},
        {"weak_undefined", 0x20, 0, false, 0},
        {"ifunc", 0x1a, 1, false, 0},
        {"unique", 0xa1, 1, false, 0},
        {"file", 0x04, 0xfff1, false, 0},
        {"section", 0x03, 1, false, 0},
        {"odd_section", 0x12, 4, false, 0},
        {"own_code", 0x02, 10, true, SYM_STATIC | SYM_FUNC},
    };
    struct elf_out o = start((struct kind){true, false, 62, 2}, many, ARRAY_LEN(many));
    for (unsigned i = 0; i < ARRAY_LEN(cases); i++)
        put_symbol(&o, cases[i].name, 0x1000 + i, cases[i].info, cases[i].section);
    struct text t = finish(&o);
    struct err e;
    struct image *im = load(t.p, t.n, false, &e);
    assert_non_null(im);
    uint32_t n = 0;
    for (unsigned i = 0; i < ARRAY_LEN(cases); i++) {
        if (has(im, cases[i].name) != cases[i].taken)
            fail_msg("%s", cases[i].name);
        if (!cases[i].taken)
            continue;
        assert_string_equal(image_name(im, &im->symbols[n]), cases[i].name);
        assert_int_equal(im->symbols[n].addr, 0x1000 + i);
        assert_int_equal(im->symbols[n++].flags, cases[i].flags);
    }
    assert_int_equal(im->n_symbols, n);
    assert_int_equal(im->machine, 62);
    assert_int_equal(im->text_lo, 0x1000);
    assert_int_equal(im->text_hi, 0x1020);
    image_free(im);
    text_release(&t);
}

/* --- local names -------------------------------------------------------------------------------*/

/* Judge each name of a table; '1' or '0' per name. */
static void judge(const char *table, size_t n, char *verdicts)
{
    struct local_names l;
    bool failed = false;
    local_names_init(&l, table, n, 0);
    for (size_t at = 0; at + 1 < n; at += strlen(table + at) + 1)
        *verdicts++ = local_name_taken(&l, at) ? '1' : '0';
    *verdicts = '\0';
    assert_false(failed);
    local_names_release(&l);
}

#define JUDGE(table, want)                                                                         \
    do {                                                                                           \
        char verdicts[64];                                                                         \
        judge(table, sizeof table, verdicts);                                                      \
        assert_string_equal(verdicts, want);                                                       \
    } while (0)

TEST(local_names)
{
    JUDGE("f\0f.12\0g\0f.1.constprop.2\0g\0f.constprop.0\0g\0f.clone.3\0g\0f.\0g", "11111111111");
    JUDGE("f.part.0\0f.isra.0\0f.cold\0f.lto_priv.0\0f.constprop.0.cold\0f.12x", "000000");
    JUDGE("f..\0g\0f..1\0g\0..\0g\0f.1.\0g\0f.1..\0g", "0101011101");
    JUDGE("f.constprop\0f.constprop.\0g\0f.clone.x", "0010");
    JUDGE("a$b\0$\0f$1\0ok", "0001");
    JUDGE("__gnu_compiled_c\0___gnu_compiled_c\0_gnu_compiled_c\0__gnu_compile", "0011");
}

/* A name that ends in digits is judged together with the next string of the table. */
TEST(names_run_on)
{
    JUDGE("zork.constprop.0\0work.constprop.0\0crtstuff.c\0plain", "0001");
    JUDGE("zork.constprop.0\0work.constprop.0\0plain\0crtstuff.c", "1110");
    JUDGE("f.1\0a$b\0f.2\0g", "0011");
    JUDGE("f.1\0g.2\0h.3\0i.part.0", "0000");
    JUDGE("f.1\0g.2\0h.3", "111"); /* nothing after the table speaks against them */
    JUDGE("f.\0g.c", "00");
}

/* Where names of C begin with a character, local ones without it are none. */
TEST(leading_character)
{
    static const char table[] = "_f\0f\0__f\0_f.1\0@f@8\0_";
    static const bool taken[] = {true, false, true, true, false, true};
    struct local_names l;
    bool failed = false;
    local_names_init(&l, table, sizeof table, '_');
    for (size_t i = 0, at = 0; at < sizeof table; at += strlen(table + at) + 1)
        assert_int_equal(local_name_taken(&l, at), taken[i++]);
    assert_false(failed);
    local_names_release(&l);
}

/* A table made so that each name runs on through all the others, in an order without mercy. */
TEST(hostile_names)
{
    enum { N = 200000 };
    char *table = mem_array(N, 3);
    for (size_t i = 0; i < N; i++)
        memcpy(table + 3 * i, ".1", 3);
    struct local_names l;
    bool failed = false;
    local_names_init(&l, table, 3 * N, 0);
    for (size_t i = 0; i < N; i++)
        assert_true(local_name_taken(&l, 3 * (i * 7919 % N)));
    assert_false(failed);
    assert_true(l.work < 64 * 3 * N);
    local_names_release(&l);
    table[3 * N - 3] = '$';
    local_names_init(&l, table, 3 * N, 0);
    for (size_t i = 0; i < N; i++)
        assert_false(local_name_taken(&l, 3 * (i * 7919 % N)));
    local_names_release(&l);
    free(table);
}

/* --- what is no image --------------------------------------------------------------------------*/

static enum err_code code_of(const char *path)
{
    struct err e = ERR_INIT;
    struct image *im = image_load(path, NULL, &e);
    assert_int_equal(!im, e.code != ERR_NONE);
    image_free(im);
    return e.code;
}

TEST(other_files)
{
    struct err e = ERR_INIT;
    assert_null(image_load("tests", NULL, &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_int_equal(e.sys, EISDIR);
    err_clear(&e);
    assert_null(image_load("tests/no/such/file", NULL, &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_int_equal(e.sys, ENOENT);
    assert_int_equal(code_of("tests/unit/load/test_image.c"), ERR_IMAGE_FORMAT);
    assert_int_equal(code_of("/dev/null"), ERR_IMAGE_FORMAT);
    assert_int_equal(code_of("tests/fuzz/corpus/lines/gcc4"), ERR_NONE);
}

/* A pipe without a writer would block whoever opens it plainly. */
TEST(a_pipe)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/gptui-%ld.pipe", folder ? folder : "/tmp", (long)getpid());
    assert_int_equal(mkfifo(path, 0600), 0);
    enum err_code code = code_of(path);
    unlink(path);
    assert_int_equal(code, ERR_IMAGE_FORMAT);
}

TEST(no_text_no_symbols)
{
    struct err e;
    struct elf_out o = start((struct kind){true, false, 62, 2}, many + 1, 1);
    put_symbol(&o, "f", 0x1000, 0x12, 1);
    struct text t = finish(&o);
    assert_null(load(t.p, t.n, false, &e));
    assert_int_equal(e.code, ERR_IMAGE_NO_TEXT);
    text_release(&t);
    o = start((struct kind){true, false, 62, 2}, many, 1);
    t = finish(&o);
    struct image *im = load(t.p, t.n, false, &e);
    assert_non_null(im);
    assert_int_equal(im->n_symbols, 0);
    image_free(im);
    text_release(&t);
}

/* --- libraries that end the program ------------------------------------------------------------*/

/* AddressSanitizer is to let the library see that memory ran out. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* libiberty's, called through libbfd's symbol table as libbfd does itself. */
extern void *xmalloc(size_t n);

static void ask_too_much(void *ctx)
{
    *(void **)ctx = xmalloc(SIZE_MAX / 2);
}

static void nest(void *ctx)
{
    void *p = NULL;
    assert_false(guard_run(ask_too_much, &p));
    assert_null(p);
    *(bool *)ctx = true;
}

TEST(libraries_come_back)
{
    bool went_on = false;
    assert_true(guard_run(nest, &went_on));
    assert_true(went_on);
}

static bool stop_at_once(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)phase;
    (void)done;
    (void)total;
    return false;
}

TEST(can_be_broken_off)
{
    struct progress p = {.step = stop_at_once};
    struct err e = ERR_INIT;
    assert_null(image_load("tests/fuzz/corpus/lines/gcc4", &p, &e));
    assert_int_equal(e.code, ERR_CANCELLED);
}
