/* What reaches the toolkit, and what it may cost. */
#define _GNU_SOURCE
#include "build/cache.h"
#include "build/flags.h"
#include "build/nvcc.h"
#include "build/tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

static const struct kp_flag_lines *lines_of(const char *const *args, const char *folder)
{
    struct kp_flag_lines *to = kp_new(arena, struct kp_flag_lines);

    kp_push(arena, to,
            ((struct kp_flag_line){.line = kp_compile_read(arena, args, false, folder)}));
    return to;
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
    kp_flags_read(arena, lines_of(args, NULL), &f);
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
    kp_flags_read(arena, lines_of(args, NULL), &f);
    assert_string_equal(f.defines, "#define A 1\n#define B 1 + 2\n#undef C\n#define D(x) x\n"
                                   "#define F 1\n");
    assert_string_equal(joined(&f), "");
}

static void folders_become_links(void **state)
{
    static const char *const args[] = {"-Iinc $(x)", "-isystem", "/usr", "-include", "h;h.h", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, lines_of(args, "/some where"), &f);
    assert_string_equal(joined(&f), "-I kpipe-in-0 -isystem kpipe-in-1");
    assert_string_equal(f.links.v[0].target, "/some where/inc $(x)");
    assert_string_equal(f.links.v[1].target, "/usr");
    assert_string_equal(f.defines,
                        "#include \"h;h.h\"\n"); /* not there: the search path's business */
}

static void a_standard_of_gnu_is_one_for_the_preprocessor(void **state)
{
    static const char *const of_clang[] = {"clang++", "-std=gnu++14", "-std=c++17", "x.cu", NULL};
    static const char *const of_nvcc[] = {"nvcc",       "-Xcompiler", "-std=gnu++17,-std=gnu11",
                                          "-std=c++17", "x.cu",       NULL};
    struct kp_flag_line line = {.line = kp_compile_read(arena, of_clang, true, "/")};
    struct kp_flag_lines lines = {.v = &line, .n = 1};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, &lines, &f);
    assert_string_equal(joined(&f), "-std=c++14 -Xcompiler=-std=gnu++14 "
                                    "-std=c++17 -Xcompiler=-std=c++17");
    line.line = kp_compile_read(arena, of_nvcc, true, "/");
    kp_flags_read(arena, &lines, &f);
    assert_string_equal(joined(&f), "-Xcompiler=-std=gnu++17 -std=c++17");
}

static void what_a_shell_would_read_is_left_out(void **state)
{
    static const char *const args[] = {
        "-Xptxas", "-v;id", "-std=c++17`id`", "--weird", "-ccbin", "/opt/my gcc/g++", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, lines_of(args, NULL), &f);
    assert_string_equal(joined(&f), "");
    assert_int_equal(f.unknown.n, 4);
}

static void a_missing_value_ends_the_list(void **state)
{
    static const char *const args[] = {"-O2", "-maxrregcount", NULL};
    struct kp_flags f;

    (void)state;
    kp_flags_read(arena, lines_of(args, NULL), &f);
    assert_string_equal(joined(&f), "-O2");
    kp_flags_read(arena, lines_of(NULL, NULL), &f);
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

/* ---- the cache ---------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static char *in(const char *folder, const char *name)
{
    return kp_sprintf(arena, "%s/%s", folder, name);
}

/* A folder in which something was built from a header with a blank in its name. */
static const char *built(const char *header)
{
    const char *error = NULL, *temp = kp_temp_new(arena, &error);

    assert_non_null(temp);
    write_text(in(temp, "out"), "product");
    write_text(in(temp, "log"), "said");
    assert_int_equal(symlink(header, in(temp, "kpipe-in-0")), 0);
    return temp;
}

static struct kp_cache_key key_for(const char *what)
{
    const char *const parts[] = {"nvcc", what, NULL};

    return kp_cache_key(arena, parts);
}

static const char depends[] = "out : in.cu \\\n ./flags.h my\\ file.cu \\\n kpipe-in-0/a\\ b.h\n";

/* Where the tests of the cache work. */
static const char *storage, *headers, *temp, *other;
static struct kp_cache_key key;

static int set_up_cache(void **state)
{
    const char *error = NULL;

    (void)state;
    storage = kp_temp_new(arena, &error);
    setenv("KPIPE_CACHE_DIR", storage, 1);
    headers = kp_temp_new(arena, &error);
    write_text(in(headers, "a b.h"), "one");
    temp = built(headers);
    other = kp_temp_new(arena, &error);
    key = key_for("A");
    return 0;
}

static int tear_down_cache(void **state)
{
    (void)state;
    kp_temp_remove(temp);
    kp_temp_remove(other);
    kp_temp_remove(headers);
    kp_temp_remove(storage);
    return 0;
}

/* What was built `seconds` from now, from a source with this text. */
static void store(const char *text, int seconds)
{
    struct kp_reads made = {.temp = temp, .depends = depends, .self = "my file.cu", .text = text};

    kp_push(arena, &made.folders, headers);
    made.beginning = kp_reads_clock();
    made.beginning.tv_sec += seconds;
    kp_cache_store(&key, &made, "out");
}

static bool is_kept(void)
{
    return kp_cache_fetch(&key, other, "result");
}

static void the_cache_knows_its_files(void **state)
{
    struct kp_cache_key another = key_for("B");

    (void)state;
    assert_false(is_kept());
    store("", 10);
    assert_true(is_kept());
    assert_int_equal(access(in(other, "result"), F_OK), 0);
    assert_int_equal(access(in(other, "log"), F_OK), 0);
    assert_false(kp_cache_fetch(&another, other, "result"));
    write_text(in(headers, "a b.h"), "two");
    assert_false(is_kept());
    store("", 10); /* in the place of the stale one */
    assert_true(is_kept());
    write_text(in(headers, "a b.h"), "two"); /* saved, and the same */
    assert_true(is_kept());
    assert_int_equal(unlink(in(headers, "a b.h")), 0);
    assert_false(is_kept());
}

static void a_header_saved_meanwhile_is_not_vouched_for(void **state)
{
    (void)state;
    store("", -10);
    assert_false(is_kept());
}

static void a_header_that_appears_is_noticed(void **state)
{
    (void)state;
    store("#if __has_include(\"tune.h\")\n#endif\n# include <sub/x.h>\n", 10);
    assert_true(is_kept());
    write_text(in(headers, "other.h"), ""); /* nobody asked for it */
    assert_true(is_kept());
    write_text(in(headers, "tune.h"), "");
    assert_false(is_kept());
    assert_int_equal(unlink(in(headers, "tune.h")), 0);
    assert_true(is_kept());
    assert_int_equal(mkdir(in(headers, "sub"), 0700), 0);
    assert_true(is_kept());
    write_text(in(headers, "sub/x.h"), "");
    assert_false(is_kept());
    kp_temp_remove(in(headers, "sub"));
}

static void names_that_macros_make_are_not_vouched_for(void **state)
{
    static const char *const hidden[] = {
        "#if __has_include(NAME)\n", "#if __has_inc\\\nlude(STR(tune.h))\n",
        "#define HAS(x) __has_include(#x)\n", " # if 1 && __has_include_next ( STR ( x ) )"};

    (void)state;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        store(hidden[i], 10);
        assert_false(is_kept());
    }
    store("#ifdef __has_include\n#define HAS(x) __has_include(x)\n#if HAS(<x.h>)\n", 10);
    assert_true(is_kept());
}

static void an_entry_that_was_changed_is_dropped(void **state)
{
    struct stat st;
    FILE *f;

    (void)state;
    store("", 10);
    assert_int_equal(stat(key.entry, &st), 0);
    f = fopen(key.entry, "r+");
    assert_non_null(f);
    fseek(f, -1, SEEK_END);
    fputc('!', f);
    fclose(f);
    assert_false(is_kept());
    assert_int_not_equal(access(key.entry, F_OK), 0);
    store("", 10);
    assert_int_equal(truncate(key.entry, st.st_size / 2), 0);
    assert_false(is_kept());
}

static void what_others_can_write_is_not_read(void **state)
{
    (void)state;
    store("", 10);
    assert_int_equal(chmod(key.entry, 0622), 0);
    assert_false(is_kept());
    assert_int_equal(chmod(storage, 0777), 0);
    assert_null(key_for("A").entry);
    assert_int_equal(chmod(storage, 0700), 0);
}

static void the_cache_can_be_switched_off(void **state)
{
    (void)state;
    setenv("KPIPE_CACHE_DIR", "", 1);
    assert_null(key_for("A").entry);
    setenv("KPIPE_CACHE_DIR", "/proc/no-such-folder", 1);
    assert_null(key_for("A").entry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_that_say_how_to_optimise_pass),
        cmocka_unit_test(defines_become_a_header),
        cmocka_unit_test(folders_become_links),
        cmocka_unit_test(a_standard_of_gnu_is_one_for_the_preprocessor),
        cmocka_unit_test(what_a_shell_would_read_is_left_out),
        cmocka_unit_test(a_missing_value_ends_the_list),
        cmocka_unit_test(a_tool_that_hangs_is_ended),
        cmocka_unit_test(a_tool_that_fails_says_what),
        cmocka_unit_test(a_tool_has_none_of_nvccs_variables),
        cmocka_unit_test(tools_are_found),
        cmocka_unit_test_setup_teardown(the_cache_knows_its_files, set_up_cache, tear_down_cache),
        cmocka_unit_test_setup_teardown(a_header_saved_meanwhile_is_not_vouched_for, set_up_cache,
                                        tear_down_cache),
        cmocka_unit_test_setup_teardown(a_header_that_appears_is_noticed, set_up_cache,
                                        tear_down_cache),
        cmocka_unit_test_setup_teardown(names_that_macros_make_are_not_vouched_for, set_up_cache,
                                        tear_down_cache),
        cmocka_unit_test_setup_teardown(an_entry_that_was_changed_is_dropped, set_up_cache,
                                        tear_down_cache),
        cmocka_unit_test_setup_teardown(what_others_can_write_is_not_read, set_up_cache,
                                        tear_down_cache),
        cmocka_unit_test(the_cache_can_be_switched_off),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
