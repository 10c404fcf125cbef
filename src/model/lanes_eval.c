/* What the lanes of a warp see in an expression. */
#include "front/tree.h"
#include "model/eval.h"
#include "model/lanes.h"
#include "model/objs.h"

enum { MAX_DEPTH = 120, MAX_WORK = 20000 };

static const struct kp_lanes unknown;

static struct kp_lanes value_of(struct kp_warp *w, const struct kp_node *e);
static struct kp_lanes address_of(struct kp_warp *w, const struct kp_node *e);

/* ---- the warp -------------------------------------------------------------------------------- */

struct kp_warp *kp_warp_new(struct kp_func *f, const struct kp_launch *bindings,
                            const int64_t block[3], int64_t warp)
{
    struct kp_arena *a = f->unit->arena;
    struct kp_warp *w = kp_new(a, struct kp_warp);
    int64_t x = block[0] > 0 ? block[0] : INT32_MAX, y = block[1] > 0 ? block[1] : 1;
    int64_t z = block[2] > 0 ? block[2] : 1;

    w->f = f;
    w->bindings = bindings;
    w->memo = kp_new_array(a, const struct kp_lanes *, kp_sym_count(f->unit) + 1);
    w->busy = kp_new_array(a, uint8_t, kp_sym_count(f->unit) + 1);
    memcpy(w->block, block, sizeof w->block);
    for (int l = 0; l < KP_WARP; l++) {
        int64_t t = warp * KP_WARP + l;

        w->thread[l][0] = t % x;
        w->thread[l][1] = t / x % y;
        w->thread[l][2] = t / x / y % z;
        if (x == INT32_MAX || t < x * y * z)
            w->lanes = (unsigned)l + 1;
    }
    return w;
}

static void forget_memo(struct kp_warp *w)
{
    memset(w->memo, 0, sizeof *w->memo * kp_sym_count(w->f->unit));
}

bool kp_warp_assume(struct kp_warp *w, const struct kp_sym *sym, int64_t value)
{
    struct kp_lanes *v;

    if (w->n_names == KP_LANE_NAMES)
        return false;
    v = kp_new(w->f->unit->arena, struct kp_lanes);
    *v = kp_lanes_of(value);
    w->names[w->n_names].sym = sym;
    w->names[w->n_names++].value = v;
    forget_memo(w);
    return true;
}

void kp_warp_forget(struct kp_warp *w)
{
    if (w->n_names)
        w->n_names--;
    forget_memo(w);
}

/* ---- types ----------------------------------------------------------------------------------- */

static const struct kp_type *plain(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_REFERENCE ? t->elem : t;
}

int64_t kp_lanes_stride(const struct kp_warp *w, const struct kp_node *pointer)
{
    const struct kp_type *t = plain(kp_lvalue_type(pointer));
    int64_t n;

    if (!t || (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_ARRAY) || !t->elem ||
        t->elem->kind == KP_TYPE_VOID || !kp_eval_type_size(t->elem, w->bindings, &n))
        return 0;
    return n;
}

/* Bytes of one step along an array's first index, where dimensions may depend on the template: the
 * dimensions written in the declarator count. */
static int64_t array_stride(struct kp_warp *w, const struct kp_node *base)
{
    const struct kp_node *b = base;
    const struct kp_type *t;
    int64_t n = kp_lanes_stride(w, base), elem;
    unsigned depth = 0;

    for (; b->kind == KP_INDEX; b = b->first)
        depth++;
    if (n || b->kind != KP_REF || !b->sym || !b->sym->decl || b->sym->n_dims <= depth)
        return n;
    t = b->sym->type;
    for (unsigned i = 0; i < b->sym->n_dims; i++)
        t = t && t->kind == KP_TYPE_ARRAY ? t->elem : NULL;
    if (!t || !kp_eval_type_size(t, w->bindings, &elem))
        return 0;
    for (unsigned i = depth + 1; i < b->sym->n_dims; i++) {
        if (!kp_eval(kp_child(b->sym->decl, i), w->bindings, &n) || n <= 0 || n > INT32_MAX)
            return 0;
        elem *= n;
    }
    return elem;
}

/* ---- leaves ---------------------------------------------------------------------------------- */

/* The same for all threads of the block, whatever it is. */
static struct kp_lanes whatever(struct kp_warp *w, const struct kp_node *e)
{
    for (unsigned i = 0; i < w->n_names; i++) /* a callee's body is not this function's */
        if (w->names[i].sym->parent != w->f->sym && kp_count_refs(e, w->names[i].sym))
            return unknown;
    return kp_thread_dependent(w->f, e, NULL) ? unknown : kp_lanes_some(1);
}

static struct kp_lanes builtin(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes out = {.known = true};
    int axis = kp_builtin_axis(e, "threadIdx");

    if (axis) {
        for (int l = 0; l < KP_WARP; l++)
            out.at[l] = w->thread[l][axis - 'x'];
        return out;
    }
    axis = kp_builtin_axis(e, "blockDim");
    if (axis && w->block[axis - 'x'] > 0)
        return kp_lanes_of(w->block[axis - 'x']);
    /* a row of threads that nobody has counted: whole warps, as good as always */
    if (axis)
        return kp_lanes_some(axis == 'x' ? KP_WARP : 1);
    if (kp_builtin_axis(e, "blockIdx") || kp_builtin_axis(e, "gridDim"))
        return kp_lanes_some(1);
    return unknown;
}

/* f(a, b) where f is `{ return expression; }`. */
static struct kp_lanes call(struct kp_warp *w, const struct kp_node *e)
{
    const struct kp_node *decl = e->sym ? e->sym->decl : NULL, *body = decl ? decl->last : NULL;
    unsigned before = w->n_names;
    struct kp_lanes out = unknown;
    bool ok = true;

    if (!body || body->kind != KP_COMPOUND || body->n_children != 1 ||
        body->first->kind != KP_RETURN || body->first->first->kind == KP_NONE ||
        e->sym->is_method || e->sym->is_template)
        return whatever(w, e);
    for (unsigned i = 0; ok; i++) {
        const struct kp_node *p = kp_child(decl, i), *arg = kp_argument(e, i);
        struct kp_lanes *v;

        if (!p || p->kind != KP_PARAM)
            break;
        ok = arg && w->n_names < KP_LANE_NAMES && p->sym->type &&
             p->sym->type->kind == KP_TYPE_INT && p->sym->type->size >= 4;
        if (!ok)
            break;
        v = kp_new(w->f->unit->arena, struct kp_lanes);
        *v = value_of(w, arg);
        w->names[w->n_names].sym = p->sym;
        w->names[w->n_names++].value = v;
    }
    if (ok)
        out = value_of(w, body->first->first);
    w->n_names = before;
    return out.known ? out : whatever(w, e);
}

/* A value from memory is the same for all lanes when its address is. */
static struct kp_lanes loaded(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes at = address_of(w, e);

    if (kp_lanes_uniform(&at) && at.root && at.root->space != KP_SPACE_LOCAL)
        return kp_lanes_some(1);
    return whatever(w, e);
}

static struct kp_lanes reference(struct kp_warp *w, const struct kp_node *e)
{
    const struct kp_sym *s = e->sym;

    if (!s)
        return unknown;
    for (unsigned i = w->n_names; i-- > 0;)
        if (w->names[i].sym == s)
            return *w->names[i].value;
    if (s->from_prelude)
        return kp_streq(s->name, "warpSize") ? kp_lanes_of(KP_WARP) : whatever(w, e);
    if (kp_is_array_lvalue(e))
        return address_of(w, e);
    if (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM)
        return kp_lanes_variable(w, e);
    return whatever(w, e);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static struct kp_lanes conditional(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes c = value_of(w, e->first), yes, no;

    if (kp_lanes_exact(&c) && kp_lanes_uniform(&c))
        return value_of(w, kp_child(e, c.at[0] ? 1 : 2));
    yes = value_of(w, kp_child(e, 1));
    no = value_of(w, kp_child(e, 2));
    if (kp_lanes_exact(&c) && kp_lanes_exact(&yes) && kp_lanes_exact(&no) && !yes.root &&
        !no.root) {
        for (int l = 0; l < KP_WARP; l++)
            yes.at[l] = c.at[l] ? yes.at[l] : no.at[l];
        return yes;
    }
    return whatever(w, e);
}

static bool is_pointer(const struct kp_node *e)
{
    const struct kp_type *t = plain(e->type);

    return kp_is_array_lvalue(e) || (t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY));
}

static struct kp_lanes sum(struct kp_warp *w, const struct kp_node *e)
{
    const struct kp_node *l = e->first, *r = kp_child(e, 1);
    struct kp_lanes a = value_of(w, l), b = value_of(w, r);

    if (!a.known || !b.known)
        return whatever(w, e);
    if (is_pointer(l))
        b = kp_lanes_scaled(&b, array_stride(w, l));
    else if (is_pointer(r))
        a = kp_lanes_scaled(&a, array_stride(w, r));
    if ((is_pointer(l) && !array_stride(w, l)) || (is_pointer(r) && !array_stride(w, r)))
        return unknown;
    return kp_lanes_binary(e->op, &a, &b, r, l);
}

/* A float has no lanes. */
static bool is_integral(const struct kp_node *e)
{
    const struct kp_type *t = plain(e->type);

    return !t || t->is_dependent || t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL ||
           t->kind == KP_TYPE_ENUM || t->kind == KP_TYPE_DEPENDENT;
}

static struct kp_lanes binary(struct kp_warp *w, const struct kp_node *e)
{
    const struct kp_node *l = e->first, *r = kp_child(e, 1);
    struct kp_lanes a, b, out;

    if ((e->op == KP_OP_ADD || e->op == KP_OP_SUB) && (is_pointer(l) || is_pointer(r)))
        return sum(w, e);
    if (!is_integral(l) || !is_integral(r))
        return whatever(w, e);
    a = value_of(w, l);
    b = value_of(w, r);
    out = a.known && b.known ? kp_lanes_binary(e->op, &a, &b, r, l) : unknown;
    return out.known ? out : whatever(w, e);
}

static struct kp_lanes unary(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes a;

    switch (e->op) {
    case KP_OP_ADDR:
        return address_of(w, e->first);
    case KP_OP_DEREF:
        return loaded(w, e);
    case KP_OP_PLUS:
        return value_of(w, e->first);
    case KP_OP_MINUS:
        a = value_of(w, e->first);
        return kp_lanes_scaled(&a, -1);
    case KP_OP_LNOT:
        a = value_of(w, e->first);
        if (!kp_lanes_exact(&a))
            return whatever(w, e);
        for (int l = 0; l < KP_WARP; l++)
            a.at[l] = !a.at[l];
        return a;
    default:
        return whatever(w, e);
    }
}

/* Does a value keep its bits on the way into this type? */
static struct kp_lanes cast(struct kp_warp *w, const struct kp_node *e)
{
    const struct kp_type *t = e->type;
    struct kp_lanes a;

    if (t && t->kind == KP_TYPE_REFERENCE)
        return loaded(w, e);
    if (!t || (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_INT) ||
        (t->kind == KP_TYPE_INT && (!is_integral(e->first) || t->size < 4)))
        return whatever(w, e);
    a = value_of(w, e->first);
    return a.known && !(a.root && t->kind == KP_TYPE_INT) ? a : whatever(w, e);
}

static struct kp_lanes value_here(struct kp_warp *w, const struct kp_node *e)
{
    int64_t v;

    if (kp_eval(e, w->bindings, &v))
        return kp_lanes_of(v);
    switch (e->kind) {
    case KP_REF:
        return reference(w, e);
    case KP_MEMBER: {
        struct kp_lanes b = builtin(w, e);

        return b.known ? b : kp_is_array_lvalue(e) ? address_of(w, e) : whatever(w, e);
    }
    case KP_INDEX:
        return kp_is_array_lvalue(e) ? address_of(w, e) : loaded(w, e);
    case KP_UNARY:
        return unary(w, e);
    case KP_CAST:
        return cast(w, e);
    case KP_BINARY:
        return binary(w, e);
    case KP_COND:
        return conditional(w, e);
    case KP_CALL:
        return call(w, e);
    default:
        return whatever(w, e);
    }
}

/* A tree from a hostile file may be as deep as it likes. */
static bool enter(struct kp_warp *w, const struct kp_node *e)
{
    return e && w->depth < MAX_DEPTH && ++w->work <= MAX_WORK;
}

static struct kp_lanes value_of(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes v;

    if (!enter(w, e))
        return unknown;
    w->depth++;
    v = value_here(w, e);
    w->depth--;
    return v;
}

struct kp_lanes kp_lanes_value(struct kp_warp *w, const struct kp_node *e)
{
    if (!w->depth)
        w->work = 0;
    return value_of(w, e);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static struct kp_lanes element(struct kp_warp *w, const struct kp_node *e)
{
    const struct kp_node *base = e->first;
    struct kp_lanes b = kp_is_array_lvalue(base) ? address_of(w, base) : value_of(w, base);
    struct kp_lanes i = value_of(w, kp_child(e, 1));
    int64_t stride = array_stride(w, base);

    if (!b.known || !i.known || !stride)
        return unknown;
    i = kp_lanes_scaled(&i, stride);
    return kp_lanes_binary(KP_OP_ADD, &b, &i, NULL, NULL);
}

/* .x to .w of the built-in vectors; other members stand somewhere in their object. */
static struct kp_lanes member(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes b;
    const struct kp_type *t = plain(e->type);
    const char *field = e->sym ? e->sym->name : e->name, *at;
    int64_t align = t && t->align > 0 ? t->align : 1;

    if (e->is_arrow || e->first->kind == KP_THIS)
        return unknown;
    b = address_of(w, e->first);
    at = field && field[0] && !field[1] ? strchr("xyzw", field[0]) : NULL;
    if (at && e->sym && e->sym->from_prelude && t && t->size > 0) {
        struct kp_lanes off = kp_lanes_of((at - "xyzw") * t->size);

        return kp_lanes_binary(KP_OP_ADD, &b, &off, NULL, NULL);
    }
    struct kp_lanes off = kp_lanes_some(align);

    return b.known ? kp_lanes_binary(KP_OP_ADD, &b, &off, NULL, NULL) : unknown;
}

static struct kp_lanes named(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes out = kp_lanes_of(0);
    const struct kp_sym *s = e->sym;

    if (!s || (s->kind != KP_SYM_VAR && s->kind != KP_SYM_PARAM))
        return unknown;
    if (kp_is_reference(s)) {
        if (s->kind != KP_SYM_VAR || !s->decl || !s->decl->has_init || w->busy[s->id])
            return unknown;
        w->busy[s->id] = 1;
        out = address_of(w, s->decl->last);
        w->busy[s->id] = 0;
        return out;
    }
    out.root = s;
    return out;
}

static struct kp_lanes address_here(struct kp_warp *w, const struct kp_node *e)
{
    switch (e->kind) {
    case KP_REF:
        return named(w, e);
    case KP_INDEX:
        return element(w, e);
    case KP_MEMBER:
        return member(w, e);
    case KP_UNARY:
        return e->op == KP_OP_DEREF ? value_of(w, e->first) : unknown;
    case KP_CAST:
        return e->type && e->type->kind == KP_TYPE_REFERENCE ? address_of(w, e->first) : unknown;
    default:
        return unknown;
    }
}

static struct kp_lanes address_of(struct kp_warp *w, const struct kp_node *e)
{
    struct kp_lanes v;

    if (!enter(w, e))
        return unknown;
    w->depth++;
    v = address_here(w, e);
    w->depth--;
    return v;
}

struct kp_lanes kp_lanes_address(struct kp_warp *w, const struct kp_node *lvalue)
{
    if (!w->depth)
        w->work = 0;
    return address_of(w, lvalue);
}
