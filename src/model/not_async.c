/* Copies that cannot become asynchronous ones. */
#include "front/lex.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/around.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/mentions.h"
#include "model/own_text.h"
#include "model/steps.h"
#include "model/types_text.h"

/* A class or an enumeration may say what its address is. */
static bool may_hide_address(const struct kp_unit *u, const struct kp_type *t)
{
    const bool may = t && (t->kind == KP_TYPE_RECORD || t->kind == KP_TYPE_ENUM);

    if (!may)
        return false;
    kp_each_named(s, u, "operator&")
    {
        unsigned operands = 0;

        if (s->kind != KP_SYM_FUNCTION || s->from_prelude)
            continue;
        if (s->decl)
            kp_each_child(p, s->decl) operands += p->kind == KP_PARAM;
        if (operands + s->is_method == 1 || !s->decl)
            return true;
    }
    return false;
}

static const struct kp_type *record_of(const struct kp_node *object)
{
    const struct kp_type *t = object->type;

    return t && (t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER) ? t->elem : t;
}

/* The alignment of an element of the member. That of a class template's is its instance's. */
static int64_t align_of(const struct kp_node *n)
{
    const struct kp_type *t = kp_is_left_open(n->sym->type) ? n->type : n->sym->type;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t ? t->align : -1;
}

/* True if the member lies where its type is aligned, in whatever record it is. A packed record says
 * less of its members' places than their types do. */
static bool is_member_aligned(const struct kp_node *n)
{
    const struct kp_type *record = n->first ? record_of(n->first) : NULL;
    const struct kp_sym *in = n->sym->parent;
    const int64_t own = align_of(n);

    if (own <= 0 || !record || record->align < own || !in)
        return false;
    if (n->sym->offset < 0) /* of a class template */
        return record->is_natural && record->decl == in;
    return n->sym->offset % own == 0 && in->type && in->type->align >= own;
}

/* True if the object is at the place that its type's alignment promises. A member is part of an
 * object, and an element of an array. */
static bool is_place_aligned(const struct kp_node *n)
{
    while (n) {
        if (n->kind == KP_MEMBER && (!n->sym || !is_member_aligned(n)))
            return false;
        if ((n->kind == KP_MEMBER && !n->is_arrow) ||
            (n->kind == KP_INDEX && n->first->type && n->first->type->kind == KP_TYPE_ARRAY))
            n = n->first;
        else
            return true;
    }
    return true;
}

#define OWN_PIPELINE "the file declares a name that cp.async needs"

/* A macro of the command line is in front of CUDA's header wherever that is included. */
static bool is_header_taken(const struct kp_unit *u)
{
    const char *s = u->parse.command_line;
    uint32_t end = s ? (uint32_t)strlen(s) : 0;

    for (struct kp_token t = kp_lex(s, 0, end); t.kind != KP_TOKEN_END; t = kp_lex(s, t.end, end)) {
        struct kp_token name = kp_lex(s, kp_lex_directive(s, t).end, t.end);

        if (kp_has_pipeline_word(s, (struct kp_span){name.begin, name.end}))
            return true;
    }
    return false;
}

static bool has_own_pipeline(struct kp_unit *u, const struct kp_loop *l)
{
    static const char *const names[] = {"__pipeline_memcpy_async", "__pipeline_commit",
                                        "__pipeline_wait_prior"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_is_hidden_function(u, l->function->decl, names[i]))
            return true;
    return is_header_taken(u);
}

/* The condition and the other value, which are said again. */
static bool owns_sides(struct kp_unit *u, const struct kp_copy *copy)
{
    kp_each_child(k, copy->value) if (!kp_owns_text(u, k)) return false;
    return kp_owns_text(u, copy->dest);
}

/* Memory of callers out of sight, which may be of any space, or behind a pointer that they, or code
 * that is not visible, may have put into memory. */
static bool is_of_others(struct kp_func *f, const struct kp_node *lvalue)
{
    bool others = !f->sym->is_kernel || kp_does_unknown(kp_function_effects(f));
    struct kp_objs objects = {0};

    kp_lvalue_objs(f, lvalue, &objects);
    for (size_t i = 0; i < objects.list.n; i++) {
        const struct kp_obj *o = &objects.list.v[i];

        if (kp_is_callers(o->space, o->sym) ||
            (others && kp_is_found(o->space, o->sym) && lvalue->kind != KP_CALL))
            return true;
    }
    return false;
}

/* True if what one of them stores may be what the other one names. */
static bool may_change(const struct kp_effects *a, const struct kp_effects *b)
{
    for (size_t i = 0; i < a->access.n; i++) {
        const struct kp_access *x = &a->access.v[i];

        if (!kp_is_store(x))
            continue;
        if (x->through_pointer || !kp_is_known_object(x))
            return true;
        for (size_t k = 0; k < b->access.n; k++)
            if (b->access.v[k].base == x->base || b->access.v[k].through_pointer)
                return true;
    }
    return false;
}

/* The value is made before the place is found ([expr.ass]), and the arguments of an asynchronous
 * copy, which is a call, are made in any order. True if that is not the same. */
static bool needs_order(struct kp_func *f, const struct kp_copy *copy)
{
    struct kp_effects place = {0}, value = {0};

    kp_effects_of(f, copy->dest, &place);
    kp_effects_of(f, copy->value, &value);
    kp_effects_of(f, copy->source, &value); /* in front of it, where a variable is the value */
    return may_change(&place, &value) || may_change(&value, &place);
}

/* What the types speak against: of the text, or of one instance. */
static const char *types_obstacle(const struct kp_unit *u, const struct kp_node *dest,
                                  const struct kp_node *source)
{
    const struct kp_type *to = kp_lvalue_type(dest), *from = kp_lvalue_type(source);
    const int64_t bytes = kp_lvalue_bytes(dest);

    if (!kp_same_bits(dest, source))
        return "the value is converted on its way into the tile";
    if (bytes < 0)
        return "the size of the element depends on a template parameter";
    if (bytes != 4 && bytes != 8 && bytes != 16)
        return "cp.async copies 4, 8 or 16 bytes";
    if ((to->align > 0 && to->align < bytes) || (from->align > 0 && from->align < bytes))
        return "the type's alignment is less than its size";
    if (!is_place_aligned(dest) || !is_place_aligned(source))
        return "a member of a packed class may be misaligned";
    if (kp_is_bit_field(dest) || kp_is_bit_field(source))
        return "a bit-field has no address";
    if (may_hide_address(u, to) || may_hide_address(u, from))
        return "the type may define its own operator &";
    return NULL;
}

/* The same for each visible instance, where the template leaves both types open. */
static const char *open_types_obstacle(struct kp_func *f, struct kp_copy *copy)
{
    const char *why = types_obstacle(f->unit, copy->dest, copy->source);
    struct kp_nodes to = {0}, from = {0};

    if (!why || !kp_is_left_open(kp_lvalue_type(copy->dest)) ||
        !kp_is_left_open(kp_lvalue_type(copy->source)))
        return why;
    kp_seen_in_instances(f, copy->dest, &to);
    kp_seen_in_instances(f, copy->source, &from);
    if (!to.n || to.n != from.n)
        return why;
    for (size_t i = 0; i < to.n; i++)
        if (to.v[i]->kind == KP_CALL || to.v[i]->kind == KP_OPCALL)
            return "a call returns its place";
        else if ((why = types_obstacle(f->unit, to.v[i], from.v[i])))
            return why;
    copy->of_instances = true;
    return NULL;
}

const char *kp_why_not_async(struct kp_func *f, const struct kp_loop *l, struct kp_copy *copy)
{
    struct kp_unit *u = f->unit;

    if (copy->form == KP_COPY_ASYNC)
        return has_own_pipeline(u, l) ? OWN_PIPELINE : NULL;
    if (copy->form == KP_COPY_FILL)
        return NULL;
    if (copy->form == KP_COPY_HELPER)
        return "the copy is made inside a called function";
    if (copy->chained)
        return "one statement fills several tiles";
    if (copy->form == KP_COPY_VALUE)
        return "the value is computed on its way into the tile";
    if (needs_order(f, copy))
        return "its index is changed where the value is made";
    if (has_own_pipeline(u, l))
        return OWN_PIPELINE;
    if (is_of_others(f, copy->source))
        return "code that kpipe does not see may pass memory that is not global";
    if (copy->node->from_macro)
        return "the assignment is inside a macro";
    if (!kp_owns_address(u, copy->source) || !kp_owns_text(u, copy->source))
        return "the macro with the load does more than load";
    if (!kp_owns_address(u, copy->dest) || (copy->form == KP_COPY_SELECT && !owns_sides(u, copy)))
        return "the assignment is inside a macro";
    if (copy->source->kind == KP_CALL && !kp_argument(copy->source, 0))
        return "the load is a call";
    return open_types_obstacle(f, copy);
}
