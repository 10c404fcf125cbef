/* What reaches the toolkit, and what it may cost. */
#define _GNU_SOURCE
#include "build/flags.h"
#include "build/nvcc.h"
#include "build/tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/str.h"

static struct kp_arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = kp_arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

/* The arguments for nvcc, one space between them. */
static const char *joined(const struct kp_flags *f)
{
    struct kp_str s = kp_str_new(arena);

    for (size_t i = 0; i < f->args.n; i++)
        kp_str_addf(&s, "%s%s", i ? " " : "", f->args.v[i]);
    return kp_str_text(&s);
}

static void flags_that_say_how_to_optimise_pass(void **state)
{
    static const char *const args[] = {"-O3",         "--maxrregcount", "64",    "-Xptxas=-O2",
                                       "-arch=sm_70", "-std=c++20",     "-c",    "-o",
                                       "x.o",         "-lcuda",         "-Wall", "-gencode",
                                       "arch=a",      "x.cu",           "--ftz", "true",
                                       NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, args, NULL, &f);
    assert_string_equal(joined(&f), "-O3 -maxrregcount=64 -Xptxas=-O2 -std=c++20 -ftz=true");
    assert_int_equal(f.unknown.n, 0);
}

static void defines_become_a_header(void **state)
{
    static const char *const args[] = {
        "-DA",      "-D",         "B=1 + 2",   "-UC", "--define-macro=D(x)=x",
        "-DE=a\nb", "-Xcompiler", "-DF,-Wall", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, args, NULL, &f);
    assert_string_equal(f.defines, "#define A 1\n#define B 1 + 2\n#undef C\n#define D(x) x\n"
                                   "#define F 1\n");
    assert_string_equal(joined(&f), "");
}

static void folders_become_links(void **state)
{
    static const char *const args[] = {"-Iinc $(x)", "-isystem", "/usr", "-include", "h;h.h", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, args, "/some where", &f);
    assert_string_equal(joined(&f), "-I kpipe-in-0 -isystem kpipe-in-1");
    assert_string_equal(f.links.v[0].target, "/some where/inc $(x)");
    assert_string_equal(f.links.v[1].target, "/usr");
    assert_string_equal(f.defines,
                        "#include \"h;h.h\"\n"); /* not there: the search path's business */
}

static void what_a_shell_would_read_is_left_out(void **state)
{
    static const char *const args[] = {
        "-Xptxas", "-v;id", "-std=c++17`id`", "--weird", "-ccbin", "/opt/my gcc/g++", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, args, NULL, &f);
    assert_string_equal(joined(&f), "");
    assert_int_equal(f.unknown.n, 4);
}

static void a_missing_value_ends_the_list(void **state)
{
    static const char *const args[] = {"-O2", "-maxrregcount", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, args, NULL, &f);
    assert_string_equal(joined(&f), "-O2");
    kp_flags_read(arena, NULL, NULL, &f);
    assert_int_equal(f.args.n, 0);
}

static void a_tool_that_hangs_is_ended(void **state)
{
    static const char *const argv[] = {"sh", "-c", "sleep 20 & wait", NULL};
    const char *error = NULL, *temp = kp_temp_new(arena, &error);
    time_t begin = time(NULL);

    (void)state;
    assert_non_null(temp);
    error = kp_tool_run(arena, temp, argv, 0.2);
    assert_non_null(error);
    assert_non_null(strstr(error, "did not end"));
    assert_true(time(NULL) - begin < 10);
    kp_temp_remove(temp);
}

static void a_tool_that_fails_says_what(void **state)
{
    static const char *const argv[] = {"sh", "-c", "echo this is why >&2; exit 3", NULL};
    const char *error = NULL, *temp = kp_temp_new(arena, &error);

    (void)state;
    error = kp_tool_run(arena, temp, argv, 10);
    assert_non_null(strstr(error, "this is why"));
    kp_temp_remove(temp);
    assert_int_not_equal(access(temp, F_OK), 0);
}

static void a_tool_has_none_of_nvccs_variables(void **state)
{
    static const char *const argv[] = {"sh", "-c",
                                       "test -z \"$NVCC_APPEND_FLAGS$NVCC_PREPEND_FLAGS\"", NULL};
    const char *error = NULL, *temp = kp_temp_new(arena, &error);

    (void)state;
    setenv("NVCC_APPEND_FLAGS", "-DEVIL", 1);
    setenv("NVCC_PREPEND_FLAGS", "-DEVIL", 1);
    assert_null(kp_tool_run(arena, temp, argv, 10));
    kp_temp_remove(temp);
}

static void tools_are_found(void **state)
{
    (void)state;
    assert_non_null(kp_find_tool(arena, "sh"));
    assert_null(kp_find_tool(arena, "no-such-tool-as-this"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_that_say_how_to_optimise_pass),
        cmocka_unit_test(defines_become_a_header),
        cmocka_unit_test(folders_become_links),
        cmocka_unit_test(what_a_shell_would_read_is_left_out),
        cmocka_unit_test(a_missing_value_ends_the_list),
        cmocka_unit_test(a_tool_that_hangs_is_ended),
        cmocka_unit_test(a_tool_that_fails_says_what),
        cmocka_unit_test(a_tool_has_none_of_nvccs_variables),
        cmocka_unit_test(tools_are_found),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
