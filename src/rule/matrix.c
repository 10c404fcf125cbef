#include "rule/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rule/rules.h"

static const char *const quantities[] = {
#define KP_QUANTITY(id, name, text) name,
#include "rule/quantities.def"
#undef KP_QUANTITY
};

static const char *const gains[KP_GAIN_BYS] = {"none",   "pipeline", "cliff", "roof",
                                               "stalls", "reuse",    "merge"};
static const char *const compares[] = {"<", "<=", ">=", ">"};

static struct kp_matrix_row *row_named(struct kp_rules *r, const char *id)
{
    for (size_t i = 0; i < r->matrix.n; i++)
        if (kp_streq(r->matrix.v[i].id, id))
            return &r->matrix.v[i];
    kp_push(r->arena, &r->matrix, (struct kp_matrix_row){.id = kp_strdup(r->arena, id)});
    return &r->matrix.v[r->matrix.n - 1];
}

static enum kp_quantity quantity_named(const char *name)
{
    for (int q = 0; q < KP_QUANTITIES; q++)
        if (kp_streq(quantities[q], name))
            return (enum kp_quantity)q;
    return KP_QUANTITIES;
}

static bool compare_named(const char *text, enum kp_compare *to)
{
    for (int i = 0; i < (int)(sizeof compares / sizeof *compares); i++)
        if (kp_streq(compares[i], text)) {
            *to = (enum kp_compare)i;
            return true;
        }
    return false;
}

/* "overlap < 0.5", "warps >= hiding_warps" */
static bool read_condition(struct kp_rules *r, struct kp_matrix_row *row, const char *text,
                           const char **error)
{
    char left[32], op[3], right[32], more, *end;
    struct kp_condition c = {.right = KP_QUANTITIES};

    if (sscanf(text, "%31[a-z_] %2[<>=] %31s %c", left, op, right, &more) != 3 ||
        !compare_named(op, &c.op)) {
        *error = kp_sprintf(r->arena, "'%s' is not a condition like `overlap < 0.5`", text);
        return false;
    }
    c.left = quantity_named(left);
    c.number = strtod(right, &end);
    if (end == right || *end)
        c.right = quantity_named(right);
    if (c.left == KP_QUANTITIES || ((end == right || *end) && c.right == KP_QUANTITIES) ||
        !isfinite(c.number)) {
        *error = kp_sprintf(r->arena, "no figure is called '%s'",
                            c.left == KP_QUANTITIES ? left : right);
        return false;
    }
    kp_push(r->arena, &row->when, c);
    return true;
}

static bool read_when(struct kp_rules *r, struct kp_matrix_row *row, const char *text,
                      const char **error)
{
    while (*text && !*error) {
        size_t n = strcspn(text, ","), end = n;

        while (end && text[end - 1] == ' ')
            end--;
        read_condition(r, row, kp_strndup(r->arena, text, end), error);
        text += n + (text[n] == ',');
        text += strspn(text, " ");
    }
    return !*error;
}

static bool keep(struct kp_rules *r, const char **to, const char *value)
{
    *to = kp_strdup(r->arena, value);
    return true;
}

/* Long texts stand in several lines of the same name. */
static bool append(struct kp_rules *r, const char **to, const char *more)
{
    *to = *to ? kp_sprintf(r->arena, "%s %s", *to, more) : kp_strdup(r->arena, more);
    return true;
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct kp_rules *r = user;
    struct kp_matrix_row *row = row_named(r, section);

    if (kp_streq(name, "title"))
        return keep(r, &row->title, value);
    if (kp_streq(name, "because"))
        return append(r, &row->because, value);
    if (kp_streq(name, "do"))
        return append(r, &row->todo, value);
    if (kp_streq(name, "when"))
        return read_when(r, row, value, error);
    if (kp_streq(name, "conflict")) {
        kp_push(r->arena, &row->conflicts, kp_strdup(r->arena, value));
        return true;
    }
    if (kp_streq(name, "gain"))
        for (int i = 0; i < KP_GAIN_BYS; i++)
            if (kp_streq(value, gains[i])) {
                row->gain = (enum kp_gain_by)i;
                return true;
            }
    *error =
        "rows have title, when, because, do, gain (none, pipeline, cliff, roof, stalls, reuse) "
        "and conflict";
    return false;
}

bool kp_matrix_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                    const char **error)
{
    if (to == &r->layer[KP_LAYER_FOLDER])
        memset(&r->matrix, 0, sizeof r->matrix); /* a user's matrix is one of its own */
    if (!kp_ini_read(r->arena, file, text, read_line, r, error))
        return false;
    for (size_t i = 0; i < r->matrix.n; i++) {
        const struct kp_matrix_row *row = &r->matrix.v[i];

        if (!row->title || !row->because || !row->todo || !row->when.n) {
            *error =
                kp_sprintf(r->arena, "%s: [%s] lacks title, when, because or do", file, row->id);
            return false;
        }
    }
    return true;
}

const struct kp_matrix_row *kp_rule_matrix(const struct kp_rules *r, size_t *n)
{
    *n = r->matrix.n;
    return r->matrix.v;
}

bool kp_condition_holds(const struct kp_condition *c, const struct kp_quantities *q)
{
    double left = q->v[c->left], right = c->right < KP_QUANTITIES ? q->v[c->right] : c->number;

    if (isnan(left) || isnan(right))
        return false;
    switch (c->op) {
    case KP_BELOW:
        return left < right;
    case KP_AT_MOST:
        return left <= right;
    case KP_AT_LEAST:
        return left >= right;
    default:
        return left > right;
    }
}

const char *kp_condition_text(struct kp_arena *a, const struct kp_condition *c)
{
    if (c->right < KP_QUANTITIES)
        return kp_sprintf(a, "%s %s %s", quantities[c->left], compares[c->op],
                          quantities[c->right]);
    return kp_sprintf(a, "%s %s %g", quantities[c->left], compares[c->op], c->number);
}
