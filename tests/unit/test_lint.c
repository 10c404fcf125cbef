/* Lints that need what only a build or a measurement knows. The others stand in golden/lint/. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* first the above: cmocka.h needs them */
#include <cmocka.h>
#include <string.h>

#include "lint/lint.h"
#include "pipeline.h"
#include "rule/rule.h"

static const char text[] = "__global__ void add(float *x)\n"
                           "{\n"
                           "    x[blockIdx.x * 256 + threadIdx.x] += 1.0f;\n"
                           "}\n"
                           "__global__ void other(float *x) { x[threadIdx.x] = 0; }\n";

/* How often the code is found when so much is known of `add`. */
static unsigned found(enum kp_code code, struct kp_lint_facts facts)
{
    struct kp_options options = {.arch = KP_DEFAULT_ARCH};
    struct kp_arena *a = kp_arena_new();
    struct kp_lint_facts_list list = {0};
    struct kp_lints lints = {0};
    const char *error;
    struct kp_unit *u = kp_unit_new(&options, kp_rules_load(a, NULL, &error));
    unsigned n = 0;

    facts.kernel = "add";
    kp_push(a, &list, facts);
    assert_true(kp_pipeline_text(u, "a.cu", text, strlen(text), KP_PASS_EMIT));
    kp_lint_unit(u, &list, &lints);
    for (size_t i = 0; i < lints.v.n; i++) {
        n += lints.v.v[i].code == code;
        assert_string_equal(lints.v.v[i].function->name, "add");
    }
    kp_unit_free(u);
    kp_arena_free(a);
    return n;
}

static void spills(void **state)
{
    (void)state;
    assert_int_equal(found(KP_CODE_KP707, (struct kp_lint_facts){.spill_bytes = 128}), 1);
    assert_int_equal(found(KP_CODE_KP707, (struct kp_lint_facts){0}), 0);
}

static void small_launches(void **state)
{
    (void)state;
    assert_int_equal(found(KP_CODE_KP709, (struct kp_lint_facts){.blocks = 47, .sms = 48}), 1);
    assert_int_equal(found(KP_CODE_KP709, (struct kp_lint_facts){.blocks = 48, .sms = 48}), 0);
    assert_int_equal(found(KP_CODE_KP709, (struct kp_lint_facts){.blocks = 1}), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spills),
        cmocka_unit_test(small_launches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
