/* Elements of shared memory to which methods return references:
 *
 *     view As(raw);  As(r, c) = x;     raw[r * 16 + c] = x;
 *     __shared__ matrix As;  As(r, c) = x;     As.data[r][c] = x;
 *
 * The methods return one expression, as those in called.c. A view is a local object whose
 * constructor does nothing but keep its arguments, names that keep their values, and that nothing
 * but such calls names: its declaration goes. */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/own_text.h"
#include "model/written.h"
#include "texts/direct.h"

/* ---- views ---------------------------------------------------------------------------------- */

/* What stands for the node in the one instance of a function that is no template. */
static const struct kp_node *in_instance(const struct kp_node *n, const struct kp_node *of)
{
    const struct kp_node *found;

    if (n->pattern == of && n->kind == of->kind)
        return n;
    kp_each_child(c, n) if ((found = in_instance(c, of))) return found;
    return NULL;
}

static const struct kp_node *as_instantiated(const struct kp_direct *d, const struct kp_node *n)
{
    const struct kp_node *found;

    for (size_t i = 0; i < d->u->parse.instances.n; i++)
        if (d->u->parse.instances.v[i].pattern == d->f->sym &&
            (found = in_instance(d->u->parse.instances.v[i].function, n)))
            return found;
    return n;
}

/* A place in an array in shared memory that numbers say. */
static bool is_fixed_place(const struct kp_node *n)
{
    while (n->kind == KP_INDEX && n->last->kind == KP_INT_LIT && !n->from_macro)
        n = n->first;
    return n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR &&
           n->sym->space == KP_SPACE_SHARED && n->sym->n_dims > 0;
}

/* A name that has one value in the function, the address of a fixed place, or a number. What a
 * reference names may change. */
static bool keeps_its_value(const struct kp_direct *d, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;

    if (n->from_macro || !kp_owns_text(d->u, n))
        return false;
    if (n->kind == KP_UNARY && n->op == KP_OP_ADDR)
        return is_fixed_place(n->first);
    if (n->kind != KP_REF || !s || s->from_prelude)
        return n->kind == KP_INT_LIT;
    if (s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED)
        return s->n_dims > 0;
    if (!s->type || s->type->kind == KP_TYPE_REFERENCE || s->type->is_volatile)
        return false;
    return (s->kind == KP_SYM_PARAM && kp_is_param_of(d->f, s) && kp_keeps_argument(d->f, s)) ||
           (s->space == KP_SPACE_LOCAL && !s->is_static && kp_single_definition(d->f, s));
}

/* A bit-field keeps a part of the number. */
static bool add_member(const struct kp_direct *d, struct kp_looker *view,
                       const struct kp_sym *member, const struct kp_node *value)
{
    struct kp_looked m = {member->name, value};

    if (!value || member->is_bit_field || !keeps_its_value(d, value))
        return false;
    kp_push(d->u->arena, &view->members, m);
    return true;
}

/* `view(float *p, int n) : p(p), n(n) {}` */
static bool add_kept(const struct kp_direct *d, struct kp_looker *view, const struct kp_node *make)
{
    const struct kp_node *function = make->sym ? make->sym->decl : NULL;
    const struct kp_node *body = function ? function->last : NULL;

    if (!body || function->kind != KP_FUNCTION || body->kind != KP_COMPOUND || body->first)
        return false;
    kp_each_child(c, function)
    {
        const struct kp_node *to = c->kind == KP_ASSIGN ? c->first : NULL, *from = c->last;
        unsigned at = 0;

        if (c->kind == KP_PARAM || c == body)
            continue;
        if (!to || to->kind != KP_MEMBER || !to->first || to->first->kind != KP_THIS || !to->sym ||
            from->kind != KP_REF || !from->sym ||
            !kp_streq(to->type->canonical, from->sym->type->canonical))
            return false;
        kp_each_child(p, function)
        {
            if (p->kind == KP_PARAM && p->sym == from->sym)
                break;
            at += p->kind == KP_PARAM;
        }
        if (!add_member(d, view, to->sym, kp_child(view->var->last, at)))
            return false;
    }
    return true;
}

/* `view v{p, n};` */
static bool add_given(const struct kp_direct *d, struct kp_looker *view,
                      const struct kp_node *record)
{
    unsigned i = 0;

    kp_each_child(c, record) if (c->kind == KP_FIELD)
    {
        if (!c->sym || !add_member(d, view, c->sym, kp_child(view->var->last, i++)))
            return false;
    }
    return i == view->var->last->n_children;
}

/* Without bases, and all of its members are those of the view. */
static bool is_whole(const struct kp_direct *d, const struct kp_looker *view,
                     const struct kp_node *record)
{
    const char *text = kp_place_file(d->u, record->file)->text;
    size_t fields = 0;

    kp_each_child(c, record) fields += c->kind == KP_FIELD;
    if (!text || fields != view->members.n)
        return false;
    for (struct kp_token t = kp_lex_code(text, record->span.begin, record->span.end);
         !kp_token_is(text, t, "{"); t = kp_lex_code(text, t.end, record->span.end))
        if (t.kind == KP_TOKEN_END || kp_token_is(text, t, ":"))
            return false;
    return true;
}

static bool is_view(const struct kp_direct *d, const struct kp_node *var, struct kp_looker *view)
{
    const struct kp_type *t = var->type ? var->type : var->sym->type;
    const struct kp_node *make = var->has_init ? var->last : NULL, *record;

    *view = (struct kp_looker){.var = var};
    if (!make || var->kind != KP_VAR || var->sym->is_static || var->sym->n_dims ||
        var->sym->space != KP_SPACE_LOCAL || !t || t->kind != KP_TYPE_RECORD || !t->copies_bits ||
        t->ends_in_code || t->is_volatile || !t->decl || t->decl->from_prelude ||
        !kp_as_written(t->decl)->decl || var->from_macro || var->file || !var->parent ||
        var->parent->kind != KP_DECL_STMT || var->parent->n_children != 1 ||
        var->parent->parent->kind != KP_COMPOUND || !kp_owns_lines(d->u, var->parent))
        return false;
    record = kp_as_written(t->decl)->decl;
    if (record->kind != KP_RECORD)
        return false;
    if (make->kind == KP_CONSTRUCT)
        return add_kept(d, view, as_instantiated(d, make)) && is_whole(d, view, record);
    return make->kind == KP_INIT_LIST && add_given(d, view, record) && is_whole(d, view, record);
}

/* ---- their calls ---------------------------------------------------------------------------- */

/* The call whose object the name is; NULL: it is something else. */
static const struct kp_node *call_of(const struct kp_node *ref)
{
    const struct kp_node *n = ref->parent;

    if (n && n->kind == KP_MEMBER)
        n = n->parent;
    return n && (n->kind == KP_CALL || n->kind == KP_OPCALL) && kp_call_object(n) == ref ? n : NULL;
}

static bool place(struct kp_direct *d, const struct kp_node *call, const struct kp_looker *view)
{
    const char *text;

    for (const struct kp_node *n = call->parent; n != d->f->body; n = n->parent)
        if (!n || n->kind == KP_LAMBDA)
            return false;
    for (unsigned i = 0; kp_argument(call, i); i++)
        if (kp_holds(kp_argument(call, i), KP_BIT(KP_CALL) | KP_BIT(KP_OPCALL)))
            return false;
    if (!(text = kp_called_place(d, call, view)))
        return false;
    kp_patch(d->u, d->patches, call->span.begin, call->span.end, text);
    return true;
}

/* What no node shows (`sizeof`, a type) may name it as well; without its declaration that would be
 * an error, as nothing else has the name. */
static bool is_all(const struct kp_direct *d, const struct kp_sym *s, size_t refs)
{
    const struct kp_span in = d->f->decl->span;

    kp_each_named(other, d->u,
                  s->name) if (kp_as_written(other) != s &&
                               (!other->parent || other->parent->kind != KP_SYM_FUNCTION ||
                                kp_as_written(other->parent) == d->f->sym)) return false;
    return kp_lex_count(d->u->source.text, in.begin, in.end, s->name) == refs + 1;
}

/* Puts elements in the place of all calls in `in` with the object; false where it is named in
 * another way, then of none. */
static bool place_all(struct kp_direct *d, const struct kp_node *in, const struct kp_sym *s,
                      const struct kp_looker *view)
{
    size_t refs = 0, first = d->patches->list.n;

    kp_each_below(n, in)
    {
        const struct kp_node *call;

        if (n->kind != KP_REF || n->sym != s)
            continue;
        refs++;
        if (!(call = call_of(n)) || !place(d, call, view)) {
            d->patches->list.n = first;
            return false;
        }
    }
    if (view && !is_all(d, s, refs)) {
        d->patches->list.n = first;
        return false;
    }
    return refs;
}

static void place_object(struct kp_direct *d, const struct kp_sym *s, struct kp_syms *done)
{
    struct kp_span lines;
    struct kp_looker view;

    if (kp_has_sym(done, s))
        return;
    if (s->space == KP_SPACE_SHARED) {
        place_all(d, d->l->node, s, NULL);
        return;
    }
    kp_add_sym(d->u, done, s);
    if (!s->decl || !is_view(d, s->decl, &view) || !place_all(d, d->f->body, s, &view))
        return;
    lines = kp_lines_of(d->u, s->decl->parent);
    kp_patch(d->u, d->patches, lines.begin, lines.end, "");
}

/* Of those objects by whose calls the loop stores. */
bool kp_place_elements(struct kp_unit *u, const struct kp_loop *l, struct kp_syms *done,
                       struct kp_patches *p)
{
    struct kp_direct d = {.u = u, .f = kp_func_get(u, l->function, false), .l = l, .patches = p};
    struct kp_syms objects = {0};
    size_t n = p->list.n;

    if (!d.f || d.f->sym->is_template || d.f->decl->file)
        return false;
    kp_each_below(x, l->node)
    {
        const struct kp_node *to = x->kind == KP_ASSIGN ? x->first : NULL;
        const struct kp_node *object =
            to && (to->kind == KP_CALL || to->kind == KP_OPCALL) ? kp_call_object(to) : NULL;

        if (object && object->kind == KP_REF && object->sym && object->sym->kind == KP_SYM_VAR &&
            !kp_has_sym(&objects, object->sym))
            kp_add_sym(u, &objects, object->sym);
    }
    for (size_t i = 0; i < objects.list.n; i++)
        place_object(&d, objects.list.v[i], done);
    return p->list.n > n;
}
