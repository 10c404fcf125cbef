/* Numbers that calls give templates, as their texts say them. */
#include <ctype.h>
#include <stdlib.h>
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/builds.h"
#include "model/elsewhere.h"
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

/* True if the number is what the instance that the call is in has for its parameter of the name. */
static bool is_of_instance(const struct kp_value_call *c, const char *name, int64_t number)
{
    const struct kp_node *in = kp_function_around(c->call);

    for (size_t i = 0; i < c->d->u->parse.instances.n; i++) {
        const struct kp_instance *of = &c->d->u->parse.instances.v[i];

        for (size_t k = 0; of->function == in && k < of->args.n; k++)
            if (of->args.v[k].param && of->args.v[k].param->kind == KP_SYM_TVALUE &&
                kp_streq(of->args.v[k].param->name, name))
                return of->args.v[k].known && of->args.v[k].value == number;
    }
    return false;
}

/* True if it is the name of a constant variable that no other one has but locals of other
 * functions: `meant` at the call, or nothing of the function's. What names a template's argument is
 * no node of the tree. */
static bool is_constant(const struct kp_value_call *c, const struct kp_node *meant,
                        const char *name, int64_t number)
{
    const struct kp_node *in = kp_function_around(c->call);
    const struct kp_sym *own = kp_as_written(in->sym), *found = NULL;

    kp_each_named(s, c->d->u, name)
    {
        bool is_local = s->parent && s->parent->kind == KP_SYM_FUNCTION;

        if (is_local && kp_as_written(s->parent) != own)
            continue;
        if (found || (is_local ? !meant || s->decl != meant : meant || s->parent))
            return false;
        found = s;
    }
    return found && found->kind == KP_SYM_VAR && found->has_value && found->value == number;
}

/* True if the name, which is no macro's, has the number at the call. */
static bool has_number(const struct kp_value_call *c, const char *name, int64_t number)
{
    const struct kp_node *meant = kp_meant_at(c->d->u, c->call, name);

    if (kp_names_macro(c->d->u, name))
        return false;
    if ((!meant && is_of_instance(c, name, number)) || is_constant(c, meant, name, number))
        return true;
    kp_each_below(x, kp_function_around(c->call)) if (x->kind == KP_REF && x->sym &&
                                                      kp_streq(x->sym->name, name) &&
                                                      !x->from_macro && x->sym->has_value &&
                                                      x->sym->value == number)
    {
        bool is_local = x->sym->parent && x->sym->parent->kind == KP_SYM_FUNCTION;

        if (meant ? x->sym->decl == meant : !is_local)
            return true;
    }
    return false;
}

/* True for a macro that is this number, and defined in front of the view. */
static bool is_macro_of(const struct kp_value_call *c, const char *name, int64_t number)
{
    struct kp_unit *u = c->d->u;
    size_t file = 1;
    const struct kp_piece *p = kp_only_macro(u, name, &file);
    int64_t value;

    return p && !file && p->span.end <= c->view->var->span.begin &&
           kp_macro_value(u->source.text, p, &value) && value == number;
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

/* True if the text has the number. An alias has a list of its own, and a name may mean something
 * else at the view than at its call. */
static bool says_number(const struct kp_value_call *c, const char *text, const struct kp_node *n)
{
    if (isdigit((unsigned char)*text))
        return strtoll(text, NULL, 0) == n->value;
    return c->view ? has_number(c, text, n->value) || is_macro_of(c, text, n->value)
                   : is_named_around(c, text);
}

const char *kp_given_argument(const struct kp_value_call *c, const struct kp_node *n)
{
    struct kp_arena *a = c->d->u->arena;
    const char *source = c->d->u->source.text;
    const struct kp_sym *function = c->call->sym, *of = c->view ? function->parent : function;
    const struct kp_node *decl = of ? kp_as_written(of)->decl : NULL;
    const struct kp_node *callee = c->view ? c->view->var : c->call->first;
    struct kp_texts names = {0}, values = {0};
    const char *name;
    struct kp_token t;

    /* a method that is defined elsewhere has names of its own for the parameters */
    if (!decl || !n->has_value || n->file != decl->file || n->span.begin < decl->span.begin ||
        n->span.end > decl->span.end || (function->is_method && !c->view) ||
        (!c->view && callee->kind != KP_REF))
        return NULL;
    t = kp_lex_code(c->text, decl->span.begin, decl->span.end);
    if (!kp_token_is(c->text, t, "template") ||
        !read_list(a, c->text, kp_lex_code(c->text, t.end, decl->span.end), decl->span.end, true,
                   &names))
        return NULL;
    if (c->view && callee->parent->kind == KP_DECL_STMT) /* one class for all that it declares */
        callee = callee->parent;
    t = kp_lex_code(source, callee->span.begin, c->call->span.end);
    while (c->view && (kp_token_is(source, t, "const") || kp_token_is(source, t, "constexpr") ||
                       kp_token_is(source, t, "__shared__") || kp_token_is(source, t, "static")))
        t = kp_lex_code(source, t.end, c->call->span.end);
    if (c->view && kp_token_is(source, t, "auto")) /* `auto v = view<float, 16>(p);` */
        t = kp_lex_code(source, c->view->var->last->span.begin, c->call->span.end);
    if ((c->view && (!decl->sym || is_specialised(c, decl))) ||
        !kp_token_is(source, t, decl->sym->name) || /* no alias with parameters of its own */
        !read_list(a, source, kp_lex_code(source, t.end, c->call->span.end), c->call->span.end,
                   false, &values))
        return NULL;
    name = kp_strndup(a, c->text + n->span.begin, n->span.end - n->span.begin);
    for (size_t i = 0; i < names.n && i < values.n; i++)
        if (kp_streq(names.v[i], name))
            return says_number(c, values.v[i], n) ? values.v[i] : NULL;
    return NULL;
}
