/* The parts of `kpipe cc` on texts that nobody would write: what comes out is ours, and sound. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cc/depfile.h"
#include "cc/includes.h"
#include "cc/lines.h"
#include "cc/note.h"
#include "lock/lock.h"

enum { TEXTS = 400, PARTS = 150 };

/* Pieces of text in any order. */
static struct kp_cc_text any_text(struct kp_arena *a, int parts)
{
    static const char *const bits[] = {
        "\n",
        "\n",
        "\r\n",
        " ",
        "for",
        "x",
        "(",
        ")",
        "{",
        "}",
        "/*",
        "*/",
        "//",
        "\\\n",
        "\\\r\n",
        "\"",
        "R\"(",
        ")\"",
        "#if 0\n",
        "#else\n",
        "#endif\n",
        "'",
        "#define A(b) \\\n",
        "A",
        "#include \"x.h\"\n",
        "kpipe",
        "#include <y>\n",
        "int a = b + c;\n",
        "As[i] = A[k];\n",
        "__syncthreads();\n",
        "\xff",
    };
    struct kp_str s = kp_str_new(a);

    for (int i = 0; i < parts; i++)
        kp_str_add(&s, bits[(size_t)rand() % (sizeof bits / sizeof *bits)]);
    return (struct kp_cc_text){kp_str_text(&s), s.n};
}

static const char *without_directives(struct kp_arena *a, const char *text)
{
    struct kp_str s = kp_str_new(a);

    while (*text) {
        size_t n = strcspn(text, "\n");

        n += text[n] == '\n';
        if (!kp_starts_with(text, "#line "))
            kp_str_addn(&s, text, n);
        text += n;
    }
    return kp_str_text(&s);
}

/* Nothing but #line is added, and a text that is the user's gets its own numbers. */
static void numbers(void **state)
{
    (void)state;
    srand(1);
    for (int i = 0; i < TEXTS; i++) {
        struct kp_arena *a = kp_arena_new();
        struct kp_cc_text user = any_text(a, rand() % PARTS), part = any_text(a, rand() % 20);
        struct kp_cc_loops loops = {0};
        size_t cut = user.size ? (size_t)rand() % user.size : 0, n = 0;
        const char *text =
            kp_sprintf(a, "%.*s%s%s", (int)cut, user.text, part.text, user.text + cut);
        struct kp_cc_text ours = {text, strlen(text)}, made;
        const uint32_t *same;

        kp_push(a, &loops, ((struct kp_cc_loop){1 + (uint32_t)(rand() % 9), 20}));
        made = kp_cc_number(a, "f.cu", user, ours, &loops);
        assert_true(kp_starts_with(made.text, "#line 1 \"f.cu\"\n"));
        assert_string_equal(without_directives(a, made.text), text);
        same = kp_cc_numbers(a, user, user, &loops, &n);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(same[k], k + 1);
        kp_arena_free(a);
    }
}

static void moved_lines(void **state)
{
    static const uint32_t want[] = {1, 2, 4, 2, 3, 2, 5, 6};
    struct kp_arena *a = kp_arena_new();
    struct kp_cc_text user = {"int before;\nfor (int k = 0; k < n; k++) {\n    load(tile, k);\n"
                              "    compute(tile, sum);\n}\nint behind;\n",
                              0};
    struct kp_cc_text ours = {"int before;\nkp_driver_of_this(kp_one);\n    compute(tile, sum);\n"
                              "kp_driver_of_this(kp_two);\n    load(tile, k);\n"
                              "kp_driver_of_this(kp_three);\n}\nint behind;\n",
                              0};
    struct kp_cc_loops loops = {0};
    const uint32_t *got;
    size_t n = 0;

    (void)state;
    user.size = strlen(user.text);
    ours.size = strlen(ours.text);
    kp_push(a, &loops, ((struct kp_cc_loop){2, 5}));
    got = kp_cc_numbers(a, user, ours, &loops, &n);
    assert_int_equal(n, sizeof want / sizeof *want);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(got[i], want[i]);
    kp_arena_free(a);
}

/* nvcc says of each copy of a line what it says of the line. */
static void repeated_warnings(void **state)
{
    static const char deep[] = "k.cu(3): warning #177-D: hm\n      int i;\n          ^\n\n",
                      one[] = "k.cu(3): warning #177-D: hm\n  int i;\n      ^\n\n",
                      other[] = "k.cu(4): warning #177-D: hm\n  int i;\n      ^\n\n",
                      plain[] = "in all\n\nin all\n\nk.cu(3): warning #177-D: hm\n  int i;\n";
    struct kp_arena *a = kp_arena_new();
    const char *all =
        kp_sprintf(a, "%sRemark: once\n\n%s%s%s%s%s", one, deep, other, one, other, plain);
    const char *want = kp_sprintf(a, "%sRemark: once\n\n%s%s", one, other, plain), *got;
    size_t n;

    (void)state;
    got = kp_cc_once(a, all, strlen(all), &n);
    assert_string_equal(got, want);
    assert_int_equal(n, strlen(want));
    kp_arena_free(a);
}

static void strange_texts(void **state)
{
    (void)state;
    srand(2);
    for (int i = 0; i < TEXTS; i++) {
        struct kp_arena *a = kp_arena_new();
        struct kp_cc_text text = any_text(a, rand() % PARTS), to;
        struct kp_cc_renamed names = {"x", "y", "/tmp", "t"};
        struct kp_compile none = {0};
        struct kp_texts more = {0};
        const char *error = NULL;
        struct kp_lock *lock = kp_lock_read(a, "l", text.text, &error);
        struct kp_request request;
        size_t n;

        kp_push(a, &more, "a b");
        kp_cc_place(a, "/nowhere/none.cu", "/nowhere", text, &to, &error);
        kp_cc_may_have_tiles(a, &none, "/nowhere/none.cu", text);
        assert_non_null(kp_cc_depfile(a, text.text, &names, &more, true));
        assert_non_null(kp_cc_messages(a, text.text, text.size, &names, &n));
        assert_non_null(kp_cc_once(a, text.text, text.size, &n));
        kp_lock_request(text.text, &request);
        if (lock)
            assert_non_null(kp_lock_text(lock));
        kp_arena_free(a);
    }
}

/* Bytes with the beginning of a note in them. */
static void damaged_notes(void **state)
{
    (void)state;
    srand(3);
    for (int i = 0; i < 20 * TEXTS; i++) {
        enum { SIZE = 160 };
        static const unsigned char head[] = {6, 0, 0,   0,   0,   0,   0,   0, 0x70, 0x6b,
                                             0, 0, 'k', 'p', 'i', 'p', 'e', 0, 0,    0};
        struct kp_arena *a = kp_arena_new();
        char *bytes = malloc(SIZE); /* not the arena's: its end is watched */
        struct kp_cc_entries found;

        for (int k = 0; k < SIZE; k++)
            bytes[k] = (char)(rand() % 3 ? rand() % 96 + 9 : '\t');
        memcpy(bytes + rand() % (SIZE - (int)sizeof head), head, sizeof head);
        bytes[24] = (char)rand();
        bytes[SIZE - 1] = 0;
        found = kp_cc_notes(a, bytes, SIZE);
        for (size_t k = 0; k < found.n; k++)
            assert_non_null(found.v[k].proof);
        free(bytes);
        kp_arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),           cmocka_unit_test(moved_lines),
        cmocka_unit_test(repeated_warnings), cmocka_unit_test(strange_texts),
        cmocka_unit_test(damaged_notes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
