/* How often a file is parsed: once for each text that there is of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* first the above: cmocka.h needs them */
#include <cmocka.h>

#include "pipeline.h"
#include "rule/rule.h"
#include "texts/texts.h"

static int parses;

/* The linker puts it in the place of the pass (--wrap). */
bool __real_kp_pass_parse(struct kp_unit *u);
bool __wrap_kp_pass_parse(struct kp_unit *u);
bool __wrap_kp_pass_parse(struct kp_unit *u)
{
    parses++;
    return __real_kp_pass_parse(u);
}

/* All that `kpipe rewrite` does without builds. */
static int parses_of(const char *name, enum kp_width width)
{
    struct kp_options options = {.arch = KP_DEFAULT_ARCH, .width = width};
    struct kp_arena *a = kp_arena_new();
    const char *error;
    struct kp_unit *u = kp_unit_new(&options, kp_rules_load(a, NULL, &error));

    parses = 0;
    assert_true(kp_pipeline(u, kp_sprintf(a, KP_KERNELS "/%s.cu", name), KP_PASS_EMIT));
    assert_null(kp_read_back(u)->error);
    kp_unit_free(u);
    kp_arena_free(a);
    return parses;
}

static void nothing_to_do(void **state)
{
    (void)state;
    assert_int_equal(parses_of("stencil", KP_WIDTH_AUTO), 1);
    assert_int_equal(parses_of("missing_barrier", KP_WIDTH_AUTO), 1);
}

/* The input and the result. */
static void rewritten(void **state)
{
    (void)state;
    assert_int_equal(parses_of("sgemm_128x128x8", KP_WIDTH_AUTO), 2);
    assert_int_equal(parses_of("hgemm_wmma", KP_WIDTH_AUTO), 2);
    assert_int_equal(parses_of("sgemm_naive", KP_WIDTH_NARROW), 2);
}

/* The text with wider copies between them. */
static void widened(void **state)
{
    (void)state;
    assert_int_equal(parses_of("sgemm_naive", KP_WIDTH_AUTO), 3);
    assert_int_equal(parses_of("flash_attn", KP_WIDTH_AUTO), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(rewritten),
        cmocka_unit_test(widened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
