/* Reads with a condition whose other side is a constant: `c ? A[i] : 0`, or
 * `if (c) T[k] = A[i]; else T[k] = 0;`, or `float v = 0; if (c) v = A[i];`. A staging register can
 * take whichever of both it is, where the read stands. Then the condition is asked once, and no
 * register keeps an old value, which would be a move behind the load that waits for it in front of
 * compute. */
#include <string.h>

#include "front/lex.h"
#include "model/own_text.h"
#include "model/zero.h"

static bool is_number(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT) && t->size > 0;
}

/* True if the types have the same values. */
static bool is_same_range(const struct kp_type *a, const struct kp_type *b)
{
    if (!a || !b || a->kind != b->kind || a->is_dependent || b->is_dependent)
        return false;
    if (is_number(a) && is_number(b))
        return a->size == b->size && a->is_unsigned == b->is_unsigned;
    return a->kind == KP_TYPE_RECORD && kp_streq(kp_base_name(a), kp_base_name(b));
}

/* `auto` and overloads know long from long long, too. */
static bool is_same_type(const struct kp_type *a, const struct kp_type *b)
{
    return is_same_range(a, b) && a->builtin == b->builtin;
}

/* True if every value of an integer's type is one of the other type's. */
static bool holds_values(const struct kp_type *wide, const struct kp_type *narrow)
{
    return narrow->kind == KP_TYPE_INT && wide->size > narrow->size &&
           (wide->kind == KP_TYPE_FLOAT || narrow->is_unsigned || !wide->is_unsigned);
}

static size_t sites_in(const struct kp_loop *l, const struct kp_node *n)
{
    size_t count = 0;

    for (size_t i = 0; i < l->sites.n; i++)
        count += kp_is_inside(l->sites.v[i].node, n);
    return count;
}

/* A number that the assignment alone converts is the same whether it is converted on the way or
 * not: when the way has every value of the read's type. Or when the way's type is the element's and
 * what the way makes of a value can be made of it again; an int that was a float may be none. */
static bool converts_once(const struct kp_type *read, const struct kp_node *cond)
{
    const struct kp_node *a = cond->parent;
    const struct kp_type *way = kp_lvalue_type(cond), *to = kp_lvalue_type(a->first);

    if (a->kind != KP_ASSIGN || a->op != KP_OP_ASSIGN || kp_child(a, 1) != cond ||
        !is_number(read) || !is_number(way) || !is_number(to))
        return false;
    return holds_values(way, read) || (is_same_range(way, to) && way->kind == read->kind);
}

/* ---- c ? A[i] : 0 ------------------------------------------------------------------------- */

static bool can_fill_cond(struct kp_func *f, const struct kp_loop *l, const struct kp_site *s,
                          const struct kp_node *cond, const struct kp_node *inner)
{
    const struct kp_node *then = kp_child(cond, 1),
                         *other = then == inner ? kp_child(cond, 2) : then;
    const struct kp_type *read = kp_lvalue_type(s->node);

    if (cond->first == inner || !kp_owns_text(f->unit, cond) || sites_in(l, cond) != 1)
        return false;
    if (is_same_type(read, kp_lvalue_type(cond)))
        return kp_is_constant_value(f, other);
    return kp_is_zero_value(f, other) && converts_once(read, cond);
}

static void fill_cond(struct kp_func *f, const struct kp_loop *l, struct kp_site *s)
{
    const struct kp_node *inner = s->node, *cond = inner->parent;

    for (; cond && cond->kind == KP_COND && can_fill_cond(f, l, s, cond, inner);
         inner = cond, cond = cond->parent)
        s->filled = cond;
}

/* ---- if (c) T[k] = A[i]; else T[k] = 0; ---------------------------------------------------- */

static const struct kp_node *first_in(const struct kp_node *branch)
{
    return branch->kind == KP_COMPOUND ? branch->first : branch;
}

/* The statement behind one of a branch. */
static const struct kp_node *next_in(const struct kp_node *branch, const struct kp_node *stmt)
{
    return stmt == branch ? NULL : stmt->next;
}

static struct kp_site *site_at(struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->sites.n; i++)
        if (l->sites.v[i].node == n)
            return &l->sites.v[i];
    return NULL;
}

/* True if the constant is the same when the register's type has it on its way to `dest`. */
static bool fits(struct kp_func *f, const struct kp_node *value, const struct kp_node *dest,
                 const struct kp_node *constant)
{
    const struct kp_type *read = kp_lvalue_type(value), *to = kp_lvalue_type(dest);

    if (is_same_range(read, to))
        return kp_is_constant_value(f, constant);
    return is_number(read) && is_number(to) && kp_is_zero_value(f, constant);
}

/* Does `fill` store a constant where `load` stores what it reads? Returns the read. */
static struct kp_site *pair(struct kp_func *f, struct kp_loop *l, const struct kp_node *load,
                            const struct kp_node *fill)
{
    const struct kp_copy *a = load ? kp_copy_at(l, load) : NULL,
                         *b = fill ? kp_copy_at(l, fill) : NULL;
    struct kp_site *s = a && a->form == KP_COPY_DIRECT ? site_at(l, a->value) : NULL;

    if (!s || !b || b->form != KP_COPY_FILL || a->tile != b->tile || s->assigned || s->no_text ||
        load->from_macro || fill->from_macro || !kp_owns_text(f->unit, kp_child(fill, 1)) ||
        !kp_same_expr(a->dest, b->dest) || kp_writes_by_itself(a->dest) ||
        !fits(f, a->value, a->dest, b->value))
        return NULL;
    return s;
}

/* Of how many pairs do the branches consist? 0 when of anything else. Marks their reads with the IF
 * when there is one. */
static size_t pairs_of(struct kp_func *f, struct kp_loop *l, const struct kp_node *loads,
                       const struct kp_node *fills, const struct kp_node *mark)
{
    const struct kp_node *a = first_in(loads), *b = first_in(fills);
    struct kp_site *s;
    size_t n = 0;

    for (; a && (s = pair(f, l, a, b)); a = next_in(loads, a), b = next_in(fills, b)) {
        n++;
        if (mark) {
            s->filled = mark;
            s->fill = kp_child(b, 1);
        }
    }
    return a || b ? 0 : n;
}

static void fill_if(struct kp_func *f, struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_node *loads = kp_child(n, 2), *fills = kp_child(n, 3);

    if (kp_child(n, 1)->kind == KP_VAR) /* without the condition its name is another one, or none */
        return;
    if (!pairs_of(f, l, loads, fills, NULL)) {
        fills = loads;
        loads = kp_child(n, 3);
    }
    if (pairs_of(f, l, loads, fills, NULL) == sites_in(l, n))
        pairs_of(f, l, loads, fills, n);
}

/* ---- float v = 0; if (c) v = A[i]; --------------------------------------------------------- */

/* The variable's declaration, when nothing names it between there and `n`. */
static const struct kp_node *declaration_before(const struct kp_node *n, const struct kp_sym *v)
{
    const struct kp_node *var = NULL;

    if (n->parent->kind != KP_COMPOUND)
        return NULL;
    for (const struct kp_node *c = n->parent->first; c != n; c = c->next)
        if (c->kind == KP_DECL_STMT && v->decl && v->decl->parent == c)
            var = kp_count_refs(c, v) ? NULL : v->decl;
        else if (kp_count_refs(c, v))
            var = NULL;
    return var;
}

/* `= value` or `(value)`: a text that is nothing but the value. `half v(0.0f)` is none, as libclang
 * has the name in it, and macros may have the `=` or more declarators. */
static bool has_own_value(struct kp_unit *u, const struct kp_node *var)
{
    const char *text = u->source.text;
    const struct kp_node *value = var->last;
    struct kp_token t = kp_lex_code(text, var->parent->span.begin, value->span.begin), last = t;

    for (; t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, value->span.begin))
        last = t;
    kp_each_child(c, var->parent) if (c != var && c->span.begin < value->span.end &&
                                      value->span.begin < c->span.end) return false;
    return !var->from_macro && kp_owns_text(u, value) &&
           (kp_token_is(text, last, "=") || kp_token_is(text, last, "("));
}

/* What a value is made of, a macro's names too. */
static void add_names(struct kp_str *out, const struct kp_node *value)
{
    if (value->sym)
        kp_str_addf(out, " %s", value->sym->name);
    if (value->type)
        kp_str_addf(out, " %s", value->type->spelling);
    kp_each_child(c, value) add_names(out, c);
}

/* True if one of the names is declared by the statement, or in the condition. */
static bool declares_one(struct kp_unit *u, const struct kp_node *n, const char *names)
{
    if (kp_may_declare(u, n, names) ||
        (n->kind == KP_VAR && n->sym &&
         kp_lex_has(names, 0, (uint32_t)strlen(names), n->sym->name)))
        return true;
    kp_each_child(c, n) if ((c->kind == KP_VAR || c->kind == KP_OTHER_DECL) &&
                            declares_one(u, c, names)) return true;
    return false;
}

bool kp_means_the_same(struct kp_unit *u, const struct kp_node *value, const struct kp_node *from,
                       const struct kp_node *n)
{
    struct kp_str names = kp_str_new(u->arena);

    kp_str_add(&names, kp_node_text(u, value));
    add_names(&names, value);
    for (const struct kp_node *c = from; c != n; c = c->next)
        if (c->kind == KP_DECL_STMT && declares_one(u, c, kp_str_text(&names)))
            return false;
    return !declares_one(u, n, kp_str_text(&names));
}

static void fill_variable(struct kp_func *f, struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_node *then = kp_child(n, 2), *a = first_in(then), *to, *var;
    struct kp_site *s;

    if (!a || next_in(then, a) || a->kind != KP_ASSIGN || a->op != KP_OP_ASSIGN || a->from_macro)
        return;
    to = a->first;
    s = site_at(l, kp_child(a, 1));
    if (!s || s->assigned || s->no_text || to->kind != KP_REF || !to->sym || sites_in(l, n) != 1)
        return;
    var = declaration_before(n, to->sym);
    if (!var || !var->has_init || to->sym->n_dims || !fits(f, s->node, to, var->last) ||
        !has_own_value(f->unit, var) || !kp_means_the_same(f->unit, var->last, var->parent, n))
        return;
    s->filled = n;
    s->fill = var->last;
}

static void visit(struct kp_func *f, struct kp_loop *l, const struct kp_node *n)
{
    if (n->kind == KP_IF && kp_child(n, 0)->kind == KP_NONE && !n->is_constexpr_if &&
        !n->from_macro) {
        if (kp_child(n, 3)->kind == KP_NONE)
            fill_variable(f, l, n);
        else
            fill_if(f, l, n);
    }
    kp_each_child(c, n) visit(f, l, c);
}

void kp_model_fill(struct kp_func *f, struct kp_loop *l)
{
    for (size_t i = 0; i < l->sites.n; i++)
        if (!l->sites.v[i].assigned && !l->sites.v[i].no_text)
            fill_cond(f, l, &l->sites.v[i]);
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load)
            visit(f, l, l->stmts.v[i].node);
}
