/* Each mention of the object, and of each name that holds its address, is judged by the place where
 * it stands. A place that is not listed here loses the address. */
#include "front/tree.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/objs.h"
#include "model/tracer.h"

void kp_tracer_lose(struct tracer *t, const struct kp_node *at)
{
    if (!t->out->lost)
        t->out->lost = at;
}

/* ---- names that hold it ---------------------------------------------------------------------- */

/* A write to the pointer itself says nothing of what it pointed to. */
static bool is_overwritten(const struct kp_node *ref)
{
    const struct kp_node *p = ref->parent;

    return p && p->kind == KP_ASSIGN && p->first == ref && p->op == KP_OP_ASSIGN;
}

void kp_tracer_follow_mentions(struct tracer *t, const struct kp_node *n, const struct kp_sym *sym,
                               enum value v)
{
    struct kp_node *const *refs;
    size_t count;

    if (kp_knows_refs(n, sym)) {
        refs = kp_refs_below(n, sym, &count);
        for (size_t i = 0; i < count; i++)
            if (v == PLACE || !is_overwritten(refs[i]))
                kp_tracer_follow(t, refs[i], v);
        return;
    }
    if (n->kind == KP_REF && n->sym == sym && (v == PLACE || !is_overwritten(n)))
        kp_tracer_follow(t, n, v);
    kp_each_child(c, n) kp_tracer_follow_mentions(t, c, sym, v);
}

bool kp_tracer_is_seen(struct tracer *t, const struct kp_sym *sym)
{
    for (size_t i = 0; i < t->seen.n; i++)
        if (t->seen.v[i] == sym)
            return true;
    kp_push(t->u->arena, &t->seen, sym);
    return false;
}

/* The variable gets the value. */
void kp_tracer_hold(struct tracer *t, const struct kp_sym *sym, const struct kp_node *at,
                    enum value v)
{
    if (!sym || (sym->kind != KP_SYM_VAR && sym->kind != KP_SYM_PARAM) ||
        sym->space != KP_SPACE_LOCAL || sym->is_static || (sym->n_dims && v != PLACE)) {
        kp_tracer_lose(t, at);
        return;
    }
    if (kp_tracer_is_seen(t, sym))
        return;
    if (!t->calls)
        kp_push(t->u->arena, &t->out->holders, sym);
    kp_tracer_follow_mentions(t, t->scope, sym, v);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* A declaration with the value as its initialiser. */
static void initialise(struct tracer *t, const struct kp_node *var, enum value v)
{
    const struct kp_type *type = var->sym ? var->sym->type : NULL;
    bool reference = type && type->kind == KP_TYPE_REFERENCE;

    if (v == PLACE && type && !reference && type->kind != KP_TYPE_DEPENDENT)
        return; /* its value is copied */
    if (v == PLACE && (!type || !reference)) {
        if (!type)
            kp_tracer_lose(t, var);
        return; /* `T v = object;`: the front sees to it that T is no reference */
    }
    if (v != PLACE && (!type || reference || (v == POINTER && type->kind == KP_TYPE_INT) ||
                       type->kind == KP_TYPE_RECORD || type->kind == KP_TYPE_ARRAY))
        kp_tracer_lose(t, var);
    else
        kp_tracer_hold(t, var->sym, var, v);
}

/* True for a type in which no address is negative. */
static bool is_of_no_sign(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && !t->is_dependent && (t->is_unsigned || t->size == 8);
}

int64_t kp_low_bits(const struct kp_node *n)
{
    int64_t shift = 0, mask;
    const struct kp_type *type;

    if (n->op == KP_OP_SHR && kp_child(n, 1)->has_value && n->parent->kind == KP_BINARY &&
        n->parent->first == n) {
        shift = kp_child(n, 1)->value;
        n = n->parent;
    }
    if ((n->op != KP_OP_AND && n->op != KP_OP_REM) ||
        !kp_constant_of(kp_child(n, 1), &mask, &type) || shift < 0 || shift > 9)
        return -1;
    if (n->op == KP_OP_REM && !is_of_no_sign(n->type))
        return -1;
    mask -= n->op == KP_OP_REM;
    if (mask < 0 || mask >= KP_ADDRESS_BITS || (n->op == KP_OP_REM && (mask & (mask + 1))))
        return -1;
    return (mask + 1) << shift <= KP_ADDRESS_BITS ? (mask + 1) << shift : -1;
}

bool kp_asks_alignment(const struct kp_node *n, const struct kp_sym *array)
{
    const struct kp_node *of = n->kind == KP_BINARY ? n->first : NULL;
    int64_t below = of ? kp_low_bits(n) : -1;

    if (below < 0 || below > KP_STAGE_ALIGN || of->kind != KP_CAST || !of->type ||
        of->type->kind != KP_TYPE_INT)
        return false;
    while (of->kind == KP_CAST)
        of = of->first;
    return of->kind == KP_REF && of->sym == array;
}

static void note_bits(struct tracer *t, const struct kp_node *at, int64_t below)
{
    if (below > KP_STAGE_ALIGN && !t->out->bits)
        t->out->bits = at;
}

/* Bits that are used as a number. */
static void note_low_bits(struct tracer *t, const struct kp_node *at, int64_t below)
{
    note_bits(t, at, below);
    if (below <= KP_STAGE_ALIGN && below > t->out->low_bits_below) {
        t->out->low_bits = at;
        t->out->low_bits_below = below;
    }
}

/* The other side of an exclusive or: bits that a stage's address has as the array's. */
static int64_t changed_bits(const struct kp_node *other)
{
    return other->has_value && other->value >= 0 && other->value < KP_STAGE_ALIGN ? KP_STAGE_ALIGN
                                                                                  : KP_ADDRESS_BITS;
}

static bool holds_address(struct tracer *t, const struct kp_node *e)
{
    if (e->kind == KP_REF) {
        for (size_t i = 0; i < t->seen.n; i++)
            if (t->seen.v[i] == e->sym)
                return true;
        for (size_t i = 0; t->before && i < t->before->holders.n; i++)
            if (t->before->holders.v[i] == e->sym)
                return true;
        return e->sym == t->object;
    }
    if (e->kind == KP_CALL && (!e->sym || kp_callee_rule(t->u, e) || kp_body_owner(e->sym))) {
        for (unsigned i = 0; kp_argument(e, i); i++)
            if (kp_is_pointer(kp_argument(e, i)->type) || kp_is_array_lvalue(kp_argument(e, i)))
                return true;
    }
    kp_each_child(c, e) if (holds_address(t, c)) return true;
    return false;
}

static bool takes_bits(const struct kp_node *n)
{
    return n->kind == KP_BINARY && (n->op == KP_OP_AND || n->op == KP_OP_REM ||
                                    n->op == KP_OP_SHR || n->op == KP_OP_SHL || n->op == KP_OP_MUL);
}

/* `(a & m) >> s`: bits of which address; NULL: it is something else. */
static const struct kp_node *bits_of(const struct kp_node *n)
{
    bool has_mask = false;

    for (; takes_bits(n); n = n->first)
        has_mask |= n->op == KP_OP_AND || n->op == KP_OP_REM;
    return has_mask && n->kind == KP_REF ? n : NULL;
}

/* True if the bits of `e` are for nothing but `e ^ (e & m) >> s`, or `e ^= (e & m) >> s`. What
 * comes out is followed from the other `e` on, whatever the mask is. */
static bool are_for_swizzle(const struct kp_node *n, const struct kp_node *e)
{
    const struct kp_node *up;

    while ((up = n->parent) && takes_bits(up) && up->first == n)
        n = up;
    return up && bits_of(n) == e &&
           (up->kind == KP_BINARY ? up->op == KP_OP_XOR
                                  : up->kind == KP_ASSIGN && up->op == KP_OP_XOR_ASSIGN) &&
           kp_same_expr(up->first == n ? kp_child(up, 1) : up->first, e);
}

/* True for `e ^ (e & m) >> s`, with neither mask nor shift made of an address. */
static bool is_swizzle(struct tracer *t, const struct kp_node *n, const struct kp_node *e)
{
    const struct kp_node *other = n->first == e ? kp_child(n, 1) : n->first;

    if (n->op != KP_OP_XOR || !bits_of(other) || !kp_same_expr(bits_of(other), e))
        return false;
    for (; takes_bits(other); other = other->first)
        if (holds_address(t, kp_child(other, 1)))
            return false;
    return true;
}

static void assign(struct tracer *t, const struct kp_node *n, const struct kp_node *e, enum value v)
{
    bool adds = n->op == KP_OP_ADD_ASSIGN || n->op == KP_OP_XOR_ASSIGN || n->op == KP_OP_OR_ASSIGN;

    if (v == PLACE) {
        if (n->first == e)
            kp_tracer_follow(t, n, PLACE);
        return;
    }
    if (v == NUMBER && (n->op == KP_OP_XOR_ASSIGN || n->op == KP_OP_OR_ASSIGN))
        note_bits(t, n, changed_bits(n->first == e ? kp_child(n, 1) : n->first));
    if (n->first == e) { /* p += 4: still in it */
        if (v == NUMBER ? adds || n->op == KP_OP_SUB_ASSIGN
                        : n->op == KP_OP_ADD_ASSIGN || n->op == KP_OP_SUB_ASSIGN)
            kp_tracer_follow(t, n, v);
        else
            kp_tracer_lose(t, n);
        return;
    }
    if (n->first->kind != KP_REF || (n->op != KP_OP_ASSIGN && !(v == NUMBER && adds)) ||
        (n->first->sym && n->first->sym->type && n->first->sym->type->kind == KP_TYPE_REFERENCE)) {
        kp_tracer_lose(t, n);
        return;
    }
    kp_tracer_hold(t, n->first->sym, n, v);
    kp_tracer_follow(t, n, v);
}

static void calculate(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                      enum value v)
{
    const struct kp_node *other = n->first == e ? kp_child(n, 1) : n->first;
    bool left = n->first == e;

    if (n->op == KP_OP_COMMA) {
        if (!left)
            kp_tracer_follow(t, n, v);
        return;
    }
    if (v == PLACE || n->op == KP_OP_LAND || n->op == KP_OP_LOR)
        return; /* its value is read; whether it is null is no secret */
    if (v == NUMBER && left && kp_low_bits(n) > 0) {
        note_low_bits(t, n, kp_low_bits(n));
        return;
    }
    if (v == NUMBER && left && are_for_swizzle(n, e)) {
        if (!t->out->any_bits)
            t->out->any_bits = n;
        return;
    }
    if (v == NUMBER && (n->op == KP_OP_XOR || n->op == KP_OP_OR))
        note_bits(t, n, changed_bits(other));
    if (v == POINTER && (n->op == KP_OP_ADD || (n->op == KP_OP_SUB && left)) && other->type &&
        kp_is_integer(other->type) && !kp_is_array_lvalue(other))
        kp_tracer_follow(t, n, POINTER);
    else if (v == POINTER && (n->op == KP_OP_ADD || (n->op == KP_OP_SUB && left)) && other->type &&
             (other->type->kind == KP_TYPE_ENUM || other->type->kind == KP_TYPE_BOOL))
        kp_tracer_follow(t, n, POINTER);
    else if (v == POINTER && n->op == KP_OP_ADD && !kp_is_pointer(other->type) &&
             !kp_is_array_lvalue(other))
        kp_tracer_follow(t, n, POINTER); /* of dependent type: two pointers cannot be added */
    else if (v == NUMBER &&
             (n->op == KP_OP_ADD || n->op == KP_OP_XOR || n->op == KP_OP_OR ||
              (n->op == KP_OP_SUB && left)) &&
             (!holds_address(t, other) || is_swizzle(t, n, e)))
        kp_tracer_follow(t, n, NUMBER);
    else
        kp_tracer_lose(t, n);
}

static void convert(struct tracer *t, const struct kp_node *n, enum value v)
{
    const struct kp_type *to = n->type;

    if (v == PLACE) {
        if (to && to->kind == KP_TYPE_REFERENCE)
            kp_tracer_follow(t, n, PLACE);
        else if (!to)
            kp_tracer_lose(t, n);
        return; /* its value is converted */
    }
    if (to && (to->kind == KP_TYPE_VOID || to->kind == KP_TYPE_BOOL))
        return;
    if (v == POINTER && kp_is_pointer(to))
        kp_tracer_follow(t, n, POINTER);
    else if (v == NUMBER && kp_is_integer(to) && to->size >= 4)
        kp_tracer_follow(t, n, NUMBER);
    else if (v == POINTER && kp_is_integer(to) && to->size >= 4 &&
             t->object->space == KP_SPACE_SHARED)
        kp_tracer_follow(t, n, NUMBER);
    else
        kp_tracer_lose(t, n);
}

static void step(struct tracer *t, const struct kp_node *n, enum value v)
{
    switch (n->op) {
    case KP_OP_ADDR:
        if (v == PLACE)
            kp_tracer_follow(t, n, POINTER);
        else
            kp_tracer_lose(t, n); /* the address of the pointer */
        break;
    case KP_OP_DEREF:
        if (v == POINTER)
            kp_tracer_follow(t, n, PLACE);
        else if (v == NUMBER)
            kp_tracer_lose(t, n);
        break; /* PLACE: the pointer in it is read */
    case KP_OP_PREINC:
    case KP_OP_PREDEC:
        kp_tracer_follow(t, n, v);
        break;
    case KP_OP_POSTINC:
    case KP_OP_POSTDEC:
        if (v != PLACE)
            kp_tracer_follow(t, n, v);
        break;
    case KP_OP_LNOT:
        break;
    default:
        if (v != PLACE)
            kp_tracer_lose(t, n);
        break;
    }
}

static void subscript(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                      enum value v)
{
    if (n->first != e) { /* an index */
        if (v != PLACE)
            kp_tracer_lose(t, n);
    } else if (v == POINTER)
        kp_tracer_follow(t, n, PLACE);
    else if (v == NUMBER)
        kp_tracer_lose(t, n);
    else if (kp_is_array_lvalue(e) || !kp_is_pointer(e->type))
        kp_tracer_follow(t, n, PLACE); /* else the pointer in it is read */
}

/* `object.name` of a call whose function an instance has. */
static bool is_open_callee(const struct kp_node *n)
{
    return n->parent && n->parent->kind == KP_CALL && n->parent->first == n &&
           n->parent->is_dependent;
}

static void member(struct tracer *t, const struct kp_node *n, enum value v)
{
    if (v == NUMBER)
        kp_tracer_lose(t, n);
    else if (n->sym ? n->sym->kind == KP_SYM_FUNCTION : is_open_callee(n))
        kp_tracer_method(t, n, v);
    else if (v == POINTER || !n->is_arrow)
        kp_tracer_follow(t, n, PLACE);
}

/* The element of a range-for over it. */
static void iterate(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                    enum value v)
{
    const struct kp_sym *element = n->first->sym;

    if (kp_child(n, 1) != e)
        return;
    if (v != PLACE || !element || !kp_is_array_lvalue(e))
        kp_tracer_lose(t, n);
    else if (kp_is_reference(element) || !element->type || element->type->is_dependent)
        kp_tracer_hold(t, element, n, PLACE);
}

/* T v[2] = {tile[i], tile[j]}: of elements that are no references. */
static bool is_open_array(const struct kp_node *var)
{
    const struct kp_type *t = var && var->kind == KP_VAR && var->sym ? var->sym->type : NULL;

    if (!t || t->kind != KP_TYPE_ARRAY)
        return false;
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return kp_is_type_parameter(t);
}

static void list(struct tracer *t, const struct kp_node *n, const struct kp_node *e, enum value v)
{
    const struct kp_node *p = n->parent;
    bool scalar = p && p->kind == KP_VAR && n->n_children == 1 && p->sym && p->sym->type &&
                  p->sym->type->kind != KP_TYPE_RECORD && p->sym->type->kind != KP_TYPE_ARRAY;

    if (scalar)
        initialise(t, p, v);
    else if ((v != PLACE ||
              (!is_open_array(p) &&
               !kp_keeps_values(p && p->kind == KP_VAR && p->sym ? p->sym->type : n->type))) &&
             !kp_tracer_made(t, n, e, v))
        kp_tracer_lose(t, n);
}

/* True if control comes to the expression when the loop that is asked about has ended. */
static bool is_later(const struct tracer *t, const struct kp_node *e)
{
    return t->until && e->file == t->until->file && e->span.begin >= t->until->span.end &&
           kp_is_inside(e, kp_function_around(t->until));
}

/* `e` stands at a place of its own kind: what becomes of its value? */
void kp_tracer_follow(struct tracer *t, const struct kp_node *e, enum value v)
{
    const struct kp_node *p = e->parent;

    if (t->out->lost || is_later(t, e))
        return;
    if (!p) {
        kp_tracer_lose(t, e);
        return;
    }
    if (v == PLACE && kp_is_array_lvalue(e) && p->kind != KP_INDEX && p->kind != KP_RANGE_FOR &&
        p->kind != KP_SIZEOF && !(p->kind == KP_UNARY && p->op == KP_OP_ADDR) &&
        !(p->kind == KP_VAR && p->sym && kp_is_reference(p->sym)) &&
        !((p->kind == KP_CALL || p->kind == KP_OPCALL || p->kind == KP_CONSTRUCT) &&
          !kp_callee_rule(t->u, p)) &&
        !(p->kind == KP_RETURN && kp_returns_reference(p)))
        v = POINTER; /* it decays */
    switch (kp_tracer_kind(t, p)) {
    case KP_SIZEOF:
    case KP_COMPOUND:
    case KP_DECL_STMT:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_CASE:
    case KP_LABEL:
        break; /* its value ends here */
    case KP_INDEX:
        subscript(t, p, e, v);
        break;
    case KP_MEMBER:
        member(t, p, v);
        break;
    case KP_UNARY:
        step(t, p, v);
        break;
    case KP_BINARY:
        calculate(t, p, e, v);
        break;
    case KP_ASSIGN:
        assign(t, p, e, v);
        break;
    case KP_COND:
        if (p->first != e)
            kp_tracer_follow(t, p, v);
        break;
    case KP_CAST:
        convert(t, p, v);
        break;
    case KP_VAR:
        if (p->has_init && p->last == e)
            initialise(t, p, v);
        break; /* else a dimension */
    case KP_INIT_LIST:
        list(t, p, e, v);
        break;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        kp_tracer_called(t, p, e, v);
        break;
    case KP_ASM:
        kp_tracer_assembled(t, p, e, v);
        break;
    case KP_RANGE_FOR:
        iterate(t, p, e, v);
        break;
    case KP_RETURN:
        if (v != PLACE || kp_returns_reference(p))
            kp_tracer_give_back(t, p, v);
        break;
    default:
        kp_tracer_lose(t, p);
        break;
    }
}

/* ---- closures -------------------------------------------------------------------------------- */

static bool only_called(const struct kp_node *n, const struct kp_sym *closure)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym == closure &&
                            !(x->parent->kind == KP_CALL && x->parent->first == x)) return false;
    return true;
}

/* A closure that names the object holds it; as long as it is called by its own name and nothing
 * else becomes of it, its calls are in sight. */
static void find_closures(struct tracer *t, const struct kp_node *n, const struct kp_sym *sym)
{
    if (!kp_may_hold(n, KP_LAMBDA))
        return;
    if (n->kind == KP_LAMBDA && kp_count_refs(n, sym) &&
        !(sym->decl && kp_is_inside(sym->decl, n)) &&
        !(n->parent->kind == KP_VAR && n->parent->sym && n->parent->sym->is_lambda &&
          only_called(t->scope, n->parent->sym)))
        kp_tracer_lose(t, n);
    kp_each_child(c, n) find_closures(t, c, sym);
}

static const struct kp_node *root_of(const struct kp_node *n)
{
    while (n->parent)
        n = n->parent;
    return n;
}

/* One round; `v`: what a mention of the object is; `before`: what the round before has found, NULL
 * in the first. */
static void trace(struct kp_unit *u, const struct kp_sym *object, enum value v,
                  const struct kp_node *until, const struct kp_trace *before, struct kp_trace *out)
{
    struct tracer t = {.u = u, .object = object, .until = until, .before = before, .out = out};

    t.scope = kp_function_around(object->decl);
    if (!t.scope)
        t.scope = root_of(object->decl);
    find_closures(&t, t.scope, object);
    kp_tracer_follow_mentions(&t, t.scope, object, v);
    for (size_t i = 0; i < out->holders.n; i++)
        find_closures(&t, t.scope, out->holders.v[i]);
}

static void trace_twice(struct kp_unit *u, const struct kp_sym *object, enum value v,
                        const struct kp_node *until, struct kp_trace *out)
{
    struct kp_trace first = {0};

    if (!object->decl) {
        out->lost = u->parse.root;
        return;
    }
    trace(u, object, v, until, NULL, &first);
    if (first.lost || !first.holders.n)
        *out = first;
    else
        trace(u, object, v, until, &first, out); /* sums of two addresses are known now */
}

static void trace_once(struct kp_unit *u, struct kp_map *cache, const struct kp_sym *object,
                       enum value v, struct kp_trace *out)
{
    size_t *known = kp_map_at(u->arena, cache, object);

    if (!*known) {
        struct kp_trace *t = kp_new(u->arena, struct kp_trace);

        trace_twice(u, object, v, NULL, t);
        kp_push(u->arena, &u->traced, t);
        *known = u->traced.n;
    }
    *out = *u->traced.v[*known - 1];
}

void kp_trace_address(struct kp_unit *u, const struct kp_sym *object, struct kp_trace *out)
{
    trace_once(u, &u->traces, object->whole ? object->whole : object, PLACE, out);
}

void kp_trace_address_until(struct kp_unit *u, const struct kp_sym *object,
                            const struct kp_node *loop, struct kp_trace *out)
{
    *out = (struct kp_trace){0};
    trace_twice(u, object->whole ? object->whole : object, PLACE, loop, out);
}

void kp_trace_pointer(struct kp_unit *u, const struct kp_sym *param, struct kp_trace *out)
{
    trace_once(u, &u->pointer_traces, param, POINTER, out);
}

/* A variable of device code that is not in global memory. */
static bool is_near(const struct kp_sym *s)
{
    const struct kp_node *in = s->decl ? kp_function_around(s->decl) : NULL;

    if ((s->kind != KP_SYM_VAR && s->kind != KP_SYM_PARAM) || s->from_prelude || !s->decl)
        return false;
    return s->space == KP_SPACE_SHARED || (s->space == KP_SPACE_LOCAL && !s->is_static && in &&
                                           (in->sym->is_kernel || in->sym->is_device));
}

struct kp_let_go {
    const struct kp_node *at;
};

const struct kp_node *kp_let_go_in(struct kp_unit *u)
{
    struct kp_trace trace = {0};

    if (u->let_go)
        return u->let_go->at;
    for (size_t i = 0; i < u->parse.syms.n && !trace.lost; i++)
        if (is_near(u->parse.syms.v[i]))
            kp_trace_address(u, u->parse.syms.v[i], &trace);
    u->let_go = kp_new(u->arena, struct kp_let_go);
    u->let_go->at = trace.lost;
    return trace.lost;
}
