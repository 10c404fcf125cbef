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
    const struct kp_sym *s = kp_as_written(n->sym);

    if (!kp_owns_text(d->u, n))
        return false;
    if (n->from_macro) /* one that is a number */
        return n->kind == KP_INT_LIT;
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

/* True for the address that a pointer of the object's name may hold in its place: it is computed
 * where the object was made, from what the object was made of. */
static bool may_be_held(const struct kp_direct *d, const struct kp_looker *view,
                        const struct kp_node *value)
{
    for (size_t i = 0; i < view->members.n; i++)
        if (view->members.v[i].pointer)
            return false;
    return value->type && value->type->kind == KP_TYPE_POINTER && !value->type->is_volatile &&
           !value->from_macro && kp_owns_text(d->u, value) &&
           !kp_holds(value, KP_BIT(KP_LAMBDA) | KP_BIT(KP_INIT_LIST) | KP_BIT(KP_UNKNOWN));
}

/* A bit-field keeps a part of the number. */
static bool add_member(const struct kp_direct *d, struct kp_looker *view,
                       const struct kp_sym *member, const struct kp_node *value)
{
    struct kp_looked m = {member->name, value, NULL};

    if (!value || member->is_bit_field)
        return false;
    if (!keeps_its_value(d, value)) {
        if (!may_be_held(d, view, value))
            return false;
        m.pointer = view->var->sym->name;
    }
    kp_push(d->u->arena, &view->members, m);
    return true;
}

/* `p = q` of a member and a parameter of its type, in the list of a constructor or in its body. */
static bool add_set(const struct kp_direct *d, struct kp_looker *view,
                    const struct kp_node *function, const struct kp_node *set)
{
    const struct kp_node *to = set->kind == KP_ASSIGN ? set->first : NULL, *from = set->last;
    unsigned at = 0;

    if (!to || set->op != KP_OP_ASSIGN || set->from_macro || to->kind != KP_MEMBER || !to->first ||
        to->first->kind != KP_THIS || !to->sym || from->kind != KP_REF || !from->sym ||
        !kp_direct_is_same_type(&(struct kp_direct){.u = d->u}, to, from))
        return false;
    kp_each_child(p, function)
    {
        if (p->kind == KP_PARAM && p->sym == from->sym)
            break;
        at += p->kind == KP_PARAM;
    }
    return add_member(d, view, to->sym, kp_child(view->var->last, at));
}

/* `view(float *p, int n) : p(p), n(n) {}`, or with assignments in its body. */
static bool add_kept(const struct kp_direct *d, struct kp_looker *view, const struct kp_node *make)
{
    const struct kp_node *function = make->sym ? make->sym->decl : NULL;
    const struct kp_node *body = function ? function->last : NULL;

    if (!body || function->kind != KP_FUNCTION || body->kind != KP_COMPOUND || body->from_macro)
        return false;
    kp_each_child(c, function)
    {
        if (c->kind != KP_PARAM && c != body && !add_set(d, view, function, c))
            return false;
    }
    kp_each_child(c, body) if (!add_set(d, view, function, c)) return false;
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

/* What stands behind the name of the class, up to its members: a base, or nothing. *one: there is
 * exactly one. False: the text does not say it so. */
static bool read_head(const struct kp_direct *d, const struct kp_node *record, bool *one,
                      uint32_t *end)
{
    const char *text = kp_place_file(d->u, record->file)->text;

    *one = false;
    if (!text)
        return false;
    for (struct kp_token t = kp_lex_code(text, record->span.begin, record->span.end);;
         t = kp_lex_code(text, t.end, record->span.end)) {
        *end = t.begin;
        if (kp_token_is(text, t, "{"))
            return true;
        if (t.kind == KP_TOKEN_END || (*one && kp_token_is(text, t, ",")))
            return false;
        *one |= kp_token_is(text, t, ":");
    }
}

/* The members of the class, and of the base that it has, which no code makes; 0: of another one. */
static size_t count_members(const struct kp_direct *d, const struct kp_node *record)
{
    size_t n = 0, bases = 0, of_base;
    uint32_t head;
    bool has_base;

    if (!read_head(d, record, &has_base, &head))
        return 0;
    kp_each_child(c, record)
    {
        const struct kp_type *t = c->sym ? c->sym->type : NULL;

        if (c->kind != KP_FIELD)
            continue;
        if (!has_base || c->span.begin >= head) {
            n++;
            continue;
        }
        if (!t || t->kind != KP_TYPE_RECORD || t->is_dependent || !t->starts_unset || !t->decl ||
            t->decl->from_prelude || !t->decl->decl || t->decl->decl->kind != KP_RECORD ||
            !(of_base = count_members(d, t->decl->decl)))
            return 0;
        n += of_base;
        bases++;
    }
    return bases == has_base ? n : 0;
}

/* All of its members are those of the view, each once. */
static bool is_whole(const struct kp_direct *d, const struct kp_looker *view,
                     const struct kp_node *record)
{
    for (size_t i = 0; i < view->members.n; i++)
        for (size_t k = 0; k < i; k++)
            if (kp_streq(view->members.v[i].member, view->members.v[k].member))
                return false;
    return view->members.n && count_members(d, record) == view->members.n;
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

static bool place_view(struct tree *in, const struct kp_node *var)
{
    struct kp_looker view;
    struct kp_span lines;
    const char *held;

    if (!is_view(&in->d, var, &view) || !place_all(in, in->function->last, var->sym, &view))
        return false;
    lines = kp_lines_of(in->d.u, var->parent);
    held = held_by(&in->d, &view);
    kp_patch(in->d.u, in->d.patches, lines.begin, lines.end, held ? held : "");
    return true;
}

static bool place_object(struct tree *in, const struct kp_sym *s, bool in_closures)
{
    struct kp_looker object = {.var = s->decl};

    if (!s->decl)
        return false;
    if (s->space == KP_SPACE_SHARED)
        return place_all(in, in_closures ? in->function->last : in->loop, s, &object);
    return place_view(in, s->decl);
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
        in.loop = in_instance(of->function, d->l->node);
        var = in_instance(of->function, s->decl);
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
        const struct kp_sym *s = objects.list.v[i];
        struct tree own = {.d = d, .function = d.f->decl, .loop = l->node};
        bool closed = kp_has_sym(&in_closures, s);

        if (kp_has_sym(done, s))
            continue;
        if (s->space != KP_SPACE_SHARED || closed)
            kp_add_sym(u, done, s);
        if (!place_object(&own, s, closed) && d.f->sym->is_template &&
            place_in_instances(&d, s, closed))
            kp_add_text(u->arena, of_instances, d.f->sym->qualified);
    }
    return p->list.n > n;
}
