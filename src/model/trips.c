/* How often a copy loop runs for one thread, as a constant expression that is an array's size: at
 * least 1, also where the loop has no trip, and too small for no thread. */
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/steps.h"
#include "model/types_text.h"
#include "model/written.h"

#include <ctype.h>

enum {
    SMALL = 1 << 24,
    /* A counter of 32 bits that begins again at zero has made so many trips by then that no
     * compiler takes an array of that size. */
    SMALL_STEP = 1 << 12,
    SMALL_START = 1 << 30,
    /* Any integer type has it. */
    LEAST_TYPE_HOLDS = 127
};

/* True if the text means the same in front of each loop around the copies: one of them is the
 * K-loop, where staging registers are declared. */
static bool is_said_in_front(struct kp_unit *u, const struct kp_node *copies,
                             const struct kp_node *e)
{
    if (e->from_macro)
        return false;
    for (const struct kp_node *n = copies; n; n = n->parent)
        if (kp_is_loop(n) && !kp_says_same_at(u, n, e))
            return false;
    return true;
}

static bool is_integer(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && !t->is_dependent;
}

static bool is_number(const struct kp_type *t)
{
    return is_integer(t) || (t && t->kind == KP_TYPE_BOOL);
}

/* True if an operand of that type makes a comparison with an int one of unsigned numbers. */
static bool may_be_unsigned(const struct kp_type *t)
{
    return !is_integer(t) || (t->is_unsigned && t->size >= 4);
}

static bool is_enclosed(const char *text)
{
    int depth = 0;

    for (const char *c = text; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (!depth && c[1])
            return false;
    }
    return *text == '(';
}

/* An operand as it can stand beside any operator. */
static const char *operand(struct kp_arena *a, const char *text)
{
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return is_enclosed(text) ? text : kp_sprintf(a, "(%s)", text);
    return text;
}

static const struct kp_type size_type = {.kind = KP_TYPE_INT, .size = 8, .is_unsigned = true};

/* The text's value in the type. */
static const char *cast_text(struct kp_unit *u, const struct kp_type *to, const char *text)
{
    const char *name = kp_builtin_name(to);

    return text && name ? kp_sprintf(u->arena, "((%s)%s)", name, operand(u->arena, text)) : NULL;
}

static const char *constant_text(struct kp_func *f, const struct kp_node *copies,
                                 const struct kp_node *e, int depth);

/* A local constant by its name where that stands in front of the loop, else what only its
 * initialiser sets. */
static const char *local_text(struct kp_func *f, const struct kp_node *copies,
                              const struct kp_node *ref, int depth)
{
    const struct kp_sym *s = ref->sym;
    const struct kp_node *value = s->decl && s->decl->has_init ? s->decl->last : NULL;
    const struct kp_type *from = value ? value->type : NULL;
    const char *text;

    if (!value || !is_number(s->type) || !kp_is_inside(s->decl, f->body) ||
        (!s->is_constexpr && !s->type->is_const && !kp_single_definition(f, s)) ||
        !(text = constant_text(f, copies, value, depth + 1)))
        return NULL;
    if ((s->is_constexpr || s->type->is_const) && is_said_in_front(f->unit, copies, ref))
        return s->name;
    return is_integer(from) && is_integer(s->type) && from->size == s->type->size &&
                   from->is_unsigned == s->type->is_unsigned
               ? text
               : cast_text(f->unit, s->type, text);
}

/* The expression as a constant expression in front of the loop: a number where it is known, else
 * made of the function's template parameters and of local constants that are made of such. NULL
 * when it is none, or when it cannot be said there. */
static const char *constant_text(struct kp_func *f, const struct kp_node *copies,
                                 const struct kp_node *e, int depth)
{
    struct kp_unit *u = f->unit;
    const char *a, *b, *c;
    int64_t v;

    if (kp_eval(e, NULL, &v))
        return kp_number_text(u->arena, e->kind == KP_SIZEOF ? &size_type : e->type, v);
    if (depth > 20 || e->from_macro)
        return NULL;
    switch (e->kind) {
    case KP_SIZEOF: /* of an expression: what it names may be declared in the loop */
        return e->n_children || !is_said_in_front(u, copies, e) ? NULL : kp_node_text(u, e);
    case KP_REF:
        if (e->sym && e->sym->kind == KP_SYM_TVALUE)
            return e->sym->name;
        return e->sym && e->sym->kind == KP_SYM_VAR ? local_text(f, copies, e, depth) : NULL;
    case KP_INIT_LIST: /* size_t i{0} */
        return e->n_children == 1 ? constant_text(f, copies, e->first, depth + 1) : NULL;
    case KP_UNARY:
        if (e->op != KP_OP_PLUS && e->op != KP_OP_MINUS && e->op != KP_OP_NOT)
            return NULL;
        a = constant_text(f, copies, e->first, depth + 1);
        return a ? kp_sprintf(u->arena, "(%s%s)", kp_op_text(e->op), a) : NULL;
    case KP_CAST:
        return is_number(e->type)
                   ? cast_text(u, e->type, constant_text(f, copies, e->first, depth + 1))
                   : NULL;
    case KP_BINARY:
        a = constant_text(f, copies, e->first, depth + 1);
        b = constant_text(f, copies, kp_child(e, 1), depth + 1);
        if (!a || !b || e->op == KP_OP_COMMA)
            return NULL;
        return kp_sprintf(u->arena, depth ? "(%s %s %s)" : "%s %s %s", a, kp_op_text(e->op), b);
    case KP_COND:
        a = constant_text(f, copies, e->first, depth + 1);
        b = constant_text(f, copies, kp_child(e, 1), depth + 1);
        c = constant_text(f, copies, kp_child(e, 2), depth + 1);
        return a && b && c ? kp_sprintf(u->arena, "(%s ? %s : %s)", a, b, c) : NULL;
    default:
        return NULL;
    }
}

/* ---- what is known of the header ------------------------------------------------------------ */

/* Of the numbers in a header: sums and products of two of them are numbers, too. */
#define MOST ((int64_t)1 << 40)

/* for (v = start; v < bound; v += by) */
struct header {
    struct kp_func *f;
    const struct kp_node *copies; /* the loop */
    const struct kp_type *type;   /* of v */
    const struct kp_node *start, *bound, *by;
    bool inclusive;
    int64_t ahead;      /* v + ahead is what is compared, 0 where it is only known to be .. */
    bool is_by_ahead;   /* .. the step */
    bool is_same_start; /* a constant; else any value from 0 to most_start */
    uint64_t most_start;
};

/* Numbers alone. -1: they do not say how often it runs, or the counter would begin again at zero
 * and go on. */
static int64_t count(const struct header *h, int64_t first, int64_t bound, int64_t step)
{
    int64_t ahead = h->is_by_ahead ? step : h->ahead;
    int64_t last, trips;

    if (step < 1 || step > MOST || first < -MOST || bound < -MOST || bound > MOST ||
        h->most_start > MOST || (h->type && h->type->kind == KP_TYPE_BOOL) ||
        ((first < 0 || bound < 0) && (may_be_unsigned(h->type) || may_be_unsigned(h->bound->type))))
        return -1;
    bound += h->inclusive;
    trips = bound > first ? (bound - first + step - 1) / step : 0;
    last = first + trips * step;
    if (!h->is_same_start) /* which may be behind the bound */
        last = (trips ? bound - 1 : 0) + step + (int64_t)h->most_start;
    if (is_integer(h->type) ? !kp_type_holds(h->type, last + ahead) : last > LEAST_TYPE_HOLDS)
        return -1;
    return trips > 0 ? trips : 1;
}

/* By numbers and names of numbers, as in constant_text(). */
static bool eval_header(const struct header *h, const struct kp_launch *bindings, int64_t *first,
                        int64_t *bound, int64_t *step)
{
    const struct kp_env env = {.f = h->f, .bindings = bindings};

    *first = 0;
    *step = 1;
    return kp_value_in(&env, h->bound, bound) && (!h->by || kp_value_in(&env, h->by, step)) &&
           (!h->is_same_start || kp_value_in(&env, h->start, first));
}

/* True if the arguments of an instance are all in sight. */
static bool is_known(const struct kp_launch *k)
{
    for (size_t i = 0; i < k->tvalues.n; i++)
        if (!k->tvalues.v[i].known && !k->tvalues.v[i].type)
            return false;
    return true;
}

/* The most trips of the instances in sight; -1: for one of them the text would not say it. */
static int64_t most_in_sight(const struct header *h)
{
    struct kp_unit *u = h->f->unit;
    int64_t most = 0, first, bound, step;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *k = &u->parse.launches.v[i];

        if (k->kernel == h->f->sym && is_known(k)) {
            int64_t trips =
                eval_header(h, k, &first, &bound, &step) ? count(h, first, bound, step) : -1;

            if (trips < 0)
                return -1;
            most = trips > most ? trips : most;
        }
    }
    return most;
}

static bool is_factor(const struct kp_node *of, const struct kp_node *e)
{
    return kp_same_expr(of, e) || (of->kind == KP_BINARY && of->op == KP_OP_MUL &&
                                   (is_factor(of->first, e) || is_factor(kp_child(of, 1), e)));
}

/* True if an array of the function has so many elements, or a multiple of that. */
static bool is_size(const struct kp_node *n, const struct kp_node *e)
{
    const struct kp_node *d = n->kind == KP_VAR && n->sym ? n->first : NULL;

    for (uint32_t i = 0; d && i < n->sym->n_dims; i++, d = d->next)
        if (is_factor(d, e))
            return true;
    kp_each_child(c, n) if (is_size(c, e)) return true;
    return false;
}

/* True for the size of an array, or what is made of such sizes so that it is not zero, either. */
static bool is_positive(const struct header *h, const struct kp_node *e, int depth)
{
    const struct kp_sym *s = e->sym;
    int64_t v;

    if (kp_eval(e, NULL, &v))
        return v > 0;
    if (is_size(h->f->body, e))
        return true;
    if (depth > 20)
        return false;
    if (e->kind == KP_REF && s && s->kind == KP_SYM_VAR && s->decl && s->decl->has_init)
        return is_integer(s->type) && s->type->size >= 4 &&
               is_positive(h, kp_first_value(s->decl), depth + 1);
    if (e->kind == KP_CAST)
        return is_integer(e->type) && e->type->size >= 4 && is_positive(h, e->first, depth + 1);
    return e->kind == KP_BINARY && (e->op == KP_OP_MUL || e->op == KP_OP_ADD) &&
           is_positive(h, e->first, depth + 1) && is_positive(h, kp_child(e, 1), depth + 1);
}

/* True if the text says how often the loop runs, wherever the program has a meaning. An unsigned
 * counter, or a comparison of unsigned numbers, gives one to steps that go back; not where v + by
 * is what is compared. */
static bool says_trips(const struct header *h)
{
    int64_t step = 1;

    if (!is_integer(h->type) || h->type->size < 4 || h->most_start > SMALL_START)
        return false;
    if (h->by && !kp_eval(h->by, NULL, &step))
        return h->is_by_ahead || (!h->type->is_unsigned && !may_be_unsigned(h->bound->type));
    return step >= 1 && step <= (h->type->is_unsigned ? SMALL_STEP : SMALL);
}

/* ---- its text ------------------------------------------------------------------------------- */

/* A number, of the counter's type where the bound's own type may be signed. */
static const char *typed(const struct header *h, int64_t v)
{
    return !may_be_unsigned(h->type) || (is_integer(h->bound->type) && h->bound->type->is_unsigned)
               ? kp_number_text(h->f->unit->arena, NULL, v)
               : kp_number_text(h->f->unit->arena, h->type, v);
}

/* The start as the counter has it. */
static const char *start_text(const struct header *h, const char *text)
{
    const struct kp_type *t = h->start->type;
    int64_t v;

    if (kp_eval(h->start, NULL, &v) && kp_type_holds(h->type, v))
        return typed(h, v);
    if (is_integer(t) && t->size == h->type->size && t->is_unsigned == h->type->is_unsigned)
        return operand(h->f->unit->arena, text);
    return cast_text(h->f->unit, h->type, text);
}

/* How many of start, start + by, .. are below bound; 1 where there are none. */
static const char *count_text(const struct header *h, const char *start, const char *bound,
                              const char *by)
{
    struct kp_arena *a = h->f->unit->arena;
    bool from_zero = kp_starts_with(start, "0"), by_one = kp_streq(by, "1");
    const char *minus = kp_streq(start, "0") ? "" : kp_sprintf(a, " - %s", start), *span;

    bound = operand(a, bound);
    by = operand(a, by);
    if (from_zero && is_positive(h, h->bound, 0)) {
        span = h->inclusive ? kp_sprintf(a, "%s + 1", bound) : bound;
        return by_one ? span : kp_sprintf(a, "(%s + %s - 1) / %s", span, by, by);
    }
    if (from_zero && !h->inclusive && !by_one)
        return kp_sprintf(a, "%s > %s ? (%s - %s) / %s + 1 : 1", bound, start, bound, typed(h, 1),
                          by);
    span = kp_sprintf(a, "%s%s", bound, minus);
    if (by_one)
        return kp_sprintf(a, "%s %s %s ? %s%s : 1", bound, h->inclusive ? ">=" : ">", start, span,
                          h->inclusive ? " + 1" : "");
    return h->inclusive
               ? kp_sprintf(a, "%s >= %s ? %s / %s + 1 : 1", bound, start, operand(a, span), by)
               : kp_sprintf(a, "%s > %s ? (%s - 1) / %s + 1 : 1", bound, start, span, by);
}

static void count_trips(const struct header *h, struct kp_copy_loop *cl)
{
    int64_t first, bound, step, trips;
    const char *bound_text = constant_text(h->f, h->copies, h->bound, 0);
    const char *by_text = h->by ? constant_text(h->f, h->copies, h->by, 0) : "1";
    const char *start =
        h->is_same_start ? constant_text(h->f, h->copies, h->start, 0) : typed(h, 0);

    if (!bound_text || !by_text ||
        (h->is_same_start && kp_eval(h->start, NULL, &first) && !kp_type_holds(h->type, first)))
        return;
    if (eval_header(h, NULL, &first, &bound, &step)) {
        trips = count(h, first, bound, step);
        if (trips < 0)
            return;
        cl->trips = cl->most = trips;
        cl->trips_text = kp_sprintf(h->f->unit->arena, "%lld", (long long)trips);
    } else if (says_trips(h) && (trips = most_in_sight(h)) >= 0) {
        start = h->is_same_start ? start_text(h, start) : start;
        cl->most = trips;
        cl->trips_text = start ? count_text(h, start, bound_text, by_text) : NULL;
    }
    cl->exact = h->is_same_start && cl->trips_text;
}

static bool find_start(struct header *h)
{
    h->is_same_start = constant_text(h->f, h->copies, h->start, 0) != NULL;
    return h->is_same_start || kp_natural_most(h->f, h->start, h->type, &h->most_start);
}

void kp_copy_trips(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                   const struct kp_node *bound, const struct kp_node *by, bool inclusive)
{
    struct header h = {.f = f,
                       .copies = cl->node,
                       .type = cl->var->type,
                       .start = start,
                       .bound = bound,
                       .by = by,
                       .inclusive = inclusive};

    if (find_start(&h))
        count_trips(&h, cl);
}

/* v + ahead <= bound says v <= bound - ahead, so v < bound for every ahead >= 1: the trips of
 * `v < bound` are enough, and the loop keeps its own condition. That v + ahead does not wrap before
 * the loop ends needs a start that is known to be small: v grows by one step at a time. */
void kp_copy_trips_ahead(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                         const struct kp_node *bound, const struct kp_node *by,
                         const struct kp_node *ahead)
{
    struct header h = {.f = f,
                       .copies = cl->node,
                       .type = cl->var->type,
                       .start = start,
                       .bound = bound,
                       .by = by};
    const char *text = constant_text(f, cl->node, ahead, 0);
    int64_t first, step = 1;

    if (!text || !kp_eval(start, NULL, &first) || first < 0 || first > SMALL || !find_start(&h))
        return;
    h.is_by_ahead = by && kp_streq(text, constant_text(f, cl->node, by, 0));
    if (kp_eval(ahead, NULL, &h.ahead) ? h.ahead < 1 || h.ahead > SMALL : !h.is_by_ahead)
        return;
    if (by && kp_eval(by, NULL, &step) && (step < 1 || step > SMALL))
        return;
    count_trips(&h, cl);
    cl->exact = false;
}
