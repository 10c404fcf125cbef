/* The IR of a unit's functions, built when somebody asks. */
#include "fn/fn.h"

#include <ctype.h>

#include "front/lex.h"
#include "front/tree.h"

enum { MAX_HOSTS = 4 };

KP_VEC_TYPE(trees, const struct kp_node *);

static bool has_body(const struct kp_sym *s)
{
    return s && s->kind == KP_SYM_FUNCTION && s->decl && s->decl->kind == KP_FUNCTION &&
           s->decl->last && s->decl->last->kind == KP_COMPOUND;
}

static struct kp_fn *build(struct kp_unit *u, const struct kp_node *function, bool is_pattern)
{
    struct kp_fn *fn = kp_fn_build(u, function, is_pattern);

    if (!fn->unknown)
        fn->unknown = kp_fn_check(fn);
    return fn;
}

static struct trees trees_of(struct kp_unit *u, const struct kp_sym *function)
{
    struct trees out = {0};

    for (size_t i = 0; i < u->parse.instances.n; i++)
        if (u->parse.instances.v[i].pattern == function)
            kp_push(u->arena, &out, u->parse.instances.v[i].function);
    if (!out.n && has_body(function) && !function->is_template)
        kp_push(u->arena, &out, function->decl);
    return out;
}

bool kp_pass_fn(struct kp_unit *u)
{
    u->fns = kp_new_array(u->arena, struct kp_fns *, u->parse.syms.n + 1);
    u->patterns = kp_new_array(u->arena, struct kp_fn *, u->parse.syms.n + 1);
    kp_bind_stated(u);
    return true;
}

struct kp_fns kp_fn_instances(struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_fns none = {0}, *fns;
    struct trees trees;

    if (!function || !u->fns || function->id >= u->parse.syms.n)
        return none;
    if (u->fns[function->id])
        return *u->fns[function->id];
    trees = trees_of(u, function);
    fns = u->fns[function->id] = kp_new(u->arena, struct kp_fns);
    fns->v = kp_new_array(u->arena, struct kp_fn *, trees.n + 1);
    for (; fns->n < trees.n; fns->n++)
        fns->v[fns->n] = build(u, trees.v[fns->n], false);
    return *fns;
}

struct kp_fn *kp_fn_pattern(struct kp_unit *u, const struct kp_sym *function)
{
    if (!has_body(function) || !function->is_template || function->pattern || !u->patterns ||
        function->id >= u->parse.syms.n)
        return NULL;
    if (!u->patterns[function->id])
        u->patterns[function->id] = build(u, function->decl, true);
    return u->patterns[function->id];
}

struct kp_fns kp_fn_bodies(struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_fns fns = kp_fn_instances(u, function);

    if (!fns.n && kp_fn_pattern(u, function))
        fns = (struct kp_fns){&u->patterns[function->id], 1};
    return fns;
}

/* True if a list of initialisers names the template: the parse does not have that instance.
 */
static bool is_listed(const struct kp_node *n, const struct kp_sym *function, bool in_list)
{
    if (!in_list && !kp_may_hold(n, KP_INIT_LIST))
        return false;
    in_list = in_list || n->kind == KP_INIT_LIST;
    if (in_list && n->kind == KP_REF && !n->sym && kp_streq(n->name, function->name))
        return true;
    kp_each_child(c, n) if (is_listed(c, function, in_list)) return true;
    return false;
}

/* True if code that is no template names the template in a construct that is unknown, such as a
 * launch of which an argument is one of several functions: the parse does not have that instance,
 * either.
 */
static bool is_named_by_unknown(const struct kp_node *n, const struct kp_sym *function, bool in)
{
    if (n->kind == KP_FUNCTION && n->sym && n->sym->is_template)
        return false;
    in = in || n->kind == KP_UNKNOWN;
    if (!in && !kp_may_hold(n, KP_UNKNOWN))
        return false;
    if (in && n->kind == KP_REF && !n->sym && kp_streq(n->name, function->name))
        return true;
    kp_each_child(c, n) if (is_named_by_unknown(c, function, in)) return true;
    return false;
}

/* True if the parse knows what is there: a reference to the template or to another function of its
 * name, the template, or the head of another's declaration. */
static bool is_resolved(const struct kp_node *n, const struct kp_sym *function, uint32_t at)
{
    bool is_here = !n->file && n->sym && n->span.begin <= at && n->span.end > at;
    bool is_other = is_here && n->sym != function && n->sym->kind == KP_SYM_FUNCTION &&
                    kp_streq(n->sym->name, function->name);
    bool has_body = n->last && n->last->kind == KP_COMPOUND;

    if (n->kind == KP_REF && (is_other || (is_here && n->sym == function)) && !n->is_dependent)
        return true;
    if (n->kind == KP_FUNCTION &&
        ((is_here && n->sym == function) || (is_other && has_body && at < n->last->span.begin)))
        return true;
    kp_each_child(c, n) if (is_resolved(c, function, at)) return true;
    return false;
}

/* The function template whose text names another template there, by its own parameters. */
static const struct kp_sym *open_name_in(const struct kp_node *n, const char *name, uint32_t at)
{
    const struct kp_node *f;
    const struct kp_sym *found;

    if (n->kind == KP_REF && n->is_dependent && !n->file && !n->from_macro && n->span.begin <= at &&
        n->span.end > at && n->name && kp_streq(n->name, name)) {
        f = kp_function_around(n);
        return f && f->kind == KP_FUNCTION && f->sym && f->sym->is_template && !f->sym->is_method
                   ? f->sym
                   : NULL;
    }
    kp_each_child(c, n) if ((found = open_name_in(c, name, at))) return found;
    return NULL;
}

/* True if the parse understood all places of the text that name the template, and all that name the
 * host templates which do so. A macro's text is none that can be understood. */
static bool is_understood(const struct kp_unit *u, const struct kp_sym *function, int depth)
{
    const char *s = u->source.text;
    uint32_t limit = (uint32_t)u->source.size;
    const struct kp_sym *by;

    for (struct kp_token t = kp_lex(s, 0, limit); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, limit)) {
        if (t.kind == KP_TOKEN_DIRECTIVE &&
            kp_lex_has(s, kp_lex_directive(s, t).end, t.end, function->name))
            return false;
        if (t.kind != KP_TOKEN_IDENT || !kp_token_is(s, t, function->name) ||
            is_resolved(u->parse.root, function, t.begin))
            continue;
        by = open_name_in(u->parse.root, function->name, t.begin);
        if (!by || depth == MAX_HOSTS || (by != function && !is_understood(u, by, depth + 1)))
            return false;
    }
    return true;
}

bool kp_fn_has_all_instances(const struct kp_unit *u, const struct kp_sym *function)
{
    return !function->is_template || !u->parse.errors.n || is_understood(u, function, 0);
}

/* A class that the output asserts the parameter to be one of. */
static bool is_asserted(const struct kp_unit *u, const struct kp_sym *function,
                        const struct kp_tvalue *v)
{
    for (size_t i = 0; i < u->parse.plain.n; i++) {
        const struct kp_plain *p = &u->parse.plain.v[i];

        for (size_t k = 0;
             p->function == function && p->param == v->param && p->only_these && k < p->types.n;
             k++)
            if (kp_streq(p->types.v[k], v->type->canonical))
                return true;
    }
    return false;
}

/* True if the type has a name that every place knows. */
static bool is_nameable(const struct kp_unit *u, const struct kp_sym *function,
                        const struct kp_tvalue *v)
{
    const struct kp_type *t = v->type;

    if (!t || t->is_const || t->is_volatile || t->is_dependent || !t->canonical)
        return false;
    return t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
           (t->kind == KP_TYPE_RECORD && t->decl &&
            (t->decl->from_prelude || is_asserted(u, function, v)));
}

/* True for a function that the template's text can name: it stands in front of it in the same file,
 * in namespaces that have names. */
static bool is_function_before(const struct kp_sym *template, const struct kp_sym *f)
{
    if (!f || f->is_method || f->is_template || f->pattern || f->parent || !f->qualified ||
        !f->decl || f->decl->file || !template->decl || template->decl->file ||
        f->decl->span.begin >= template->decl->span.begin)
        return false;
    for (const char *c = f->qualified; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != ':')
            return false;
    return true;
}

static bool is_stated(const struct kp_unit *u, const struct kp_sym *function,
                      const struct kp_instance *of)
{
    for (size_t k = 0; k < of->args.n; k++) {
        const struct kp_tvalue *v = &of->args.v[k];

        if (!v->param || (v->param->kind == KP_SYM_TVALUE
                              ? !v->known && !is_function_before(function, v->function)
                              : !v->known || !is_nameable(u, function, v)))
            return false;
    }
    return true;
}

bool kp_fn_can_state_instances(const struct kp_unit *u, const struct kp_sym *function)
{
    bool any = false;

    if (!function->is_template)
        return true;
    if (u->parse.has_more_instances || is_listed(u->parse.root, function, false) ||
        is_named_by_unknown(u->parse.root, function, false) ||
        !kp_fn_has_all_instances(u, function))
        return false;
    for (size_t i = 0; i < u->parse.instances.n; i++) {
        if (u->parse.instances.v[i].pattern != function)
            continue;
        any = true;
        if (!is_stated(u, function, &u->parse.instances.v[i]))
            return false;
    }
    return any || !kp_is_header(u);
}

bool kp_fn_can_be_named(const struct kp_unit *u, const struct kp_sym *function)
{
    return !(function->is_template && kp_is_header(u)) && kp_fn_can_state_instances(u, function);
}

static void dump(FILE *f, const struct kp_unit *u, const struct kp_fn *fn)
{
    struct kp_str out = kp_str_new(u->arena);

    kp_fn_print(fn, &out);
    fputs(kp_str_text(&out), f);
}

void kp_dump_fn(FILE *f, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];
        struct trees trees = {0};

        if (s && s->is_kernel)
            trees = trees_of((struct kp_unit *)u, s);
        for (size_t k = 0; k < trees.n; k++) {
            const struct kp_fn *fn = kp_fn_build(u, trees.v[k], false);
            const char *wrong = kp_fn_check(fn);

            dump(f, u, fn);
            if (wrong)
                fprintf(f, "NOT SOUND: %s\n", wrong);
        }
    }
}
