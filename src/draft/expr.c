/* What the host computes for its launch, said as an expression of case files. */
#include "draft/parts.h"

#include <stdlib.h>

#include "model/eval.h"
#include "model/func.h"
#include "util/str.h"

enum { MOST_DEPTH = 24, MOST_CONSTANT = 256, MOST_WHOLE = 1 << 20 };

/* How tightly the outermost operator binds. */
enum { SUM = 1, PRODUCT, PRIMARY };

struct term {
    const char *text; /* NULL: cannot be said */
    int binds;
};

/* A call whose callee's parameters stand for the call's arguments. */
struct frame {
    const struct kp_node *call;
    const struct kp_sym *callee;
    const struct frame *up;
};

static struct term term_of(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                           int depth);

/* The value of `x >= 0 ? a : b` and its like for what is counted, which is not negative. */
static const struct kp_node *of_counts(const struct kp_node *n)
{
    const struct kp_node *c = n->kind == KP_COND ? n->first : NULL;

    if (!c || c->kind != KP_BINARY || !c->last->has_value || c->last->value != 0)
        return NULL;
    if (c->op == KP_OP_GE || c->op == KP_OP_GT)
        return kp_child(n, 1);
    return c->op == KP_OP_LT ? n->last : NULL;
}

const struct kp_node *kp_draft_strip(const struct kp_node *n)
{
    while (n && n->first) {
        if (of_counts(n))
            n = of_counts(n);
        else if (n->kind == KP_CAST ||
                 ((n->kind == KP_CONSTRUCT || n->kind == KP_INIT_LIST) && n->n_children == 1))
            n = n->first;
        else
            break;
    }
    return n;
}

bool kp_draft_value(const struct kp_drafter *x, const struct kp_node *n, int64_t *value)
{
    if (n && n->has_value) {
        *value = n->value;
        return true;
    }
    return n && kp_eval(n, x->launch, value);
}

bool kp_draft_whole(const struct kp_drafter *x, const struct kp_node *n, int64_t *value)
{
    char *end = NULL;
    double v = n && n->kind == KP_FLOAT_LIT && n->name ? strtod(n->name, &end) : -1;

    if (!end || end == n->name || end[strspn(end, "fF")] || v < 0 || v > MOST_WHOLE ||
        v != (double)(int64_t)v)
        return kp_draft_value(x, n, value);
    *value = (int64_t)v;
    return true;
}

/* ---- variables ---- */

static bool changes(const struct kp_node *n, const struct kp_sym *sym)
{
    bool target = n->kind == KP_ASSIGN ||
                  (n->kind == KP_UNARY && (n->op == KP_OP_ADDR || n->op >= KP_OP_PREINC) &&
                   n->op != KP_OP_MUL);
    const struct kp_node *to = target ? n->first : NULL;

    while (to && to->kind == KP_MEMBER)
        to = to->first;
    if (to && to->kind == KP_REF && to->sym == sym)
        return true;
    kp_each_child(c, n) if (changes(c, sym)) return true;
    return false;
}

/* The initialiser of a local that nothing else gives a value. */
static const struct kp_node *only_value(const struct kp_drafter *x, const struct kp_sym *sym)
{
    const struct kp_node *v = sym && sym->kind == KP_SYM_VAR ? sym->decl : NULL;

    if (!v || !v->has_init || (x->host && changes(x->host, sym)))
        return NULL;
    return v->last;
}

bool kp_draft_constant(const struct kp_drafter *x, const struct kp_sym *sym, int64_t *value)
{
    const struct kp_node *init = x->constants ? kp_draft_strip(only_value(x, sym)) : NULL;
    bool found = init && kp_draft_value(x, init, value);

    if (init && !found && init->kind == KP_COND)
        found = kp_draft_value(x, kp_draft_strip(init->last), value) ||
                kp_draft_value(x, kp_draft_strip(kp_child(init, 1)), value);
    return found && *value > 0 && *value <= MOST_CONSTANT;
}

const struct kp_node *kp_draft_ceiled(const struct kp_node *n)
{
    const char *name = n->kind == KP_CALL ? (n->sym ? n->sym->name : n->name) : NULL;
    const struct kp_node *a = name && (kp_streq(name, "ceil") || kp_streq(name, "ceilf"))
                                  ? kp_draft_strip(kp_argument(n, 0))
                                  : NULL;

    return a && a->kind == KP_BINARY && a->op == KP_OP_DIV ? a : NULL;
}

bool kp_draft_is_quotient(const struct kp_drafter *x, const struct kp_sym *sym)
{
    const struct kp_node *n = x->constants ? kp_draft_strip(only_value(x, sym)) : NULL, *by;
    int64_t v;

    if (!n)
        return false;
    n = kp_draft_ceiled(n) ? kp_draft_ceiled(n) : n;
    if (n->kind == KP_BINARY && n->op == KP_OP_DIV)
        by = kp_draft_strip(n->last);
    else
        by = kp_draft_is_division(x, n) ? kp_draft_strip(kp_argument(n, 1)) : NULL;
    return by &&
           (kp_draft_value(x, by, &v) || (by->kind == KP_REF && kp_draft_constant(x, by->sym, &v)));
}

static int parameter_index(const struct kp_sym *callee, const struct kp_sym *param)
{
    int at = 0;

    if (!callee || !callee->decl)
        return -1;
    kp_each_child(c, callee->decl)
    {
        if (c->kind != KP_PARAM)
            break;
        if (c->sym == param)
            return at;
        at++;
    }
    return -1;
}

static struct term number(struct kp_drafter *x, int64_t v)
{
    return (struct term){kp_sprintf(x->arena, v < 0 ? "(%lld)" : "%lld", (long long)v), PRIMARY};
}

static bool is_integer(const struct kp_type *t)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_ENUM || t->kind == KP_TYPE_BOOL);
}

static struct term variable(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                            int depth)
{
    size_t size = kp_draft_size_of(x, n->sym);
    const struct kp_node *init;
    int64_t v;

    if (size < x->sizes.n)
        return (struct term){x->sizes.v[size].name, PRIMARY};
    for (; f; f = f->up) {
        int at = parameter_index(f->callee, n->sym);
        const struct kp_node *arg = at >= 0 ? kp_argument(f->call, (unsigned)at) : NULL;
        if (arg)
            return term_of(x, arg, f->up, depth + 1);
    }
    if (kp_draft_value(x, n, &v) || kp_draft_constant(x, n->sym, &v))
        return number(x, v);
    if (!n->sym || (n->sym->kind != KP_SYM_VAR && n->sym->kind != KP_SYM_PARAM) ||
        !is_integer(n->sym->type))
        return (struct term){0};
    init = only_value(x, n->sym);
    if (init) {
        struct term t = term_of(x, init, f, depth + 1);
        if (t.text)
            return t;
    }
    /* read from somewhere, or given by a caller: a size of its own */
    size = kp_draft_add_size(x, n->sym->name, n->sym);
    kp_draft_guess(x, "size %s: a variable of the host that the kernel does not get",
                   x->sizes.v[size].name);
    return (struct term){x->sizes.v[size].name, PRIMARY};
}

/* ---- operators ---- */

static const char *wrapped(struct kp_drafter *x, struct term t, int at_least)
{
    return t.binds < at_least ? kp_sprintf(x->arena, "(%s)", t.text) : t.text;
}

static struct term join(struct kp_drafter *x, struct term a, const char *op, struct term b,
                        int binds, int right)
{
    if (!a.text || !b.text)
        return (struct term){0};
    return (struct term){
        kp_sprintf(x->arena, "%s %s %s", wrapped(x, a, binds), op, wrapped(x, b, right)), binds};
}

/* a and b of (a + b - 1) / b in its usual spellings. */
static bool rounds_up(const struct kp_drafter *x, const struct kp_node *division,
                      const struct kp_node **a)
{
    const struct kp_node *up = kp_draft_strip(division->first);
    const struct kp_node *left, *right;
    int64_t by, add;

    if (!kp_draft_value(x, division->last, &by) || up->kind != KP_BINARY)
        return false;
    left = kp_draft_strip(up->first);
    right = up->last;
    if (up->op == KP_OP_SUB && left->kind == KP_BINARY && left->op == KP_OP_ADD &&
        kp_draft_value(x, right, &add) && add == 1) {
        bool last = kp_draft_value(x, left->last, &add) && add == by;
        *a = last ? left->first : left->last;
        return last || (kp_draft_value(x, left->first, &add) && add == by);
    }
    if (up->op != KP_OP_ADD)
        return false;
    *a = up->first;
    if (kp_draft_value(x, right, &add) && add == by - 1)
        return true;
    *a = right;
    return kp_draft_value(x, up->first, &add) && add == by - 1;
}

static struct term division(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                            int depth)
{
    const struct kp_node *a;
    struct term top, by = term_of(x, n->last, f, depth + 1);

    if (!f && rounds_up(x, n, &a)) {
        top = term_of(x, a, f, depth + 1);
        if (!top.text || !by.text)
            return (struct term){0};
        return (struct term){kp_sprintf(x->arena, "ceildiv(%s, %s)", top.text, by.text), PRIMARY};
    }
    return join(x, term_of(x, n->first, f, depth + 1), "/", by, PRODUCT, PRIMARY);
}

static struct term binary(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                          int depth)
{
    struct term a, b;
    int64_t v;

    if (n->op == KP_OP_DIV)
        return division(x, n, f, depth);
    a = term_of(x, n->first, f, depth + 1);
    if (n->op == KP_OP_SHR && kp_draft_value(x, n->last, &v) && v >= 0 && v < 31)
        return join(x, a, "/", number(x, (int64_t)1 << v), PRODUCT, PRIMARY);
    if (n->op == KP_OP_SHL && kp_draft_value(x, n->last, &v) && v >= 0 && v < 31)
        return join(x, a, "*", number(x, (int64_t)1 << v), PRODUCT, PRIMARY);
    b = term_of(x, n->last, f, depth + 1);
    switch (n->op) {
    case KP_OP_MUL:
        return join(x, a, "*", b, PRODUCT, PRODUCT);
    case KP_OP_REM:
        return join(x, a, "%", b, PRODUCT, PRIMARY);
    case KP_OP_ADD:
        return join(x, a, "+", b, SUM, SUM);
    case KP_OP_SUB:
        return join(x, a, "-", b, SUM, PRODUCT);
    default:
        return (struct term){0};
    }
}

/* ---- calls: a helper that returns one expression, std::ceil of a quotient ---- */

static const struct kp_node *returned(const struct kp_sym *callee)
{
    const struct kp_node *body = callee && callee->decl ? callee->decl->last : NULL;
    const struct kp_node *only = body && body->kind == KP_COMPOUND ? body->first : NULL;

    return only && !only->next && only->kind == KP_RETURN ? only->first : NULL;
}

/* The body of a function that neither launches nor runs on the device is not in the tree: its name
 * says what it does. */
static bool is_called_ceildiv(const struct kp_drafter *x, const char *name)
{
    static const char *const names[] = {"cdiv",    "ceildiv", "ceil_div",   "div_ceil",
                                        "divceil", "divup",   "div_up",     "idivup",
                                        "ceilint", "updiv",   "divroundup", "div_round_up"};
    char *lower = kp_strdup(x->arena, name ? name : "");

    for (char *p = lower; *p; p++)
        *p = (char)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (kp_streq(names[k], lower))
            return true;
    return false;
}

static bool divides(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_BINARY && x->op == KP_OP_DIV) return true;
    return false;
}

bool kp_draft_is_division(const struct kp_drafter *x, const struct kp_node *n)
{
    const struct kp_node *value = n->kind == KP_CALL ? returned(n->sym) : NULL;

    return n->kind == KP_CALL && kp_argument(n, 1) && !kp_argument(n, 2) &&
           ((value && divides(value)) || is_called_ceildiv(x, n->sym ? n->sym->name : n->name));
}

/* An operand of a quotient that is rounded up: `n`, `16.0`, `1.0 * n`. */
static struct term rounded(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                           int depth)
{
    int64_t v;

    n = kp_draft_strip(n);
    if (n->kind == KP_BINARY && n->op == KP_OP_MUL)
        for (int k = 0; k < 2; k++)
            if (kp_draft_whole(x, kp_draft_strip(k ? n->last : n->first), &v) && v == 1)
                return term_of(x, k ? n->first : n->last, f, depth + 1);
    return kp_draft_whole(x, n, &v) ? number(x, v) : term_of(x, n, f, depth + 1);
}

static struct term call(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                        int depth)
{
    const struct kp_node *value = returned(n->sym), *arg = kp_argument(n, 0);
    const struct frame inner = {n, n->sym, f};
    const char *name = n->sym ? n->sym->name : n->name;

    if (value)
        return term_of(x, value, &inner, depth + 1);
    if (arg && kp_argument(n, 1) && !kp_argument(n, 2) && is_called_ceildiv(x, name)) {
        struct term a = term_of(x, arg, f, depth + 1);
        struct term b = term_of(x, kp_argument(n, 1), f, depth + 1);
        kp_draft_guess(x, "the host's %s(a, b) is taken to round a / b up", name);
        if (a.text && b.text)
            return (struct term){kp_sprintf(x->arena, "ceildiv(%s, %s)", a.text, b.text), PRIMARY};
    }
    arg = kp_draft_ceiled(n);
    if (arg) {
        struct term a = rounded(x, arg->first, f, depth + 1);
        struct term b = rounded(x, arg->last, f, depth + 1);
        if (a.text && b.text)
            return (struct term){kp_sprintf(x->arena, "ceildiv(%s, %s)", a.text, b.text), PRIMARY};
    }
    return (struct term){0};
}

/* ---- dim3 ---- */

/* What builds the dim3 in a variable. */
static const struct kp_node *dim3_of(const struct kp_drafter *x, const struct kp_node *n)
{
    for (int depth = 0; n && depth < MOST_DEPTH; depth++) {
        bool copy = (n->kind == KP_CONSTRUCT || n->kind == KP_CAST) && n->n_children == 1 &&
                    n->first->type && n->first->type->kind == KP_TYPE_RECORD;
        if (copy)
            n = n->first;
        else if (n->kind == KP_REF && n->type && n->type->kind == KP_TYPE_RECORD)
            n = only_value(x, n->sym);
        else
            break;
    }
    return n;
}

const struct kp_node *kp_draft_extent_of(const struct kp_drafter *x, const struct kp_node *n,
                                         int axis)
{
    const struct kp_node *d = dim3_of(x, n);
    unsigned at = (unsigned)(axis - 'x');

    if (!d)
        return NULL;
    if (d->kind != KP_CONSTRUCT && d->kind != KP_INIT_LIST)
        return at ? NULL : d;
    return at < d->n_children && kp_child(d, at)->kind != KP_NONE ? kp_child(d, at) : NULL;
}

static struct term member(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                          int depth)
{
    const char *field = n->sym ? n->sym->name : n->name;
    const struct kp_node *d = dim3_of(x, n->first);
    unsigned at =
        field && field[0] >= 'x' && field[0] <= 'z' && !field[1] ? (unsigned)(field[0] - 'x') : 3;

    if (at > 2 || !d || (d->kind != KP_CONSTRUCT && d->kind != KP_INIT_LIST))
        return (struct term){0};
    if (at >= d->n_children || kp_child(d, at)->kind == KP_NONE)
        return number(x, 1);
    return term_of(x, kp_child(d, at), f, depth + 1);
}

/* `a % b ? a / b + 1 : a / b` */
static struct term rest_counts(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                               int depth)
{
    const struct kp_node *more = kp_draft_strip(kp_child(n, 1)), *less = kp_draft_strip(n->last);
    const struct kp_node *whole = more->kind == KP_BINARY ? kp_draft_strip(more->first) : more;
    struct term a, b;
    int64_t v;

    if (more->op != KP_OP_ADD || less->kind != KP_BINARY || less->op != KP_OP_DIV ||
        whole->kind != KP_BINARY || whole->op != KP_OP_DIV || !kp_draft_value(x, more->last, &v) ||
        v != 1)
        return (struct term){0};
    a = term_of(x, less->first, f, depth + 1);
    b = term_of(x, less->last, f, depth + 1);
    if (!a.text || !b.text)
        return (struct term){0};
    return (struct term){kp_sprintf(x->arena, "ceildiv(%s, %s)", a.text, b.text), PRIMARY};
}

static struct term term_of(struct kp_drafter *x, const struct kp_node *n, const struct frame *f,
                           int depth)
{
    int64_t v;

    n = kp_draft_strip(n);
    if (!n || depth > MOST_DEPTH)
        return (struct term){0};
    if (n->kind == KP_REF)
        return variable(x, n, f, depth);
    if (n->kind != KP_BINARY && n->kind != KP_CALL && !f && kp_draft_value(x, n, &v))
        return number(x, v);
    switch (n->kind) {
    case KP_INT_LIT:
        return number(x, n->value);
    case KP_BINARY: {
        struct term t = binary(x, n, f, depth);
        return !t.text && kp_draft_value(x, n, &v) ? number(x, v) : t;
    }
    case KP_CALL:
        return call(x, n, f, depth);
    case KP_MEMBER:
        return member(x, n, f, depth);
    case KP_COND:
        if (kp_draft_value(x, n->first, &v))
            return term_of(x, kp_child(n, v ? 1 : 2), f, depth + 1);
        return rest_counts(x, n, f, depth);
    case KP_INIT_LIST:
        return n->n_children == 1 ? term_of(x, n->first, f, depth + 1) : (struct term){0};
    default:
        return kp_draft_value(x, n, &v) ? number(x, v) : (struct term){0};
    }
}

/* Nothing but numbers: its value. */
static const char *folded(struct kp_drafter *x, const char *text)
{
    struct kp_case empty = {.arena = x->arena, .path = ""};
    struct kp_number n;

    if (!text || kp_case_eval(&empty, x->arena, (struct kp_case_text){.s = text}, &n) || n.real)
        return text;
    return kp_sprintf(x->arena, "%lld", (long long)n.i);
}

const char *kp_draft_expr(struct kp_drafter *x, const struct kp_node *n)
{
    return n ? folded(x, term_of(x, n, NULL, 0).text) : NULL;
}

const char *kp_draft_extents(struct kp_drafter *x, const struct kp_node *n)
{
    const struct kp_node *d = dim3_of(x, n);
    struct kp_str s = kp_str_new(x->arena);
    unsigned used = 0;

    if (!d)
        return NULL;
    if (d->kind != KP_CONSTRUCT && d->kind != KP_INIT_LIST)
        return kp_draft_expr(x, d);
    for (unsigned k = 0; k < d->n_children && k < 3; k++) {
        const struct kp_node *c = kp_child(d, k);
        const char *text = c->kind == KP_NONE ? "1" : kp_draft_expr(x, c);
        if (!text)
            return NULL;
        kp_str_addf(&s, "%s%s", k ? ", " : "", text);
        used = kp_streq(text, "1") && k ? used : (unsigned)s.n;
    }
    return d->n_children ? kp_strndup(x->arena, kp_str_text(&s), used) : "1";
}
