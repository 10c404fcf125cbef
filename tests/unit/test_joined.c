/* A source and its headers as one text: what is cut apart is what was joined, or nothing. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cc/join.h"
#include "util/str.h"
#include "util/replace.h"

static const char main_text[] = "// m\n  #include \"k.cuh\" // first\n#include \"l.cuh\"\nint m;\n";
static const char k_text[] =
    "#ifndef K\n#define K\nvoid f() { __shared__ int s; for (;;) s = 1; }\n"
    "#include \"x.h\"\n#endif";
static const char l_text[] = "#pragma once\n#include \"k.cuh\"\nint l;\n";

static bool is_own(void *with, const char *real)
{
    (void)with;
    (void)real;
    return true;
}

static const char *named(struct kp_arena *a, const struct kp_cc_graph *g, size_t file)
{
    (void)g;
    return kp_sprintf(a, "N%zu", file);
}

static void join(struct kp_arena *a, struct kp_cc_graph *g, struct kp_cc_joined *to)
{
    const char *error, *words[] = {"nvcc", NULL};
    struct kp_cc_doubts doubts = {0};

    kp_write_file(a, "m.cu", main_text, strlen(main_text), &error);
    kp_write_file(a, "k.cuh", k_text, strlen(k_text), &error);
    kp_write_file(a, "l.cuh", l_text, strlen(l_text), &error);
    kp_write_file(a, "x.h", "", 0, &error);
    *g = (struct kp_cc_graph){.arena = a,
                              .compile = kp_compile_read(a, words, true, NULL),
                              .here = "/full",
                              .is_own = is_own};
    assert_true(kp_cc_graph(g, "m.cu", (struct kp_cc_text){main_text, strlen(main_text)}, &doubts));
    assert_int_equal(doubts.n, 0);
    kp_cc_join(a, g, to);
}

/* The text with the first `what` in another form; `with` may hold it several times. */
static struct kp_cc_text changed(struct kp_arena *a, struct kp_cc_text t, const char *what,
                                 const char *with)
{
    const char *at = strstr(t.text, what);

    assert_non_null(at);
    t.text = kp_sprintf(a, "%.*s%s%s", (int)(at - t.text), t.text, with, at + strlen(what));
    t.size = strlen(t.text);
    return t;
}

static void whole_texts(void **state)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_cc_joined j;
    struct kp_cc_graph g;
    struct kp_cc_cuts cuts = {0};
    const char *why;

    (void)state;
    join(a, &g, &j);
    assert_string_equal(
        j.text.text, "// m\n  #line 1 \"k.cuh\" " KP_CC_MARK "0(\n" KP_CC_MARK "1.\n#define K\n"
                     "void f() { __shared__ int s; for (;;) s = 1; }\n"
                     "#include \"/full/x.h\" " KP_CC_MARK "2.\n" KP_CC_MARK "3.\n"
                     "#line 3 \"m.cu\" " KP_CC_MARK "0)\n"
                     "#line 1 \"l.cuh\" " KP_CC_MARK "4(\n#pragma once\n" KP_CC_MARK "5.\nint l;\n"
                     "#line 4 \"m.cu\" " KP_CC_MARK "4)\nint m;\n");
    assert_true(kp_cc_cut(a, &j, j.text, named, &cuts, &why));
    assert_int_equal(cuts.n, 1); /* nothing has changed */
    assert_string_equal(cuts.v[0].text.text, main_text);
    cuts.n = 0;
    assert_true(kp_cc_cut(a, &j, changed(a, j.text, "s = 1;", "s = 2;"), named, &cuts, &why));
    assert_int_equal(cuts.n, 3);
    assert_string_equal(cuts.v[0].text.text,
                        "// m\n  #include \"N1\" // first\n#include \"N3\"\nint m;\n");
    assert_string_equal(cuts.v[1].text.text,
                        "#ifndef K\n#define K\nvoid f() { __shared__ int s; for (;;) s = 2; }\n"
                        "#include \"x.h\"\n#endif\n");
    assert_string_equal(cuts.v[2].text.text, "#pragma once\n#include \"N1\"\nint l;\n");
    kp_arena_free(a);
}

/* A mark that is not what or where it was. */
static void damaged_marks(void **state)
{
    static const char *const changes[][2] = {
        {"//@kp-part 1.", ""},
        {"//@kp-part 1.", "//@kp-part 1.\n//@kp-part 1."},
        {"//@kp-part 1.", "//@kp-part 5."},
        {"//@kp-part 1.", "//@kp-part 99."},
        {"//@kp-part 1.", "//@kp-part 1(."},
        {"//@kp-part 1.", "x //@kp-part 1."},
        {"/full/x.h", "/full/y.h"},
        {"#line 1 \"k.cuh\"", "#line 2 \"k.cuh\""},
        {"//@kp-part 0)", ""},
        {"#line 3 \"m.cu\" //@kp-part 0)\n", "#line 3 \"m.cu\" //@kp-part 4)\n"},
        {"//@kp-part 0)\n", "//@kp-part 0)\n#line 3 \"m.cu\" //@kp-part 0)\n"},
    };
    struct kp_arena *a = kp_arena_new();
    struct kp_cc_joined j;
    struct kp_cc_graph g;
    const char *why;

    (void)state;
    join(a, &g, &j);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct kp_cc_cuts cuts = {0};

        assert_false(
            kp_cc_cut(a, &j, changed(a, j.text, changes[i][0], changes[i][1]), named, &cuts, &why));
    }
    kp_arena_free(a);
}

static int in_folder(void **state)
{
    static char folder[] = "/tmp/kpipe-joined-XXXXXX";

    *state = mkdtemp(folder);
    return !*state || chdir(folder);
}

static int leave_folder(void **state)
{
    static const char *const names[] = {"m.cu", "k.cuh", "l.cuh", "x.h"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    return rmdir(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_texts),
        cmocka_unit_test(damaged_marks),
    };

    return cmocka_run_group_tests(tests, in_folder, leave_folder);
}
