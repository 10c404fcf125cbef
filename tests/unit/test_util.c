#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emit/diff.h"
#include "report/utf8.h"
#include "util/arena.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/vec.h"

static int set_up(void **state)
{
    *state = kp_arena_new();
    return 0;
}

static int tear_down(void **state)
{
    kp_arena_free(*state);
    return 0;
}

/* ---- arena ------------------------------------------------------------------------------------
 */

static void arena_memory_is_zero_and_aligned(void **state)
{
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *p = kp_alloc(*state, size);

        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, size);
    }
}

static void arena_takes_blocks_of_any_size(void **state)
{
    char *small = kp_strdup(*state, "small");
    char *big = kp_alloc(*state, 50 << 20);
    char *after = kp_strdup(*state, "after");

    memset(big, 'x', 50 << 20);
    assert_string_equal(small, "small");
    assert_string_equal(after, "after");
    assert_true(kp_arena_used(*state) >= 50 << 20);
}

static void shared_arena_is_seen_by_both_processes(void **state)
{
    struct kp_arena *shared = kp_arena_new_shared(1 << 20);
    char **slot = kp_new(shared, char *);
    int status;
    pid_t pid = fork();

    (void)state;
    if (pid == 0) {
        *slot = kp_strdup(shared, "built by the child");
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_string_equal(*slot, "built by the child");
    kp_arena_free(shared);
}

static void shared_arena_ends_the_process_when_full(void **state)
{
    struct kp_arena *shared = kp_arena_new_shared(1 << 16);
    int status;
    pid_t pid = fork();

    (void)state;
    if (pid == 0) {
        close(STDERR_FILENO);
        kp_alloc(shared, 1 << 16);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), KP_EXIT_ARENA);
    kp_arena_free(shared);
}

/* ---- strings and vectors -----------------------------------------------------------------------
 */

static void strings_grow(void **state)
{
    struct kp_str s = kp_str_new(*state);

    assert_string_equal(kp_str_text(&s), "");
    for (int i = 0; i < 10000; i++)
        kp_str_addf(&s, "%d,", i % 10);
    assert_int_equal(s.n, 20000);
    assert_memory_equal(s.s, "0,1,2,", 6);
    assert_int_equal(strlen(s.s), 20000);
    kp_str_addn(&s, "\0x", 2);
    assert_int_equal(s.n, 20002);
    assert_int_equal(s.s[20001], 'x');
}

static void string_questions(void **state)
{
    (void)state;
    assert_true(kp_starts_with("abc", "ab") && kp_starts_with("abc", ""));
    assert_false(kp_starts_with("ab", "abc"));
    assert_true(kp_ends_with("abc", "bc") && kp_ends_with("abc", ""));
    assert_false(kp_ends_with("bc", "abc"));
    assert_true(kp_streq(NULL, NULL) && kp_streq("a", "a"));
    assert_false(kp_streq(NULL, "") || kp_streq("", NULL) || kp_streq("a", "b"));
}

static void vectors_grow(void **state)
{
    KP_VEC(int) v = {0};

    for (int i = 0; i < 1000; i++)
        kp_push((struct kp_arena *)*state, &v, i);
    assert_int_equal(v.n, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(v.v[i], i);
}

/* ---- UTF-8 --------------------------------------------------------------------------------------
 */

static void utf8_lengths(void **state)
{
    (void)state;
    assert_int_equal(kp_utf8_length("a"), 1);
    assert_int_equal(kp_utf8_length("\xc3\xa4"), 2);
    assert_int_equal(kp_utf8_length("\xe2\x82\xac"), 3);
    assert_int_equal(kp_utf8_length("\xf0\x9f\x98\x80"), 4);
    assert_int_equal(kp_utf8_length(""), 0);
    assert_int_equal(kp_utf8_length("\x80"), 0);         /* a continuation alone */
    assert_int_equal(kp_utf8_length("\xc3"), 0);         /* cut off */
    assert_int_equal(kp_utf8_length("\xc0\x80"), 0);     /* overlong */
    assert_int_equal(kp_utf8_length("\xed\xa0\x80"), 0); /* a surrogate */
    assert_int_equal(kp_utf8_length("\xf4\x90\x80\x80"), 0);
    assert_int_equal(kp_utf8_length("\xff"), 0);
}

static void foreign_bytes_become_printable(void **state)
{
    assert_string_equal(kp_printable(*state, "a\nb\tc\033[1m\xff"),
                        "a\\nb\\tc\\x1b[1m\xef\xbf\xbd");
    assert_string_equal(kp_utf8(*state, "a\nb\xff"), "a\nb\xef\xbf\xbd");
    assert_string_equal(kp_utf8(*state, NULL), "");
}

/* ---- programs and diffs
 * -------------------------------------------------------------------------- */

static struct kp_process run(void **state, const char *a, const char *b, const char *c)
{
    const char *const argv[] = {a, b, c, NULL};

    return kp_run_program(*state, argv);
}

static void programs_are_run(void **state)
{
    struct kp_process p = run(state, "printf", "%s", "one $(two) 'three'");

    assert_int_equal(p.status, 0);
    assert_string_equal(p.out, "one $(two) 'three'");
    assert_int_equal(run(state, "sh", "-c", "exit 7").status, 7);
    assert_int_equal(run(state, "sh", "-c", "kill -TERM $$").status, 128 + SIGTERM);
    assert_int_equal(run(state, "/nowhere/program", NULL, NULL).status, -1);
    assert_int_equal(run(state, "sh", "-c", "head -c 300000 /dev/zero").out_size, 300000);
}

static const char *diff(void **state, const char *path, const char *before, const char *after)
{
    const char *error = NULL;

    return kp_diff(*state, path, before, strlen(before), after, strlen(after), false, &error);
}

static void diffs_have_the_name_that_patch_wants(void **state)
{
    assert_string_equal(diff(state, "a.cu", "x\n", "x\n"), "");
    assert_string_equal(diff(state, "a.cu", "x\n", "y\n"),
                        "--- a.cu\n+++ a.cu\n@@ -1 +1 @@\n-x\n+y\n");
    assert_non_null(strstr(diff(state, "a b.cu", "x\n", "y\n"), "+++ a b.cu\t\n"));
    assert_non_null(strstr(diff(state, "a\n\".cu", "x\n", "y\n"), "+++ \"a\\012\\\".cu\"\n"));
    assert_non_null(
        strstr(diff(state, "a.cu", "x", "y"), "-x\n\\ No newline at end of file\n+y\n"));
}

static void diffs_are_coloured_on_request(void **state)
{
    const char *error = NULL;
    const char *d = kp_diff(*state, "a.cu", "x\n", 2, "y\n", 2, true, &error);

    assert_string_equal(
        d, "\033[1m--- a.cu\033[0m\n\033[1m+++ a.cu\033[0m\n\033[36m@@ -1 +1 @@\033[0m\n"
           "\033[31m-x\033[0m\n\033[32m+y\033[0m\n");
}

/* ---- work spread over processes
 * ------------------------------------------------------------------ */

static int spread_work(size_t i, void *context)
{
    (void)context;
    if (i == 3)
        raise(SIGKILL);
    usleep((useconds_t)(5000 * (7 - i)));
    printf("%zu", i);
    return i == 5 ? 2 : 0;
}

static int spread_crashed(size_t i, int signal, void *context)
{
    int *where = context;

    where[0] = (int)i;
    where[1] = signal;
    return 1;
}

static void spread_keeps_order_and_survives_a_crash(void **state)
{
    int where[2] = {-1, -1}, saved = dup(STDOUT_FILENO), capture = kp_memory_file("", 0), result;
    size_t n;

    fflush(stdout);
    dup2(capture, STDOUT_FILENO);
    result = kp_spread(*state, 8, 3, spread_work, spread_crashed, where);
    dup2(saved, STDOUT_FILENO);
    lseek(capture, 0, SEEK_SET);
    assert_string_equal(kp_read_all(*state, capture, &n), "0124567");
    assert_int_equal(result, 2);
    assert_int_equal(where[0], 3);
    assert_int_equal(where[1], SIGKILL);
    close(capture);
    close(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(arena_memory_is_zero_and_aligned, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arena_takes_blocks_of_any_size, set_up, tear_down),
        cmocka_unit_test(shared_arena_is_seen_by_both_processes),
        cmocka_unit_test(shared_arena_ends_the_process_when_full),
        cmocka_unit_test_setup_teardown(strings_grow, set_up, tear_down),
        cmocka_unit_test(string_questions),
        cmocka_unit_test_setup_teardown(vectors_grow, set_up, tear_down),
        cmocka_unit_test(utf8_lengths),
        cmocka_unit_test_setup_teardown(foreign_bytes_become_printable, set_up, tear_down),
        cmocka_unit_test_setup_teardown(programs_are_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(diffs_have_the_name_that_patch_wants, set_up, tear_down),
        cmocka_unit_test_setup_teardown(diffs_are_coloured_on_request, set_up, tear_down),
        cmocka_unit_test_setup_teardown(spread_keeps_order_and_survives_a_crash, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("util", tests, NULL, NULL);
}
