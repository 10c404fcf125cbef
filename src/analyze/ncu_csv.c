#define _GNU_SOURCE
#include "analyze/ncu_csv.h"

#include <csv.h>
#include <string.h>

#include "util/str.h"

enum { MAX_CELL = 1 << 20 };

struct builder {
    struct kp_arena *arena;
    struct kp_csv *out;
    struct kp_csv_row row;
    unsigned line; /* that is being read */
    const char *path, *error;
};

/* ---- what stands around the table -------------------------------------------------------------
 */

static const char *line_end(const char *at, const char *end)
{
    const char *n = memchr(at, '\n', (size_t)(end - at));

    return n ? n + 1 : end;
}

static bool has(const char *at, const char *end, const char *word)
{
    return memmem(at, (size_t)(end - at), word, strlen(word)) != NULL;
}

/* The sign between the cells of a head; 0 when the line is none. */
static char delimiter(const char *at, const char *end)
{
    static const char name[] = "\"Kernel Name\"";
    const char *p = memmem(at, (size_t)(end - at), name, strlen(name));

    if (!p)
        return 0;
    p += strlen(name);
    if (p < end && strchr(",;\t", *p) && *p)
        return *p;
    /* the last column: look in front of it */
    p -= strlen(name) + 1;
    return p > at && strchr(",;\t", *p) && *p ? *p : 0;
}

/* What the profiler says when it has nothing to report. */
static const char *refusal(struct kp_arena *a, const char *path, const char *text, const char *end)
{
    unsigned line = 1;

    for (const char *at = text, *next; at < end; at = next, line++) {
        size_t n;

        next = line_end(at, end);
        n = (size_t)(next - at) - (next > at && next[-1] == '\n');
        if (has(at, next, "ERR_NVGPUCTRPERM"))
            return kp_sprintf(a,
                              "%s:%u: the profiler was not allowed to read the GPU's counters "
                              "(ERR_NVGPUCTRPERM): run it as root, or load the driver with "
                              "NVreg_RestrictProfilingToAdminUsers=0",
                              path, line);
        if (has(at, next, "No kernels were profiled"))
            return kp_sprintf(a, "%s:%u: the profiler saw no kernel", path, line);
        if (kp_starts_with(at, "==ERROR=="))
            return kp_sprintf(a, "%s:%u: the profiler says: %.*s", path, line,
                              (int)(n < 300 ? n : 300), at);
    }
    if (text == end)
        return kp_sprintf(a, "%s: the file is empty", path);
    return kp_sprintf(a,
                      "%s: no report of Nsight Compute: no line with \"Kernel Name\" among its "
                      "columns (make it with ncu --csv --page raw, or --page details)",
                      path);
}

/* ---- the table --------------------------------------------------------------------------------
 */

static void cell(void *text, size_t n, void *user)
{
    struct builder *b = user;

    if (!b->row.cells.n)
        b->row.line = b->line;
    kp_push(b->arena, &b->row.cells, n < MAX_CELL ? kp_strndup(b->arena, text ? text : "", n) : "");
}

/* Cells that a row must have: on the details page those of a figure, without the rule's behind it,
 * which the profiler leaves out. */
static size_t least_cells(const struct kp_csv *t)
{
    int value = kp_csv_column(t, "Metric Value");

    return value < 0 ? t->head.cells.n : (size_t)value + 1;
}

static void row(int sign, void *user)
{
    struct builder *b = user;
    struct kp_csv_row *head = &b->out->head;
    bool is_head = !head->cells.n;

    (void)sign;
    if (is_head)
        *head = b->row;
    if (!is_head && b->row.cells.n >= least_cells(b->out) && b->row.cells.n <= head->cells.n) {
        while (b->row.cells.n < head->cells.n)
            kp_push(b->arena, &b->row.cells, "");
        kp_push(b->arena, &b->out->rows, b->row);
    } else if (!is_head && !b->error) {
        b->error =
            kp_sprintf(b->arena, "%s:%u: the report is cut off or damaged: %zu of %zu columns",
                       b->path, b->row.line, b->row.cells.n, head->cells.n);
    }
    b->row = (struct kp_csv_row){0};
}

/* Lines of the profiler or of the program itself; inside a quoted cell they are the cell's. */
static bool is_talk(const struct builder *b, bool quoted, const char *at, const char *next)
{
    return !quoted && !b->row.cells.n && at < next && *at != '"' && *at != '\n' && *at != '\r';
}

static unsigned quotes(const char *at, const char *end)
{
    unsigned n = 0;

    for (; at < end; at++)
        n += *at == '"';
    return n;
}

static void parse(struct builder *b, char sign, const char *at, const char *end)
{
    struct csv_parser p;
    bool quoted = false;

    if (csv_init(&p, CSV_STRICT | CSV_STRICT_FINI)) {
        b->error = "no memory for the report";
        return;
    }
    csv_set_delim(&p, (unsigned char)sign);
    for (const char *next; at < end && !b->error; at = next, b->line++) {
        next = line_end(at, end);
        if (is_talk(b, quoted, at, next))
            continue;
        if (csv_parse(&p, at, (size_t)(next - at), cell, row, b) != (size_t)(next - at) &&
            !b->error)
            b->error = kp_sprintf(b->arena, "%s:%u: the report is damaged: a quote out of place",
                                  b->path, b->line);
        quoted ^= quotes(at, next) % 2;
    }
    if (!b->error && csv_fini(&p, cell, row, b) && !b->error)
        b->error = kp_sprintf(b->arena, "%s:%u: the report is cut off inside a cell", b->path,
                              b->row.line ? b->row.line : b->line);
    csv_free(&p);
}

bool kp_csv_read(struct kp_arena *a, const char *path, const char *text, size_t size,
                 struct kp_csv *out, const char **error)
{
    struct builder b = {.arena = a, .out = out, .line = 1, .path = path};
    const char *end = text + size, *at = text;
    char sign = 0;

    *out = (struct kp_csv){0};
    for (const char *next; at < end; at = next, b.line++) {
        next = line_end(at, end);
        sign = delimiter(at, next);
        if (sign)
            break;
    }
    if (sign && kp_starts_with(at, "\"Kernel Name\"")) {
        *error = kp_sprintf(a,
                            "%s:%u: this is the source page of a report, which has no figures of "
                            "the whole kernel: make it with --page raw, or --page details",
                            path, b.line);
        return false;
    }
    if (sign) {
        if (b.line == 1 && size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
            at += 3;
        parse(&b, sign, at, end);
    }
    *error = b.error;
    if (!*error && (!out->head.cells.n || (!out->rows.n && has(text, end, "ERR_NVGPUCTRPERM"))))
        *error = refusal(a, path, text, end);
    if (!*error && !out->rows.n)
        *error = kp_sprintf(a,
                            end[-1] == '\n' ? "%s: the report has no kernel"
                                            : "%s: the report is cut off after its header",
                            path);
    return !*error;
}

int kp_csv_column(const struct kp_csv *t, const char *name)
{
    for (size_t i = 0; i < t->head.cells.n; i++)
        if (kp_streq(t->head.cells.v[i], name))
            return (int)i;
    return -1;
}
