/* The public API, as a user of the library sees it. */
#include <libkpipe.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                                       \
    "__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)\n"               \
    "{\n"                                                                                          \
    "    __shared__ float s[128];\n"                                                               \
    "    float sum = 0.0f;\n"                                                                      \
    "    for (int i = 0; i < n; i += 128) {\n"                                                     \
    "        s[threadIdx.x] = A[i + threadIdx.x];\n"                                               \
    "        __syncthreads();\n"                                                                   \
    "        for (int j = 0; j < 128; ++j)\n"                                                      \
    "            sum += s[j] * s[(j + threadIdx.x) % 128];\n"
#define TAIL                                                                                       \
    "    }\n"                                                                                      \
    "    C[blockIdx.x * 128 + threadIdx.x] = sum;\n"                                               \
    "}\n"

static const char good[] = HEAD "        __syncthreads();\n" TAIL;
static const char race[] = HEAD TAIL;

static kpipe_result *rewrite(const char *text, const kpipe_options *options)
{
    return kpipe_rewrite("k.cu", text, strlen(text), options);
}

static void a_loop_is_rewritten(void **state)
{
    kpipe_result *r = rewrite(good, NULL);

    (void)state;
    assert_null(kpipe_error(r));
    assert_int_equal(kpipe_loop_count(r), 1);
    assert_string_equal(kpipe_loop_at(r, 0).kernel, "k");
    assert_int_equal(kpipe_loop_at(r, 0).line, 5);
    assert_int_equal(kpipe_loop_at(r, 0).outcome, KPIPE_REWRITTEN);
    assert_true(kpipe_loop_at(r, 0).stages >= 2);
    assert_null(kpipe_loop_at(r, 0).code);
    assert_int_equal(kpipe_text_size(r), strlen(kpipe_text(r)));
    assert_string_not_equal(kpipe_text(r), good);
    assert_non_null(strstr(kpipe_json(r), "\"file\":\"k.cu\""));
    kpipe_free(r);
}

static void a_refusal_keeps_the_text(void **state)
{
    kpipe_result *r = rewrite(race, NULL);

    (void)state;
    assert_null(kpipe_error(r));
    assert_int_equal(kpipe_loop_at(r, 0).outcome, KPIPE_REFUSED);
    assert_string_equal(kpipe_loop_at(r, 0).code, "KP102");
    assert_non_null(kpipe_loop_at(r, 0).reason);
    assert_string_equal(kpipe_text(r), race);
    kpipe_free(r);
}

static void options_are_followed(void **state)
{
    kpipe_options other_kernel = {.kernel = "other"}, three = {.stages = 3, .variant = "cp-async"};
    kpipe_result *r = rewrite(good, &other_kernel);

    (void)state;
    assert_null(kpipe_error(r));
    assert_string_equal(kpipe_text(r), good);
    kpipe_free(r);
    r = rewrite(good, &three);
    assert_null(kpipe_error(r));
    assert_int_equal(kpipe_loop_at(r, 0).stages, 3);
    kpipe_free(r);
}

static void arguments_are_borrowed_for_the_call(void **state)
{
    char arch[] = "sm_90", text[sizeof good];
    kpipe_options options = {.arch = arch};
    kpipe_result *r;

    (void)state;
    memcpy(text, good, sizeof good);
    r = rewrite(text, &options);
    memset(arch, 'x', sizeof arch - 1);
    memset(text, 'x', sizeof text - 1);
    assert_non_null(strstr(kpipe_json(r), "\"arch\":\"sm_90\""));
    assert_non_null(strstr(kpipe_text(r), "kp_s[2]"));
    kpipe_free(r);
}

static void wrong_options_are_errors(void **state)
{
    const kpipe_options wrong[] = {{.variant = "fast"},
                                   {.shape = "round"},
                                   {.stages = 9},
                                   {.arch = "sm_1"},
                                   {.rules_dir = "/nowhere"}};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        kpipe_result *r = rewrite(good, &wrong[i]);

        assert_non_null(kpipe_error(r));
        assert_null(kpipe_text(r));
        assert_int_equal(kpipe_loop_count(r), 0);
        kpipe_free(r);
    }
    kpipe_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_is_rewritten),
        cmocka_unit_test(a_refusal_keeps_the_text),
        cmocka_unit_test(options_are_followed),
        cmocka_unit_test(arguments_are_borrowed_for_the_call),
        cmocka_unit_test(wrong_options_are_errors),
    };

    return cmocka_run_group_tests_name("libkpipe", tests, NULL, NULL);
}
