/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image: which symbols and names are taken, our reader against libbfd's. */
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/load/bfd/guard.h"
#include "core/load/image/image.h"
#include "core/load/image/image_internal.h"
#include "core/load/image/local_name.h"

#include "tests/support/mkelf.h"
#include "tests/support/unit.h"

static struct image *load(const uint8_t *bytes, size_t n, bool by_bfd, struct err *e)
{
    FILE *f = tmpfile();
    assert_true(f && fwrite(bytes, 1, n, f) == n && fflush(f) == 0);
    const struct source s = {.path = "image", .fd = fileno(f), .n_bytes = n};
    err_clear(e);
    struct image *im = image_load_source(&s, by_bfd, NULL, e);
    assert_int_equal(!im, e->code != ERR_NONE);
    fclose(f);
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

static const struct raw_symbol *find(const struct image *im, const char *name)
{
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (strcmp(image_name(im, &im->symbols[i]), name) == 0)
            return &im->symbols[i];
    return NULL;
}

/* --- symbols -----------------------------------------------------------------------------------*/

static const struct {
    const char *name, *flags;
} many[] = {
    {".text", "ax"},    {".data", "a"},    {".init", "ax"},    {".edata", "ax"},
    {".edata.x", "ax"}, {".edatax", "ax"}, {".idata$2", "ax"}, {".pdata5", "ax"},
    {".drectve", "ax"}, {"mycode", "ax"},  {".debug_x", ""},
};

/* What an image begins with: of n of these sections. */
static struct text begin(const char *kind, size_t first, size_t n)
{
    struct text t = {0};
    bool is_linked = strstr(kind, "exec");
    text_printf(&t, "elf %s\n", kind);
    for (size_t i = first; i < first + n; i++)
        text_printf(&t, "section '%s' 0x%zx 0x20 %s\n", many[i].name,
                    is_linked ? 0x1000 + 0x10000 * (i - first) : 0, many[i].flags);
    return t;
}

static void in_tmpdir(char *path, size_t n)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, n, "%s/gptui-%ld.image", folder ? folder : "/tmp", (long)getpid());
}

/* The file; the text is released. */
static struct bytes finish(struct text *t)
{
    char path[4096];
    struct bytes b;
    in_tmpdir(path, sizeof path);
    mkelf(path, text_z(t));
    assert_true(file_read(path, &b, no_err()));
    unlink(path);
    text_release(t);
    return b;
}

/* Every binding and type in every section, real and special. */
static struct bytes every_symbol(const char *kind)
{
    static const unsigned special[] = {0,      0xff00, 0xff01, 0xff02, 0xff03,
                                       0xff20, 0xfff1, 0xfff2, 0xfffe, 40};
    struct text t = begin(kind, 0, ARRAY_LEN(many));
    unsigned places = ARRAY_LEN(many) + 3 + ARRAY_LEN(special), value = 0;
    for (unsigned info = 0; info < 256; info++)
        for (unsigned i = 0; i < places; i++) {
            unsigned section =
                i < ARRAY_LEN(special) ? special[i] : i - (unsigned)ARRAY_LEN(special) + 1;
            text_printf(&t, "sym s%x_%x_%x %u info=%u in=%u\n", info >> 4, info & 15, section,
                        0x2000 + 4 * value++, info, section);
        }
    return finish(&t);
}

/* Both readers take the same; has: names that are there, up to a NULL. */
static void compare_readers(const struct bytes *b, const char *const *has)
{
    struct image *ours = load(b->p, b->n, false, no_err()),
                 *theirs = load(b->p, b->n, true, no_err());
    assert_true(ours && theirs);
    for (; *has; has++)
        assert_non_null(find(ours, *has));
    assert_same(ours, theirs);
    image_free(ours);
    image_free(theirs);
}

TEST(both_readers_agree)
{
    static const char *const machines[] = {"62", "3", "183", "22", "8"};
    static const char *const some[] = {"s1_2_1", "s0_2_1", "s2_0_2", NULL};
    for (unsigned i = 0; i < 8 * ARRAY_LEN(machines); i++) {
        char kind[64];
        snprintf(kind, sizeof kind, "%s %s %s %s", i & 1 ? "64" : "32", i & 4 ? "be" : "le",
                 machines[i / 8], i & 2 ? "exec" : "rel");
        struct bytes b = every_symbol(kind);
        compare_readers(&b, some);
        bytes_release(&b);
    }
}

/* Names are judged by what stands after them in the string table, which libbfd hides: files of
 * the corpus have no such names. */
TEST(readers_agree_on_programs)
{
    static const char *const files[] = {"gcc2", "gcc4", "gcc5", "clang4", "m32", "stabs"};
    static const char *const some[] = {"shared", "local", "_start", NULL};
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        char path[64];
        struct bytes b;
        snprintf(path, sizeof path, "tests/fuzz/corpus/lines/%s", files[i]);
        assert_true(file_read(path, &b, no_err()));
        compare_readers(&b, some);
        bytes_release(&b);
    }
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

TEST(no_text_no_symbols)
{
    struct err e = ERR_INIT;
    struct text t = begin("64 le 62 exec", 1, 1);
    text_str(&t, "sym f 0x1000\n");
    struct bytes b = finish(&t);
    assert_null(load(b.p, b.n, false, &e));
    assert_int_equal(e.code, ERR_IMAGE_NO_TEXT);
    bytes_release(&b);
    t = begin("64 le 62 exec", 0, 1);
    b = finish(&t);
    struct image *im = load(b.p, b.n, false, &e);
    assert_non_null(im);
    assert_int_equal(im->n_symbols, 0);
    image_free(im);
    bytes_release(&b);
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
    return false;
}

TEST(can_be_broken_off)
{
    struct progress p = {.step = stop_at_once};
    struct err e = ERR_INIT;
    assert_null(image_load("tests/fuzz/corpus/lines/gcc4", &p, &e));
    assert_int_equal(e.code, ERR_CANCELLED);
}
