/* Names in a helper's text that no node of the tree stands for: arguments of templates, sizes in
 * types, values of enumerators. Nobody compares them where the body is put in the place of its
 * call, so each has to be one that means the same at both places whatever it is. */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/inline_call.h"
#include "model/named.h"

/* True if it is where the variable's declaration says its name first. */
static bool is_declarator(const struct kp_inlining *c, const struct kp_node *var, uint32_t at)
{
    const struct kp_span s = var->span;

    if (var->kind != KP_VAR || !var->sym || at < s.begin || at >= s.end)
        return false;
    for (struct kp_token t = kp_lex_code(c->text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(c->text, t.end, s.end))
        if (kp_token_is(c->text, t, var->sym->name))
            return t.begin == at;
    return false;
}

/* True if a name that the tree has begins there. */
static bool is_seen(const struct kp_inlining *c, const struct kp_node *n, uint32_t at)
{
    kp_each_below(x, n) if ((x->span.begin == at && !x->from_macro &&
                             (x->kind == KP_REF ||
                              (x->kind == KP_MEMBER && x->first && x->first->kind == KP_THIS))) ||
                            is_declarator(c, x, at)) return true;
    return false;
}

/* The helper's parameter, or a variable that its body has declared before. */
static bool is_own(const struct kp_inlining *c, const char *name, uint32_t at)
{
    const struct kp_node *body = c->callee->last;

    if (kp_has_text(&c->names, name))
        return true;
    kp_each_named(s, c->u,
                  name) if (s->decl && kp_is_inside(s->decl, c->callee) &&
                            (s->decl->kind == KP_PARAM || (s->decl->parent->parent == body &&
                                                           s->decl->span.begin < at))) return true;
    return false;
}

/* True if it is declared in the kernel, or as a template's parameter of it. */
static bool is_of_kernel(const struct kp_inlining *c, const char *name)
{
    kp_each_named(s, c->u, name) if (s->parent == c->kernel) return true;
    return kp_meant_at(c->u, c->node, name) != NULL;
}

static bool declares(const char *text, const struct kp_piece *p, const char *name)
{
    for (size_t i = 0; !p->is_macro && i < p->names.list.n; i++) {
        const struct kp_span s = p->names.list.v[i];

        if (s.end - s.begin == strlen(name) && !memcmp(text + s.begin, name, s.end - s.begin))
            return true;
    }
    return false;
}

static bool is_alias(const char *text, const struct kp_piece *p)
{
    const struct kp_token t = kp_lex_code(text, p->span.begin, p->span.end);

    return kp_token_is(text, t, "typedef") || kp_token_is(text, t, "using") ||
           kp_token_is(text, t, "template");
}

/* An alias is no symbol where the tree does not name it. */
static bool is_alias_beside_others(struct kp_unit *u, const char *name)
{
    unsigned all = 0, aliases = 0;

    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_pieces *pieces = kp_pieces_in(u, f);
        const char *text = kp_place_file(u, f)->text;

        for (size_t i = 0; text && i < pieces->list.n; i++)
            if (declares(text, &pieces->list.v[i], name)) {
                all++;
                aliases += is_alias(text, &pieces->list.v[i]);
            }
    }
    return aliases && all > 1;
}

/* True if there are several things of the name outside of functions and classes. */
static bool is_of_several(struct kp_unit *u, const char *name)
{
    const struct kp_sym *one = NULL;

    kp_each_named(s, u, name)
    {
        if (s->parent || (s->kind != KP_SYM_VAR && s->kind != KP_SYM_RECORD &&
                          s->kind != KP_SYM_TYPE && s->kind != KP_SYM_ENUMERATOR))
            continue;
        if (one && !kp_streq(one->qualified, s->qualified))
            return true;
        one = s;
    }
    return is_alias_beside_others(u, name);
}

/* In a method, a name is one of its class first. */
static bool is_of_class(const struct kp_inlining *c, const char *name)
{
    if (c->callee->sym->is_method)
        kp_each_named(s, c->u, name) if (s->parent && s->parent->kind == KP_SYM_RECORD) return true;
    return false;
}

/* True if the text uses a name, `except` those of a macro's parameters, that may mean something
 * else at the call. */
static bool names_other(const struct kp_inlining *c, const char *text, struct kp_span in,
                        const struct kp_words *except)
{
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(text, in.begin, in.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(text, t.end, in.end)) {
        const char *name = kp_strndup(c->u->arena, text + t.begin, t.end - t.begin);

        if (t.kind != KP_TOKEN_IDENT || kp_token_is(text, before, ".") ||
            kp_token_is(text, before, "->") || kp_token_is(text, before, "::") ||
            (except ? kp_words_have(except, name, strlen(name))
                    : is_seen(c, c->callee->last, t.begin)) ||
            is_own(c, name, except ? UINT32_MAX : t.begin))
            continue;
        if (is_of_kernel(c, name) || is_of_several(c->u, name) || is_of_class(c, name))
            return true;
    }
    return false;
}

static bool has_same_name(const struct kp_named *a, const struct kp_named *b)
{
    size_t n = a->name.end - a->name.begin;

    return n == b->name.end - b->name.begin &&
           !memcmp(a->text + a->name.begin, b->text + b->name.begin, n);
}

/* True if the macro is defined anew behind the helper, in front of the call. */
static bool is_defined_anew(const struct kp_inlining *c, const struct kp_named_pieces *all,
                            const struct kp_named *m)
{
    if (m->file || m->piece->span.begin > c->node->span.begin ||
        (!c->callee->file && m->piece->span.begin < c->callee->span.begin))
        return false;
    for (size_t i = 0; i < all->n; i++)
        if (all->v[i].piece != m->piece && has_same_name(&all->v[i], m))
            return true;
    return false;
}

bool kp_unseen_names_hold(const struct kp_inlining *c)
{
    const struct kp_span body = c->callee->last->span;
    struct kp_words words = {0};
    struct kp_named_pieces macros = {0};

    if (names_other(c, c->text, body, NULL))
        return false;
    kp_words_of(c->u->arena, &words, c->text, body);
    kp_close_names(c->u, KP_NAMED_MACROS, &words, &macros);
    for (size_t i = 0; i < macros.n; i++) {
        const struct kp_piece *p = macros.v[i].piece;
        const char *s = macros.v[i].text;
        struct kp_words parameters = {0};
        struct kp_span in = p->body;

        if (p->is_function_like) {
            in.begin = kp_lex_close(s, in.begin, in.end);
            kp_words_of(c->u->arena, &parameters, s, (struct kp_span){p->body.begin, in.begin});
        }
        if (is_defined_anew(c, &macros, &macros.v[i]) ||
            (!p->is_undef && names_other(c, s, in, &parameters)))
            return false;
    }
    return true;
}

/* ---- closures ------------------------------------------------------------------------------- */

static const struct kp_node *innermost_at(const struct kp_node *n, uint32_t at)
{
    for (const struct kp_node *c = n->first; c; c = c->next)
        if (!c->file && !c->from_macro && c->span.begin <= at && at < c->span.end)
            return innermost_at(c, at);
    return n;
}

/* True if the closure's own variable, or nothing but what is meant at the call, is meant where the
 * token stands. */
static bool token_says_same(const struct kp_inlining *c, struct kp_token t, const char *name)
{
    const struct kp_node *in = innermost_at(c->callee, t.begin), *meant;

    if (is_declarator(c, in, t.begin) || in->kind == KP_PARAM)
        return true;
    meant = kp_meant_at(c->u, in, name);
    return (meant && kp_is_inside(meant, c->callee)) || meant == kp_meant_at(c->u, c->node, name);
}

static bool has_parameter(const struct kp_node *closure, const char *name)
{
    kp_each_child(p, closure) if (p->kind == KP_PARAM && kp_streq(p->sym->name, name)) return true;
    return false;
}

/* The same of a name in a macro's text: it may stand for a variable of the closure's. */
static bool word_says_same(const struct kp_inlining *c, const char *name)
{
    return has_parameter(c->callee, name) ||
           kp_meant_at(c->u, c->callee, name) == kp_meant_at(c->u, c->node, name);
}

static bool macro_says_same(const struct kp_inlining *c, const struct kp_named *m)
{
    struct kp_words parameters = {0}, all = {0};
    struct kp_span in = m->piece->body;

    if (m->piece->is_function_like) {
        in.begin = kp_lex_close(m->text, in.begin, in.end);
        kp_words_of(c->u->arena, &parameters, m->text,
                    (struct kp_span){m->piece->body.begin, in.begin});
    }
    kp_words_of(c->u->arena, &all, m->text, in);
    for (size_t i = 0; i < all.size; i++)
        if (all.slots[i] && !kp_words_have(&parameters, all.slots[i], strlen(all.slots[i])) &&
            !word_says_same(c, all.slots[i]))
            return false;
    return true;
}

bool kp_closure_names_hold(const struct kp_inlining *c)
{
    const struct kp_span in = c->callee->span;
    struct kp_words words = {0}, pasted = {0};
    struct kp_named_pieces macros = {0};
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(c->text, in.begin, in.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(c->text, t.end, in.end))
        if (t.kind == KP_TOKEN_IDENT && !kp_token_is(c->text, before, ".") &&
            !kp_token_is(c->text, before, "->") &&
            !token_says_same(c, t, kp_strndup(c->u->arena, c->text + t.begin, t.end - t.begin)))
            return false;
    kp_words_of(c->u->arena, &words, c->text, in);
    kp_close_names(c->u, KP_NAMED_MACROS, &words, &macros);
    for (size_t i = 0; i < macros.n; i++)
        if (!macros.v[i].piece->is_undef && !macro_says_same(c, &macros.v[i]))
            return false;
    kp_add_pasted_names(c->u, &words, &pasted);
    for (size_t i = 0; i < pasted.size; i++)
        if (pasted.slots[i] && !word_says_same(c, pasted.slots[i]))
            return false;
    return true;
}
