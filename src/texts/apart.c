/* The members of an object in shared memory as variables of their own:
 *
 *     __shared__ Storage s;                      __shared__ __align__(16) float kp_m_s_a[8][64];
 *     s.a[i][j] = x;                             kp_m_s_a[i][j] = x;
 *
 * All that the function says of the object are its members, each by its name, so nothing asks where
 * they lie beside each other, and each has the type that it had. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/names.h"
#include "model/own_text.h"
#include "model/says.h"
#include "model/stores.h"
#include "model/types_text.h"
#include "pipeline.h"
#include "texts/texts.h"

enum { LEAST_ALIGNMENT = 16, MOST_ALIGNMENT = 1024 };

struct member {
    const struct kp_sym *field;
    const struct kp_type *type; /* in this object */
    const char *name;           /* of the variable */
};

/* An object whose members become variables. */
struct object {
    struct kp_unit *u;
    const struct kp_node *function, *stmt, *var;
    KP_VEC(struct member) members; /* those that the function names */
    KP_VEC(const struct kp_node *) uses;
    struct kp_names *names;
};

/* A record of plain members, of a type that the text settles. */
static bool is_plain_record(const struct kp_type *t)
{
    const struct kp_sym *r = t && t->kind == KP_TYPE_RECORD ? t->decl : NULL;

    return r && r->decl && !r->from_prelude && !t->is_dependent && !t->is_const &&
           !t->is_volatile && t->starts_unset && !t->ends_in_code && t->align > 0 &&
           t->align <= MOST_ALIGNMENT && !t->is_realigned;
}

/* A declaration of nothing else. */
static bool is_own_object(struct kp_unit *u, const struct kp_node *var)
{
    const struct kp_sym *s = var->sym;
    const struct kp_node *stmt = var->parent;

    return stmt && stmt->kind == KP_DECL_STMT && stmt->n_children == 1 && !stmt->file &&
           !stmt->from_macro && stmt->parent->kind == KP_COMPOUND && kp_owns_lines(u, stmt) &&
           !kp_is_argument(u, (struct kp_span){stmt->span.begin, kp_stmt_end(u, stmt)}) &&
           !kp_lex_has_directive(u->source.text, stmt->span.begin, kp_stmt_end(u, stmt)) && s &&
           s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED && !s->is_extern && !s->n_dims &&
           !s->is_broken && s->alignment <= MOST_ALIGNMENT && (s->alignment > 0 || !s->n_aligned) &&
           is_plain_record(s->type);
}

/* `s.a`, in these words. */
static bool is_said_plainly(struct kp_unit *u, const struct kp_node *use)
{
    const char *text = u->source.text, *const words[] = {use->first->sym->name, ".",
                                                         use->sym->name};
    struct kp_token t = {.end = use->span.begin};

    for (size_t i = 0; i < 3; i++) {
        t = kp_lex(text, t.end, use->span.end);
        if (!kp_token_is(text, t, words[i]))
            return false;
    }
    return t.end == use->span.end && kp_owns_text(u, use);
}

static bool is_member_of(const struct kp_node *use, const struct kp_sym *record)
{
    const struct kp_sym *m = use->kind == KP_MEMBER && !use->is_arrow ? use->sym : NULL;
    const struct kp_type *t = m && m->kind == KP_SYM_FIELD ? use->type : NULL;

    while (t && t->kind == KP_TYPE_ARRAY && t->count > 0)
        t = t->elem;
    return t && m->parent == record && !m->is_bit_field && !m->is_of_union && !t->is_dependent &&
           !t->is_const && !t->is_volatile && t->size > 0 &&
           (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
            t->kind == KP_TYPE_RECORD);
}

static void add_member(struct object *o, const struct kp_node *use)
{
    const struct kp_sym *field = use->sym;
    struct kp_arena *a = o->u->arena;
    const char *name = kp_sprintf(a, KP_MEMBER_NAME "%s_%s", o->var->sym->name, field->name);

    for (size_t i = 0; i < o->members.n; i++)
        if (o->members.v[i].field == field)
            return;
    kp_push(a, &o->members, ((struct member){field, use->type, kp_name(o->names, name)}));
}

/* ---- addresses of members -------------------------------------------------------------------- */

static bool may_be_kept(const struct kp_unit *u, const struct kp_node *n);

static bool is_address(const struct kp_node *n)
{
    return n->type->kind == KP_TYPE_ARRAY || n->type->kind == KP_TYPE_POINTER;
}

/* `a[32]` of 32 elements. */
static bool leaves_array(const struct kp_node *index)
{
    const struct kp_type *array = index->first->type, *t;
    int64_t v;

    return array && array->kind == KP_TYPE_ARRAY && kp_constant_of(index->last, &v, &t) &&
           (v < 0 || v >= array->count);
}

/* The function of CUDA's keeps no address, but may return it, also as a number, whose sums nobody
 * follows. */
static bool may_return_address(const struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_call_rule *r = kp_callee_rule(u, call);

    if (call->type->kind == KP_TYPE_POINTER)
        return may_be_kept(u, call);
    return !r || r->address_of != -1;
}

/* Another function than CUDA's may do what it wants. */
static bool may_keep_argument(const struct kp_unit *u, const struct kp_node *call,
                              const struct kp_node *n)
{
    const struct kp_node *p;
    unsigned i = 0;

    if (!call->sym || !call->type)
        return true;
    if (call->sym->from_prelude)
        return may_return_address(u, call);
    while (kp_argument(call, i) && kp_argument(call, i) != n)
        i++;
    p = is_address(n) || call->first == n ? NULL : kp_parameter_of(call, i);
    return !p || !kp_is_value(p->sym->type);
}

/* `n` is an operand of an operator. */
static bool may_be_kept_behind(const struct kp_unit *u, const struct kp_node *p,
                               const struct kp_node *n)
{
    switch (p->kind) {
    case KP_UNARY:
        return p->op == KP_OP_ADDR || p->op == KP_OP_DEREF || p->op == KP_OP_PREINC ||
                       p->op == KP_OP_PREDEC
                   ? may_be_kept(u, p)
                   : is_address(n);
    case KP_BINARY:
        return p->op == KP_OP_COMMA && p->last == n ? may_be_kept(u, p) : is_address(n);
    case KP_ASSIGN:
        return p->first == n ? may_be_kept(u, p) : is_address(n);
    case KP_COND:
        return p->first != n && may_be_kept(u, p);
    default: /* CAST */
        return !p->type || (is_address(n) && p->type->kind != KP_TYPE_POINTER && !p->is_place) ||
               ((is_address(n) || p->is_place) && may_be_kept(u, p));
    }
}

/* True if somebody may learn the address of the place, or keep the one that the pointer is, so that
 * it may lead on to the object's other members; or if it leaves the array that it begins in. */
static bool may_be_kept(const struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    if (!n->type || n->type->is_dependent || !p)
        return true;
    if (kp_is_statement(n))
        return false;
    switch (p->kind) {
    case KP_INDEX:
        return p->first == n ? leaves_array(p) || may_be_kept(u, p) : is_address(n);
    case KP_MEMBER:
        return !p->sym || p->sym->kind != KP_SYM_FIELD || may_be_kept(u, p);
    case KP_UNARY:
    case KP_BINARY:
    case KP_ASSIGN:
    case KP_COND:
    case KP_CAST:
        return may_be_kept_behind(u, p, n);
    case KP_CALL:
        return may_keep_argument(u, p, n);
    case KP_VAR:
        return is_address(n) || !p->sym || !kp_is_value(p->sym->type);
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SIZEOF:
        return false;
    default:
        return true;
    }
}

/* ---- what the function says of the object -----------------------------------------------------
 */

static bool is_of_record(const struct kp_type *t, const struct kp_sym *record)
{
    while (t && t->elem)
        t = t->elem;
    return t && t->decl == record;
}

/* An object of the kind that is taken apart, or what says it. */
static bool is_shared_object(const struct kp_node *n)
{
    return (n->kind == KP_VAR || n->kind == KP_REF) && n->sym && n->sym->kind == KP_SYM_VAR &&
           n->sym->space == KP_SPACE_SHARED && n->sym->type && n->sym->type->kind == KP_TYPE_RECORD;
}

/* True if the function says the record, or its name, beside objects in shared memory: how large it
 * is, where members lie in it. `known`: the text that says the object. */
static bool is_type_said(const struct object *o, struct kp_spans *known)
{
    const struct kp_type *t = o->var->sym->type;
    const char *names[] = {t->decl->name, t->named ? t->named->name : ""};

    kp_each_below(x, o->function)
    {
        if (!is_of_record(x->type, t->decl))
            continue;
        if (!is_shared_object(x))
            return true;
        if (x->kind == KP_VAR && x->parent->kind == KP_DECL_STMT && x->parent->n_children == 1)
            kp_push(o->u->arena, known, x->parent->span);
    }
    for (size_t i = 0; i < 2; i++)
        if (*names[i] && kp_text_says(o->u, o->function->span, known, names[i]))
            return true;
    return false;
}

/* Finds all that the function says of the object. False: that is more than its members. */
static bool find_uses(struct object *o)
{
    const struct kp_sym *s = o->var->sym, *record = s->type->decl;
    struct kp_unit *u = o->u;
    struct kp_spans known = {0};
    struct kp_node *const *refs;
    size_t n;

    if (!kp_knows_refs(o->function, s))
        return false;
    kp_push(u->arena, &known, ((struct kp_span){o->stmt->span.begin, kp_stmt_end(u, o->stmt)}));
    refs = kp_refs_below(o->function, s, &n);
    for (size_t i = 0; i < n; i++) {
        const struct kp_node *use = refs[i]->parent;

        if (use->first != refs[i] || !is_member_of(use, record) || use->file ||
            !is_said_plainly(u, use) || may_be_kept(u, use))
            return false;
        kp_push(u->arena, &known, use->span);
        kp_push(u->arena, &o->uses, use);
        add_member(o, use);
    }
    return n && !kp_text_says(u, o->function->span, &known, s->name) && !is_type_said(o, &known);
}

static bool is_of_template(const struct member *m)
{
    return !m->field->type || m->field->type->is_dependent;
}

/* `[8][64]`, in the words of the class where they mean the same here; NULL: they do not. Of a class
 * template's instance, in numbers. */
static const char *dimensions_of(struct kp_unit *u, const struct kp_node *at,
                                 const struct member *m)
{
    struct kp_str out = kp_str_new(u->arena);
    const struct kp_node *d = m->field->decl->first;

    for (const struct kp_type *t = m->type; t->kind == KP_TYPE_ARRAY; t = t->elem) {
        const char *text =
            d && !d->file && kp_owns_text(u, d) ? kp_said_at(u, at, d, d->span) : NULL;

        if (is_of_template(m))
            text = kp_sprintf(u->arena, "%lld", (long long)t->count);
        else if (!text || !kp_streq(text, kp_node_text(u, d)))
            return NULL;
        kp_str_addf(&out, "[%s]", text);
        d = d ? d->next : NULL;
    }
    return kp_str_text(&out);
}

/* `sizeof(C<4>::a) == 1024 && sizeof(C<4>::a[0]) == 256 && ..`: the numbers are the class's. */
static void assert_sizes(const struct object *o, const struct member *m, const char *class,
                         struct kp_str *out)
{
    const char *what = kp_sprintf(o->u->arena, "%s::%s", class, m->field->name);

    for (const struct kp_type *t = m->type; t; t = t->kind == KP_TYPE_ARRAY ? t->elem : NULL) {
        kp_str_addf(out, "%ssizeof(%s) == %lld", t == m->type ? "" : " && ", what,
                    (long long)t->size);
        what = kp_sprintf(o->u->arena, "%s[0]", what);
    }
}

static const struct kp_type *element_of(const struct kp_type *t)
{
    while (t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t;
}

/* `__shared__ .. s_a[8][64];`, and what it rests on; false: it has no words here. */
static bool declare_member(const struct object *o, const struct member *m, struct kp_str *out)
{
    struct kp_unit *u = o->u;
    const struct kp_sym *s = o->var->sym;
    int64_t align = s->type->align > s->alignment ? s->type->align : s->alignment;
    const char *type = kp_said_type(u, o->stmt, element_of(m->type)),
               *class = is_of_template(m) ? kp_said_type(u, o->stmt, s->type) : NULL,
               *dimensions = dimensions_of(u, o->stmt, m),
               *break_ = kp_sprintf(u->arena, "%s%s", kp_newline(u),
                                    kp_indent_of(u, o->stmt->span.begin));

    if (!type || !dimensions || (is_of_template(m) && !class))
        return false;
    kp_str_addf(out, "%s__shared__ __align__(%d) %s %s%s;", m == o->members.v ? "" : break_,
                (int)(align > LEAST_ALIGNMENT ? align : LEAST_ALIGNMENT), type, m->name,
                dimensions);
    if (!class)
        return true;
    kp_str_addf(out, "%sstatic_assert(", break_);
    assert_sizes(o, m, class, out);
    kp_str_addf(out, ",%s              \"kpipe: %s has changed: run kpipe again\");", break_,
                s->type->decl->name);
    return true;
}

static bool declare(const struct object *o, struct kp_patches *p)
{
    struct kp_str out = kp_str_new(o->u->arena);

    for (size_t i = 0; i < o->members.n; i++)
        if (!declare_member(o, &o->members.v[i], &out))
            return false;
    kp_patch(o->u, p, o->stmt->span.begin, kp_stmt_end(o->u, o->stmt), kp_str_text(&out));
    return true;
}

static void name_members(const struct object *o, struct kp_patches *p)
{
    for (size_t i = 0; i < o->uses.n; i++)
        for (size_t k = 0; k < o->members.n; k++)
            if (o->members.v[k].field == o->uses.v[i]->sym)
                kp_patch(o->u, p, o->uses.v[i]->span.begin, o->uses.v[i]->span.end,
                         o->members.v[k].name);
}

/* ---- the text ---------------------------------------------------------------------------------
 */

static bool is_object(const struct kp_tile *t)
{
    return t->decl && t->decl->kind == KP_VAR && t->sym->type &&
           t->sym->type->kind == KP_TYPE_RECORD && t->sym->space == KP_SPACE_SHARED;
}

static bool has_object(struct kp_unit *u, size_t loop)
{
    const struct kp_loop *l = u->loops.v[loop];

    for (size_t i = 0; i < l->tiles.n; i++)
        if (is_object(l->tiles.v[i]))
            return !kp_is_header(u) && !kp_seen_from(u);
    return false;
}

/* False: the object stays as it is. Once per object. */
static bool take_apart(struct kp_unit *u, const struct kp_loop *l, const struct kp_node *var,
                       struct kp_names *names, struct kp_patches *p)
{
    struct object o = {
        .u = u, .function = l->function->decl, .stmt = var->parent, .var = var, .names = names};

    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.v[i].span.begin == var->parent->span.begin)
            return true;
    if (!is_own_object(u, var) || !kp_is_inside(var, o.function) || !find_uses(&o) ||
        !declare(&o, p))
        return false;
    name_members(&o, p);
    return true;
}

static struct kp_unit *taken_apart(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    struct kp_names *names = kp_names_new(u);
    struct kp_patches p = {0};
    const char *text;
    struct kp_unit *v;

    (void)data;
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        bool any = false;

        for (size_t k = 0; wanted[i] && k < l->tiles.n; k++)
            any |= is_object(l->tiles.v[k]) && take_apart(u, l, l->tiles.v[k]->decl, names, &p);
        wanted[i] = any;
    }
    if (!p.list.n)
        return NULL;
    text = kp_render(u, all, &p);
    v = kp_unit_derive(u);
    v->n_forms++;
    return kp_pipeline_derived(u, v, text, strlen(text), last) &&
                   v->parse.errors.n <= u->parse.errors.n
               ? v
               : NULL;
}

static bool may_help(struct kp_unit *v, size_t i, void *data)
{
    (void)data;
    return kp_may_be_helped(v->loops.v[i]);
}

static bool has_one_buffer(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (!l->tiles.v[i]->only_one_buffer)
            return false;
    return true;
}

/* It has several buffers then, or vectors. */
static bool helps(struct kp_unit *v, size_t i, void *data)
{
    const struct kp_unit *u = data;

    return kp_is_pipelined(v->loops.v[i]) && !has_one_buffer(v->loops.v[i]) &&
           (u->loops.v[i]->outcome == KP_REFUSED || has_one_buffer(u->loops.v[i]) ||
            v->loops.v[i]->widened);
}

bool kp_try_apart(struct kp_unit *u)
{
    return kp_try_wording(
        u, &(struct kp_wording){KP_WORDS_APART, has_object, taken_apart, may_help, helps, u});
}
