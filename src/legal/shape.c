/* Rules about the loop's shape: its barriers, its tiles, its header. */
#include "facts/settled.h"
#include "legal/legal.h"
#include "model/invariant.h"
#include "model/launched.h"
#include "model/uses.h"

void kp_legal_in_function(struct kp_judge *j)
{
    if (j->l->in_lambda)
        kp_refuse(j->u, j->l, KP_CODE_KP113, NULL, NULL);
}

void kp_legal_already_async(struct kp_judge *j)
{
    const struct kp_control_place *p = kp_find_control(&j->l->effects, KP_CTL_ASYNC);

    if (p)
        kp_refuse_control(j, KP_CODE_KP110, p);
}

static size_t statement_of(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (kp_is_inside(n, l->stmts.v[i].node))
            return i;
    return l->stmts.n;
}

static bool reads_global_into(const struct kp_effects *e, const struct kp_sym *sym)
{
    bool reads = (e->control_mask & KP_CTL_TEXTURE) != 0;

    for (size_t i = 0; i < e->access.n; i++)
        reads |= e->access.v[i].space == KP_SPACE_GLOBAL && kp_is_read(&e->access.v[i]);
    return reads && kp_store_to(e, sym, KP_SPACE_LOCAL);
}

/* The tile is stored from a register that nothing in front of the store sets, and that the last of
 * the later statements of the same iteration that set it loads again: the value that is stored was
 * loaded one iteration ago. */
static const struct kp_node *preloaded(const struct kp_loop *l, const struct kp_node *value,
                                       size_t at)
{
    const struct kp_node *found;

    if (value->kind == KP_REF && value->sym && value->sym->space == KP_SPACE_LOCAL &&
        !kp_declared_in(value->sym, l->node)) {
        for (size_t i = 0; i <= at; i++)
            if (kp_store_to(&l->stmts.v[i].effects, value->sym, KP_SPACE_LOCAL))
                return NULL;
        for (size_t i = l->stmts.n; i-- > at + 1;)
            if (kp_store_to(&l->stmts.v[i].effects, value->sym, KP_SPACE_LOCAL))
                return reads_global_into(&l->stmts.v[i].effects, value->sym) ? l->stmts.v[i].node
                                                                             : NULL;
    }
    if (value->kind == KP_UNARY && value->op == KP_OP_DEREF)
        return NULL;
    kp_each_child(c, value)
    {
        if (value->kind == KP_INDEX && (c != value->first || !kp_is_array_lvalue(c)))
            break; /* indices and pointers are no values that are stored */
        if ((found = preloaded(l, c, at)))
            return found;
    }
    return NULL;
}

/* `store` is an assignment to shared memory. */
static bool is_preloaded(struct kp_judge *j, const struct kp_node *store)
{
    size_t at = statement_of(j->l, store);
    const struct kp_node *load =
        at < j->l->stmts.n ? preloaded(j->l, kp_child(store, 1), at) : NULL;

    if (load)
        kp_refusal_note(j->u, kp_refuse(j->u, j->l, KP_CODE_KP110, store, NULL), load,
                        "the next tile is loaded into registers here");
    return load != NULL;
}

void kp_legal_register_preload(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->copies.n; i++)
        if (j->l->copies.v[i].value && is_preloaded(j, j->l->copies.v[i].node))
            return;
}

/* The same where the arrays are no tiles for another reason, which does not matter then. */
static bool rejected_is_preloaded(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        for (size_t k = 0; k < j->l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &j->l->stmts.v[i].effects.access.v[k];
            const struct kp_node *store = a->at->parent;

            if (a->space == KP_SPACE_SHARED && kp_is_store(a) && store &&
                store->kind == KP_ASSIGN && store->op == KP_OP_ASSIGN && store->first == a->at &&
                is_preloaded(j, store))
                return true;
        }
    return false;
}

/* What is not known of the function may be the fill: the parser left something out of the loop, or
 * where a store goes is not known. */
static bool may_hide_tile(const struct kp_judge *j)
{
    struct kp_span in = j->l->node->span;

    for (size_t i = 0; i < j->u->parse.holes.n; i++) {
        const struct kp_hole *h = &j->u->parse.holes.v[i];

        if (h->function == j->f->sym && !h->file && h->offset >= in.begin && h->offset < in.end)
            return true;
    }
    return kp_store_to(&j->l->effects, NULL, KP_SPACE_UNKNOWN) != NULL;
}

void kp_legal_has_tile(struct kp_judge *j)
{
    if (j->l->tiles.n || j->l->refusals.n)
        return;
    if (!j->l->rejected.n) {
        if (may_hide_tile(j))
            kp_legal_parsed(j);
        if (!j->l->refusals.n)
            kp_refuse(j->u, j->l, KP_CODE_KP101, NULL, NULL);
    } else if (!rejected_is_preloaded(j)) {
        if (j->l->rejected.v[0].code == KP_CODE_KP205) /* what has no type points to nowhere */
            kp_legal_parsed(j);
        kp_push(j->u->arena, &j->l->refusals, j->l->rejected.v[0]);
    }
}

void kp_legal_plain_barriers(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n && !j->l->by_warps; i++)
        if (j->l->stmts.v[i].is_barrier && !kp_is_full_barrier(j->u, j->l->stmts.v[i].node)) {
            kp_refuse(j->u, j->l, KP_CODE_KP103, j->l->stmts.v[i].node, NULL);
            return;
        }
}

static bool has_side_effect(const struct kp_effects *e)
{
    return e->control_mask != 0 || kp_outer_store(e);
}

/* The header's own variables become parameters of what loads: plain values only, and none that the
 * header sets once and compute uses although nothing moves it. */
static bool is_odd_variable(const struct kp_node *v)
{
    return v->kind != KP_VAR || !v->sym || v->sym->n_dims || !v->sym->type ||
           v->sym->type->kind == KP_TYPE_RECORD || v->sym->type->kind == KP_TYPE_REFERENCE;
}

static bool is_named_by_compute(const struct kp_loop *l, const struct kp_sym *sym)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_compute && kp_count_refs(l->stmts.v[i].node, sym))
            return true;
    return false;
}

void kp_legal_header_form(struct kp_judge *j)
{
    const struct kp_loop *l = j->l;
    const struct kp_node *init = kp_loop_init(l->node), *cond = kp_loop_condition(l->node);

    if (l->node->kind == KP_RANGE_FOR || !cond || has_side_effect(&l->header) ||
        cond->kind == KP_DECL_STMT || cond->kind == KP_VAR) {
        kp_refuse(j->u, j->l, KP_CODE_KP109, NULL, NULL);
        return;
    }
    if (init && init->kind == KP_DECL_STMT)
        kp_each_child(v, init) if (is_odd_variable(v))
        {
            kp_refuse(j->u, j->l, KP_CODE_KP109, init, NULL);
            return;
        }
}

/* A variable that the header declares and nothing moves is no carried value, but compute names it.
 */
void kp_legal_header_variables(struct kp_judge *j)
{
    const struct kp_node *init = kp_loop_init(j->l->node);

    if (!init || init->kind != KP_DECL_STMT || j->l->refusals.n)
        return;
    kp_each_child(v, init) if (is_named_by_compute(j->l, v->sym) && !kp_is_carried(j->l, v->sym))
    {
        kp_refuse(j->u, j->l, KP_CODE_KP109, init, NULL);
        return;
    }
}

static bool written_in_body(const struct kp_loop *l, const struct kp_sym *v)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (kp_store_to(&l->stmts.v[i].effects, v, KP_SPACE_LOCAL))
            return true;
    return false;
}

/* What the header steps v by, and nothing else of it does; NULL when that is not known. */
static const struct kp_node *step_of(struct kp_judge *j, const struct kp_node *step,
                                     const struct kp_sym *v, const struct kp_node **by)
{
    const struct kp_sym *stepped;
    const struct kp_node *left, *right;
    struct kp_effects e = {0};
    int sign;

    kp_effects_of(j->f, step, &e);
    if (!kp_store_to(&e, v, KP_SPACE_LOCAL))
        return NULL;
    if (kp_step_of(step, &stepped, by, &sign) && stepped == v)
        return step;
    if (step->kind != KP_BINARY || step->op != KP_OP_COMMA)
        return NULL;
    left = step->first;
    right = kp_child(step, 1);
    e = (struct kp_effects){0};
    kp_effects_of(j->f, left, &e);
    if (!kp_store_to(&e, v, KP_SPACE_LOCAL))
        return step_of(j, right, v, by);
    e = (struct kp_effects){0};
    kp_effects_of(j->f, right, &e);
    return kp_store_to(&e, v, KP_SPACE_LOCAL) ? NULL : step_of(j, left, v, by);
}

/* No number on the way is rounded. */
static bool is_whole(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->type && x->type->kind == KP_TYPE_FLOAT) return false;
    return true;
}

/* A thread's index and constants, added up: small, and not less than zero. */
static bool is_small_sum(const struct kp_node *e)
{
    if (e->has_value)
        return e->value >= 0 && e->value < 1 << 30;
    if (e->kind == KP_BINARY && e->op == KP_OP_ADD)
        return is_small_sum(e->first) && is_small_sum(kp_child(e, 1));
    return kp_builtin_axis(e, "threadIdx") != 0;
}

/* True if it is without a sign where the variable has one. A thread whose sum is less than zero
 * would come out far above those of the others. */
static bool loses_sign(const struct kp_node *e, const struct kp_sym *v, bool compared)
{
    const struct kp_type *t = e->type;

    return t && t->kind == KP_TYPE_INT && t->is_unsigned &&
           (compared ? t->size >= v->type->size : t->size < v->type->size);
}

static bool may_lose_sign(const struct kp_node *start, const struct kp_node *bound,
                          const struct kp_sym *v)
{
    return !(is_small_sum(start) && is_small_sum(bound)) &&
           (loses_sign(start, v, false) || loses_sign(bound, v, true));
}

/* `p + n - m`, where n, m, .. are the same for all threads */
static bool is_moved(struct kp_judge *j, const struct kp_node *sum, const struct kp_sym *p)
{
    const struct kp_node *from = sum->first, *by;

    if (sum->kind == KP_REF)
        return sum->sym == p && sum->type && sum->type->kind == KP_TYPE_POINTER;
    if (sum->kind != KP_BINARY || (sum->op != KP_OP_ADD && sum->op != KP_OP_SUB))
        return false;
    by = from->next;
    return !kp_count_refs(by, p) && !kp_thread_dependent(j->f, by, NULL) && is_moved(j, from, p);
}

static bool is_made_of(struct kp_judge *j, const struct kp_sym *end, const struct kp_sym *p)
{
    const struct kp_node *var = end ? end->decl : NULL, *sum = NULL;

    if (var && var->kind == KP_VAR && var->has_init && end->space == KP_SPACE_LOCAL &&
        !end->is_static && end->type && end->type->kind == KP_TYPE_POINTER &&
        !kp_is_changed(j->f, end))
        sum = var->last;
    while (sum && sum->kind == KP_CAST)
        sum = sum->first;
    return sum && sum->kind == KP_BINARY && is_moved(j, sum, p);
}

/* From the statement on, up to the loop, which is behind it or in an `if` behind it. */
static bool stays_until(struct kp_judge *j, const struct kp_node *at, const struct kp_sym *p)
{
    const struct kp_node *n = j->l->node;

    for (; at && at != n; at = at->next) {
        if (kp_is_inside(n, at))
            return (at->kind == KP_COMPOUND || at->kind == KP_IF) && stays_until(j, at->first, p);
        if (kp_may_write(j->f, at, p))
            return false;
    }
    return at;
}

/* What v is when the loop begins, by its declaration in front of the loop; NULL: another value. */
static const struct kp_node *declared_start(struct kp_judge *j, const struct kp_sym *v)
{
    const struct kp_node *var = v->decl;

    if (!var || var->kind != KP_VAR || !var->has_init || var->parent->kind != KP_DECL_STMT ||
        v->space != KP_SPACE_LOCAL || v->is_static || kp_loop_init(j->l->node) ||
        kp_is_exposed(j->f->body, v) || kp_may_hold(j->f->body, KP_GOTO) ||
        kp_may_write(j->f, var->last, v))
        return NULL;
    for (const struct kp_node *x = var->next; x; x = x->next)
        if (kp_may_write(j->f, x, v))
            return NULL;
    return stays_until(j, var->parent->next, v) ? var->last : NULL;
}

/* Threads that come here go round equally often although v is their own: it is declared where not
 * all of them come, or has a term of the thread, which cancels in
 * for (v = t + a; v < t + b; v += c). v must be advanced by the header alone, and by the same for
 * all threads. Where the term cancels it must not wrap around or be cut; where there is none it
 * may, and v may be declared in front of the loop. */
static bool same_trips(struct kp_judge *j)
{
    const struct kp_node *n = j->l->node, *cond = kp_loop_condition(n), *init, *start, *by, *bound;
    const struct kp_sym *v;
    bool in_front = false;

    if (n->kind != KP_FOR || cond->kind != KP_BINARY || cond->op < KP_OP_LT ||
        cond->op > KP_OP_GE || cond->first->kind != KP_REF || !kp_loop_step(n))
        return false;
    v = cond->first->sym;
    bound = kp_child(cond, 1);
    init = kp_loop_init(n);
    start = v ? kp_start_of(n, v) : NULL;
    if (start && kp_may_write(j->f, init->kind == KP_DECL_STMT ? init : start, v))
        return false;
    if (!start && v && (start = declared_start(j, v)))
        in_front = true;
    if (!start || !v->type || v->type->kind != KP_TYPE_INT || written_in_body(j->l, v) ||
        !step_of(j, kp_loop_step(n), v, &by) || (by && kp_thread_dependent(j->f, by, NULL)))
        return false;
    return (!kp_thread_dependent(j->f, start, NULL) && !kp_thread_dependent(j->f, bound, NULL)) ||
           (!in_front && !v->type->is_unsigned && v->type->size >= 4 && (!by || is_whole(by)) &&
            is_whole(start) && is_whole(bound) && !may_lose_sign(start, bound, v) &&
            kp_affine_uniform(j->f, j->l, bound, start));
}

static bool is_uniform_step(struct kp_judge *j, const struct kp_node *step, const struct kp_sym *p)
{
    const struct kp_node *by = NULL;
    const struct kp_sym *stepped;
    int sign;

    return kp_step_of(step, &stepped, &by, &sign) && stepped == p &&
           !(by && kp_thread_dependent(j->f, by, NULL));
}

/* The same where a pointer is compared with one that was made of it: in
 * end = p + n; do { ..; p += c; } while (p < end); the thread's own part of p cancels. In front of
 * the loop, behind the declaration of `end`, nothing moves p, and in it only statements of the body
 * and the header do. */
static bool same_pointer_trips(struct kp_judge *j, const struct kp_sym *p, const struct kp_sym *end)
{
    const struct kp_node *n = j->l->node, *step = kp_loop_step(n);
    struct kp_effects e = {0};

    if (!p || !p->type || p->type->kind != KP_TYPE_POINTER || p->space != KP_SPACE_LOCAL ||
        p->is_static || kp_is_exposed(j->f->body, p) || !is_made_of(j, end, p) ||
        kp_find_control(&j->l->effects, KP_CTL_BREAK | KP_CTL_CONTINUE | KP_CTL_GOTO))
        return false;
    if (end->decl->parent->parent->kind != KP_COMPOUND || kp_may_hold(j->f->body, KP_GOTO) ||
        !stays_until(j, end->decl->parent, p) ||
        (kp_loop_init(n) && kp_may_write(j->f, kp_loop_init(n), p)))
        return false;
    for (size_t i = 0; i < j->l->stmts.n; i++)
        if (kp_store_to(&j->l->stmts.v[i].effects, p, KP_SPACE_LOCAL) &&
            !is_uniform_step(j, j->l->stmts.v[i].node, p))
            return false;
    if (step)
        kp_effects_of(j->f, step, &e);
    return !kp_may_write(j->f, kp_loop_condition(n), p) &&
           (!kp_store_to(&e, p, KP_SPACE_LOCAL) || is_uniform_step(j, step, p));
}

static bool same_ends(struct kp_judge *j, const struct kp_node *cond)
{
    const struct kp_node *a = cond->first, *b = a ? a->next : NULL;

    return cond->kind == KP_BINARY && cond->op >= KP_OP_LT && cond->op <= KP_OP_GE &&
           a->kind == KP_REF && b->kind == KP_REF &&
           (same_pointer_trips(j, a->sym, b->sym) || same_pointer_trips(j, b->sym, a->sym));
}

/* True if the function's values, as they are where the loop stands, show that all threads make its
 * iterations together: what runs behind it alone does not matter then. */
static bool goes_together(const struct kp_judge *j)
{
    struct kp_fns fns;

    if (!j->f->sym->is_kernel || j->f->sym->is_template)
        return false;
    fns = kp_fn_instances(j->u, j->f->sym);
    for (size_t i = 0; i < fns.n; i++) {
        struct kp_settled s = {.fn = fns.v[i], .loop = kp_fn_loop_at(fns.v[i], j->l->node)};

        if (!s.loop || !kp_goes_together(&s))
            return false;
    }
    return fns.n > 0;
}

/* A variable of the condition may be what code that is not known makes of it. */
static void note_given(struct kp_judge *j, struct kp_refusal *r, const struct kp_node *cond)
{
    const struct kp_effects *e = kp_function_effects(j->f);

    for (size_t i = 0; i < e->control.n; i++)
        kp_each_below(x, cond)
        {
            const struct kp_node *at = e->control.v[i].at;

            if (e->control.v[i].what != KP_CTL_UNKNOWN || x->kind != KP_REF || !x->sym ||
                !kp_count_refs(at, x->sym))
                continue;
            kp_refusal_note(
                j->u, r, at,
                kp_sprintf(j->u->arena, "code that is not known gets '%s' here", x->sym->name));
            return;
        }
}

/* What a caller hands over is not known where something in it is not represented. */
static void note_hole(struct kp_judge *j, struct kp_refusal *r, const struct kp_node *cond)
{
    const struct kp_hole *h = kp_hole_in_caller(j->u, j->f->sym);
    struct kp_node at = {.kind = KP_NONE};

    if (!h || !kp_depends_by_callers(j->f, cond))
        return;
    at.file = h->file;
    at.span = (struct kp_span){h->offset, h->offset + 1};
    kp_refusal_note(j->u, r, &at,
                    kp_sprintf(j->u->arena,
                               "'%s', which calls '%s', has an unsupported construct here: %s",
                               h->function->name, j->f->sym->name, h->text));
    r->hint = "write that out in plain C: it may hand over another value to each thread";
}

/* The condition decides how often the loop runs; what it reads is thread dependent when its start
 * or step is. */
static bool trips_differ(struct kp_judge *j, const struct kp_sym **why)
{
    const struct kp_node *cond = kp_loop_condition(j->l->node);

    return cond && kp_thread_dependent(j->f, cond, why) && !same_trips(j) && !same_ends(j, cond);
}

/* True if the trips differ along axes alone of which blocks of the launches in sight have one
 * thread, which is tested then. */
static bool differ_along_flat(struct kp_judge *j)
{
    unsigned flat = kp_launched_flat(j->u, j->f->sym);
    bool differ;

    if (j->l->by_warps || !j->f->sym->is_kernel)
        return false;
    for (unsigned some = 1; some < 8; some++) { /* one axis before two */
        unsigned axes = some == 3 ? 4 : some == 4 ? 3 : some;

        if ((axes & flat) != axes)
            continue;
        j->f->flat = axes;
        differ = trips_differ(j, NULL);
        j->f->flat = 0;
        if (!differ)
            return kp_tested_flat(j, axes);
    }
    return false;
}

void kp_legal_uniform_trip(struct kp_judge *j)
{
    const struct kp_node *cond = kp_loop_condition(j->l->node);
    const struct kp_sym *why = NULL;
    struct kp_refusal *r;
    bool own = trips_differ(j, &why) && !goes_together(j) && !differ_along_flat(j) &&
               (j->l->by_warps || !kp_tested_padded(j));

    j->l->trips_by_warps = j->l->by_warps && own;
    if (!own && !(j->l->by_warps && j->l->is_nested))
        return;
    j->l->threads_may_leave = !kp_warps_go_round(j);
    if (!own || !j->l->threads_may_leave)
        return;
    r = kp_refuse(j->u, j->l, KP_CODE_KP107, cond, why ? why->name : "it");
    note_given(j, r, cond);
    note_hole(j, r, cond);
}

void kp_legal_enough_tiles(struct kp_judge *j)
{
    bool computes = false;

    for (size_t i = 0; i < j->l->stmts.n; i++)
        computes |= j->l->stmts.v[i].in_compute && !j->l->stmts.v[i].in_load;
    if (!computes) { /* tiles that nobody uses in the loop */
        kp_refuse(j->u, j->l, KP_CODE_KP101, NULL, NULL);
        return;
    }
    if (j->l->trip_count == 0 || j->l->trip_count == 1)
        kp_refuse(j->u, j->l, KP_CODE_KP111, NULL, j->l->trip_count ? "once" : "never");
}
