/* A report of Nsight Compute: the table's rows become launches, launches become kernels, the
 * report's names become ncu.ini's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ncu.h"
#include "analyze/ncu_csv.h"
#include "analyze/profile.h"
#include "rule/ncu.h"
#include "util/system.h"

/* One figure of one launch as the report has it. */
struct cell {
    const char *name, *unit, *text;
};

struct launch {
    const char *id, *kernel, *grid, *block;
    double ns; /* 0: not in the report */
    KP_VEC(struct cell) cells;
};

struct report {
    struct kp_arena *arena;
    const struct kp_rules *rules;
    struct kp_csv table;
    struct kp_csv_format format;
    KP_VEC(struct launch) launches;
};

static const char *cell_of(const struct kp_csv_row *row, int column)
{
    return column < 0 ? "" : row->cells.v[column];
}

/* ---- launches ----------------------------------------------------------------------------------
 */

static struct launch *new_launch(struct report *r, const struct kp_csv_row *row)
{
    struct launch l = {.id = cell_of(row, kp_csv_column(&r->table, "ID"))};

    l.kernel = cell_of(row, kp_csv_column(&r->table, "Kernel Name"));
    l.grid = cell_of(row, kp_csv_column(&r->table, "Grid Size"));
    l.block = cell_of(row, kp_csv_column(&r->table, "Block Size"));
    kp_push(r->arena, &r->launches, l);
    return &r->launches.v[r->launches.n - 1];
}

/* The rows of one launch stand together. */
static struct launch *launch_of(struct report *r, const struct kp_csv_row *row)
{
    const char *id = cell_of(row, kp_csv_column(&r->table, "ID"));
    const char *kernel = cell_of(row, kp_csv_column(&r->table, "Kernel Name"));
    struct launch *last = r->launches.n ? &r->launches.v[r->launches.n - 1] : NULL;

    return last && kp_streq(last->id, id) && kp_streq(last->kernel, kernel) ? last
                                                                            : new_launch(r, row);
}

static void add_cell(struct report *r, struct launch *l, const char *name, const char *unit,
                     const char *text)
{
    if (!*name || !*text)
        return;
    kp_csv_learn(&r->format, text);
    kp_push(r->arena, &l->cells, ((struct cell){name, unit, text}));
}

/* --page details: a row per figure. */
static void read_details(struct report *r)
{
    int name = kp_csv_column(&r->table, "Metric Name");
    int unit = kp_csv_column(&r->table, "Metric Unit");
    int value = kp_csv_column(&r->table, "Metric Value");

    for (size_t i = 0; i < r->table.rows.n; i++) {
        const struct kp_csv_row *row = &r->table.rows.v[i];

        if (*cell_of(row, name)) /* else a rule's text */
            add_cell(r, launch_of(r, row), cell_of(row, name), cell_of(row, unit),
                     cell_of(row, value));
    }
}

/* Only the units have neither a launch's number nor a kernel. */
static bool is_units(const struct report *r, const struct kp_csv_row *row)
{
    return !*cell_of(row, kp_csv_column(&r->table, "Kernel Name")) &&
           !*cell_of(row, kp_csv_column(&r->table, "ID"));
}

/* --page raw: a column per figure, a row of units under the head, a row per launch. */
static void read_raw(struct report *r)
{
    const struct kp_csv_row *units = is_units(r, &r->table.rows.v[0]) ? &r->table.rows.v[0] : NULL;

    for (size_t i = units != NULL; i < r->table.rows.n; i++) {
        const struct kp_csv_row *row = &r->table.rows.v[i];
        struct launch *l = new_launch(r, row);

        for (size_t c = 0; c < row->cells.n; c++)
            if (strstr(r->table.head.cells.v[c], "__"))
                add_cell(r, l, r->table.head.cells.v[c], units ? units->cells.v[c] : "",
                         row->cells.v[c]);
    }
}

/* ---- figures ----------------------------------------------------------------------------------
 */

static bool find(const struct report *r, const struct launch *l, const char *name, size_t n,
                 const char *unit, double *out)
{
    double v;

    for (size_t i = 0; i < l->cells.n; i++) {
        const struct cell *c = &l->cells.v[i];

        if (strlen(c->name) == n && !memcmp(c->name, name, n) &&
            kp_csv_number(&r->format, c->text, &v) && kp_csv_convert(v, c->unit, unit, out))
            return true;
    }
    return false;
}

/* "a", "a+b" or "a/b". Parts of a quotient have units of their own. */
static bool evaluate(const struct report *r, const struct launch *l, const char *expression,
                     const char *unit, double *out)
{
    size_t n = strcspn(expression, "+/");
    const char *second = expression + n + 1;
    bool divides = expression[n] == '/';
    double a, b;

    if (!expression[n])
        return find(r, l, expression, n, unit, out);
    if (!find(r, l, expression, n, divides ? "" : unit, &a) ||
        !find(r, l, second, strlen(second), divides ? "" : unit, &b) || (divides && b == 0))
        return false;
    *out = divides ? a / b : a + b;
    return true;
}

static void add_metric(struct report *r, struct kp_profiled *to, const char *key, double value)
{
    double known;

    if (!kp_profile_value(to, key, &known))
        kp_push(r->arena, &to->metrics, ((struct kp_metric){key, value}));
}

static void read_key(struct report *r, const struct launch *l, const struct kp_ncu_key *k,
                     struct kp_profiled *to)
{
    double v;

    for (size_t i = 0; i < k->names.n; i++)
        if (evaluate(r, l, k->names.v[i], k->unit, &v)) {
            add_metric(r, to, k->key, v);
            return;
        }
    for (size_t i = 0; i < k->labels.n; i++)
        if (find(r, l, k->labels.v[i], strlen(k->labels.v[i]), k->unit, &v)) {
            add_metric(r, to, k->key, v);
            return;
        }
}

static void read_stalls(struct report *r, const struct launch *l, struct kp_profiled *to)
{
    size_t n;
    const struct kp_ncu_stall *stalls = kp_rule_ncu_stalls(r->rules, &n);
    double v;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < stalls[i].names.n; k++)
            if (evaluate(r, l, stalls[i].names.v[k], "", &v)) {
                add_metric(r, to, kp_ncu_stall_key(r->arena, &stalls[i]), v);
                break;
            }
}

static void read_figures(struct report *r, const struct launch *l, struct kp_profiled *to)
{
    size_t n;
    const struct kp_ncu_key *keys = kp_rule_ncu_keys(r->rules, &n);

    for (size_t i = 0; i < n; i++)
        read_key(r, l, &keys[i], to);
    read_stalls(r, l, to);
}

bool kp_profile_value(const struct kp_profiled *k, const char *key, double *value)
{
    for (size_t i = 0; i < k->metrics.n; i++)
        if (kp_streq(k->metrics.v[i].key, key)) {
            *value = k->metrics.v[i].value;
            return true;
        }
    return false;
}

/* ---- kernels ----------------------------------------------------------------------------------
 */

/* "(16, 16, 1)" */
static void read_extent(const char *s, long out[3])
{
    char *end;

    s += strspn(s, "( ");
    for (int i = 0; i < 3; i++) {
        out[i] = strtol(s, &end, 10);
        if (end == s)
            out[i] = 1;
        s = end + strspn(end, ", ");
    }
}

static struct kp_profiled *kernel_named(struct kp_arena *a, struct kp_profile *p, const char *name)
{
    for (size_t i = 0; i < p->kernels.n; i++)
        if (kp_streq(p->kernels.v[i].kernel, name))
            return &p->kernels.v[i];
    kp_push(a, &p->kernels, ((struct kp_profiled){.kernel = name}));
    return &p->kernels.v[p->kernels.n - 1];
}

static double time_of(struct report *r, const struct launch *l)
{
    size_t n;
    const struct kp_ncu_key *keys = kp_rule_ncu_keys(r->rules, &n);
    struct kp_profiled probe = {0};
    double ns = 0;

    for (size_t i = 0; i < n; i++)
        if (kp_streq(keys[i].key, "time_ns"))
            read_key(r, l, &keys[i], &probe);
    kp_profile_value(&probe, "time_ns", &ns);
    return ns;
}

/* The longest launch of each kernel counts; without a time, the first. */
static void add_kernels(struct report *r, struct kp_profile *out)
{
    for (size_t i = 0; i < r->launches.n; i++)
        r->launches.v[i].ns = time_of(r, &r->launches.v[i]);
    for (size_t i = 0; i < r->launches.n; i++) {
        const struct launch *best = &r->launches.v[i];
        struct kp_profiled *to;
        unsigned n = 0;
        bool first = true;

        for (size_t k = 0; k < r->launches.n && first; k++) {
            const struct launch *other = &r->launches.v[k];

            if (!kp_streq(other->kernel, best->kernel))
                continue;
            first = k >= i;
            n++;
            if (other->ns > best->ns)
                best = other;
        }
        if (!first)
            continue;
        to = kernel_named(r->arena, out, best->kernel);
        to->launches = n > to->launches ? n : to->launches;
        read_extent(best->grid, to->grid);
        read_extent(best->block, to->block);
        read_figures(r, best, to);
    }
}

static bool has_figures(const struct kp_profile *p)
{
    for (size_t i = 0; i < p->kernels.n; i++)
        if (p->kernels.v[i].metrics.n)
            return true;
    return false;
}

bool kp_read_ncu(struct kp_arena *a, const char *path, const struct kp_rules *rules,
                 struct kp_profile *out, const char **error)
{
    struct report r = {.arena = a, .rules = rules};
    size_t size;
    const char *text = kp_read_file(a, path, &size);

    if (!text) {
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
        return false;
    }
    if (!kp_csv_read(a, path, text, size, &r.table, error))
        return false;
    if (kp_csv_column(&r.table, "Metric Name") >= 0 && kp_csv_column(&r.table, "Metric Value") >= 0)
        read_details(&r);
    else
        read_raw(&r);
    if (r.format.mixed) {
        *error = kp_sprintf(a,
                            "%s: numbers with a decimal point and numbers with a decimal comma: "
                            "the meaning of 1,234 is ambiguous",
                            path);
        return false;
    }
    if (!r.launches.n) {
        *error = kp_sprintf(a, "%s: the report has no kernel", path);
        return false;
    }
    add_kernels(&r, out);
    if (!has_figures(out)) {
        *error =
            kp_sprintf(a,
                       "%s:%u: none of the columns is a figure that is known here (make the "
                       "report with --page raw, or --page details, and the default section set "
                       "or more)",
                       path, r.table.head.line);
        return false;
    }
    kp_ncu_judge(a, rules, out);
    return true;
}

/* ---- names -------------------------------------------------------------------------------------
 */

/* Without what reports add: "void ", "(int)128", blanks, the parameters. */
static const char *bare(struct kp_arena *a, const char *name)
{
    struct kp_str out = kp_str_new(a);
    int depth = 0;

    if (kp_starts_with(name, "void "))
        name += strlen("void ");
    for (const char *p = name; *p; p++) {
        depth += *p == '<';
        depth -= *p == '>';
        if (*p == '(' && depth <= 0 && !kp_starts_with(p, "(anonymous"))
            break;
        if (*p == '(' && depth > 0 && strchr(p, ')') &&
            (p[-1] == '<' || p[-1] == ' ' || p[-1] == ','))
            p = strchr(p, ')');
        else if (*p != ' ')
            kp_str_addc(&out, *p);
    }
    return kp_str_text(&out);
}

static bool same_stem(const char *a, const char *b)
{
    size_t n = strcspn(a, "<"), m = strcspn(b, "<");

    return n == m && !memcmp(a, b, n);
}

const struct kp_profiled *kp_profile_of(const struct kp_profile *p, const char *name)
{
    struct kp_arena *a = kp_arena_new();
    const struct kp_profiled *exact = NULL, *stem = NULL;
    const char *wanted = bare(a, name);
    unsigned stems = 0;

    for (size_t i = 0; i < p->kernels.n; i++) {
        const char *other = bare(a, p->kernels.v[i].kernel);

        if (kp_streq(other, wanted))
            exact = &p->kernels.v[i];
        if (same_stem(other, wanted)) {
            stem = &p->kernels.v[i];
            stems++;
        }
    }
    kp_arena_free(a);
    /* --print-kernel-base function leaves the template's arguments out */
    return exact ? exact : stems == 1 ? stem : NULL;
}
