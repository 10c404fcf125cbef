#include "widen/cooperative.h"

#include "model/distinct.h"
#include "model/elsewhere.h"
#include "model/eval.h"
#include "model/once.h"
#include "model/own_text.h"
#include "model/together.h"
#include "model/zero.h"

enum { MOST_BYTES = 16, MOST_LANES = 16, MOST_THREADS = 1024 };

/* ---- the header ---------------------------------------------------------------------------- */

/* True if its text is its own, and not that of a macro that says more. */
static bool has_text(struct kp_cooperative *c, const struct kp_node *e)
{
    return !e || kp_vector_text(&c->vector, e);
}

/* The header whose counter the vectors follow. */
static bool read_header(struct kp_cooperative *c, const struct kp_node *loop)
{
    struct kp_counting h;

    if (!kp_read_counting(c->vector.f, loop, &h) ||
        !(c->is_own ? kp_counts_all(&h) : h.step != NULL))
        return false;
    c->header = h;
    c->start = h.start;
    c->step = h.step;
    c->bound = h.bound;
    c->vector.counter = c->vector.natural = h.v;
    return has_text(c, c->start) && has_text(c, c->step);
}

/* ---- the body ------------------------------------------------------------------------------ */

/* A counter of the statement's that all lanes of a vector have alike. */
static bool is_trip_variable(const struct kp_cooperative *c, const struct kp_sym *s)
{
    return (c->trips && c->trips->var == s) || (c->rows.inner && c->rows.header.v == s);
}

/* Nothing but values that a thread can compute for another one, where it has to, and memory. */
static bool is_plain(struct kp_cooperative *c, const struct kp_node *e)
{
    struct kp_func *f = c->vector.f;

    switch (e->kind) {
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
    case KP_ASM:
    case KP_ASSIGN:
    case KP_LAMBDA:
    case KP_NEW_DELETE:
    case KP_UNKNOWN:
        return false;
    case KP_UNARY:
        if (e->op >= KP_OP_PREINC && e->op <= KP_OP_POSTDEC)
            return false;
        break;
    case KP_MEMBER:
        if (kp_builtin_axis(e, "threadIdx"))
            return (c->is_own || !c->vector.counter) && kp_owns_text(f->unit, e);
        break;
    case KP_REF:
        if (!e->sym)
            return false;
        if ((e->sym->kind != KP_SYM_VAR && e->sym->kind != KP_SYM_PARAM) ||
            kp_array_meant(e->sym)->space == KP_SPACE_SHARED)
            break;
        if (e->sym == c->vector.counter)
            return true;
        if (kp_declared_in(e->sym, c->stmt))
            return is_trip_variable(c, e->sym) || kp_single_definition(f, e->sym);
        return c->is_own || !kp_thread_dependent(f, e, NULL) ||
               (!c->vector.counter && kp_redeclare(c, e->sym));
    default:
        break;
    }
    kp_each_child(k, e) if (!is_plain(c, k)) return false;
    return true;
}

/* A condition or an initialiser: plain, and reads nothing but locals. */
static bool is_local_value(struct kp_cooperative *c, const struct kp_node *e)
{
    struct kp_effects effects = {0};

    if (!is_plain(c, e))
        return false;
    kp_effects_of(c->vector.f, e, &effects);
    for (size_t i = 0; i < effects.access.n; i++)
        if (effects.access.v[i].space != KP_SPACE_LOCAL || kp_is_store(&effects.access.v[i]))
            return false;
    return !effects.control_mask;
}

/* The lvalue behind `p` in __ldg(p). */
static const struct kp_node *address_in(const struct kp_node *source)
{
    return source->kind == KP_CALL && source->n_children == 2 ? kp_child(source, 1) : source;
}

/* True if in each iteration all threads make the one copy or all the other: they stand in branches
 * of a condition that no other loop repeats. */
static bool are_parted(const struct kp_cooperative *c, const struct kp_copy *a,
                       const struct kp_copy *b)
{
    const struct kp_node *n = a->node, *from = n;

    while (n && !kp_is_inside(b->node, n)) {
        from = n;
        n = n->parent;
    }
    if (!n || n->kind != KP_IF || from == n || kp_divides(c->vector.f, n))
        return false;
    for (n = n->parent; n && n != c->vector.l->node; n = n->parent)
        if (kp_is_loop(n))
            return false;
    return n != NULL;
}

/* True if each other store to the tile is to the same element in the same trip, or to none that
 * this copy makes, or is not made where this one is: no other store becomes this one's neighbour.
 * What one thread does before and behind a loop of its own stays there. */
static bool same_element_as_others(struct kp_cooperative *c, const struct kp_copy *copy)
{
    const struct kp_loop *l = c->vector.l;

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *other = &l->copies.v[i];
        bool is_inside = kp_is_inside(other->node, c->stmt);

        if (other->tile == copy->tile && (is_inside || !c->is_own) && !are_parted(c, copy, other) &&
            !(is_inside && kp_same_expr(other->dest, copy->dest)) &&
            (!other->dest ||
             !kp_stores_are_apart(c->vector.f, copy->dest, other->dest, &c->by_instances)))
            return false;
    }
    return true;
}

/* An element behind a pointer of the function's own that is set once, in front of the loop, or of a
 * dynamic array. */
static bool is_behind_pointer(const struct kp_cooperative *c, const struct kp_copy *copy)
{
    const struct kp_node *d = copy->dest, *p = d->kind == KP_INDEX ? d->first : NULL;
    const struct kp_type *t = p && p->kind == KP_REF && p->sym ? p->sym->type : NULL;
    const enum kp_storage s = copy->tile->storage;
    const bool is_pointer =
        t && t->kind == KP_TYPE_POINTER && kp_single_definition(c->vector.f, p->sym);

    return t && t->elem && !t->elem->is_volatile && p->sym->kind == KP_SYM_VAR &&
           (is_pointer || (s == KP_STORE_DYNAMIC && p->sym == copy->tile->sym &&
                           t->elem->kind != KP_TYPE_ARRAY)) &&
           !kp_declared_in(p->sym, c->vector.l->node) && !c->vector.f->unit->own_loops &&
           (s == KP_STORE_STATIC || s == KP_STORE_DYNAMIC) && copy->tile->decl_stmt &&
           !copy->tile->decl->from_macro;
}

/* An array by its name. One by reference stands in an inlined call: where the loop as the user
 * wrote it stands beside the vectors, it has the call, and its output would be compared with the
 * input's.
 */
static bool is_own_array(const struct kp_cooperative *c, const struct kp_copy *copy)
{
    const struct kp_tile *t = copy->tile;
    struct kp_element e = kp_element_of(copy->dest);

    if (e.root != t->sym && c->vector.f->unit->own_loops)
        return false;
    return t->storage == KP_STORE_STATIC && t->decl && t->decl_stmt && !t->decl->from_macro &&
           e.known && kp_array_meant(e.root) == t->sym && !e.field && t->sym->type &&
           !t->sym->type->is_volatile;
}

/* What the vector's text says again. */
static bool owns_addresses(const struct kp_cooperative *c, const struct kp_copy *copy)
{
    struct kp_unit *u = c->vector.f->unit;

    return kp_owns_address(u, copy->dest) && (!copy->source || kp_owns_address(u, copy->source)) &&
           (copy->form != KP_COPY_SELECT || kp_owns_text(u, copy->select.cond));
}

/* True if the copy can be made for all lanes at once. */
static bool can_widen(struct kp_cooperative *c, const struct kp_copy *copy)
{
    struct kp_vector *p = &c->vector;

    const int64_t bytes = kp_lvalue_bytes(copy->dest);

    if (copy->node->from_macro || copy->node->op != KP_OP_ASSIGN || bytes <= 0 ||
        bytes * p->lanes > MOST_BYTES || bytes * p->lanes < 4 ||
        !(is_own_array(c, copy) || is_behind_pointer(c, copy)) || !is_plain(c, copy->dest) ||
        !owns_addresses(c, copy) || !same_element_as_others(c, copy) ||
        !kp_copy_is_injective(p->f, p->l, copy, &c->by_instances) ||
        !kp_vector_contiguous(p, copy->dest, bytes))
        return false;
    if (copy->form == KP_COPY_FILL)
        return kp_is_zero_value(p->f, copy->value);
    if (copy->form == KP_COPY_SELECT &&
        (copy->select.negated || !kp_is_zero_value(p->f, kp_child(copy->value, 2)) ||
         !is_local_value(c, copy->select.cond) || !kp_vector_uniform(p, copy->select.cond)))
        return false;
    return (copy->form == KP_COPY_DIRECT || copy->form == KP_COPY_SELECT) &&
           kp_same_bits(copy->dest, copy->source) && is_plain(c, address_in(copy->source)) &&
           kp_vector_contiguous(p, copy->source, bytes);
}

static bool take_copy(struct kp_cooperative *c, const struct kp_node *n)
{
    const struct kp_copy *copy = kp_copy_at(c->vector.l, n);

    if (!copy || (c->rows.inner && !kp_is_inside(n, c->rows.inner)) || !can_widen(c, copy))
        return false;
    kp_push(c->vector.f->unit->arena, &c->copies, copy);
    return true;
}

static bool take_statement(struct kp_cooperative *c, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_NONE:
    case KP_NULL_STMT:
        return true;
    case KP_COMPOUND:
        kp_each_child(k, n) if (!take_statement(c, k)) return false;
        return true;
    case KP_DECL_STMT:
        kp_each_child(k, n) if (k->kind != KP_VAR || !k->has_init || !k->sym ||
                                !kp_single_definition(c->vector.f, k->sym) ||
                                !is_local_value(c, k->last)) return false;
        return true;
    case KP_IF:
        return kp_child(n, 0)->kind == KP_NONE && !n->from_macro &&
               is_local_value(c, kp_child(n, 1)) && kp_vector_uniform(&c->vector, kp_child(n, 1)) &&
               take_statement(c, kp_child(n, 2)) && take_statement(c, kp_child(n, 3));
    case KP_ASSIGN:
        return take_copy(c, n);
    case KP_FOR:
        return n == c->rows.inner && take_statement(c, kp_loop_body(n));
    default:
        return false;
    }
}

static bool try_lanes(struct kp_cooperative *c, int64_t lanes)
{
    struct kp_vector *p = &c->vector;
    int64_t bound;

    p->lanes = lanes;
    p->facts.n = p->padded.n = 0;
    p->block_x = 0;
    c->by_instances = false;
    c->copies.n = 0;
    return (c->rows.inner ? kp_divide_points(p, &c->header, &c->rows)
                          : kp_starts_by_thread(p, &c->header)) &&
           kp_vector_tested(p, c->bound) && kp_vector_multiple(p, c->bound, lanes) &&
           !(kp_eval(c->bound, NULL, &bound) && bound <= 0) &&
           take_statement(c, kp_loop_body(c->stmt)) && c->copies.n;
}

/* ---- by thread ----------------------------------------------------------------------------- */

/* The most that a value made of indices of the block's threads and constants can be, none of which
 * is negative; -1: not known. */
static int64_t most_of(struct kp_func *f, const struct kp_node *e)
{
    const struct kp_node *of = kp_vector_resolved(f, e);
    int64_t a, b, v;

    if (kp_eval(of, NULL, &v))
        return v >= 0 && v <= INT32_MAX ? v : -1;
    if (kp_builtin_axis(of, "threadIdx") || kp_builtin_axis(of, "blockDim"))
        return MOST_THREADS;
    if (of->kind != KP_BINARY || !kp_is_index_type(of->type) || (a = most_of(f, of->first)) < 0 ||
        (b = most_of(f, kp_child(of, 1))) < 0)
        return -1;
    switch (of->op) {
    case KP_OP_ADD:
        return a + b <= INT32_MAX ? a + b : -1;
    case KP_OP_MUL:
        return a * b <= INT32_MAX ? a * b : -1;
    case KP_OP_DIV:
    case KP_OP_SHR:
    case KP_OP_REM:
        return a;
    default:
        return -1;
    }
}

/* The same number of trips for all threads, one that the compiler knows. */
static bool are_trips_alike(const struct kp_cooperative *c, const struct kp_node *cond)
{
    return c->trips->exact && c->trips->trips_text &&
           !kp_thread_dependent(c->vector.f, cond, NULL) &&
           !kp_thread_dependent(c->vector.f, c->start, NULL);
}

/* `for (r = thread / W; r < R; r += S)`: where the threads of a vector start alike, they make the
 * same trips, each thread as many as it has. */
static bool starts_by_thread(const struct kp_cooperative *c, const struct kp_node *cond)
{
    return cond->kind == KP_BINARY && cond->op == KP_OP_LT && !cond->from_macro &&
           cond->first->kind == KP_REF && cond->first->sym == c->trips->var && c->step &&
           kp_has_own_counter(c->vector.f, kp_loop_init(c->stmt), c->trips->var) &&
           !kp_thread_dependent(c->vector.f, c->bound, NULL) && most_of(c->vector.f, c->start) >= 0;
}

/* A loop of which the threads of a vector make the same trips. */
static bool read_trips(struct kp_cooperative *c)
{
    const struct kp_node *loop = c->stmt, *cond = kp_loop_condition(loop);
    const struct kp_copy_loop *trips = kp_copy_loop_at(c->vector.l, loop);
    struct kp_counted n;

    if (!trips || !trips->var || !cond || !kp_counts(loop, &n) || n.v != trips->var || n.sign < 0 ||
        !n.from || (n.by && kp_thread_dependent(c->vector.f, n.by, NULL)) ||
        kp_may_write(c->vector.f, kp_loop_body(loop), trips->var))
        return false;
    c->start = n.from;
    c->step = n.by;
    c->bound = kp_child(cond, 1);
    c->trips = trips;
    c->starts_apart = !are_trips_alike(c, cond);
    if (c->starts_apart && !starts_by_thread(c, cond))
        return false;
    if (kp_is_non_negative(c->vector.f, c->start, trips->var->type, NULL))
        c->vector.natural = trips->var;
    return has_text(c, c->start) && has_text(c, c->step);
}

/* True if what the counter has behind the last trip, with steps that are `lanes` times as long, is
 * a value of its type, so that no thread comes around to the loop's bound again. */
static bool counts_on(struct kp_cooperative *c, int64_t lanes)
{
    const struct kp_type *t = c->trips->var->type;
    const char *bound;
    int64_t start, by = 1, more;

    if (!t || t->kind != KP_TYPE_INT || t->is_dependent ||
        (c->step && !kp_eval(c->step, NULL, &by)) || __builtin_mul_overflow(lanes, by, &more))
        return false;
    if (c->trips->trips > 0 && kp_eval(c->start, NULL, &start))
        return !__builtin_mul_overflow(c->trips->trips - 1, by, &by) &&
               !__builtin_add_overflow(start, by, &start) &&
               !__builtin_add_overflow(start, more, &start) && kp_type_holds(t, start);
    if (c->starts_apart && !kp_type_holds(t, most_of(c->vector.f, c->start) + more))
        return false;
    if (kp_eval(c->bound, NULL, &start))
        return !__builtin_add_overflow(start, more, &start) && kp_type_holds(t, start);
    bound = kp_vector_tested(&c->vector, c->bound);
    if (t->size != 4 || !bound || !kp_type_holds(t, more))
        return false;
    kp_vector_fact(
        &c->vector,
        kp_sprintf(c->vector.f->unit->arena,
                   t->is_unsigned ? "static_cast<unsigned int>(%s) <= %lld" : "(%s) <= %lld", bound,
                   (t->is_unsigned ? UINT32_MAX : INT32_MAX) - (long long)more));
    return true;
}

static bool try_threads(struct kp_cooperative *c, int64_t lanes)
{
    struct kp_vector *p = &c->vector;
    struct kp_arena *a = p->f->unit->arena;
    const struct kp_guessed_block *s = &c->shape;
    int64_t apart;

    p->lanes = lanes;
    p->facts.n = p->padded.n = 0;
    p->block_x = 0;
    c->by_instances = false;
    c->copies.n = c->redeclared.n = 0;
    if ((s->nx && s->nx % lanes) || (c->trips && !counts_on(c, lanes)))
        return false;
    kp_vector_fact(p, kp_sprintf(a, "blockDim.x == %s", kp_operand(a, s->x)));
    p->block_x = s->nx;
    if (s->y)
        kp_vector_fact(p, kp_sprintf(a, "blockDim.y == %s", kp_operand(a, s->y)));
    if (!s->nx)
        kp_vector_fixed_fact(p, kp_sprintf(a, "%s %% %d == 0", kp_operand(a, s->x), (int)lanes));
    if (c->starts_apart &&
        (!is_plain(c, c->start) || !kp_vector_delta(p, c->start, &apart) || apart))
        return false;
    return take_statement(c, c->trips ? kp_loop_body(c->stmt) : c->stmt) && c->copies.n;
}

static bool by_thread(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                      struct kp_cooperative *out)
{
    struct kp_cooperative c = {.vector = {.f = f, .l = l, .copy = stmt}, .stmt = stmt};

    if ((stmt->kind == KP_FOR ? !read_trips(&c) : stmt->kind != KP_IF && stmt->kind != KP_ASSIGN) ||
        stmt->from_macro || !kp_guess_shape(&c, &c.shape))
        return false;
    for (int64_t lanes = MOST_LANES; lanes > 1; lanes /= 2)
        if (try_threads(&c, lanes)) {
            *out = c;
            return true;
        }
    return false;
}

/* The first loop in a body, where it is reached by blocks and conditions alone. */
static const struct kp_node *first_loop(const struct kp_node *n)
{
    const struct kp_node *loop = n->kind == KP_FOR ? n : NULL;

    if (n->kind == KP_COMPOUND || n->kind == KP_IF)
        for (const struct kp_node *k = n->first; k && !loop; k = k->next)
            loop = first_loop(k);
    return loop;
}

/* True if a name that the loop declares is nobody's in the rest of the statement: the loop's
 * declarations may stand in front of that. */
static bool is_name_of_loop(const struct kp_node *stmt, const struct kp_node *loop,
                            const char *name)
{
    kp_each_below(x, stmt) if (!kp_is_inside(x, loop) && (x->kind == KP_REF || x->kind == KP_VAR) &&
                               x->sym && kp_streq(x->sym->name, name)) return false;
    return true;
}

/* True if the text means in front of the statement what it means in a loop of it. */
static bool says_same_outside(const struct kp_cooperative *c, const struct kp_node *e)
{
    return !e || kp_says_same_at(c->vector.f->unit, c->stmt, e);
}

/* A loop over rows with one over columns in it. */
static bool read_rows(struct kp_cooperative *c)
{
    const struct kp_node *inner = first_loop(kp_loop_body(c->stmt));

    if (!inner || inner->from_macro || !kp_read_counting(c->vector.f, c->stmt, &c->rows.header) ||
        !has_text(c, c->rows.header.start) || !has_text(c, c->rows.header.step) ||
        !read_header(c, inner) || c->rows.header.v == c->header.v ||
        !is_name_of_loop(c->stmt, inner, c->header.v->name) || !says_same_outside(c, c->start) ||
        !says_same_outside(c, c->step))
        return false;
    c->rows.inner = inner;
    return true;
}

static bool by_counter(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                       bool in_rows, struct kp_cooperative *out)
{
    struct kp_cooperative c = {.vector = {.f = f, .l = l, .copy = stmt}, .stmt = stmt};

    if (stmt->kind != KP_FOR || stmt->from_macro ||
        !(in_rows ? read_rows(&c) : read_header(&c, stmt)))
        return false;
    for (int64_t lanes = MOST_LANES; lanes > 1; lanes /= 2)
        if (try_lanes(&c, lanes)) {
            *out = c;
            return true;
        }
    return false;
}

/* ---- of its own ---------------------------------------------------------------------------- */

static bool try_own(struct kp_cooperative *c, int64_t lanes)
{
    struct kp_vector *p = &c->vector;

    p->lanes = lanes;
    p->facts.n = p->padded.n = 0;
    p->block_x = 0;
    c->by_instances = false;
    c->copies.n = 0;
    return is_local_value(c, c->bound) && kp_vector_multiple(p, c->bound, lanes) &&
           take_statement(c, kp_loop_body(c->stmt)) && c->copies.n;
}

bool kp_own_copy(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                 struct kp_cooperative *out)
{
    struct kp_cooperative c = {
        .vector = {.f = f, .l = l, .copy = stmt}, .stmt = stmt, .is_own = true};

    if (stmt->kind != KP_FOR || stmt->from_macro || !read_header(&c, stmt))
        return false;
    for (int64_t lanes = MOST_LANES; lanes > 1; lanes /= 2)
        if (try_own(&c, lanes)) {
            *out = c;
            return true;
        }
    return false;
}

bool kp_cooperative_copy(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                         bool repeated, struct kp_cooperative *out)
{
    return by_counter(f, l, stmt, false, out) || by_counter(f, l, stmt, true, out) ||
           (!repeated && by_thread(f, l, stmt, out));
}
