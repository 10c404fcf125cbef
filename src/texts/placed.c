/* Elements of shared memory to which methods return references:
 *
 *     view As(raw);  As(r, c) = x;     raw[r * 16 + c] = x;
 *     __shared__ matrix As;  As(r, c) = x;     As.data[r][c] = x;
 *
 * The methods return one expression, as those in called.c. A view is a local object whose
 * constructor does nothing but keep its arguments, and that nothing but such calls names: its
 * declaration goes. Its arguments are names that keep their values, or an address, which a pointer
 * of the object's name holds then:
 *
 *     view As(p + 256);  As(r, c) = x;     float *As = p + 256;  As[r * 16 + c] = x;
 *
 * In a template calls are resolved in its instances, and have the same words in all of them. */
#include "fn/fn.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "model/written.h"
#include "texts/direct.h"

/* ---- their calls ---------------------------------------------------------------------------- */

/* Where calls are looked at: the function's tree, or an instance's, in which all of them are
 * resolved. */
struct tree {
    struct kp_direct d; /* with the patches of this tree alone */
    const struct kp_node *function, *loop;
};

/* The call whose object the name is; NULL: it is something else. */
static const struct kp_node *call_of(const struct kp_node *ref)
{
    const struct kp_node *n = ref->parent;

    if (n && n->kind == KP_MEMBER)
        n = n->parent;
    return n && (n->kind == KP_CALL || n->kind == KP_OPCALL) && kp_call_object(n) == ref ? n : NULL;
}

/* A closure that has what it names by a default: names mean in it what they mean around it, but for
 * its own. What the object is made of keeps its value, so copies of it are the same. */
static bool captures_all(const struct kp_unit *u, const struct kp_node *lambda)
{
    const char *text = u->source.text;
    struct kp_token t = kp_lex_code(text, lambda->span.begin, lambda->span.end);

    if (lambda->file || lambda->from_macro || !kp_token_is(text, t, "["))
        return false;
    t = kp_lex_code(text, t.end, lambda->span.end);
    if (!kp_token_is(text, t, "&") && !kp_token_is(text, t, "="))
        return false;
    return kp_token_is(text, kp_lex_code(text, t.end, lambda->span.end), "]");
}

static bool place(struct tree *in, const struct kp_node *call, const struct kp_looker *view)
{
    struct kp_direct *d = &in->d;
    const char *text;

    for (const struct kp_node *n = call->parent; n != in->function; n = n->parent)
        if (!n || (n->kind == KP_LAMBDA && !captures_all(d->u, n)))
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
                  s->name) if (kp_as_written(other) != kp_as_written(s) &&
                               (!other->parent || other->parent->kind != KP_SYM_FUNCTION ||
                                kp_as_written(other->parent) == d->f->sym)) return false;
    return kp_lex_count(d->u->source.text, in.begin, in.end, s->name) == refs + 1;
}

/* Puts elements in the place of the calls in `where` with the object. An object in shared memory
 * stays, and may be named in other ways; a view goes, so that all of its names are such calls.
 * False: of none. */
static bool place_all(struct tree *in, const struct kp_node *where, const struct kp_sym *s,
                      const struct kp_looker *view)
{
    size_t refs = 0, first = in->d.patches->list.n;

    kp_each_below(n, where)
    {
        const struct kp_node *call;

        if (n->kind != KP_REF || n->sym != s)
            continue;
        refs++;
        if ((!(call = call_of(n)) || !place(in, call, view)) && view->members.n) {
            in->d.patches->list.n = first;
            return false;
        }
    }
    if (view->members.n && !is_all(&in->d, s, refs)) {
        in->d.patches->list.n = first;
        return false;
    }
    return in->d.patches->list.n > first || (view->members.n && refs);
}

/* The type of an address as the text leads to it: `p + i` has that of p. */
static const struct kp_type *address_type(const struct kp_node *n)
{
    while (n->kind == KP_BINARY && (n->op == KP_OP_ADD || n->op == KP_OP_SUB) &&
           !(n->type && n->type->kind == KP_TYPE_POINTER))
        n = n->first;
    return n->type && n->type->kind == KP_TYPE_POINTER ? n->type : NULL;
}

/* The pointer in the object's place; NULL: there is none. */
static const char *held_by(const struct kp_direct *d, const struct kp_looker *view)
{
    const struct kp_node *var = view->var;

    for (size_t i = 0; i < view->members.n; i++) {
        const struct kp_looked *m = &view->members.v[i];
        const struct kp_type *t = address_type(kp_node_as_written(m->value));
        const char *type = NULL;

        if (!m->pointer)
            continue;
        if (t)
            type = kp_type_in_front(d->u, kp_node_as_written(var), t);
        type = type ? type : "auto";
        return kp_sprintf(
            d->u->arena, kp_binds_loosely(m->value) ? "%s%s%s%s = (%s);%s" : "%s%s%s%s = %s;%s",
            kp_indent_of(d->u, var->span.begin), type, kp_ends_with(type, "*") ? "" : " ",
            m->pointer, kp_node_text(d->u, m->value), kp_newline(d->u));
    }
    return NULL;
}

/* All that the declaration declares, which goes. */
static bool place_view(struct tree *in, const struct kp_node *declaration)
{
    struct kp_str held = kp_str_new(in->d.u->arena);
    const size_t first = in->d.patches->list.n;
    struct kp_span lines;

    kp_each_child(var, declaration)
    {
        struct kp_looker view;
        const char *pointer;

        if (!kp_is_view(&in->d, var, &view) ||
            !place_all(in, in->function->last, var->sym, &view)) {
            in->d.patches->list.n = first;
            return false;
        }
        pointer = held_by(&in->d, &view);
        kp_str_add(&held, pointer ? pointer : "");
    }
    lines = kp_lines_of(in->d.u, declaration);
    kp_patch(in->d.u, in->d.patches, lines.begin, lines.end, kp_str_text(&held));
    return true;
}

static bool place_object(struct tree *in, const struct kp_sym *s, bool in_closures)
{
    struct kp_looker object = {.var = s->decl};

    if (!s->decl)
        return false;
    if (s->space == KP_SPACE_SHARED)
        return place_all(in, in_closures ? in->function->last : in->loop, s, &object);
    return s->decl->parent && s->decl->parent->kind == KP_DECL_STMT &&
           place_view(in, s->decl->parent);
}

/* ---- templates ------------------------------------------------------------------------------ */

static bool are_same(const struct kp_patches *a, const struct kp_patches *b)
{
    if (a->list.n != b->list.n)
        return false;
    for (size_t i = 0; i < a->list.n; i++)
        if (a->list.v[i].span.begin != b->list.v[i].span.begin ||
            a->list.v[i].span.end != b->list.v[i].span.end ||
            !kp_streq(a->list.v[i].text, b->list.v[i].text))
            return false;
    return true;
}

/* The same words in all instances, for these alone. */
static bool place_in_instances(const struct kp_direct *d, const struct kp_sym *s, bool in_closures)
{
    struct kp_patches words = {0};
    bool any = false;

    if (!s->decl || !kp_fn_can_be_named(d->u, d->f->sym))
        return false;
    for (size_t i = 0; i < d->u->parse.instances.n; i++) {
        const struct kp_instance *of = &d->u->parse.instances.v[i];
        struct kp_patches its = {0};
        struct tree in = {.d = *d, .function = of->function};
        const struct kp_node *var;

        if (of->pattern != d->f->sym)
            continue;
        in.d.patches = &its;
        in.loop = kp_in_instance(of->function, d->l->node);
        var = kp_in_instance(of->function, s->decl);
        if (!in.loop || !var || !var->sym || !place_object(&in, var->sym, in_closures) ||
            (any && !are_same(&words, &its)))
            return false;
        words = its;
        any = true;
    }
    for (size_t i = 0; i < words.list.n; i++)
        kp_push(d->u->arena, &d->patches->list, words.list.v[i]);
    return any;
}

/* ---- the function --------------------------------------------------------------------------- */

static bool is_in_closure(const struct kp_node *n, const struct kp_node *function)
{
    for (; n && n != function; n = n->parent)
        if (n->kind == KP_LAMBDA)
            return true;
    return false;
}

/* Objects by whose calls the loop, or the function's closures, store. *in_closures gets those that
 * closures name. */
static void find_objects(const struct kp_direct *d, struct kp_syms *all,
                         struct kp_syms *in_closures)
{
    kp_each_below(x, d->f->body)
    {
        const struct kp_node *to = x->kind == KP_ASSIGN ? x->first : NULL;
        const struct kp_node *object =
            to && (to->kind == KP_CALL || to->kind == KP_OPCALL) ? kp_call_object(to) : NULL;

        if (object && object->kind == KP_REF && object->sym && object->sym->kind == KP_SYM_VAR &&
            (kp_is_inside(x, d->l->node) || is_in_closure(x, d->f->body)) &&
            !kp_has_sym(all, object->sym))
            kp_add_sym(d->u, all, object->sym);
    }
    kp_each_below(x, d->f->body) if (x->kind == KP_REF && kp_has_sym(all, x->sym) &&
                                     is_in_closure(x, d->f->body) &&
                                     !kp_has_sym(in_closures, x->sym))
        kp_add_sym(d->u, in_closures, x->sym);
}

/* An array or object in shared memory, or a local object that is made of one. */
static bool is_of_shared(const struct kp_sym *s)
{
    if (s->space == KP_SPACE_SHARED)
        return true;
    if (!s->decl || !s->decl->has_init)
        return false;
    kp_each_below(x, s->decl->last) if (x->kind == KP_REF && x->sym &&
                                        x->sym->space == KP_SPACE_SHARED) return true;
    return false;
}

bool kp_stores_by_calls(struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_direct d = {.u = u, .f = kp_func_get(u, l->function, false), .l = l};
    struct kp_syms objects = {0}, in_closures = {0};

    if (!d.f || d.f->decl->kind != KP_FUNCTION || d.f->decl->file)
        return false;
    find_objects(&d, &objects, &in_closures);
    for (size_t i = 0; i < objects.list.n; i++)
        if (is_of_shared(objects.list.v[i]))
            return true;
    return false;
}

/* Views that one declaration makes go together. */
static const struct kp_sym *first_declared(const struct kp_sym *s)
{
    const struct kp_node *of = s->decl ? s->decl->parent : NULL;

    return s->space != KP_SPACE_SHARED && of && of->kind == KP_DECL_STMT && of->first->sym
               ? of->first->sym
               : s;
}

bool kp_place_elements(struct kp_unit *u, const struct kp_loop *l, struct kp_syms *done,
                       struct kp_patches *p, struct kp_texts *of_instances)
{
    struct kp_direct d = {.u = u, .f = kp_func_get(u, l->function, false), .l = l, .patches = p};
    struct kp_syms objects = {0}, in_closures = {0};
    size_t n = p->list.n;

    if (!d.f || d.f->decl->kind != KP_FUNCTION || d.f->decl->file)
        return false;
    find_objects(&d, &objects, &in_closures);
    for (size_t i = 0; i < objects.list.n; i++) {
        const struct kp_sym *s = objects.list.v[i], *first = first_declared(s);
        struct tree own = {.d = d, .function = d.f->decl, .loop = l->node};
        bool closed = kp_has_sym(&in_closures, s);

        if (kp_has_sym(done, first))
            continue;
        if (s->space != KP_SPACE_SHARED || closed)
            kp_add_sym(u, done, first);
        if (!place_object(&own, s, closed) && d.f->sym->is_template &&
            place_in_instances(&d, s, closed))
            kp_add_text(u->arena, of_instances, d.f->sym->qualified);
    }
    return p->list.n > n;
}
