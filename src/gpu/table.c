/* The table of a measurement. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gpu/report.h"
#include "gpu/result.h"
#include "util/str.h"

enum { COLUMNS = 14, BOUND = 11, ODD, SHIFTED };

struct row {
    const char *cell[COLUMNS];
    const char *note; /* behind the row, when it has no figures */
};

static const char *const plain_heads[COLUMNS] = {
    "Variant",     "ms",        "+-",          "GFLOP/s",        "speedup",
    "L2 warm, ms", "regs",      "smem",        "blocks/SM",      "max error",
    "bits equal",  "bound, ms", KP_RESULT_ODD, KP_RESULT_SHIFTED};

static const char *speedup(struct kp_arena *a, const struct kp_spread_of *s)
{
    if (!s->n)
        return "";
    return kp_sprintf(a, "%.3fx [%.3f, %.3f]%s", s->median, s->low, s->high,
                      kp_ratio_sign(s) ? "" : " ~");
}

static const char *bits(const struct kp_result *r, const struct kp_measured_version *v, bool first)
{
    if (v->unchecked)
        return "unchecked";
    if (first || !r->deterministic)
        return "-";
    if (v->differing_bytes)
        return "NO";
    return v->compared ? "yes" : "?";
}

static const char *rate(struct kp_arena *a, const struct kp_result *r, double ms)
{
    double work = r->flops > 0 ? r->flops : r->bytes;

    double per_second = work / ms * 1e-6;

    return work > 0 ? kp_sprintf(a, per_second < 10 ? "%.2g" : "%.0f", per_second) : "";
}

/* The longer half, and how far from it the version is. */
static const char *bound(struct kp_arena *a, const struct kp_measured_version *v)
{
    double ms = kp_result_bound(v);

    if (!(ms > 0))
        return "";
    return kp_sprintf(a, "%.4g %s, x%.2f", ms, v->load_ms > v->compute_ms ? "load" : "compute",
                      v->cold.median / ms);
}

/* The speedup at another size. */
static const char *other(struct kp_arena *a, const struct kp_measured_version *v, const char *size)
{
    const struct kp_measured_at *x = kp_result_at(v, size);

    return x ? speedup(a, &x->speedup) : "";
}

static struct row row(struct kp_arena *a, const struct kp_result *r, size_t k)
{
    const struct kp_measured_version *v = &r->versions.v[k];
    static const char *const words[] = {"", "WRONG", "FAILED", "not run", "NOT BUILT"};
    struct row row = {{v->label, "", "", "", "", "", "", "", "", "", bits(r, v, k == 0)}, NULL};

    row.cell[BOUND] = "";
    row.cell[ODD] = other(a, v, KP_RESULT_ODD);
    row.cell[SHIFTED] = other(a, v, KP_RESULT_SHIFTED);
    if (v->cold.n) {
        row.cell[1] = kp_sprintf(a, "%.4g", v->cold.median);
        row.cell[2] = kp_sprintf(a, "%.1f%%", 100 * v->cold.mad / v->cold.median);
        row.cell[3] = rate(a, r, v->cold.median);
        row.cell[4] = speedup(a, &v->speedup);
        row.cell[5] = kp_sprintf(a, "%.4g", v->warm.median);
        row.cell[BOUND] = bound(a, v);
    }
    if (v->has_figures) {
        row.cell[6] = v->spills ? kp_sprintf(a, "%lld + %lld B spilled", (long long)v->registers,
                                             (long long)v->spills)
                                : kp_sprintf(a, "%lld", (long long)v->registers);
        row.cell[7] = kp_sprintf(a, "%lld", (long long)v->smem);
        row.cell[8] = kp_sprintf(a, "%lld", (long long)v->blocks_per_sm);
    }
    if (v->has_reference)
        row.cell[9] = isinf(v->max_error) ? "inf" : kp_sprintf(a, "%.1e", v->max_error);
    if (v->status != KP_MEASURED_OK)
        row.note = kp_sprintf(a, "%s: %s", words[v->status], v->why);
    return row;
}

/* Columns from BOUND on are there only when something stands in them: the numbers of those that
 * are, in *shown. */
static int columns_of(const struct row *rows, size_t n, int shown[COLUMNS])
{
    int columns = 0;

    for (int c = 0; c < COLUMNS; c++) {
        bool any = c < BOUND;

        for (size_t k = 1; k < n; k++)
            any |= *rows[k].cell[c] != 0;
        if (any)
            shown[columns++] = c;
    }
    return columns;
}

static void aligned(struct kp_str *s, const struct row *rows, size_t n)
{
    int widths[COLUMNS] = {0}, shown[COLUMNS], columns = columns_of(rows, n, shown);

    for (size_t k = 0; k < n; k++)
        for (int c = 0; c < COLUMNS; c++)
            if (kp_columns(rows[k].cell[c]) > widths[c])
                widths[c] = kp_columns(rows[k].cell[c]);
    for (size_t k = 0; k < n; k++) {
        for (int i = 0; i < columns; i++) {
            int c = shown[i], pad = widths[c] - kp_columns(rows[k].cell[c]);
            bool left = c == 0 || c == 4 || c > BOUND;
            kp_str_addf(s, "%s%*s%s%*s", c ? "  " : "", left ? 0 : pad, "", rows[k].cell[c],
                        left ? pad : 0, "");
        }
        while (s->n && s->s[s->n - 1] == ' ')
            s->s[--s->n] = 0;
        kp_str_add(s, "\n");
        if (rows[k].note)
            kp_str_addf(s, "    %s\n", rows[k].note);
    }
}

static void add_cell(struct kp_str *s, const char *text)
{
    kp_str_add(s, "| ");
    for (; *text; text++) {
        if (*text == '|')
            kp_str_addc(s, '\\');
        kp_str_addc(s, *text == '\n' ? ' ' : *text);
    }
    kp_str_addc(s, ' ');
}

static void marked_down(struct kp_str *s, const struct row *rows, size_t n)
{
    int shown[COLUMNS], columns = columns_of(rows, n, shown);

    for (size_t k = 0; k < n; k++) {
        for (int i = 0; i < columns; i++)
            add_cell(s,
                     i == columns - 1 && rows[k].note
                         ? kp_sprintf(s->arena, "%s; **%s**", rows[k].cell[shown[i]], rows[k].note)
                         : rows[k].cell[shown[i]]);
        kp_str_add(s, "|\n");
        if (k == 0) {
            kp_str_add(s, "|---|--:|--:|--:|---|--:|--:|--:|--:|--:|---|");
            for (int i = BOUND; i < columns; i++)
                kp_str_add(s, shown[i] == BOUND ? "--:|" : "---|");
            kp_str_add(s, "\n");
        }
    }
}

static void add_title(struct kp_str *s, const struct kp_result *r, bool markdown)
{
    kp_str_addf(s, "%s%s at %s on %s", markdown ? "### " : "", r->kernel ? r->kernel : "kernel",
                r->sizes ? r->sizes : "no sizes", kp_result_device(s->arena, r));
    kp_str_addf(s, ", built for %s, %s\n", r->arch ? r->arch : "?", r->date ? r->date : "?");
    for (size_t k = 0; k < r->others.n; k++)
        kp_str_addf(s, "%s%s: at %s%s", markdown ? "\n" : "", r->others.v[k].name,
                    r->others.v[k].text, "\n");
    kp_str_add(s, "\n");
}

static bool any_unsure(const struct kp_result *r)
{
    for (size_t k = 0; k < r->versions.n; k++)
        if (r->versions.v[k].speedup.n && !kp_ratio_sign(&r->versions.v[k].speedup))
            return true;
    return false;
}

/* The head and one row per version. */
static struct row *rows_of(struct kp_arena *a, const struct kp_result *r)
{
    struct row *rows = kp_new_array(a, struct row, r->versions.n + 1);

    memcpy(rows[0].cell, plain_heads, sizeof plain_heads);
    if (r->flops <= 0)
        rows[0].cell[3] = "GB/s";
    for (size_t k = 0; k < r->versions.n; k++)
        rows[k + 1] = row(a, r, k);
    return rows;
}

void kp_result_cells(struct kp_doc *d, const struct kp_result *r)
{
    const struct row *rows = rows_of(d->arena, r);
    size_t n = r->versions.n + 1;
    int shown[COLUMNS], columns = columns_of(rows, n, shown);

    kp_doc_table(d, NULL);
    for (size_t k = 0; k < n; k++) {
        const char *cells[COLUMNS];

        for (int i = 0; i < columns; i++)
            cells[i] = rows[k].cell[shown[i]];
        kp_doc_cells(d, (size_t)columns, cells);
    }
    for (size_t k = 1; k < n; k++)
        if (rows[k].note)
            kp_doc_add(d, KP_DOC_ITEM, "%s: %s", rows[k].cell[0], rows[k].note);
}

const char *kp_result_table(struct kp_arena *a, const struct kp_result *r, bool markdown)
{
    const struct row *rows = rows_of(a, r);
    struct kp_str s = kp_str_new(a);

    add_title(&s, r, markdown);
    (markdown ? marked_down : aligned)(&s, rows, r->versions.n + 1);
    if (any_unsure(r))
        kp_str_add(&s, markdown ? "\n~: the 95% interval includes 1\n"
                                : "~: the 95% interval includes 1\n");
    return kp_str_text(&s);
}
