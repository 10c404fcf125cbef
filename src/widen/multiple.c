/* What is a multiple of what, by its form or by a test that the run makes. */
#include "front/tree.h"
#include "model/access.h"
#include "model/eval.h"
#include "model/written.h"
#include "widen/vector.h"

enum { MAX_DEPTH = 40 };

static bool multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth);

/* Which of the blocks it is: a test of that would hold for one in four. */
static bool is_block_number(const struct kp_vector *p, const struct kp_node *e)
{
    const struct kp_node *init = kp_vector_definition(p, e);

    if (e->kind == KP_CAST)
        return is_block_number(p, e->first);
    return init ? is_block_number(p, init) : kp_builtin_axis(e, "blockIdx") != 0;
}

bool kp_is_of_constants(const struct kp_node *e)
{
    if (!e->first)
        return e->kind == KP_INT_LIT || kp_is_constant_name(e);
    kp_each_child(c, e) if (!kp_is_of_constants(c)) return false;
    return e->kind == KP_BINARY || e->kind == KP_UNARY || e->kind == KP_CAST;
}

/* Leaves it to the run, or to the compiler: e % by == 0. */
static bool demand(struct kp_vector *p, const struct kp_node *e, int64_t by)
{
    const char *text, *condition;

    if (p->no_new_facts || !kp_is_index_type(e->type) || is_block_number(p, e) ||
        !(text = kp_vector_tested(p, e)))
        return false;
    condition = kp_sprintf(p->f->unit->arena, kp_is_atom(e) ? "%s %% %d == 0" : "(%s) %% %d == 0",
                           text, (int)by);
    (kp_is_of_constants(e) ? kp_vector_fixed_fact : kp_vector_fact)(p, condition);
    return true;
}

static bool is_pointer(const struct kp_sym *s)
{
    return s->type && s->type->kind == KP_TYPE_POINTER;
}

static bool names_of_its_own(const struct kp_node *e, const struct kp_node *closure)
{
    kp_each_below(x, e) if (x->kind == KP_REF && x->sym &&
                            kp_declared_in(x->sym, closure)) return true;
    return false;
}

/* The only parameter of a closure that returns nothing else; NULL: there is none. */
static const struct kp_sym *returned_parameter(const struct kp_node *closure)
{
    const struct kp_sym *s = closure->first->kind == KP_PARAM ? closure->first->sym : NULL;

    if (!s || closure->n_children != 2 || s->type->kind != KP_TYPE_INT ||
        kp_is_exposed(closure->last, s))
        return NULL;
    kp_each_below(x, closure->last) if (x->kind == KP_RETURN &&
                                        (!x->first || x->first->kind != KP_REF ||
                                         x->first->sym != s)) return NULL;
    return s;
}

/* The argument of a call of a closure that returns it, moved by multiples: `[&](int k) { for (; ..;
 * k += 16) ..; return k; }`. NULL: it is something else. */
static const struct kp_node *moved_argument(struct kp_vector *p, const struct kp_node *call,
                                            int64_t by, int depth)
{
    const struct kp_node *var = call->kind == KP_CALL && call->sym ? call->sym->decl : NULL;
    const struct kp_node *closure = var && var->kind == KP_VAR && var->has_init ? var->last : NULL;
    const struct kp_sym *s, *stepped;
    struct kp_effects e = {0};

    if (!closure || closure->kind != KP_LAMBDA || !(s = returned_parameter(closure)))
        return NULL;
    kp_effects_of(p->f, closure->last, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];
        const struct kp_node *write, *step;
        int sign;

        if (!kp_is_store(a) || (a->base && a->base != s))
            continue;
        write = a->base ? kp_plain_write(a) : NULL;
        if (!write || !kp_step_of(write, &stepped, &step, &sign) ||
            !(step ? !names_of_its_own(step, closure) && multiple(p, step, by, depth + 1)
                   : by == 1))
            return NULL;
    }
    return e.control_mask & (KP_CTL_UNKNOWN | KP_CTL_ASM) ? NULL : call->last;
}

/* `s = f(s)`, which moves it by a multiple. */
static bool moves_by_call(struct kp_vector *p, const struct kp_node *write, const struct kp_sym *s,
                          int64_t by, int depth)
{
    const struct kp_node *from;

    if (write->kind != KP_ASSIGN || write->op != KP_OP_ASSIGN || is_pointer(s))
        return false;
    from = moved_argument(p, write->last, by, depth);
    return from && from->kind == KP_REF && from->sym == s;
}

/* True if every store of the K-loop to `s` moves it by a multiple. */
static bool moves_by(struct kp_vector *p, const struct kp_sym *s, int64_t by, int depth)
{
    for (size_t i = 0; i < p->l->effects.access.n; i++) {
        const struct kp_access *a = &p->l->effects.access.v[i];
        const struct kp_node *write, *step;
        const struct kp_sym *stepped;
        int sign;

        if (a->base != s || a->space != KP_SPACE_LOCAL || !kp_is_store(a) || a->at == s->decl)
            continue;
        write = kp_plain_write(a);
        if (write && moves_by_call(p, write, s, by, depth))
            continue;
        if (!write || !kp_step_of(write, &stepped, &step, &sign) ||
            !(step ? multiple(p, step, by, depth + 1) : by == 1))
            return false;
    }
    return true;
}

/* Its steps in the K-loop are multiples; nothing else changes it there. */
static bool steps_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_sym *s = e->sym;
    int64_t unit = is_pointer(s) ? s->type->elem->size : 1, steps = by;

    if (unit <= 0 || !s->decl || kp_thread_dependent(p->f, e, NULL))
        return false;
    for (; unit % 2 == 0 && steps > 1; unit /= 2)
        steps /= 2;
    return moves_by(p, s, steps, depth);
}

static bool is_global(struct kp_vector *p, const struct kp_node *pointer)
{
    struct kp_objs objects = {0};

    kp_value_objs(p->f, pointer, &objects);
    return kp_are_global(&objects);
}

/* The test. A pointer that the loop moves on and that is cast to a number in front of it, nvcc no
 * longer knows to be global: the loop as written then loads by LD instead of LDG, and no load is
 * moved above a store to shared memory. The number of its global address leaves it what it is. */
static const char *form_of(const struct kp_sym *s)
{
    return is_pointer(s) ? "__cvta_generic_to_global(%s) %% %d == 0" : "%s %% %d == 0";
}

/* A variable that the K-loop moves on: `k0`, `A += BK`. */
static bool moving_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_sym *s = e->sym;
    const char *text;

    if (!steps_multiple(p, e, by, depth))
        return false;
    if (kp_declared_in(s, p->l->node)) {
        const struct kp_node *init = kp_loop_init(p->l->node);

        return init && kp_is_inside(s->decl, init) && s->decl->has_init && !is_pointer(s) &&
               multiple(p, kp_first_value(s->decl), by, depth + 1);
    }
    if (p->no_new_facts || s->space != KP_SPACE_LOCAL || (is_pointer(s) && !is_global(p, e)) ||
        (s->kind != KP_SYM_VAR && s->kind != KP_SYM_PARAM) ||
        (s->type && s->type->kind == KP_TYPE_REFERENCE) ||
        !kp_is_inside(e, p->l->node) || /* elsewhere it may have another value */
        !(text = kp_vector_in_front(p, e)))
        return false;
    kp_vector_fact(p, kp_sprintf(p->f->unit->arena, form_of(s), text, (int)by));
    return true;
}

static bool variable_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *init = kp_vector_definition(p, e), *loop;
    bool may_demand = !p->no_new_facts, ok;
    struct kp_counted c;

    p->no_new_facts = true;
    ok = init && multiple(p, init, by, depth + 1);
    p->no_new_facts = !may_demand;
    if (ok || demand(p, e, by))
        return true;
    if (init)
        return may_demand && multiple(p, init, by, depth + 1);
    loop = e->sym->decl ? kp_vector_trip_loop(p, e->sym) : NULL;
    if (loop && (loop != p->l->node || kp_counts(loop, &c)))
        return kp_counts(loop, &c) && c.v == e->sym && c.by && c.from &&
               multiple(p, c.from, by, depth + 1) && multiple(p, c.by, by, depth + 1);
    return moving_multiple(p, e, by, depth);
}

/* The largest power of two up to `most` that a constant is a multiple of. */
static int64_t power_in(int64_t v, int64_t most)
{
    int64_t n = 1;

    while (n < most && v % (2 * n) == 0)
        n *= 2;
    return n;
}

static bool product_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    bool may_demand = !p->no_new_facts;
    int64_t v;

    if (kp_eval(a, NULL, &v))
        return multiple(p, b, by / power_in(v, by), depth + 1);
    if (kp_eval(b, NULL, &v))
        return multiple(p, a, by / power_in(v, by), depth + 1);
    for (int demanding = 0; demanding <= may_demand; demanding++) {
        size_t n = p->facts.n;
        bool ok;

        p->no_new_facts = !demanding;
        ok = multiple(p, b, by, depth + 1) || (p->facts.n = n, multiple(p, a, by, depth + 1));
        p->no_new_facts = !may_demand;
        if (ok)
            return true;
        p->facts.n = n;
    }
    return false;
}

static bool binary_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t v;

    switch (e->op) {
    case KP_OP_ADD:
    case KP_OP_SUB:
        return multiple(p, a, by, depth + 1) && multiple(p, b, by, depth + 1);
    case KP_OP_MUL:
        return product_multiple(p, e, by, depth);
    case KP_OP_SHL:
        if (!kp_eval(b, NULL, &v) || v < 0 || v > 30)
            return false;
        return (int64_t)1 << v >= by || multiple(p, a, by >> v, depth + 1);
    case KP_OP_REM:
        return multiple(p, a, by, depth + 1) && multiple(p, b, by, depth + 1);
    case KP_OP_DIV: /* an exact quotient */
        return kp_eval(b, NULL, &v) && v > 0 && power_in(v, 16) == v && by * v <= 16 &&
               multiple(p, a, by * v, depth + 1);
    case KP_OP_AND:
        return kp_eval(b, NULL, &v) && v >= 0 && v % by == by - 1 && multiple(p, a, by, depth + 1);
    default:
        return false;
    }
}

/* BK + 1: whoever writes that hardly means a multiple. */
static bool is_padded(const struct kp_node *e, int64_t by)
{
    int64_t v;

    return (e->op == KP_OP_ADD || e->op == KP_OP_SUB) &&
           (kp_eval(kp_child(e, 1), NULL, &v) || kp_eval(e->first, NULL, &v)) && v % by != 0;
}

static bool call_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *from = moved_argument(p, e, by, depth);

    return from && multiple(p, from, by, depth + 1);
}

static bool multiple(struct kp_vector *p, const struct kp_node *e, int64_t by, int depth)
{
    int64_t v;

    if (by <= 1)
        return true;
    if (depth > MAX_DEPTH)
        return false;
    if (kp_eval(e, NULL, &v))
        return v % by == 0;
    if (kp_vector_is_counter(p, e))
        return by <= p->lanes;
    if (!kp_is_index_type(e->type))
        return false;
    switch (e->kind) {
    case KP_REF:
        return e->sym && variable_multiple(p, e, by, depth);
    case KP_MEMBER:
        return demand(p, e, by);
    case KP_CALL:
        return call_multiple(p, e, by, depth);
    case KP_CAST:
        return multiple(p, e->first, by, depth + 1);
    case KP_COND:
        return multiple(p, kp_child(e, 1), by, depth + 1) &&
               multiple(p, kp_child(e, 2), by, depth + 1);
    case KP_UNARY:
        return (e->op == KP_OP_PLUS || e->op == KP_OP_MINUS) &&
               multiple(p, e->first, by, depth + 1);
    case KP_BINARY: {
        size_t n = p->facts.n;

        if (binary_multiple(p, e, by, depth))
            return true;
        p->facts.n = n;
        return !is_padded(e, by) && demand(p, e, by);
    }
    default:
        return false;
    }
}

bool kp_vector_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by)
{
    return multiple(p, e, by, 0);
}

bool kp_vector_moves(struct kp_vector *p, const struct kp_node *e, int64_t by)
{
    return steps_multiple(p, e, by, 0);
}

bool kp_vector_moving(struct kp_vector *p, const struct kp_node *e, int64_t by)
{
    return moving_multiple(p, e, by, 0);
}
