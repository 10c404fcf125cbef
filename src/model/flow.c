#include "model/flow.h"

#include "front/tree.h"
#include "model/element.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/objs.h"
#include "model/stores.h"
#include "model/written.h"

enum { MAX_STEPS = 200000 };

/* The state of a run: values of the loop variables that are constant now, what is written. */
struct run {
    struct kp_func *f;
    const struct kp_sym *array;
    int64_t bytes, elem_bytes; /* of all elements, and of one */
    unsigned count;            /* elements */
    struct kp_env env;         /* loop variables with their values now */
    struct kp_element_set written;
    struct kp_element_set exposed;
    long left; /* nodes that may still be visited */
    bool failed;
};

bool kp_set_empty(const struct kp_element_set *s)
{
    for (unsigned i = 0; i < KP_FLOW_WORDS; i++)
        if (s->bits[i])
            return false;
    return true;
}

void kp_set_subtract(struct kp_element_set *from, const struct kp_element_set *what)
{
    for (unsigned i = 0; i < KP_FLOW_WORDS; i++)
        from->bits[i] &= ~what->bits[i];
}

static void intersect(struct kp_element_set *a, const struct kp_element_set *b)
{
    for (unsigned i = 0; i < KP_FLOW_WORDS; i++)
        a->bits[i] &= b->bits[i];
}

/* ---- accesses ---------------------------------------------------------------------------- */

static void mark(const struct run *r, struct kp_element_set *s, int64_t first, int64_t n)
{
    for (int64_t i = first; i < first + n; i++)
        if (i >= 0 && i < r->count)
            s->bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static bool points_inside(const struct kp_node *e, const struct kp_sym *array);

/* True if the lvalue is a part of the array itself. `*a[0]` is not: it is what an element points
 * to. */
static bool is_inside(const struct kp_node *e, const struct kp_sym *array)
{
    switch (e->kind) {
    case KP_REF:
        return e->sym == array;
    case KP_CAST:
        return is_inside(e->first, array);
    case KP_MEMBER:
        return !e->is_arrow && is_inside(e->first, array);
    case KP_INDEX:
        return points_inside(e->first, array);
    case KP_UNARY:
        return e->op == KP_OP_DEREF && points_inside(e->first, array);
    default:
        return false;
    }
}

/* True if the value points into the array. */
static bool points_inside(const struct kp_node *e, const struct kp_sym *array)
{
    while (e->kind == KP_CAST)
        e = e->first;
    if (e->kind == KP_UNARY && e->op == KP_OP_ADDR)
        return is_inside(e->first, array);
    if (e->kind == KP_BINARY && e->op == KP_OP_ADD)
        return points_inside(e->first, array);
    return e->type && e->type->kind == KP_TYPE_ARRAY && is_inside(e, array);
}

/* Bytes of the variable. What is not exact may be fewer, and anywhere among these. */
struct bytes {
    int64_t at, n;
    bool exact;
};

static struct bytes bytes_of(const struct run *r, const struct kp_node *lvalue);

static struct bytes whole(const struct run *r)
{
    return (struct bytes){0, r->bytes, false};
}

/* `n` elements of `t` behind what the pointer points to; what comes there has the size of one. */
static struct bytes moved(const struct run *r, struct bytes from, const struct kp_node *n,
                          const struct kp_type *t)
{
    int64_t by;

    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (!from.exact || !t || t->size <= 0 || !kp_value_in(&r->env, n, &by) || by < -r->bytes ||
        by > r->bytes)
        return whole(r);
    return (struct bytes){from.at + by * t->size, t->size, true};
}

/* What a value that points into the variable points to. */
static struct bytes bytes_at(const struct run *r, const struct kp_node *e)
{
    while (e->kind == KP_CAST)
        e = e->first;
    if (e->kind == KP_UNARY && e->op == KP_OP_ADDR)
        return bytes_of(r, e->first);
    if (e->kind == KP_BINARY)
        return moved(r, bytes_at(r, e->first), e->last,
                     e->type && e->type->kind == KP_TYPE_POINTER ? e->type->elem : NULL);
    return bytes_of(r, e);
}

/* A member of a class of its own; of another one (a base) the offset is not known. */
static struct bytes bytes_of_member(const struct run *r, const struct kp_node *e)
{
    const struct kp_type *of = e->first->type;
    struct bytes b = bytes_of(r, e->first);

    if (of && of->kind == KP_TYPE_REFERENCE)
        of = of->elem;
    if (!b.exact)
        return b;
    if (!e->sym || e->sym->offset < 0 || e->sym->is_bit_field || !e->sym->type ||
        e->sym->type->kind == KP_TYPE_REFERENCE || e->sym->type->size <= 0 || !of || !of->decl ||
        e->sym->parent != of->decl)
        return (struct bytes){b.at, b.n, false};
    return (struct bytes){b.at + e->sym->offset, e->sym->type->size, true};
}

/* Of a part of the variable. */
static struct bytes bytes_of(const struct run *r, const struct kp_node *e)
{
    const struct kp_type *t = e->type;
    struct bytes b;

    switch (e->kind) {
    case KP_REF:
        return (struct bytes){0, r->bytes, true};
    case KP_MEMBER:
        return bytes_of_member(r, e);
    case KP_INDEX:
        return moved(r, bytes_at(r, e->first), e->last, t);
    case KP_UNARY:
    case KP_CAST:
        b = e->kind == KP_CAST ? bytes_of(r, e->first) : bytes_at(r, e->first);
        if (t && t->kind == KP_TYPE_REFERENCE)
            t = t->elem;
        if (!b.exact || !t || t->size <= 0)
            return whole(r);
        b.n = t->size;
        return b;
    default:
        return whole(r);
    }
}

/* The bytes that an access of the lvalue reads or writes. A row of an array is not followed. */
static struct bytes accessed(const struct run *r, const struct kp_node *lvalue)
{
    const struct kp_type *t = lvalue->type;

    if (lvalue->kind == KP_REF && lvalue->sym == r->array && t && t->kind != KP_TYPE_ARRAY)
        return (struct bytes){0, r->bytes, true};
    return (t && t->kind == KP_TYPE_ARRAY) || !is_inside(lvalue, r->array) ? whole(r)
                                                                           : bytes_of(r, lvalue);
}

static void read_elements(struct run *r, const struct kp_node *lvalue)
{
    struct bytes b = accessed(r, lvalue);
    struct kp_element_set s = {0};
    int64_t first = b.at / r->elem_bytes, end = b.at + b.n + r->elem_bytes - 1;

    mark(r, &s, first, end / r->elem_bytes - first);
    kp_set_subtract(&s, &r->written);
    for (unsigned i = 0; i < KP_FLOW_WORDS; i++)
        r->exposed.bits[i] |= s.bits[i];
}

static void write_elements(struct run *r, const struct kp_node *lvalue)
{
    struct bytes b = accessed(r, lvalue);
    int64_t first = (b.at + r->elem_bytes - 1) / r->elem_bytes;

    /* Part of an element, or one that cannot be told, certainly writes nothing. */
    if (b.exact && b.at >= 0)
        mark(r, &r->written, first, (b.at + b.n) / r->elem_bytes - first);
}

/* ---- running ----------------------------------------------------------------------------- */

static void run(struct run *r, const struct kp_node *n);

static bool names_array(const struct run *r, const struct kp_node *n)
{
    return kp_count_refs(n, r->array) > 0;
}

static void run_indices(struct run *r, const struct kp_node *lvalue)
{
    struct kp_element el = kp_element_of(lvalue);

    for (unsigned i = 0; i < el.n; i++)
        run(r, el.index[i]);
}

static void run_maybe(struct run *r, const struct kp_node *n)
{
    struct kp_element_set before = r->written;

    run(r, n);
    r->written = before;
}

static void run_if(struct run *r, const struct kp_node *n)
{
    struct kp_element_set before, then;

    run(r, kp_child(n, 0));
    run(r, kp_child(n, 1));
    before = r->written;
    run(r, kp_child(n, 2));
    then = r->written;
    r->written = before;
    run(r, kp_child(n, 3));
    intersect(&r->written, &then);
}

/* A loop with constant header runs for each value of its variable; any other may not run at all. */
static void run_for(struct run *r, const struct kp_node *n)
{
    const struct kp_node *init = kp_loop_init(n), *cond = kp_loop_condition(n);
    const unsigned depth = r->env.n;
    int64_t at, step = 1, goes_on;
    struct kp_counted c;

    if (!init || init->kind != KP_DECL_STMT || init->first != init->last || !cond ||
        !kp_counts(n, &c) || c.sign < 0 || !c.from || !kp_value_in(&r->env, c.from, &at) ||
        (c.by && !kp_value_in(&r->env, c.by, &step)) || step <= 0 ||
        kp_may_write(r->f, n->last, c.v) || !kp_env_set(&r->env, depth, c.v, at) ||
        !kp_value_in(&r->env, cond, &goes_on)) {
        r->env.n = depth;
        run(r, kp_child(n, 0)); /* the start, and the first test */
        run(r, kp_child(n, 1));
        kp_each_child(x, n) if (x != kp_child(n, 0) && x != kp_child(n, 1)) run_maybe(r, x);
        return;
    }
    while (!r->failed && goes_on) {
        run(r, n->last);
        at += step;
        r->failed |= !kp_env_set(&r->env, depth, c.v, at) || !kp_value_in(&r->env, cond, &goes_on);
    }
    r->env.n = depth;
}

/* True if the call gets the argument's value: by a reference, it may go on to other elements. */
static bool is_passed_by_value(const struct kp_node *call, const struct kp_node *arg)
{
    const struct kp_node *p;

    if (call->sym && call->sym->from_prelude)
        return true;
    for (unsigned i = 0; (p = kp_parameter_of(call, i)); i++)
        if (kp_argument(call, i) == arg)
            return kp_is_number(p->sym->type);
    return false;
}

static void run_call(struct run *r, const struct kp_node *n)
{
    kp_each_child(c, n)
    {
        if (!names_array(r, c))
            continue;
        if (c->kind == KP_INDEX && kp_element_of(c).known)
            run_indices(r, c);
        else
            run(r, c);
        read_elements(r, c->kind == KP_INDEX && is_passed_by_value(n, c) ? c : n);
    }
}

/* The address of a part, from where the others can be come to. */
static void hand_out(struct run *r, const struct kp_node *part)
{
    run_indices(r, part);
    read_elements(r, part->parent);
}

/* Of a value, or of an lvalue that is taken for another type, of which there may be more bytes. */
static void run_cast(struct run *r, const struct kp_node *n)
{
    run(r, n->first);
    if (is_inside(n->first, r->array))
        read_elements(r, n);
}

static void run_asm(struct run *r, const struct kp_node *n)
{
    unsigned i = 0;

    kp_each_child(c, n)
    {
        if (i >= n->asm_outputs || n->asm_inout & (1u << i))
            run(r, c);
        i++;
    }
    i = 0;
    kp_each_child(c, n) if (i++ < n->asm_outputs && names_array(r, c)) write_elements(r, c);
}

static void run(struct run *r, const struct kp_node *n)
{
    if (r->failed || r->left-- <= 0) {
        r->failed = true;
        return;
    }
    if (!n->first && n->kind != KP_REF)
        return;
    switch (n->kind) {
    case KP_IF:
        run_if(r, n);
        return;
    case KP_FOR:
        run_for(r, n);
        return;
    case KP_SWITCH: /* it is entered in the middle */
        r->failed |= names_array(r, n);
        return;
    case KP_WHILE:
    case KP_DO:
    case KP_RANGE_FOR:
    case KP_COND:
    case KP_LAMBDA:
        kp_each_child(c, n) run_maybe(r, c);
        return;
    case KP_BINARY:
        run(r, n->first);
        if (n->op == KP_OP_LAND || n->op == KP_OP_LOR)
            run_maybe(r, kp_child(n, 1));
        else
            run(r, kp_child(n, 1));
        return;
    case KP_ASSIGN:
        run(r, kp_child(n, 1));
        if (!is_inside(n->first, r->array)) {
            run(r, n->first);
            return;
        }
        run_indices(r, n->first);
        if (n->op != KP_OP_ASSIGN)
            read_elements(r, n->first);
        write_elements(r, n->first);
        return;
    case KP_ASM:
        run_asm(r, n);
        return;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        run_call(r, n);
        return;
    case KP_CAST:
        run_cast(r, n);
        return;
    case KP_INDEX:
    case KP_MEMBER:
    case KP_UNARY:
        if (n->kind == KP_UNARY && n->op == KP_OP_ADDR && is_inside(n->first, r->array)) {
            hand_out(r, n->first);
            return;
        }
        if (is_inside(n, r->array)) {
            run_indices(r, n);
            read_elements(r, n);
            return;
        }
        break;
    case KP_REF:
        if (n->sym == r->array)
            read_elements(r, n); /* its address goes somewhere */
        return;
    case KP_VAR:
        if (n->has_init && kp_is_reference(n->sym) && is_inside(n->last, r->array)) {
            hand_out(r, n->last);
            return;
        }
        break;
    default:
        break;
    }
    kp_each_child(c, n) run(r, c);
}

/* The members of classes are elements, as far as there are not too many: the smallest parts. */
static int64_t element_bytes(const struct kp_type *t, int64_t bytes)
{
    if (t->kind == KP_TYPE_RECORD)
        for (int64_t n = 1; n <= 16; n *= 2)
            if (t->size % n == 0 && bytes / n <= KP_FLOW_ELEMENTS)
                return n;
    return t->size;
}

bool kp_flow_of(struct kp_func *f, const struct kp_node *stmt, const struct kp_sym *array,
                long *left, struct kp_flow *out)
{
    const long most = *left < MAX_STEPS ? *left : MAX_STEPS;
    struct run r = {.f = f, .array = array, .left = most};
    const struct kp_type *t = array->type;
    int64_t count = 1;

    for (; t && t->kind == KP_TYPE_ARRAY; t = t->elem) {
        if (t->count <= 0 || t->count > KP_FLOW_ELEMENTS)
            return false;
        count *= t->count;
    }
    if (!t || t->size <= 0 || count > KP_FLOW_ELEMENTS || kp_leaves(stmt))
        return false;
    r.bytes = count * t->size;
    r.elem_bytes = element_bytes(t, r.bytes);
    r.count = (unsigned)(r.bytes / r.elem_bytes);
    run(&r, stmt);
    *left -= most - r.left;
    if (r.failed)
        return false;
    out->exposed = r.exposed;
    out->killed = r.written;
    return true;
}
