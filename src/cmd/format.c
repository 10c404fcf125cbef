#define _GNU_SOURCE
#include "cmd/format.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/filter.h"
#include "report/json_value.h"
#include "util/cache_folder.h"
#include "util/subprocess.h"

/* ---- collecting -------------------------------------------------------------------------------
 */

bool kp_is_collected(const struct kp_settings *s)
{
    return s->format > KP_FORMAT_JSON || s->write_baseline;
}

static json_t *rows_of(const char *lines)
{
    json_t *rows = json_array();

    for (const char *end; *lines; lines = end + (*end == '\n')) {
        end = lines + strcspn(lines, "\n");
        json_array_append_new(rows, json_loadb(lines, (size_t)(end - lines), 0, NULL));
    }
    return rows;
}

int kp_each_file_reported(struct kp_settings *s, const struct kp_rules *rules,
                          int (*one)(struct kp_settings *s, const struct kp_rules *rules,
                                     const char *path))
{
    int fd, shown, result;
    size_t n = 0;
    char *lines;
    json_t *rows;

    if (!kp_is_collected(s))
        return kp_each_file(s, rules, one);
    fflush(stdout);
    fd = kp_memory_file("", 0);
    shown = fd >= 0 ? dup(STDOUT_FILENO) : -1;
    if (shown < 0 || dup2(fd, STDOUT_FILENO) < 0)
        return kp_complain("no memory for what is found");
    result = kp_each_file(s, rules, one);
    fflush(stdout);
    dup2(shown, STDOUT_FILENO);
    close(shown);
    lseek(fd, 0, SEEK_SET);
    lines = kp_read_all(s->arena, fd, &n);
    close(fd);
    if (!lines)
        return kp_complain("no memory for what is found");
    if (s->write_baseline) /* with errors, it would be only a part */
        return result >= KP_EXIT_ERROR ? result : kp_write_baseline(s, lines);
    rows = rows_of(lines);
    kp_write_rows(s, rows);
    json_decref(rows);
    return result;
}

/* ---- what the formats share -------------------------------------------------------------------
 */

const char *kp_text_in(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

json_int_t kp_number_in(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

const char *kp_message_of(struct kp_arena *a, const json_t *finding)
{
    const char *kernel = kp_text_in(finding, "kernel"), *text = kp_text_in(finding, "text");

    return *kernel ? kp_sprintf(a, "'%s': %s", kernel, text) : text;
}

const json_t *kp_first_place(const json_t *finding)
{
    return json_array_get(json_object_get(finding, "places"), 0);
}

const char *kp_shown_path(struct kp_arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *shown = real ? kp_name_from_here(a, real) : path;

    free(real);
    return shown;
}

/* ---- GitHub's workflow commands ---------------------------------------------------------------
 */

static const char *escaped(struct kp_arena *a, const char *text, const char *chars)
{
    struct kp_str out = kp_str_new(a);

    for (; *text; text++)
        if (strchr(chars, *text))
            kp_str_addf(&out, "%%%02X", (unsigned char)*text);
        else
            kp_str_addc(&out, *text);
    return kp_str_text(&out);
}

static void github_finding(struct kp_arena *a, const json_t *f)
{
    const char *severity = kp_text_in(f, "severity"), *remedy = kp_text_in(f, "remedy");
    const json_t *p = kp_first_place(f);
    bool one_line =
        kp_number_in(p, "line") == kp_number_in(p, "end_line") && kp_number_in(p, "character");

    printf("::%s file=%s,line=%lld,endLine=%lld",
           kp_streq(severity, "error") || kp_streq(severity, "warning") ? severity : "notice",
           escaped(a, kp_shown_path(a, kp_text_in(p, "file")), "%\r\n:,"),
           (long long)kp_number_in(p, "line"), (long long)kp_number_in(p, "end_line"));
    if (one_line) /* GitHub knows columns of single lines only */
        printf(",col=%lld,endColumn=%lld", (long long)kp_number_in(p, "character"),
               (long long)kp_number_in(p, "end_character"));
    printf(",title=kpipe %s::%s%s%s\n", escaped(a, kp_text_in(f, "code"), "%\r\n:,"),
           escaped(a, kp_message_of(a, f), "%\r\n"), *remedy ? "%0A" : "",
           escaped(a, remedy, "%\r\n"));
}

static void write_github(struct kp_arena *a, const json_t *rows)
{
    json_t *row, *f;
    size_t i, k;

    json_array_foreach(rows, i, row)
    {
        if (json_object_get(row, "error"))
            printf("::error file=%s::%s\n",
                   escaped(a, kp_shown_path(a, kp_text_in(row, "file")), "%\r\n:,"),
                   escaped(a, kp_text_in(row, "error"), "%\r\n"));
        json_array_foreach(json_object_get(row, "findings"), k, f) github_finding(a, f);
    }
}

/* ---- Code Climate, and GitLab's part of it ----------------------------------------------------
 */

static json_t *codeclimate_issue(struct kp_arena *a, const json_t *f)
{
    const char *severity = kp_text_in(f, "severity");
    const json_t *p = kp_first_place(f);
    const char *path = kp_shown_path(a, kp_text_in(p, "file"));
    json_int_t line = kp_number_in(p, "line"), end = kp_number_in(p, "end_line");

    return json_pack(
        "{s:s, s:s, s:s, s:[s], s:s, s:s, s:{s:s}, s:{s:s, s:{s:I, s:I}}}", "type", "issue",
        "check_name", kp_text_in(f, "code"), "description", kp_message_of(a, f), "categories",
        "Performance", "severity",
        kp_streq(severity, "error")     ? "critical"
        : kp_streq(severity, "warning") ? "minor"
                                        : "info",
        "fingerprint",
        kp_hash_texts(a, (const char *const[]){path, kp_text_in(f, "fingerprint"), NULL}),
        "content", "body", kp_text_in(f, "remedy"), "location", "path", path, "lines", "begin",
        line, "end", end);
}

/* GitLab wants one array, Code Climate documents with a NUL behind each. */
static void write_codeclimate(struct kp_arena *a, const json_t *rows, bool array)
{
    json_t *list = json_array(), *row, *f;
    size_t i, k;

    json_array_foreach(rows, i, row) json_array_foreach(json_object_get(row, "findings"), k, f)
        json_array_append_new(list, codeclimate_issue(a, f));
    if (array) {
        json_dumpf(list, stdout, JSON_INDENT(1) | KP_JSON_REALS);
        puts("");
    }
    json_array_foreach(list, i, f) if (!array)
    {
        json_dumpf(f, stdout, JSON_COMPACT | KP_JSON_REALS);
        putchar('\0');
    }
    json_decref(list);
}

/* ---- JUnit ------------------------------------------------------------------------------------
 */

/* XML has no way to say most control characters. */
static const char *xml(struct kp_arena *a, const char *text)
{
    struct kp_str out = kp_str_new(a);

    for (; *text; text++)
        if (strchr("<>&\"\n\t\r", *text))
            kp_str_addf(&out, "&#%d;", *text);
        else
            kp_str_addc(&out, (unsigned char)*text < ' ' ? '?' : *text);
    return kp_str_text(&out);
}

static void junit_finding(struct kp_arena *a, const char *file, const json_t *f)
{
    const json_t *p = kp_first_place(f);
    const char *what = json_is_true(json_object_get(f, "counts")) ? "failure" : "skipped";

    printf("  <testcase classname=\"%s\" name=\"%s\" file=\"%s\" line=\"%lld\">\n"
           "   <%s message=\"%s\"%s%s%s/>\n  </testcase>\n",
           xml(a, file),
           xml(a, kp_sprintf(a, "%s %s, line %lld", kp_text_in(f, "code"), kp_text_in(f, "kernel"),
                             (long long)kp_number_in(p, "line"))),
           xml(a, kp_shown_path(a, kp_text_in(p, "file"))), (long long)kp_number_in(p, "line"),
           what, xml(a, kp_message_of(a, f)), *what == 'f' ? " type=\"" : "",
           *what == 'f' ? kp_text_in(f, "code") : "", *what == 'f' ? "\"" : "");
}

/* A file is a suite: a test fails for what the exit code counts, and is skipped for a loop that has
 * to stay as it is. */
static void junit_row(struct kp_arena *a, const json_t *row)
{
    const char *file = kp_shown_path(a, kp_text_in(row, "file")), *error = kp_text_in(row, "error");
    json_t *findings = json_object_get(row, "findings"), *f;
    json_t *passed = json_object_get(row, "passed");
    size_t n = json_array_size(findings), more = json_array_size(passed), failures = 0, i;

    json_array_foreach(findings, i, f) failures += json_is_true(json_object_get(f, "counts"));
    printf(
        " <testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\">\n",
        xml(a, file), n + more ? n + more : 1, failures, *error != '\0', n - failures);
    if (!n && !more)
        printf("  <testcase classname=\"%s\" name=\"kpipe\">", xml(a, file));
    if (*error)
        printf("<error message=\"%s\"/>", xml(a, error));
    if (!n && !more)
        puts("</testcase>");
    json_array_foreach(passed, i, f) printf("  <testcase classname=\"%s\" name=\"%s\"/>\n",
                                            xml(a, file), xml(a, json_string_value(f)));
    json_array_foreach(findings, i, f) junit_finding(a, file, f);
    puts(" </testsuite>");
}

static void write_junit(struct kp_arena *a, const json_t *rows)
{
    json_t *row;
    size_t i;

    puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kpipe\">");
    json_array_foreach(rows, i, row) junit_row(a, row);
    puts("</testsuites>");
}

void kp_write_rows(const struct kp_settings *s, const json_t *rows)
{
    switch (s->format) {
    case KP_FORMAT_SARIF:
        kp_write_sarif(s, rows);
        break;
    case KP_FORMAT_GITHUB:
        write_github(s->arena, rows);
        break;
    case KP_FORMAT_GITLAB:
    case KP_FORMAT_CODECLIMATE:
        write_codeclimate(s->arena, rows, s->format == KP_FORMAT_GITLAB);
        break;
    case KP_FORMAT_JUNIT:
        write_junit(s->arena, rows);
        break;
    case KP_FORMAT_TEXT:
    case KP_FORMAT_JSON:
        break;
    }
}
