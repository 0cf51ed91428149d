/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/names/row_names: names within columns, different where their functions are. */
#include "core/base/mem.h"
#include "core/load/image/demangle.h"
#include "core/view/names/names_internal.h"
#include "core/view/names/row_names.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

/* A list of all functions of a profile, with one width. */
struct rows {
    struct made made;
    struct names *names;
    struct row_names *shown;
    unsigned cols;
    const char *const *files; /* per row; NULL: not known */
};

static void row(const void *ctx, uint32_t i, struct named_row *out)
{
    const struct rows *r = ctx;
    *out = (struct named_row){r->names, i, r->cols};
}

static bool place(const void *ctx, uint32_t i, unsigned which, struct text *out)
{
    const struct rows *r = ctx;
    if (which != 0 || !r->files)
        return false;
    text_str(out, r->files[i]);
    return true;
}

static void show(struct rows *r, enum name_level level, unsigned cols)
{
    row_names_free(r->shown);
    r->cols = cols;
    const struct row_names_source s = {.level = level,
                                       .uncut = cols == 0,
                                       .n_rows = r->made.image.n_symbols,
                                       .row = row,
                                       .place = place,
                                       .ctx = r};

    r->shown = row_names_new(&s);
}

static void set_up(struct rows *r, const char *const *raw, uint32_t n)
{
    *r = (struct rows){.cols = 0};
    made_init(&r->made, 0, 16 * ((uint64_t)n + 1));
    for (uint32_t i = 0; i < n; i++)
        made_symbol(&r->made, raw[i], 16 * (uint64_t)i, SYM_FUNC);
    r->names = names_new(&r->made.profile, NULL, true, demangle_style_auto());
}

static void take_down(struct rows *r)
{
    row_names_free(r->shown);
    names_free(r->names);
    made_release(&r->made);
}

/* The text of a row without its signs; the caller frees it. */
static char *loud(struct rows *r, uint32_t i)
{
    const char *p = row_names_get(r->shown, i);
    struct text t = {0};
    assert_non_null(p);
    for (; *p; p++)
        if (*p != QUIET_BEGIN && *p != QUIET_END)
            text_char(&t, *p);
    char *copy = mem_text(t.p ? t.p : "", t.n);
    text_release(&t);
    return copy;
}

static void expect(struct rows *r, uint32_t i, const char *want)
{
    char *got = loud(r, i);
    assert_string_equal(got, want);
    free(got);
}

/* ---- by hand ---- */

enum { LIST_MOST = 20 };

/* Symbols, and what a list of them shows in n columns; as many as are named. */
static const struct list {
    const char *name, *raw[LIST_MOST + 1];
    struct {
        unsigned cols; /* 0: none */
        const char *want[LIST_MOST];
    } shown[2];
} lists[] = {
    {"where nothing but a column or two is left",
     {"_ZN4acme10simulation5IndexIiE5countERKi", "plainly_named_code"},
     {{1, {"c", "p"}}, {2, {"co", "pl"}}}},
    {"callees of one function",
     {"_ZN4acme10simulation5IndexIiE5countERKi", "_ZN4acme10simulation5IndexIPKcE6insertES3_",
      "_ZN4acme10simulation26gather_samples_from_sourceEi",
      "_ZN4acme10simulation26gather_samples_from_sourceEd",
      "_ZN4acme10simulation5IndexIPKcE5countERKS3_"},
     {{36,
       {"acme::simulation::Index<int>::count", "acme::simulation::Index<..>::insert",
        "..::gather_samples_from_source(int)", "gather_samples_from_source(double)",
        "Index<char const*>::count"}},
      {20, {"Index<int>::count", "Index<..>::insert"}}}},
    /* The last component, then the class, then namespaces, then arguments. */
    {"one ellipsis in a name",
     {"_ZN4book6detail5IndexIisE6insertIlEEvv", "_ZN4book6detail5IndexIdsE6insertIlEEvv",
      "_ZN4book6detail5IndexIdsE4growIlEEvv", "_ZN4book5OuterIiE5InnerIdE4growEv",
      "_ZN4book9transformIZ4mainEUliE_EEvT_", "_ZN4book9for_eachsINS_6detail9a_functorEEEvT_",
      "_ZN4book9for_eachsINS_6detail9b_functorEEEvT_",
      "_ZNK4book6detail5IndexIdsE15the_only_columnEv",
      "_ZN4book6detail5IndexIdsE15the_only_columnEv"},
     {{60,
       {"book::detail::Index<int, ..>::insert", "book::detail::Index<double, ..>::insert",
        "book::detail::Index<..>::grow", "book::Outer<..>::Inner::grow", "book::transform",
        "book::for_eachs<a_functor>", "book::for_eachs<b_functor>",
        "book::detail::Index<..>::the_only_column() const",
        "book::detail::Index<..>::the_only_column()"}},
      {24,
       {"Index<int, ..>::insert", "Index<double..>::insert", "detail::Index<..>::grow",
        "Outer<..>::Inner::grow", "book::transform", "..::for_eachs<a_functor>",
        "..::for_eachs<b_functor>", "the_only_column() const", "..::the_only_column()"}}}},
    /* Instances of templates of one library: a part tells each from others. */
    {"no numbers",
     {"_ZN5Eigen8internal19variable_if_dynamicIlLi0EE5valueEv",
      "_ZN5Eigen8internal19variable_if_dynamicIlLi1EE5valueEv",
      "_ZNK5Eigen8internal19variable_if_dynamicIlLin1EE5valueEv",
      "_ZN5Eigen8internal19variable_if_dynamicIlLi0EEC2El",
      "_ZN5Eigen8internal19variable_if_dynamicIlLi1EEC2El",
      "_ZN5Eigen9EigenBaseINS_6MatrixIdLin1ELi1ELi0ELin1ELi1EEEE7derivedEv",
      "_ZNK5Eigen9EigenBaseINS_6MatrixIdLin1ELi1ELi0ELin1ELi1EEEE7derivedEv",
      "_ZNK5Eigen9EigenBaseINS_6MatrixIdLin1ELin1ELi0ELin1ELin1EEEE7derivedEv",
      "_ZNSt19__ptr_traits_ptr_toIPKcS0_Lb0EE10pointer_toERS0_",
      "_ZNSt19__ptr_traits_ptr_toIPccLb0EE10pointer_toERc",
      "_ZN2qi4skipIN9__gnu_cxx17__normal_iteratorIPKcEEEEvT_",
      "_ZN2qi4skipIiEEvT_",
      "_ZN5Eigen14JacobiRotationIdE10makeGivensERKdS3_Pd",
      "_ZN5Eigen14JacobiRotationIdE10makeGivensERKdS3_PdNS_8internal10false_typeE",
      "_ZN5Eigen16binary_evaluatorINS_5BlockIdEEE4Data4funcEv",
      "_ZN5Eigen16binary_evaluatorINS_9TransposeIdEEE4Data4funcEv",
      "_ZN5Eigen9evaluatorINS_15PlainObjectBaseINS_6MatrixIdLi1EEEEEE9evaluatorEv",
      "_ZN5Eigen9evaluatorINS_15PlainObjectBaseINS_6MatrixIiLi1EEEEEE9evaluatorEv",
      "_ZN5Eigen9evaluatorINS_6MatrixIdLi1EEEE9evaluatorEv",
      "_ZN5Eigen9evaluatorINS_6MatrixIiLi1EEEE9evaluatorEv"},
     {{33,
       {"variable_if_dynamic<.., 0>::value",
        "variable_if_dynamic<.., 1>::value",
        "variable_if_dynamic<-1>::value",
        "..<0>::variable_if_dynamic",
        "..<1>::variable_if_dynamic",
        "EigenBase<1..>::derived()",
        "EigenBase<..>::derived() const",
        "EigenBase<-1..>::derived",
        "__ptr_traits..<const>::pointer_to",
        "__ptr_traits_..<char>::pointer_to",
        "qi::skip<__gnu_cxx..>",
        "qi::skip<int>",
        "..::makeGivens(double*)",
        "..::makeGivens(Eigen::false_type)",
        "..::binary_evaluator<Block>::func",
        "binary_evaluator<Transpo..>::func",
        "evaluator<PlainObje..>::evaluator",
        "evaluator<int..>::evaluator",
        "evaluator<double..>::evaluator",
        "evaluator<Matrix..int>::evaluator"}},
      {26,
       {"variable_if_dy..<0>::value", "variable_if_dy..<1>::value", "variable_if_d..<-1>::value",
        "..<0>::variable_if_dynamic", "..<1>::variable_if_dynamic", "EigenBase<1..>::derived()",
        "..::derived() const",        "EigenBase<-1..>::derived",   "__ptr..<const>::pointer_to",
        "__ptr_..<char>::pointer_to", "qi::skip<__gnu_cxx..>",      "qi::skip<int>",
        "..::makeGivens(double*)",    "makeGivens(Eigen..)",        "binary_eval..<Block>::func",
        "binary_..<Transpo..>::func", "..<PlainObject>::evaluator", "..<int>::evaluator",
        "..<double>::evaluator",      "..<Matrix>::evaluator"}}}},
    {"Fortran, as in its source",
     {"__grid_mod_MOD_restrict_to", "__mod_MOD_disnan", "drot_", "__MOD_x",
      "__m_MOD_f.constprop.0"}, /* nothing confirms that the third is Fortran's */
     {{60, {"grid_mod::restrict_to", "mod::disnan", "drot_", "__MOD_x", "m::f.constprop.0"}}}},
    /* Without its types a name has no colons at its end. */
    {"Rust's hash where it is needed",
     {"_ZN4core3fmt5write17h0123456789abcdefE", "_ZN4core3ptr4drop17h0123456789abcdefE",
      "_ZN4core3ptr4drop17hfedcba9876543210E", "_RINvNtC4core3mem8align_ofdEC3foo",
      "_RINvNtC4core3mem7size_ofdEC3foo", "_RINvNtC4core3mem7size_offEC3foo"},
     {{60,
       {"core::fmt::write", "core::ptr::drop[h01234]", "core::ptr::drop[hfedcb]",
        "core::mem::align_of", "core::mem::size_of::<f64>", "core::mem::size_of::<f32>"}}}},
};

TEST(by_hand)
{
    for (const struct list *l = lists; l < lists + ARRAY_LEN(lists); l++) {
        struct rows r;
        uint32_t n = 0;
        while (l->raw[n])
            n++;
        set_up(&r, l->raw, n);
        for (size_t k = 0; k < ARRAY_LEN(l->shown) && l->shown[k].cols; k++) {
            print_message("%s, in %u columns\n", l->name, l->shown[k].cols);
            show(&r, NAME_SHORT, l->shown[k].cols);
            for (uint32_t i = 0; i < n && l->shown[k].want[i]; i++)
                expect(&r, i, l->shown[k].want[i]);
        }
        take_down(&r);
    }
}

static const char *source(void *ctx, uint64_t addr)
{
    static const char *const names[] = {"heat", "drot", "a_b", "other", NULL, "main_"};
    return addr / 16 < ARRAY_LEN(names) ? names[addr / 16] : NULL;
}

/* What debug information confirms. */
TEST(confirmed)
{
    static const char *const raw[] = {"MAIN__", "drot_", "a_b__", "of_c_", "unknown_", "main_"};
    static const char *const want[2][6] = {{"program", "drot_"},
                                           {"heat", "drot", "a_b", "of_c_", "unknown_", "main_"}};
    for (unsigned asked = 0; asked < 2; asked++) {
        struct rows r;
        set_up(&r, raw, ARRAY_LEN(raw));
        if (asked)
            names_ask(r.names, source, NULL);
        show(&r, NAME_SHORT, 60);
        for (uint32_t i = 0; i < ARRAY_LEN(raw) && want[asked][i]; i++)
            expect(&r, i, want[asked][i]);
        take_down(&r);
    }
}

/* The suffix of a copy is quiet, in C and in C++; so is what stands for something else. */
TEST(quiet_parts)
{
    static const char *const raw[] = {"foo.constprop.0", "_ZN1a1fEv.isra.0.cold", "foo.part",
                                      "name.with.dots", "_ZN7library9containerIiE6insertEv"};
    struct rows r;
    set_up(&r, raw, ARRAY_LEN(raw));
    show(&r, NAME_SHORT, 60);
    assert_string_equal(row_names_get(r.shown, 0), "foo\1.constprop.0\2");
    assert_string_equal(row_names_get(r.shown, 1), "a::f\1.isra.0\2\1.cold\2");
    assert_string_equal(row_names_get(r.shown, 2), "foo\1.part\2");
    assert_string_equal(row_names_get(r.shown, 3), "name.with.dots");
    assert_string_equal(row_names_get(r.shown, 4), "library::container<\1..\2>::insert");
    take_down(&r);
}

/* What has one full name bears a mark that is never elided. */
TEST(equal_names)
{
    static const char *const raw[] = {"initialize_everything", "initialize_everything", "other",
                                      "_ZN1AC1Ev", "_ZN1AC2Ev"};
    static const char *const files[] = {"a.c", "b.c", "b.c", "c.cc", "c.cc"};
    static const char *const alike[] = {"a.c", "a.c", "b.c", "c.cc", "c.cc"};
    struct rows r;
    set_up(&r, raw, ARRAY_LEN(raw));
    r.files = files;
    show(&r, NAME_SHORT, 30);
    expect(&r, 0, "initialize_everything(a.c)");
    expect(&r, 1, "initialize_everything(b.c)");
    expect(&r, 2, "other");
    expect(&r, 3, "A::A[C1]");
    expect(&r, 4, "A::A[C2]");
    show(&r, NAME_SHORT, 16);
    expect(&r, 0, "initializ..(a.c)");
    expect(&r, 1, "initializ..(b.c)");
    r.files = alike;
    show(&r, NAME_SHORT, 16);
    expect(&r, 0, "initialize_eve..");
    expect(&r, 1, "initialize_e..#2");
    take_down(&r);
}

/* ---- what holds for any names ---- */

static const char *const words[] = {"3foo",       "6insert", "5count",
                                    "9simulator", "4acme",   "26gather_samples_from_source",
                                    "1a",         "6detail"};
static const char *const types[] = {"i",
                                    "d",
                                    "PKc",
                                    "RKi",
                                    "Ss",
                                    "St6vectorIiSaIiEE",
                                    "N4acme3keyE",
                                    "7elementILi12345EE",
                                    "7elementILi12346EE"};

#define PICK(list) list[made_below(chance, ARRAY_LEN(list))]

static void put_arguments(struct text *t, uint64_t *chance)
{
    text_char(t, 'I');
    for (uint32_t n = 1 + made_below(chance, 3); n > 0; n--)
        text_str(t, PICK(types));
    text_char(t, 'E');
}

/* A name of C++ with namespaces, templates, overloads and clones, or one of C. */
static void put_name(struct text *t, uint64_t *chance)
{
    static const char *const plain[] = {"run_the_whole_simulation_step_by_step_",
                                        "run_the_whole_simulation_until_", "x"};
    static const char *const ends[] = {"", "", "", ".constprop.0", ".isra.0", ".part.0.cold"};
    if (made_below(chance, 6) == 0) {
        text_printf(t, "%s%u", PICK(plain), (unsigned)made_below(chance, 100));
    } else {
        text_str(t, "_ZN");
        for (uint32_t n = 1 + made_below(chance, 3); n > 0; n--) {
            text_str(t, PICK(words));
            if (made_below(chance, 3) == 0)
                put_arguments(t, chance);
        }
        text_str(t, PICK(words));
        text_char(t, 'E');
        for (uint32_t n = 1 + made_below(chance, 2); n > 0; n--)
            text_str(t, PICK(types));
    }
    text_str(t, PICK(ends));
}

/* The own name of a form, or its head where it takes half the room; found in the text. */
static void check_own_name(const struct form *f, const char *text, unsigned cols)
{
    enum { HEAD = 4 };
    uint32_t lo = 0, hi = f->n;
    char own[200];
    for (uint32_t i = 0; i < f->n_parts; i++)
        if (f->parts[i].kind == FORM_OWN) {
            lo = f->parts[i].lo;
            hi = f->parts[i].hi;
        }
    uint32_t n = 2 * (hi - lo) + 6 < cols || hi - lo < HEAD ? hi - lo : HEAD;

    assert_true(n < sizeof own);
    memcpy(own, f->text + lo, n);
    own[n] = '\0';
    if (!strstr(text, own))
        fail_msg("'%s' of '%.*s' in %u columns: '%s'", own, (int)f->n, f->text, cols, text);
}

/* A text begins where a component does, or with a sign. */
static void check_beginning(const struct form *f, const char *text)
{
    bool ok = strncmp(text, "..", 2) == 0 || text[0] == f->text[0];
    for (uint32_t i = 0; i < f->n_parts; i++)
        ok |= (f->parts[i].kind == FORM_SCOPE || f->parts[i].kind == FORM_OWN) &&
              text[0] == f->text[f->parts[i].lo];
    if (!ok)
        fail_msg("'%s' of '%.*s'", text, (int)f->n, f->text);
}

static void check_near(char *const *texts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n && k <= i + ROW_NAMES_NEAR; k++)
            if (strcmp(texts[i], texts[k]) == 0)
                fail_msg("rows %u and %u: '%s'", (unsigned)i, (unsigned)k, texts[i]);
}

/* Rows near each other whose full names differ have different texts, no text is too long, and each
 * shows the own name. */
static void check_rows(struct rows *r, unsigned cols)
{
    uint32_t n = r->made.image.n_symbols;
    char **texts = mem_array(n, sizeof *texts);
    for (uint32_t i = 0; i < n; i++) {
        struct form f = names_form(r->names, i);
        size_t len = strlen(texts[i] = loud(r, i));
        if (len > cols)
            fail_msg("%u columns: '%s'", cols, texts[i]);
        check_beginning(&f, texts[i]);
        check_own_name(&f, texts[i], cols);
    }
    check_near(texts, n);
    for (uint32_t i = 0; i < n; i++)
        free(texts[i]);
    free(texts);
}

static void random_names(struct rows *r, uint32_t n, uint64_t *chance)
{
    struct text t = {0};
    *r = (struct rows){.cols = 0};
    made_init(&r->made, 0, 16 * ((uint64_t)n + 1));
    for (uint32_t i = 0; i < n; i++) {
        text_clear(&t);
        put_name(&t, chance);
        made_symbol(&r->made, text_z(&t), 16 * (uint64_t)i, SYM_FUNC);
    }
    text_release(&t);
    r->names = names_new(&r->made.profile, NULL, true, demangle_style_auto());
}

TEST(any_names)
{
    uint64_t chance = 13;
    for (int round = 0; round < 20; round++) {
        struct rows r;
        random_names(&r, 1 + made_below(&chance, 400), &chance);
        for (unsigned cols = 24; cols <= 200; cols += 1 + cols / 4)
            for (int level = NAME_SHORT; level <= NAME_FULL; level++) {
                show(&r, (enum name_level)level, cols);
                check_rows(&r, cols);
            }
        take_down(&r);
    }
}

/* Uncut, names are those of columns that none of them fills. */
TEST(uncut_names)
{
    enum { WIDE = 5000 };
    uint64_t chance = 17;
    for (int round = 0; round < 20; round++)
        for (int level = NAME_SHORT; level <= NAME_FULL; level++) {
            struct rows r;
            random_names(&r, 1 + made_below(&chance, ROW_NAMES_NEAR), &chance);
            uint32_t n = r.made.image.n_symbols;
            char **wide = mem_array(n, sizeof *wide);
            show(&r, (enum name_level)level, WIDE);
            check_rows(&r, WIDE);
            for (uint32_t i = 0; i < n; i++)
                wide[i] = loud(&r, i);
            show(&r, (enum name_level)level, 0);
            for (uint32_t i = 0; i < n; i++) {
                expect(&r, i, wide[i]);
                free(wide[i]);
            }
            free(wide);
            take_down(&r);
        }
}

/* Among very many rows those near each other differ, and a row's text does not depend on which was
 * asked for first. */
TEST(many_rows)
{
    uint64_t chance = 5;
    struct rows r;
    enum { MANY = 1000, STEP = 37 };
    char **first = mem_array(MANY, sizeof *first);
    random_names(&r, MANY, &chance);
    show(&r, NAME_SHORT, 30);
    for (uint32_t i = 0; i < MANY; i++)
        first[i] = loud(&r, i);
    check_near(first, MANY);
    show(&r, NAME_SHORT, 30);
    for (uint32_t i = MANY; i > STEP; i -= STEP)
        expect(&r, i - 1, first[i - 1]);
    for (uint32_t i = 0; i < MANY; i++)
        free(first[i]);
    free(first);
    take_down(&r);
}
