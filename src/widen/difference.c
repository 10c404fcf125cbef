/* What neighbours differ in. */
#include "model/eval.h"
#include "widen/vector.h"

enum { MAX_DEPTH = 40 };

static bool delta_of(struct kp_vector *p, const struct kp_node *e, int depth, int64_t *d);

static bool mentions_counter(const struct kp_vector *p, const struct kp_node *e, int depth)
{
    if (depth > MAX_DEPTH || kp_vector_is_counter(p, e))
        return true;
    if (e->kind == KP_REF && e->sym && kp_single_definition(p->f, e->sym) &&
        mentions_counter(p, e->sym->decl->last, depth + 1))
        return true;
    kp_each_child(c, e) if (mentions_counter(p, c, depth + 1)) return true;
    return false;
}

/* Never negative, perhaps by a test of the template's numbers in it. */
static bool is_non_negative(struct kp_vector *p, const struct kp_node *x)
{
    struct kp_arena *a = p->f->unit->arena;
    struct kp_open_numbers open = {0};
    const char *text;

    if (kp_is_non_negative(p->f, x, NULL, p->natural))
        return true;
    if (p->no_new_facts || !kp_is_non_negative_with(p->f, x, p->natural, &open))
        return false;
    for (size_t i = 0; i < open.n; i++) {
        if (!(text = kp_vector_tested(p, open.v[i])))
            return false;
        kp_vector_fact(p, kp_sprintf(a, "%s > 0", text));
    }
    return true;
}

/* x / c and x % c with x a multiple of lanes that steps by one, and c a multiple of lanes: x + j
 * stays in the same row. */
static bool stays_in_row(struct kp_vector *p, const struct kp_node *x, const struct kp_node *c)
{
    return is_non_negative(p, x) && kp_vector_multiple(p, x, p->lanes) &&
           !mentions_counter(p, c, 0) && kp_vector_multiple(p, c, p->lanes);
}

static bool binary_delta(struct kp_vector *p, const struct kp_node *e, int depth, int64_t *d)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t da, db, v;

    if (!delta_of(p, a, depth + 1, &da) || !delta_of(p, b, depth + 1, &db))
        return false;
    *d = 0;
    if (!da && !db)
        return true;
    switch (e->op) {
    case KP_OP_ADD:
        *d = da + db;
        return true;
    case KP_OP_SUB:
        *d = da - db;
        return true;
    case KP_OP_MUL:
        *d = db ? db : da;
        return (!da || !db) && kp_eval(db ? a : b, NULL, &v) && !__builtin_mul_overflow(*d, v, d);
    case KP_OP_SHL:
        *d = kp_eval(b, NULL, &v) && v >= 0 && v < 31 ? da << v : 0;
        return *d != 0 && !db && da > 0;
    case KP_OP_DIV:
        return da == 1 && !db && stays_in_row(p, a, b);
    case KP_OP_SHR:
        return da == 1 && kp_eval(b, NULL, &v) && v >= 0 && v < 31 && (int64_t)1 << v >= p->lanes &&
               kp_is_non_negative(p->f, a, NULL, p->natural) && kp_vector_multiple(p, a, p->lanes);
    case KP_OP_REM:
        *d = 1;
        return da == 1 && !db && stays_in_row(p, a, b);
    case KP_OP_AND:
        *d = 1;
        return da == 1 && kp_eval(b, NULL, &v) && v > 0 && !(v & (v + 1)) &&
               (v + 1) % p->lanes == 0 && kp_vector_multiple(p, a, p->lanes);
    default:
        return false;
    }
}

static bool variable_delta(struct kp_vector *p, const struct kp_node *e, int depth, int64_t *d)
{
    const struct kp_node *init = kp_vector_definition(p, e), *loop;
    struct kp_counted c;
    int64_t by;

    if (init)
        return delta_of(p, init, depth + 1, d);
    loop = e->sym->decl ? kp_vector_trip_loop(p, e->sym) : NULL;
    /* every lane makes the same trips: the header's bound is the caller's to look at */
    return loop && kp_counts(loop, &c) && c.v == e->sym && c.from &&
           delta_of(p, c.from, depth + 1, d) &&
           (!c.by || (delta_of(p, c.by, depth + 1, &by) && by == 0));
}

static bool delta_of(struct kp_vector *p, const struct kp_node *e, int depth, int64_t *d)
{
    int64_t other;

    *d = 0;
    if (kp_eval(e, NULL, &other))
        return true;
    if (depth > MAX_DEPTH)
        return false;
    if (kp_vector_is_counter(p, e)) {
        *d = 1;
        return true;
    }
    if (p->counter ? !mentions_counter(p, e, 0)
                   : !kp_thread_dependent(p->f, e, NULL) || kp_builtin_axis(e, "threadIdx"))
        return true;
    if (!kp_is_index_type(e->type))
        return false;
    switch (e->kind) {
    case KP_REF:
        return e->sym && variable_delta(p, e, depth, d);
    case KP_CAST:
        return delta_of(p, e->first, depth + 1, d);
    case KP_UNARY:
        if (!delta_of(p, e->first, depth + 1, d))
            return false;
        *d = e->op == KP_OP_MINUS ? -*d : *d;
        return e->op == KP_OP_PLUS || e->op == KP_OP_MINUS;
    case KP_COND:
        return kp_vector_uniform(p, e->first) && delta_of(p, kp_child(e, 1), depth + 1, d) &&
               delta_of(p, kp_child(e, 2), depth + 1, &other) && *d == other;
    case KP_BINARY:
        return binary_delta(p, e, depth, d);
    default:
        return false;
    }
}

bool kp_vector_delta(struct kp_vector *p, const struct kp_node *e, int64_t *delta)
{
    return delta_of(p, e, 0, delta);
}

/* ---- conditions ---------------------------------------------------------------------------- */

/* x + j < b with both multiples of lanes holds for all j when it holds for j = 0, x + j >= b too.
 */
static bool uniform_comparison(struct kp_vector *p, const struct kp_node *e)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t da, db;
    bool less;

    if (!kp_vector_delta(p, a, &da) || !kp_vector_delta(p, b, &db))
        return false;
    if (!da && !db)
        return true;
    /* x < b and x >= b, or b > x and b <= x */
    less = da == 1 && !db && (e->op == KP_OP_LT || e->op == KP_OP_GE);
    return (less || (db == 1 && !da && (e->op == KP_OP_GT || e->op == KP_OP_LE))) &&
           kp_is_index_type(a->type) && kp_is_index_type(b->type) &&
           kp_vector_multiple(p, a, p->lanes) && kp_vector_multiple(p, b, p->lanes);
}

bool kp_vector_uniform(struct kp_vector *p, const struct kp_node *e)
{
    const struct kp_node *init = kp_vector_definition(p, e);
    int64_t d;

    if (init && e->type && e->type->kind == KP_TYPE_BOOL)
        return kp_vector_uniform(p, init);
    switch (e->kind) {
    case KP_BINARY:
        switch (e->op) {
        case KP_OP_LAND:
        case KP_OP_LOR:
            return kp_vector_uniform(p, e->first) && kp_vector_uniform(p, kp_child(e, 1));
        case KP_OP_AND: /* of two comparisons */
        case KP_OP_OR:
            if (e->first->type && e->first->type->kind == KP_TYPE_BOOL)
                return kp_vector_uniform(p, e->first) && kp_vector_uniform(p, kp_child(e, 1));
            break;
        case KP_OP_LT:
        case KP_OP_GT:
        case KP_OP_LE:
        case KP_OP_GE:
        case KP_OP_EQ:
        case KP_OP_NE:
            return uniform_comparison(p, e);
        default:
            break;
        }
        break;
    case KP_UNARY:
        if (e->op == KP_OP_LNOT)
            return kp_vector_uniform(p, e->first);
        break;
    default:
        break;
    }
    return kp_vector_delta(p, e, &d) && !d;
}
