/* Checks that each name in a merged kernel means the present sub-block's copy. */
#include "merge/merging.h"

#include "emit/emit.h"
#include "front/lex.h"
#include "model/named.h"
#include "model/own_text.h"

/* ---- addresses ------------------------------------------------------------------------------ */

static bool is_address(const struct kp_type *t)
{
    return !t || t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE;
}

/* True if the callee may keep or return the address of argument `n`, or depend on its being const.
 * CUDA's own functions keep nothing, and a value is a copy. */
static bool call_takes_object(const struct kp_node *call, const struct kp_node *n, bool decays)
{
    const struct kp_node *param = call->sym && call->sym->decl ? call->sym->decl->first : NULL;
    const struct kp_node *argument = call->kind == KP_CALL ? call->first->next : call->first;

    if (call->sym && call->sym->from_prelude)
        return is_address(call->sym->type);
    if (decays || call->kind != KP_CALL || call->first == n)
        return true;
    for (; argument && argument != n; argument = argument->next)
        param = param ? param->next : NULL;
    return !argument || !param || param->kind != KP_PARAM || !param->sym || !param->sym->type ||
           param->sym->type->kind == KP_TYPE_REFERENCE ||
           param->sym->type->kind == KP_TYPE_DEPENDENT || param->sym->type->is_dependent;
}

/* The lvalue that the name is a part of, as far as elements and members go. */
static const struct kp_node *lvalue_around(const struct kp_node *n)
{
    for (const struct kp_node *p = n->parent; p; n = p, p = p->parent) {
        bool element =
            (p->kind == KP_INDEX || (p->kind == KP_MEMBER && !p->is_arrow)) && p->first == n;
        bool same = (p->kind == KP_ASSIGN && p->first == n) ||
                    (p->kind == KP_UNARY && (p->op == KP_OP_PREINC || p->op == KP_OP_PREDEC)) ||
                    (p->kind == KP_COND && p->first != n) ||
                    (p->kind == KP_BINARY && p->op == KP_OP_COMMA && p->last == n);

        if (!element && !same)
            return n;
    }
    return n;
}

/* True if an object of this type holds only values, and constructing it runs no user code. */
static bool holds_values(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_DEPENDENT || t->is_dependent)
        return false;
    return t->kind != KP_TYPE_RECORD || (t->decl && t->decl->from_prelude);
}

/* True if it is a record of such members, made from a list. */
static bool is_list_of_values(const struct kp_type *t)
{
    const struct kp_node *record = t && t->kind == KP_TYPE_RECORD && t->decl ? t->decl->decl : NULL;

    if (!record)
        return holds_values(t);
    kp_each_child(c, record) if (c->kind == KP_FIELD &&
                                 (!c->sym || !holds_values(c->sym->type))) return false;
    return true;
}

bool kp_gets_other_name(const struct kp_node *ref)
{
    const struct kp_node *n = lvalue_around(ref), *p = n->parent;

    if (!p || p->kind == KP_SIZEOF)
        return false;
    if (p->kind == KP_CALL || p->kind == KP_OPCALL || p->kind == KP_CONSTRUCT)
        return call_takes_object(p, n, n->type && n->type->kind == KP_TYPE_ARRAY);
    if (!n->type || n->type->kind == KP_TYPE_ARRAY) /* it decays */
        return true;
    switch (p->kind) {
    case KP_UNARY:
        return p->op == KP_OP_ADDR;
    case KP_VAR:
        return !p->sym || !holds_values(p->sym->type);
    case KP_CAST:
        return !holds_values(p->type);
    case KP_INIT_LIST:
        return !is_list_of_values(p->type);
    case KP_BINARY:
    case KP_ASSIGN:
    case KP_COND:
    case KP_INDEX:
    case KP_MEMBER: /* of what a pointer points to */
    case KP_ASM:
    case KP_COMPOUND:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_CASE:
        return false;
    default:
        return true;
    }
}

static bool any_other_name(const struct kp_node *n, const struct kp_sym *sym)
{
    kp_each_below(x, n)
    {
        if (x->kind == KP_REF && x->sym == sym && kp_gets_other_name(x))
            return true;
    }
    return false;
}

bool kp_is_private_of(const struct kp_merging *m, const struct kp_merged_region *r,
                      const struct kp_sym *sym)
{
    unsigned inside = 0;
    bool declared = false, nested = false;

    if (r->first->kind == KP_VAR || sym->space == KP_SPACE_SHARED)
        return false;
    for (const struct kp_node *c = r->first; c; c = c == r->last ? NULL : c->next) {
        inside += kp_count_refs(c, sym);
        declared |= kp_declared_in(sym, c);
        nested |= kp_declared_in(sym, c) && (!sym->decl || sym->decl->parent != c);
    }
    if (!declared || inside != kp_count_refs(m->f->body, sym))
        return false;
    return nested || !any_other_name(m->f->body, sym); /* what is nested ends with its statement */
}

bool kp_keeps_const(const struct kp_merging *m, const struct kp_sym *sym)
{
    return !sym->type->is_const || !any_other_name(m->f->body, sym);
}

/* ---- names that the tree does not show ------------------------------------------------------ */

static bool is_named_at(const struct kp_node *n, uint32_t at, const char *name)
{
    if ((n->kind == KP_REF || n->kind == KP_MEMBER) && n->span.begin == at)
        return true;
    if (n->kind == KP_MEMBER && n->span.end == at + strlen(name))
        return true;
    if (n->span.begin > at || (n->span.end <= at && n->kind != KP_DECL_STMT))
        return false;
    kp_each_child(c, n) if (is_named_at(c, at, name)) return true;
    return false;
}

static bool is_declared_at(struct kp_unit *u, const struct kp_node *n, uint32_t at)
{
    struct kp_declaration d;

    if (n->kind == KP_DECL_STMT && kp_cut_declaration(u, n, &d))
        for (size_t i = 0; i < d.list.n; i++)
            if (d.list.v[i].name.begin == at)
                return true;
    kp_each_child(c, n) if (is_declared_at(u, c, at)) return true;
    return false;
}

/* The variable with copies that the token names; NULL: none. */
static const struct kp_sym *copied_named(const struct kp_merging *m, const char *text,
                                         struct kp_token t)
{
    for (size_t i = 0; i < m->u->parse.syms.n; i++) {
        const struct kp_sym *s = m->u->parse.syms.v[i];

        if (s && m->varies[s->id] && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) &&
            kp_token_is(text, t, s->name))
            return s;
    }
    return NULL;
}

/* The same for a macro's body, without its parameters and names of members. */
static const struct kp_sym *copied_in_macro(const struct kp_merging *m,
                                            const struct kp_named *macro)
{
    const char *s = macro->text;
    const struct kp_span body = macro->piece->body;
    struct kp_words parameters = {0};
    struct kp_token t, last = {0};
    uint32_t at = body.begin;

    if (macro->piece->is_function_like) {
        at = kp_lex_close(s, at, body.end);
        kp_words_of(m->u->arena, &parameters, s, (struct kp_span){body.begin, at});
    }
    for (; (t = kp_lex_code(s, at, body.end)).kind != KP_TOKEN_END; last = t, at = t.end) {
        bool is_member = kp_token_is(s, last, ".") || kp_token_is(s, last, "->");
        const struct kp_sym *sym =
            t.kind == KP_TOKEN_IDENT && !is_member ? copied_named(m, s, t) : NULL;

        if (sym && !kp_words_have(&parameters, sym->name, strlen(sym->name)))
            return sym;
    }
    return NULL;
}

static bool macros_are_seen(struct kp_merging *m)
{
    struct kp_words words = {0};
    struct kp_named_pieces macros = {0};
    const struct kp_sym *sym = NULL;

    kp_words_of(m->u->arena, &words, m->u->source.text, m->f->decl->span);
    kp_close_names(m->u, KP_NAMED_MACROS, &words, &macros);
    for (size_t i = 0; i < macros.n && !sym; i++)
        sym = copied_in_macro(m, &macros.v[i]);
    return !sym || kp_refuse_merge(m, KP_CODE_KP903, NULL,
                                   kp_sprintf(m->u->arena, "a macro names '%s'", sym->name));
}

/* Sizes of declarators, arguments of templates and types have no nodes: a name in them would mean
 * all copies. */
bool kp_names_are_seen(struct kp_merging *m)
{
    const char *s = m->u->source.text;
    const struct kp_node *body = m->f->body;

    for (struct kp_token t = kp_lex_code(s, body->span.begin, body->span.end);
         t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, body->span.end)) {
        const struct kp_sym *sym = t.kind == KP_TOKEN_IDENT ? copied_named(m, s, t) : NULL;

        if (sym && !is_named_at(body, t.begin, sym->name) && !is_declared_at(m->u, body, t.begin))
            return kp_refuse_merge(
                m, KP_CODE_KP903, NULL,
                kp_sprintf(m->u->arena, "'%s' is used where its copies cannot be distinguished",
                           sym->name));
    }
    return macros_are_seen(m);
}

/* ---- text of macros ------------------------------------------------------------------------- */

/* True if the text of a region's statements makes exactly these statements, each once. */
bool kp_owns_its_text(struct kp_merging *m, const struct kp_merged_region *r)
{
    const struct kp_node *before = NULL, *around = r->first->parent;

    for (const struct kp_node *c = r->first->parent->first; c; c = c->next) {
        if (before && kp_spans_overlap(before->span, c->span) && c->kind != KP_VAR)
            return kp_refuse_merge(m, KP_CODE_KP903, c,
                                   "a macro expands to several of its statements");
        before = c;
    }
    for (; around && around != m->f->body; around = around->parent)
        if (around->from_macro)
            return kp_refuse_merge(
                m, KP_CODE_KP903, around,
                "a macro expands to a statement around code that differs between blocks");
    for (const struct kp_node *c = r->first; c; c = c == r->last ? NULL : c->next)
        if (kp_is_argument(m->u, c->span))
            return kp_refuse_merge(m, KP_CODE_KP903, c, "a statement is in a macro's argument");
    return true;
}
