/* References to objects that begin in a shared array, as pointers, which stages can move:
 *
 *     storage &s = *reinterpret_cast<storage *>(raw);     storage *s = reinterpret_cast<..>(raw);
 *     s.a[i] = x; f(s);                                   s->a[i] = x; f((*s));
 *
 * The address is computed at the same place, and nothing sets the pointer, so it is the same
 * object. */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/own_text.h"
#include "model/says.h"
#include "texts/texts.h"

/* The `&` of the declarator `&name =`; an empty token: it has another form. */
static struct kp_token ampersand_of(const struct kp_unit *u, const struct kp_node *var)
{
    const char *text = u->source.text;
    struct kp_token before = {0}, name = {0}, none = {0};

    for (struct kp_token t = kp_lex_code(text, var->span.begin, var->last->span.begin);
         t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, var->last->span.begin)) {
        if (kp_token_is(text, t, "="))
            return kp_token_is(text, before, "&") && kp_token_is(text, name, var->sym->name)
                       ? before
                       : none;
        before = name;
        name = t;
    }
    return none;
}

/* The pointer P of the initialiser `*P`, where P is a conversion of the array's address; NULL: it
 * has another form. */
static const struct kp_node *pointer_of(const struct kp_node *var, const struct kp_sym *array)
{
    const struct kp_node *init = var->last;
    const struct kp_node *p =
        init->kind == KP_UNARY && init->op == KP_OP_DEREF ? init->first : NULL;

    return p && p->kind == KP_CAST && p->type && p->type->kind == KP_TYPE_POINTER &&
                   kp_count_refs(p, array)
               ? p
               : NULL;
}

/* True if each closure that the mention stands in captures by reference: by value it would copy the
 * object. */
static bool is_captured_by_reference(const struct kp_unit *u, const struct kp_node *ref,
                                     const struct kp_node *function)
{
    for (const struct kp_node *n = ref->parent; n && n != function; n = n->parent)
        if (n->kind == KP_LAMBDA && !kp_captures_by_reference(u, n))
            return false;
    return true;
}

static bool is_replaceable(struct kp_unit *u, const struct kp_node *ref,
                           const struct kp_node *function)
{
    return !ref->from_macro && !ref->file && kp_owns_text(u, ref) &&
           kp_streq(kp_node_text(u, ref), ref->sym->name) &&
           is_captured_by_reference(u, ref, function);
}

static void replace_mention(struct kp_unit *u, const struct kp_node *ref, struct kp_patches *p)
{
    struct kp_token t = kp_lex_code(u->source.text, ref->span.end, (uint32_t)u->source.size);
    const struct kp_node *of = ref->parent;

    if (of->kind == KP_MEMBER && !of->is_arrow && of->first == ref &&
        kp_token_is(u->source.text, t, "."))
        kp_patch(u, p, t.begin, t.end, "->");
    else
        kp_patch(u, p, ref->span.begin, ref->span.end,
                 kp_sprintf(u->arena, "(*%s)", ref->sym->name));
}

/* One variable that is declared by itself. */
static void take_reference(struct kp_unit *u, const struct kp_node *function,
                           const struct kp_node *stmt, const struct kp_sym *array,
                           struct kp_patches *p)
{
    const struct kp_node *var = stmt->first, *pointer;
    const struct kp_sym *s = var && var->kind == KP_VAR ? var->sym : NULL;
    struct kp_spans known = {0};
    struct kp_node *const *refs;
    struct kp_token sign;
    size_t n = 0;

    if (stmt->n_children != 1 || !s || !var->has_init || s->is_static || s->is_broken ||
        s->space != KP_SPACE_LOCAL || !s->type || s->type->kind != KP_TYPE_REFERENCE ||
        stmt->file || stmt->from_macro || !kp_owns_text(u, stmt) ||
        !(pointer = pointer_of(var, array)) || !kp_knows_refs(function, s))
        return;
    sign = ampersand_of(u, var);
    if (sign.end == sign.begin || var->last->span.begin >= pointer->span.begin)
        return;
    kp_push(u->arena, &known, stmt->span);
    refs = kp_refs_below(function, s, &n);
    for (size_t i = 0; i < n; i++) {
        if (!is_replaceable(u, refs[i], function))
            return;
        kp_push(u->arena, &known, refs[i]->span);
    }
    if (kp_text_says(u, function->span, &known, s->name))
        return;
    kp_patch(u, p, sign.begin, sign.end, "*");
    kp_patch(u, p, var->last->span.begin, pointer->span.begin, "");
    for (size_t i = 0; i < n; i++)
        replace_mention(u, refs[i], p);
}

void kp_point_to_objects(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    const struct kp_node *function = l->function->decl;

    if (!function || function->file || l->node->from_macro || kp_is_argument(u, l->node->span))
        return;
    for (const struct kp_node *n = l->node; n->parent && n != function; n = n->parent)
        for (const struct kp_node *x = n->parent->kind == KP_COMPOUND ? n->parent->first : NULL;
             x && x != n; x = x->next)
            for (size_t k = 0; x->kind == KP_DECL_STMT && k < l->tiles.n; k++)
                if (l->tiles.v[k]->sym && kp_count_refs(x, l->tiles.v[k]->sym)) {
                    take_reference(u, function, x, l->tiles.v[k]->sym, p);
                    break;
                }
}
