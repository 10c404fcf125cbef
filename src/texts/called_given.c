/* Numbers that calls give templates, as their texts say them. */
#include <ctype.h>
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "texts/called.h"

/* The single words of a list between `<` and `>`, by their order; `last` of several: the word in
 * front of a comma is the name. False: there is no such list, or it holds anything else. */
static bool read_list(struct kp_arena *a, const char *text, struct kp_token open, uint32_t end,
                      bool last, struct kp_texts *out)
{
    struct kp_token t = open, word = {0};
    unsigned words = 0;

    if (!kp_token_is(text, t, "<"))
        return false;
    for (;;) {
        t = kp_lex_code(text, t.end, end);
        if (t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_NUMBER) {
            word = t;
            words++;
        } else if ((kp_token_is(text, t, ",") || kp_token_is(text, t, ">")) && words &&
                   (last || words == 1)) {
            kp_add_text(a, out, kp_strndup(a, text + word.begin, word.end - word.begin));
            words = 0;
            if (kp_token_is(text, t, ">"))
                return true;
        } else {
            return false;
        }
    }
}

/* True if the function around the call names it elsewhere: read_back.c looks for new names. A
 * template's argument is no node of the tree. */
static bool is_named_around(const struct kp_value_call *c, const char *name)
{
    const struct kp_node *in = kp_function_around(c->call);

    kp_each_below(x, in) if (x->kind == KP_REF && x->sym && kp_streq(x->sym->name, name) &&
                             !x->from_macro) return true;
    return false;
}

/* True for a macro that means the same at the view and at its call. */
static bool is_macro_around(const struct kp_value_call *c, const char *name)
{
    return c->view && kp_names_macro(c->d->u, name) &&
           c->view->var->span.end <= c->call->span.begin &&
           !kp_lex_defines(c->d->u->source.text, c->view->var->span.begin, c->call->span.begin);
}

/* True if the class's template is written for some arguments: its parameters are other ones. */
static bool is_specialised(const struct kp_value_call *c, const struct kp_node *record)
{
    struct kp_token t = kp_lex_code(c->text, record->span.begin, record->span.end), next;

    for (; t.kind != KP_TOKEN_END && !kp_token_is(c->text, t, "{"); t = next) {
        next = kp_lex_code(c->text, t.end, record->span.end);
        if (kp_token_is(c->text, t, record->sym->name) && kp_token_is(c->text, next, "<"))
            return true;
    }
    return false;
}

const char *kp_given_argument(const struct kp_value_call *c, const char *name)
{
    struct kp_arena *a = c->d->u->arena;
    const char *source = c->d->u->source.text;
    const struct kp_sym *function = c->call->sym, *of = c->view ? function->parent : function;
    const struct kp_node *decl = of ? kp_as_written(of)->decl : NULL;
    const struct kp_node *callee = c->view ? c->view->var : c->call->first;
    struct kp_texts names = {0}, values = {0};
    struct kp_token t;

    if (!decl || (function->is_method && !c->view) || (!c->view && callee->kind != KP_REF))
        return NULL;
    t = kp_lex_code(c->text, decl->span.begin, decl->span.end);
    if (!kp_token_is(c->text, t, "template") ||
        !read_list(a, c->text, kp_lex_code(c->text, t.end, decl->span.end), decl->span.end, true,
                   &names))
        return NULL;
    t = kp_lex_code(source, callee->span.begin, c->call->span.end);
    while (c->view && (kp_token_is(source, t, "const") || kp_token_is(source, t, "constexpr")))
        t = kp_lex_code(source, t.end, c->call->span.end);
    if ((c->view && (!decl->sym || is_specialised(c, decl))) ||
        !kp_token_is(source, t, decl->sym->name) || /* no alias with parameters of its own */
        !read_list(a, source, kp_lex_code(source, t.end, c->call->span.end), c->call->span.end,
                   false, &values))
        return NULL;
    for (size_t i = 0; i < names.n && i < values.n; i++)
        if (kp_streq(names.v[i], name))
            return isdigit((unsigned char)values.v[i][0]) || is_named_around(c, values.v[i]) ||
                           is_macro_around(c, values.v[i])
                       ? values.v[i]
                       : NULL;
    return NULL;
}
