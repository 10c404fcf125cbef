/* Dynamic shared memory whose array another function declares: `T *s = SharedMemory<T>();`,
 * `shared.getPointer()`. Such a function does nothing but return the array's address, which is that
 * of every such array, so the text in which the function that uses it declares one of bytes means
 * the same. */
#include "emit/text.h"
#include "fn/fn.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "pipeline.h"
#include "texts/texts.h"

#define NAME "kp_dynamic"

/* The pointer, by whatever type. */
static const struct kp_node *uncast(const struct kp_node *n)
{
    while (n->kind == KP_CAST && n->type && n->type->kind == KP_TYPE_POINTER && !n->is_place)
        n = n->first;
    return n;
}

static bool is_address_of(const struct kp_node *n, const struct kp_sym *array)
{
    n = uncast(n);
    if (n->kind == KP_UNARY && n->op == KP_OP_ADDR && n->first->kind == KP_INDEX &&
        n->first->last->kind == KP_INT_LIT && !n->first->last->value)
        n = n->first->first;
    return n->kind == KP_REF && n->sym == array;
}

/* { extern __shared__ T array[]; return address; } */
static bool returns_dynamic(const struct kp_node *function)
{
    const struct kp_node *body = function ? function->last : NULL, *var, *back;

    if (!body || body->kind != KP_COMPOUND || body->n_children != 2 ||
        body->first->kind != KP_DECL_STMT || body->first->n_children != 1 ||
        body->last->kind != KP_RETURN || !body->last->first)
        return false;
    var = body->first->first;
    back = body->last->first;
    return var->kind == KP_VAR && var->sym->is_extern && var->sym->space == KP_SPACE_SHARED &&
           var->sym->type && var->sym->type->kind == KP_TYPE_ARRAY && var->sym->type->count <= 0 &&
           is_address_of(back, var->sym);
}

/* An object of its own, that nothing makes or ends: no other class may be behind it. */
static bool is_plain_object(const struct kp_node *n)
{
    if (n->kind == KP_REF)
        return n->sym && n->sym->type && n->sym->type->kind == KP_TYPE_RECORD;
    return kp_is_empty_constructor(n) && n->type->kind == KP_TYPE_RECORD && !n->type->ends_in_code;
}

/* A call of such a function or method. */
static bool is_dynamic(const struct kp_node *n)
{
    const struct kp_node *of = NULL;

    n = uncast(n);
    if (n->kind != KP_CALL || n->n_children != 1 || !n->sym || !returns_dynamic(n->sym->decl))
        return false;
    of = n->first;
    return of->kind == KP_REF ||
           (of->kind == KP_MEMBER && !of->is_arrow && of->first && is_plain_object(of->first));
}

/* True if the variable is that, in each instance of its function. *any: there is one. */
static bool is_in_all_instances(const struct kp_unit *u, const struct kp_sym *function,
                                const struct kp_node *var, bool *any)
{
    for (size_t i = 0; i < u->parse.instances.n; i++) {
        if (u->parse.instances.v[i].pattern != function)
            continue;
        kp_each_below(x,
                      u->parse.instances.v[i].function) if (x->kind == KP_VAR && x->pattern == var)
        {
            *any = true;
            if (!x->has_init || !is_dynamic(x->last))
                return false;
        }
    }
    return true;
}

static bool is_accessed(struct kp_unit *u, const struct kp_sym *function, const struct kp_node *var)
{
    bool any = false;

    return var->kind == KP_VAR && var->has_init && !var->from_macro && !var->last->from_macro &&
           !var->sym->is_static && var->sym->type && var->sym->type->kind == KP_TYPE_POINTER &&
           is_in_all_instances(u, function, var, &any) &&
           (any ? !function->is_template || kp_fn_can_be_named(u, function)
                : !function->is_template && is_dynamic(var->last));
}

/* `extern __shared__ ..; float *As = reinterpret_cast<float *>(..);` for `float *As = ..;` */
static bool declare(struct kp_unit *u, const struct kp_node *stmt, struct kp_patches *p)
{
    const struct kp_node *var = stmt->first;
    const char *type = kp_declared_type(u, var->sym);
    uint32_t at = kp_line_begin(u, stmt->span.begin);

    if (!type)
        return false;
    kp_patch(u, p, at, at,
             kp_sprintf(u->arena, "%sextern __shared__ __align__(16) unsigned char " NAME "[];\n",
                        kp_indent_of(u, stmt->span.begin)));
    kp_patch(u, p, var->last->span.begin, var->last->span.end,
             kp_sprintf(u->arena, "reinterpret_cast<%s>(" NAME ")", type));
    return true;
}

static bool has_accessors(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n; i++)
        if (u->parse.syms.v[i] && u->parse.syms.v[i]->kind == KP_SYM_FUNCTION &&
            returns_dynamic(u->parse.syms.v[i]->decl))
            return true;
    return false;
}

static const struct kp_node *accessed_in(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_node *body = function->decl ? function->decl->last : NULL;

    for (const struct kp_node *s = body && body->kind == KP_COMPOUND ? body->first : NULL; s;
         s = s->next)
        if (s->kind == KP_DECL_STMT && s->n_children == 1 && !s->file && kp_owns_lines(u, s) &&
            is_accessed(u, function, s->first))
            return s;
    return NULL;
}

bool kp_try_accessed(struct kp_unit *u)
{
    const struct kp_span all = {0, (uint32_t)u->source.size};
    struct kp_texts of_instances = {0};
    struct kp_patches p = {0};
    struct kp_unit *v;
    const char *text;
    bool helped = false;

    if (!has_accessors(u) || kp_lex_has(u->source.text, 0, (uint32_t)u->source.size, NAME))
        return false;
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *f = u->parse.syms.v[i];
        const struct kp_node *s = f && f->kind == KP_SYM_FUNCTION ? accessed_in(u, f) : NULL;

        if (!s || !declare(u, s, &p))
            continue;
        if (f->is_template)
            kp_add_text(u->arena, &of_instances, f->qualified);
    }
    if (!p.list.n)
        return false;
    text = kp_render(u, all, &p);
    v = kp_unit_derive(u);
    kp_rest_on_instances(v, &of_instances);
    if (!kp_pipeline_text(v, u->source.path, text, strlen(text), KP_PASS_EMIT))
        return false;
    for (size_t i = 0; i < v->loops.n && v->loops.n == u->loops.n; i++)
        helped |= !kp_is_pipelined(u->loops.v[i]) && kp_is_pipelined(v->loops.v[i]);
    if (helped)
        kp_unit_adopt(u, v);
    return helped;
}
