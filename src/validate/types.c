/* Types of expressions that a template leaves open, as far as declarations tell them. */
#include <string.h>

#include "fn/callee.h"
#include "front/tree.h"
#include "validate/run.h"

/* How many names may stand for each other. */
enum { MOST_NAMES = 32 };

static const struct kp_type *without_reference(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return t;
}

static bool is_said(const struct kp_type *t)
{
    return t && t->canonical[0] != '<' && !kp_starts_with(t->canonical, "auto") &&
           !kp_starts_with(t->canonical, "const auto");
}

static const struct kp_type *pointer_to(struct kp_run *r, const struct kp_type *elem)
{
    struct kp_type *t = kp_new(r->arena, struct kp_type);

    *t = (struct kp_type){.kind = KP_TYPE_POINTER,
                          .spelling = kp_sprintf(r->arena, "%s *", elem->spelling),
                          .canonical = kp_sprintf(r->arena, "%s *", elem->canonical),
                          .elem = elem,
                          .count = -1,
                          .size = 8,
                          .align = 8,
                          .is_dependent = elem->is_dependent};
    return t;
}

/* Of the value: an array's is a pointer. */
static const struct kp_type *decayed(struct kp_run *r, const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_ARRAY && t->elem ? pointer_to(r, t->elem) : t;
}

static const struct kp_type *type_of(struct kp_run *r, const struct kp_node *n, unsigned depth);

static const struct kp_sym *tile_named(const struct kp_run *r, const char *name)
{
    for (size_t i = 0; i < r->staging->tiles.n; i++)
        if (kp_streq(r->staging->tiles.v[i]->name, name))
            return r->staging->tiles.v[i];
    return NULL;
}

/* Of all stages of a tile, in dynamic shared memory: `reinterpret_cast<..>(kp_smem)->kp_As`. */
static const struct kp_type *type_of_stages(struct kp_run *r, const char *name)
{
    const struct kp_sym *tile = kp_is_schedule_name(r, name) ? tile_named(r, name + 3) : NULL;
    struct kp_type *t;

    if (!tile || !tile->type || tile->type->kind != KP_TYPE_ARRAY)
        return NULL;
    t = kp_new(r->arena, struct kp_type);
    *t = *tile->type;
    t->elem = tile->type;
    t->count = t->size = -1;
    return t;
}

/* Of a member that emission has made of a tile. */
static const struct kp_type *type_of_tile(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *of = n->first;
    const char *name = kp_member_name(r, n);
    const struct kp_sym *tile;

    if (name && of->kind == KP_CAST && n->is_arrow)
        return type_of_stages(r, name);
    while (of->kind == KP_INDEX)
        of = of->first;
    if (!name || of->kind != KP_REF || !of->sym ||
        (of->sym->space != KP_SPACE_SHARED &&
         !(of->sym->type && of->sym->type->kind == KP_TYPE_REFERENCE)) ||
        !kp_is_schedule_name(r, of->sym->name))
        return NULL;
    tile = tile_named(r, name);
    return tile ? tile->type : NULL;
}

static const struct kp_type *type_of_name(struct kp_run *r, const struct kp_sym *s, unsigned depth)
{
    const struct kp_node *d = s->decl;
    const struct kp_type *t = without_reference(s->type);

    for (size_t i = s->kind == KP_SYM_PARAM ? r->deduced.n : 0; i; i--)
        if (r->deduced.v[i - 1].param == s)
            return r->deduced.v[i - 1].type;
    if (is_said(t))
        return t;
    if (!d || d->kind != KP_VAR || !d->has_init || d->last->kind == KP_INIT_LIST)
        return NULL;
    t = type_of(r, d->last, depth + 1);
    return s->type && s->type->kind == KP_TYPE_REFERENCE ? t : decayed(r, t);
}

static bool has_elements(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_POINTER);
}

/* The type of an operation on numbers that are not promoted; NULL: not known. */
static const struct kp_type *common(const struct kp_type *a, const struct kp_type *b)
{
    if (!kp_is_number(a) || !kp_is_number(b) || a->is_dependent || b->is_dependent || a->size < 4 ||
        b->size < 4)
        return NULL;
    if (a->kind == KP_TYPE_FLOAT && b->kind == KP_TYPE_FLOAT)
        return b->size > a->size ? b : a;
    if (a->kind == KP_TYPE_FLOAT || b->kind == KP_TYPE_FLOAT)
        return a->kind == KP_TYPE_FLOAT ? a : b;
    return a->kind == b->kind && a->builtin == b->builtin && a->kind == KP_TYPE_INT ? a : NULL;
}

/* `(decltype(kp_x))((char *)kp_x + ..)`, by which emission moves a pointer: its own type. */
static const struct kp_type *type_of_moved(struct kp_run *r, const struct kp_node *n,
                                           unsigned depth)
{
    const struct kp_node *from = n->first;
    const struct kp_type *t;

    while (from && (from->kind == KP_CAST || from->kind == KP_BINARY))
        from = from->first;
    if (!from || from->kind != KP_REF || !from->sym || !n->type ||
        !kp_is_schedule_name(r, from->sym->name) ||
        !kp_streq(n->type->spelling, kp_sprintf(r->arena, "decltype(%s)", from->sym->name)))
        return NULL;
    t = type_of_name(r, from->sym, depth + 1);
    return has_elements(t) ? t : NULL;
}

/* True if the class, or a part of it that has no name, has the member. */
static bool has_member(const struct kp_sym *record, const struct kp_sym *s)
{
    const struct kp_sym *of = s->kind == KP_SYM_FIELD ? s->parent : NULL;

    while (of && of != record && of->kind == KP_SYM_RECORD && (!*of->name || strchr(of->name, '(')))
        of = of->parent;
    return of == record;
}

static const struct kp_sym *member_of(struct kp_run *r, const struct kp_node *n, unsigned depth)
{
    const struct kp_type *t = n->sym ? NULL : type_of(r, n->first, depth);
    const char *name = n->sym ? NULL : kp_member_name(r, n);
    const struct kp_sym *found = NULL;

    if (t && n->is_arrow)
        t = t->kind == KP_TYPE_POINTER ? without_reference(t->elem) : NULL;
    if (!t || !name || !t->decl || t->decl->kind != KP_SYM_RECORD)
        return n->sym;
    kp_each_named(s, r->u, name) if (has_member(t->decl, s))
    {
        if (found)
            return NULL;
        found = s;
    }
    return found;
}

const struct kp_sym *kp_member_of(struct kp_run *r, const struct kp_node *n)
{
    return member_of(r, n, 0);
}

/* The type that follows from the expression's parts; NULL: none does. */
static const struct kp_type *type_by_parts(struct kp_run *r, const struct kp_node *n,
                                           unsigned depth)
{
    const struct kp_call_rule *rule;
    const struct kp_type *t;
    const struct kp_sym *s;

    switch (n->kind) {
    case KP_REF:
        return n->sym ? type_of_name(r, n->sym, depth) : NULL;
    case KP_MEMBER:
        s = n->sym || type_of_tile(r, n) ? n->sym : member_of(r, n, depth + 1);
        t = s ? without_reference(s->type) : type_of_tile(r, n);
        return is_said(t) ? t : NULL;
    case KP_INDEX:
        t = type_of(r, n->first, depth + 1);
        return has_elements(t) ? without_reference(t->elem) : NULL;
    case KP_CAST:
        return type_of_moved(r, n, depth);
    case KP_ASSIGN:
        t = type_of(r, n->first, depth + 1);
        return kp_is_number(t) && !t->is_dependent ? t : NULL;
    case KP_COND:
        return common(type_of(r, kp_child(n, 1), depth + 1), type_of(r, n->last, depth + 1));
    case KP_UNARY:
        if (n->op == KP_OP_PLUS || n->op == KP_OP_MINUS) {
            t = type_of(r, n->first, depth + 1);
            return common(t, t);
        }
        if (n->op != KP_OP_DEREF && n->op != KP_OP_ADDR)
            return NULL;
        t = type_of(r, n->first, depth + 1);
        if (n->op == KP_OP_ADDR)
            return t ? pointer_to(r, t) : NULL;
        return has_elements(t) ? without_reference(t->elem) : NULL;
    case KP_BINARY:
        if (n->op < KP_OP_MUL || n->op > KP_OP_SUB || n->op == KP_OP_REM)
            return NULL;
        t = common(type_of(r, n->first, depth + 1), type_of(r, n->last, depth + 1));
        if (t || n->op != KP_OP_ADD)
            return t;
        t = type_of(r, n->first, depth + 1);
        if (!has_elements(t))
            t = type_of(r, n->last, depth + 1);
        return has_elements(t) ? decayed(r, t) : NULL;
    case KP_CALL: /* of what is read by __ldg() */
        rule = kp_callee_rule(r->u, n);
        t = rule && rule->is_load ? type_of(r, kp_argument(n, 0), depth + 1) : NULL;
        return has_elements(t) ? without_reference(t->elem) : NULL;
    default:
        return NULL;
    }
}

/* NULL: not known. */
static const struct kp_type *type_of(struct kp_run *r, const struct kp_node *n, unsigned depth)
{
    static const struct kp_type size = {.kind = KP_TYPE_INT,
                                        .spelling = "unsigned long",
                                        .canonical = "unsigned long",
                                        .size = 8,
                                        .align = 8,
                                        .is_unsigned = true};
    const struct kp_type *t = without_reference(n->type), *by_parts;

    if (n->kind == KP_SIZEOF) /* whose type is the one that is measured */
        return &size;
    if (is_said(t) && !t->is_dependent && t->kind != KP_TYPE_DEPENDENT &&
        !(n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_PARAM))
        return t;
    by_parts = depth < MOST_NAMES ? type_by_parts(r, n, depth) : NULL;
    return by_parts ? by_parts : is_said(t) ? t : NULL;
}

const struct kp_type *kp_expr_type(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_type *t = type_of(r, n, 0);

    return t ? t : without_reference(n->type);
}

/* `T`, `T *` or `T &` of a parameter T of the template. */
static bool is_deduced(const struct kp_type *t)
{
    while (t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER)
        t = t->elem;
    return t->kind == KP_TYPE_DEPENDENT && !t->spelling[strcspn(t->spelling, ":<(")];
}

const struct kp_type *kp_deduce(struct kp_run *r, const struct kp_sym *param,
                                const struct kp_node *call, const struct kp_node *arg)
{
    const struct kp_type *t = param->type, *from;
    const struct kp_node *name = call->first;

    if (!t || !is_deduced(t) || call->kind != KP_CALL || name->kind != KP_REF || name->from_macro ||
        name->file || name->span.end > r->u->source.size ||
        r->u->source.text[name->span.end - 1] == '>') /* else the call says what they are */
        return NULL;
    from = type_of(r, arg, 0);
    return from && (t->kind != KP_TYPE_POINTER || has_elements(from)) ? from : NULL;
}

bool kp_are_one_parameter(const struct kp_type *a, const struct kp_type *b)
{
    return kp_is_type_parameter(a) && kp_is_type_parameter(b) && a->decl && a->decl == b->decl;
}
