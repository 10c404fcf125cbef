/* Reports of Nsight Compute: both pages, several releases' names and locales, and all that may be
 * wrong with a file. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* first the above: cmocka.h needs them */
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/profile.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

#define HEAD                                                                                       \
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\"," \
    "\"Block Size\",\"Grid Size\",\"Device\",\"CC\""
#define ROW(id, kernel)                                                                            \
    "\"" id "\",\"9\",\"app\",\"host\",\"" kernel                                                  \
    "\",\"1\",\"7\",\"(256, 1, 1)\",\"(64, 2, 1)\",\"0\",\"9.0\""
#define NO_ROW "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\""
#define DETAILS HEAD ",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\""
#define FIGURE(name, unit, value)                                                                  \
    ROW("0", "k(float *)") ",\"S\",\"" name "\",\"" unit "\",\"" value "\"\n"

static const char raw[] =
    "==PROF== Connected to process 9 (/tmp/app)\n"
    "the program says \"hello\", and goes on\n"
    "==PROF== Profiling \"sgemm\": 0%....50%....100% - 9 passes\n" HEAD
    ",\"gpu__time_duration.sum\",\"sm__throughput.avg.pct_of_peak_sustained_elapsed\","
    "\"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed\",\"dram__bytes_"
    "read.sum\","
    "\"dram__bytes_write.sum\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\","
    "\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\",\"launch__registers_per_thread\","
    "\"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio\","
    "\"smsp__average_warps_active_per_issue_active.ratio\"\n" NO_ROW
    ",\"us\",\"%\",\"%\",\"Mbyte\",\"Kbyte\",\"sector\",\"\",\"register/"
    "thread\",\"inst\",\"warp\"\n" ROW(
        "0", "void sgemm<(int)64, float>(const float *, "
             "float *)") ",\"1,234.50\",\"20.5\",\"31.0\","
                         "\"2.5\",\"500\",\"6,400\","
                         "\"200\",\"128\",\"6.5\","
                         "\"10\"\n" ROW("1", "void sgemm<(int)64, "
                                             "float>(const float *, float "
                                             "*)") ",\"2,000.00\",\"21.0\","
                                                   "\"30.0\","
                                                   "\"2.5\",\"500\",\"6,"
                                                   "400\",\"200\",\"128\","
                                                   "\"6.5\",\"10\"\n"
                                                   "==PROF== Disconnected "
                                                   "from process 9\n" ROW("2", "scale(float "
                                                                               "*)") ",\"3."
                                                                                     "20\","
                                                                                     "\"n/"
                                                                                     "a\","
                                                                                     "\"\","
                                                                                     "\"1.0\","
                                                                                     "\"1.0\","
                                                                                     "\"4\","
                                                                                     "\"0\","
                                                                                     "\"16\","
                                                                                     "\"\","
                                                                                     "\"\"\n";

static struct kp_arena *arena;
static const struct kp_rules *rules;

static int begin(void **state)
{
    const char *error;

    (void)state;
    arena = kp_arena_new();
    rules = kp_rules_load(arena, NULL, &error);
    return rules == NULL;
}

static int end(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

/* The report's text by way of a file. */
static bool read_n(const char *text, size_t n, struct kp_profile *p, const char **error)
{
    int fd = kp_memory_file(text, n);
    bool ok;

    assert_true(fd >= 0);
    *p = (struct kp_profile){0};
    *error = NULL;
    ok = kp_read_ncu(arena, kp_sprintf(arena, "/dev/fd/%d", fd), rules, p, error);
    close(fd);
    assert_true(ok == (*error == NULL));
    return ok;
}

static struct kp_profile good(const char *text)
{
    struct kp_profile p;
    const char *error;

    if (!read_n(text, strlen(text), &p, &error))
        fail_msg("%s", error);
    return p;
}

static void bad(const char *text, const char *word)
{
    struct kp_profile p;
    const char *error;

    assert_false(read_n(text, strlen(text), &p, &error));
    if (!strstr(error, word))
        fail_msg("'%s' is not in: %s", word, error);
}

static double value(const struct kp_profiled *k, const char *key)
{
    double v;

    if (!kp_profile_value(k, key, &v))
        fail_msg("no %s", key);
    return v;
}

static const struct kp_ncu_finding *finding(const struct kp_profiled *k, const char *words)
{
    for (size_t i = 0; i < k->findings.n; i++)
        if (strstr(k->findings.v[i].text, words))
            return &k->findings.v[i];
    return NULL;
}

static bool is_missing(const struct kp_profiled *k, const char *name)
{
    for (size_t i = 0; i < k->missing.n; i++)
        if (kp_streq(k->missing.v[i], name))
            return true;
    return false;
}

static void reads_the_raw_page(void **state)
{
    struct kp_profile p = good(raw);
    const struct kp_profiled *k = kp_profile_of(&p, "sgemm<64, float>");

    (void)state;
    assert_int_equal(p.kernels.n, 2);
    assert_non_null(k);
    assert_int_equal(k->launches, 2);
    assert_int_equal(k->block[0], 256);
    assert_int_equal(k->grid[1], 2);
    assert_true(value(k, "time_ns") == 2e6); /* the longer launch */
    assert_true(value(k, "dram_bytes") == 3e6);
    assert_true(value(k, "ldg_sectors_per_request") == 32);
    assert_true(value(k, "registers") == 128);
    assert_non_null(finding(k, "latency"));
    assert_non_null(finding(k, "32.0 sectors per request"));
    assert_non_null(finding(k, "6.5 of 10.0 cycles"));
    assert_non_null(strstr(finding(k, "long_scoreboard")->remedy, "cp.async"));
    assert_true(is_missing(k, "l1tex__t_sector_hit_rate.pct"));
    assert_false(is_missing(k, "dram__bytes.sum"));
}

static void guesses_nothing(void **state)
{
    struct kp_profile p = good(raw);
    const struct kp_profiled *k = kp_profile_of(&p, "scale");
    double v;

    (void)state;
    assert_non_null(k);
    assert_false(kp_profile_value(k, "sm_throughput_pct", &v));       /* n/a */
    assert_false(kp_profile_value(k, "ldg_sectors_per_request", &v)); /* no requests */
    assert_true(is_missing(k, "sm__throughput.avg.pct_of_peak_sustained_elapsed"));
    assert_null(finding(k, "latency"));
    assert_null(kp_profile_of(&p, "scal"));
}

static void reads_the_details_page(void **state)
{
    static const char text[] = DETAILS ",\"Rule Name\",\"Rule Description\"\n" ROW(
        "0",
        "k(float *)") ",\"S\","
                      "\"Duration\","
                      "\"usecond\",\"12."
                      "30\",\"\","
                      "\"\"\n" ROW(
                          "0",
                          "k"
                          "("
                          "f"
                          "l"
                          "o"
                          "a"
                          "t"
                          " "
                          "*"
                          ")") ",\"S\",\"Memory "
                               "Throughput\",\"Gbyte/"
                               "second\",\"800.00\",\"\",\"\"\n" ROW(
                                   "0",
                                   "k(float "
                                   "*)") ",\"S"
                                         "\","
                                         "\"Me"
                                         "mory"
                                         " Thr"
                                         "ough"
                                         "put"
                                         "\","
                                         "\"%"
                                         "\","
                                         "\"75"
                                         ".00"
                                         "\","
                                         "\"\""
                                         ",\""
                                         "\""
                                         "\n" ROW("0",
                                                  "k(float "
                                                  "*)") ",\"S"
                                                        "\","
                                                        "\"SM"
                                                        " Thr"
                                                        "ough"
                                                        "put"
                                                        "\","
                                                        "\"%"
                                                        "\","
                                                        "\"12"
                                                        ".00"
                                                        "\","
                                                        "\"\""
                                                        ",\""
                                                        "\""
                                                        "\n" ROW("0",
                                                                 "k(float *)") ",\"S\",\"\",\"\","
                                                                               "\"\",\"Bound\","
                                                                               "\"This kernel, "
                                                                               "says the rule,\nis "
                                                                               "\"\"memory\"\" "
                                                                               "bound\"\n" ROW(
                                                                                   "0", "k(float "
                                                                                        "*)") ",\"S"
                                                                                              "\","
                                                                                              "\"St"
                                                                                              "atic"
                                                                                              " Sha"
                                                                                              "red "
                                                                                              "Memo"
                                                                                              "ry "
                                                                                              "Per "
                                                                                              "Bloc"
                                                                                              "k\","
                                                                                              "\"Kb"
                                                                                              "yte/"
                                                                                              "bloc"
                                                                                              "k\","
                                                                                              "\"8."
                                                                                              "19\""
                                                                                              ",\""
                                                                                              "\","
                                                                                              "\"\""
                                                                                              "\n";
    struct kp_profile p = good(text);
    const struct kp_profiled *k = kp_profile_of(&p, "k");

    (void)state;
    assert_non_null(k);
    assert_true(fabs(value(k, "time_ns") - 12300) < 1e-6);
    assert_true(value(k, "memory_throughput_pct") == 75);
    assert_true(value(k, "dram_bytes_per_second") == 800e9);
    assert_true(fabs(value(k, "smem_static") - 8190) < 1e-6);
    assert_non_null(finding(k, "bound by memory"));
}

static void reads_other_locales(void **state)
{
    static const struct {
        const char *a, *b;
        double first, second;
    } cases[] = {
        {"1,234.5", "2,000", 1234500, 2000},
        {"1.234,5", "2.000", 1234500, 2000},
        {"1 234,5", "2 000", 1234500, 2000},
        {"1\xc2\xa0"
         "234,5",
         "2\xe2\x80\xaf"
         "000",
         1234500, 2000},
        {"1'234.5", "2'000", 1234500, 2000},
        {"1234,5", "2000", 1234500, 2000},
        {"1,234,567.5", "1,000,000", 1234567500, 1000000},
        {"0,125", "2.000", 125, 2000},
        {"0.125", "2,000", 125, 2000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kp_profile p = good(kp_sprintf(
            arena, "%s%s%s%s%s%s%s", DETAILS "\n" ROW("0", "k"), ",\"S\",\"Duration\",\"us\",\"",
            cases[i].a, "\"\n", ROW("0", "k") ",\"S\",\"Executed Instructions\",\"inst\",\"",
            cases[i].b, "\"\n"));
        const struct kp_profiled *k = kp_profile_of(&p, "k");

        assert_true(fabs(value(k, "time_ns") - cases[i].first) < 1e-3);
        assert_true(value(k, "inst_executed") == cases[i].second);
    }
    bad(DETAILS "\n" FIGURE("Duration", "us", "1.234,5")
            FIGURE("Executed Instructions", "inst", "1,234.5"),
        "decimal comma");
}

static void reads_semicolons_and_marks(void **state)
{
    struct kp_profile p = good("\xef\xbb\xbf\"ID\";\"Kernel Name\";\"gpu__time_duration.sum\"\r\n"
                               "\"\";\"\";\"ms\"\r\n\"0\";\"k(int)\";\"1,5\"\r\n");

    (void)state;
    assert_true(value(kp_profile_of(&p, "k"), "time_ns") == 1.5e6);
}

static void takes_no_unit_for_another(void **state)
{
    struct kp_profile p =
        good(DETAILS "\n" FIGURE("Duration", "parsec", "3.2")
                 FIGURE("Registers Per Thread", "register/thread", "64")
                     FIGURE("Static Shared Memory Per Block", "byte/thread", "64"));
    double v;

    (void)state;
    assert_false(kp_profile_value(kp_profile_of(&p, "k"), "time_ns", &v));
    assert_false(kp_profile_value(kp_profile_of(&p, "k"), "smem_static", &v));
    assert_true(is_missing(kp_profile_of(&p, "k"), "gpu__time_duration.sum"));
}

static void joins_pages(void **state)
{
    struct kp_profile p = good(raw);
    const char *error = NULL,
               *text = DETAILS "\n" ROW(
                   "0",
                   "void sgemm<(int)64, float>(const float *, float *)") ",\"S\",\"L2 Hit "
                                                                         "Rate\",\"%\",\"40.0\"\n";
    int fd = kp_memory_file(text, strlen(text));

    (void)state;
    assert_true(kp_read_ncu(arena, kp_sprintf(arena, "/dev/fd/%d", fd), rules, &p, &error));
    close(fd);
    assert_int_equal(p.kernels.n, 2);
    assert_true(value(kp_profile_of(&p, "sgemm<64, float>"), "l2_hit_pct") == 40);
    assert_true(value(kp_profile_of(&p, "sgemm<64, float>"), "time_ns") == 2e6);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    bad("", "empty");
    bad("hello\n", "no report");
    bad("==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n",
        ":2: the profiler was not allowed");
    bad("==PROF== Connected\n==WARNING== No kernels were profiled.\n", "saw no kernel");
    bad("==ERROR== Failed to prepare kernel\n", "Failed to prepare");
    bad(DETAILS "\n", "no kernel");
    bad(DETAILS "\n" FIGURE("Duration", "us", "1") ROW("0", "k") ",\"S\",\"Dur",
        ":3: the report is cut off");
    bad(DETAILS "\n" FIGURE("Duration", "us", "1") ROW("0", "k") ",\"S\"\n",
        ":3: the report is cut off");
    bad(HEAD ",\"Section Name\",\"Rule Name\"\n" ROW("0", "k") ",\"S\",\"r\"\n",
        "none of the columns");
    bad(DETAILS "\n" FIGURE("Nobody's Figure", "us", "1"), "none of the columns");
}

/* tests/ncu/ has reports of kernels/ on an H200, made by Nsight Compute 2025.3.1. */
static bool real(const char *name, struct kp_profile *p, const char **error)
{
    *p = (struct kp_profile){0};
    *error = NULL;
    return kp_read_ncu(arena, kp_sprintf(arena, KP_NCU "/%s", name), rules, p, error);
}

/* Bank conflicts that kpipe lint finds in the source are what the counters have counted. */
static void reads_real_reports(void **state)
{
    struct kp_profile raw_page, details;
    const char *error;
    const struct kp_profiled *a, *b;

    (void)state;
    assert_true(real("knn_dist.raw.csv", &raw_page, &error));
    assert_true(real("knn_dist.details.csv", &details, &error));
    a = kp_profile_of(&raw_page, "knn_dist");
    b = kp_profile_of(&details, "knn_dist");
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(a->block[0], 16);
    assert_int_equal(a->block[1], 16);
    assert_int_equal(b->grid[1], 512);
    assert_int_equal(a->missing.n, 0);
    assert_non_null(finding(a, "50% of the wavefronts of shared stores"));
    assert_non_null(finding(a, "mio_throttle"));
    assert_non_null(finding(b, "no warp could issue in 49."));
    for (size_t i = 0; i < b->metrics.n; i++) {
        double want = value(a, b->metrics.v[i].key), got = b->metrics.v[i].value;

        if (fabs(want - got) > 0.006 * fabs(want) + 0.006)
            fail_msg("%s: %g on the raw page, %g on the details page", b->metrics.v[i].key, want,
                     got);
    }
    assert_true(b->metrics.n > 30);
    assert_true(real("hgemm_wmma.details.csv", &details, &error));
    assert_non_null(kp_profile_of(&details, "hgemm_wmma<128, 128, 32>"));
    assert_non_null(
        finding(&details.kernels.v[0], "theoretical occupancy 25.0%, limited by registers"));
}

static void refuses_parts_of_real_reports(void **state)
{
    struct kp_profile p;
    const char *error;
    size_t n;
    const char *text = kp_read_file(arena, KP_NCU "/knn_dist.raw.csv", &n);

    (void)state;
    assert_non_null(text);
    for (size_t cut = n / 16; cut < n - 2; cut += n / 16) {
        assert_false(read_n(text, cut, &p, &error));
        if (!strstr(error, "cut off"))
            fail_msg("cut at %zu: %s", cut, error);
    }
    assert_false(real("stencil.source.csv", &p, &error));
    assert_non_null(strstr(error, "source page"));
}

/* Every beginning of a report, and reports with bytes changed: an answer or a message, under the
 * sanitizers. */
static void bears_anything(void **state)
{
    static const char odd[] = "\"\",;\n\r\\=()<>\xff\x00 9.,e-";
    size_t n = strlen(raw);
    char *text = kp_strdup(arena, raw);
    struct kp_profile p;
    const char *error;
    unsigned seed = 1;

    (void)state;
    for (size_t i = 0; i < n; i += 7)
        read_n(raw, i, &p, &error);
    for (int i = 0; i < 1500; i++) {
        memcpy(text, raw, n);
        for (int k = 0; k < 3; k++) {
            seed = seed * 1103515245 + 12345;
            text[seed / 65536 % n] = odd[seed / 8 % (sizeof odd - 1)];
        }
        read_n(text, n, &p, &error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_raw_page),
        cmocka_unit_test(guesses_nothing),
        cmocka_unit_test(reads_the_details_page),
        cmocka_unit_test(reads_other_locales),
        cmocka_unit_test(reads_semicolons_and_marks),
        cmocka_unit_test(takes_no_unit_for_another),
        cmocka_unit_test(joins_pages),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(reads_real_reports),
        cmocka_unit_test(refuses_parts_of_real_reports),
        cmocka_unit_test(bears_anything),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
