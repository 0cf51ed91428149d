/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of Windows: made tidy, below a folder, found here whatever the case of their letters. */
#include <sys/stat.h>

#include "core/load/lines/source_text.h"
#include "core/load/file/windows_path.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static void expect_tidy(const char *path, const char *want)
{
    struct text got = {0};
    windows_path_add(path, &got);
    assert_taken(&got, want);
}

TEST(tidy)
{
    expect_tidy("C:\\work\\x.c", "C:/work/x.c");
    expect_tidy("C:\\work/src\\x.c", "C:/work/src/x.c");
    expect_tidy("C:\\work/C:/work/x.c", "C:/work/x.c");
    expect_tidy("C:\\work\\D:\\x.c", "D:/x.c");
    expect_tidy("/build/c:\\x.c", "c:/x.c");
    expect_tidy("\\\\server\\share\\x.c", "//server/share/x.c");
    expect_tidy("/build/../x.c", "/build/../x.c");
    expect_tidy("C:x.c", "C:x.c");
    expect_tidy("/abC:/x.c", "/abC:/x.c");
    expect_tidy("C:", "C:");
    expect_tidy("", "");
}

TEST(below)
{
    static const char path[] = "C:/work/src/x.c";
    assert_string_equal(windows_path_below(path, "C:\\work"), "/src/x.c");
    assert_string_equal(windows_path_below(path, "c:/WORK/"), "/src/x.c");
    assert_string_equal(windows_path_below(path, "c:\\work\\src\\"), "/x.c");
    assert_string_equal(windows_path_below(path, path), "");
    assert_null(windows_path_below(path, "C:\\wor"));
    assert_null(windows_path_below(path, "D:\\work"));
    assert_null(windows_path_below(path, "C:/work/src/x.c/more"));
}

static void expect_found(const char *path, const char *want)
{
    struct text got = {0};
    assert_int_equal(windows_path_find(path, &got), want != NULL);
    assert_taken(&got, want ? want : "");
}

TEST(finding)
{
    assert_int_equal(mkdir("Src", 0777), 0);
    assert_int_equal(mkdir("SRC", 0777), 0);
    scratch_put("SRC/Main.C", "");
    scratch_put("Src/x.c", "");
    scratch_put("Src/X.c", "");
    expect_found("src/main.c", "SRC/Main.C");
    expect_found("SRC/Main.C", "SRC/Main.C");
    expect_found("Src/X.C", "Src/X.c");
    expect_found("Src/x.c", "Src/x.c");
    expect_found("./src//MAIN.c", "./SRC//Main.C");
    expect_found("src/nosuch.c", NULL);
    expect_found("nosuch/x.c", NULL);
    expect_found("Src/x.c/more", NULL);
    expect_found("", NULL);
}

static void expect_opened(const char *path, const struct source_search *s, const char *want)
{
    struct source_text t;
    assert_int_equal(source_text_open(&t, path, s, no_err()), want != NULL);
    if (want)
        assert_string_equal(text_z(&t.path), want);
    source_text_close(&t);
}

TEST(searching)
{
    static const struct source_map maps[] = {{"C:\\Work", "here"}};
    static const char *const dirs[] = {"other"};
    struct source_search s = {maps, 1, dirs, 1, true, NULL};
    assert_int_equal(mkdir("here", 0777), 0);
    assert_int_equal(mkdir("other", 0777), 0);
    scratch_put("here/A.c", "");
    scratch_put("other/B.c", "");
    expect_opened("c:/work/a.c", &s, "here/A.c");
    expect_opened("c:/elsewhere/b.C", &s, "other/B.c");
    expect_opened("c:/elsewhere/a.c", &s, NULL);
    s.windows = false;
    expect_opened("c:/work/A.c", &s, NULL);
    expect_opened("c:/elsewhere/b.C", &s, NULL);
    expect_opened("c:/elsewhere/B.c", &s, "other/B.c");
}

EACH_TEST(scratch_enter, scratch_leave);
