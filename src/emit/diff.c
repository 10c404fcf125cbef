#define _GNU_SOURCE
#include "emit/diff.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/subprocess.h"

/* Names that would break the header's line are quoted as C strings, which GNU patch and git read; a
 * name with a blank ends with a tab, as everywhere. */
static const char *quote_name(struct kp_arena *a, const char *path)
{
    struct kp_str q = kp_str_new(a);
    bool odd = strpbrk(path, "\"\\") != NULL;

    for (const char *p = path; *p; p++)
        odd = odd || (unsigned char)*p < ' ' || *p == 0x7f;
    if (!odd) {
        kp_str_add(&q, path);
        kp_str_add(&q, strchr(path, ' ') ? "\t" : "");
        return kp_str_text(&q);
    }
    kp_str_addc(&q, '"');
    for (const char *p = path; *p; p++) {
        if (*p == '"' || *p == '\\')
            kp_str_addf(&q, "\\%c", *p);
        else if ((unsigned char)*p < ' ' || *p == 0x7f)
            kp_str_addf(&q, "\\%03o", (unsigned char)*p);
        else
            kp_str_addc(&q, *p);
    }
    kp_str_addc(&q, '"');
    return kp_str_text(&q);
}

static const char *colour_of(const char *line, bool header)
{
    if (header)
        return "\033[1m";
    switch (*line) {
    case '+':
        return "\033[32m";
    case '-':
        return "\033[31m";
    case '@':
        return "\033[36m";
    }
    return NULL;
}

static void add_line(struct kp_str *out, const char *line, size_t n, bool header, bool colour)
{
    const char *on = colour ? colour_of(line, header) : NULL;
    bool newline = n && line[n - 1] == '\n';

    if (!on) {
        kp_str_addn(out, line, n);
        return;
    }
    kp_str_add(out, on);
    kp_str_addn(out, line, n - newline);
    kp_str_add(out, newline ? "\033[0m\n" : "\033[0m");
}

/* The two header lines with the name, then what `diff` printed behind its own. */
static const char *finish(struct kp_arena *a, const char *path, const char *text, size_t n,
                          bool colour)
{
    struct kp_str out = kp_str_new(a);
    const char *name = quote_name(a, path), *end = text + n;
    const char *header[] = {kp_sprintf(a, "--- %s\n", name), kp_sprintf(a, "+++ %s\n", name)};

    for (size_t i = 0; i < 2; i++)
        add_line(&out, header[i], strlen(header[i]), true, colour);
    for (int line = 0; text < end; line++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline + 1 : end) - text);

        if (line >= 2)
            add_line(&out, text, length, false, colour);
        text += length;
    }
    return kp_str_text(&out);
}

struct printed {
    enum kp_diff_end end;
    const char *text; /* NULL unless it was made */
    size_t size;
};

/* What `diff` prints of two texts that differ. */
static struct printed run_diff(struct kp_arena *a, const char *how, const char *before,
                               size_t before_size, const char *after, size_t after_size,
                               const char **error)
{
    int fd[2] = {kp_memory_file(before, before_size), kp_memory_file(after, after_size)};
    struct kp_process p = {.status = -1};

    if (fd[0] >= 0 && fd[1] >= 0) {
        const char *const argv[] = {"diff",
                                    how,
                                    "-a",
                                    "--label=before",
                                    "--label=after",
                                    kp_sprintf(a, "/dev/fd/%d", fd[0]),
                                    kp_sprintf(a, "/dev/fd/%d", fd[1]),
                                    NULL};
        p = kp_run_program(a, argv);
    }
    for (int i = 0; i < 2; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    if (p.status == 1) /* they differ */
        return (struct printed){KP_DIFF_MADE, p.out, p.out_size};
    *error = p.is_missing ? "the program 'diff' (diffutils) is missing"
                          : "the program 'diff' (diffutils) failed or could not be started";
    return (struct printed){.end = p.is_missing ? KP_DIFF_MISSING : KP_DIFF_FAILED};
}

const char *kp_diff(struct kp_arena *a, const char *path, const char *before, size_t before_size,
                    const char *after, size_t after_size, bool colour, const char **error)
{
    struct printed p;

    if (before_size == after_size && memcmp(before, after, before_size) == 0)
        return "";
    p = run_diff(a, "-u", before, before_size, after, after_size, error);
    return p.text ? finish(a, path, p.text, p.size, colour) : NULL;
}

/* "12,3" or "12" */
static const char *read_range(const char *at, uint32_t *line, uint32_t *count)
{
    char *end;

    *line = (uint32_t)strtoul(at, &end, 10);
    *count = *end == ',' ? (uint32_t)strtoul(end + 1, &end, 10) : 1;
    *line += !*count;
    return end;
}

enum kp_diff_end kp_diff_lines(struct kp_arena *a, const char *before, size_t before_size,
                               const char *after, size_t after_size, struct kp_hunks *to,
                               const char **error)
{
    struct printed p;

    if (before_size == after_size && memcmp(before, after, before_size) == 0)
        return KP_DIFF_MADE;
    p = run_diff(a, "-U0", before, before_size, after, after_size, error);
    for (const char *at = p.text; at && at < p.text + p.size; at = strchr(at, '\n') + 1) {
        struct kp_hunk h;

        if (kp_starts_with(at, "@@ -")) {
            const char *next = read_range(at + 4, &h.old_line, &h.old_count);

            read_range(next + strspn(next, " +"), &h.new_line, &h.new_count);
            kp_push(a, to, h);
        }
        if (!strchr(at, '\n'))
            break;
    }
    return p.end;
}
