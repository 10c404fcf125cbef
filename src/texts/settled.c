/* Closures with parameters whose types calls deduce, as those with the types that all of their
 * calls give:
 *
 *     auto load = [&](auto k) { As[t] = A[k + t]; };  load(k);     [&](int k) { .. }
 *
 * A closure that is called by its name alone, and with one number type for each such parameter, is
 * the same object with this one operator. */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/own_text.h"
#include "texts/texts.h"

/* `auto k` and `const auto &k`: the word; END: it is another parameter. */
static struct kp_token deduced_word(struct kp_unit *u, const struct kp_node *p)
{
    static const char *const by_value[] = {"auto"}, *const by_reference[] = {"const", "auto", "&"};
    const char *text = u->source.text, *name = p->sym ? p->sym->name : "";
    struct kp_token t = kp_lex_code(text, p->span.begin, p->span.end), word = t;
    bool is_value = kp_token_is(text, t, "auto");
    const char *const *words = is_value ? by_value : by_reference;

    for (size_t i = 0; i < (is_value ? 1 : 3); i++) {
        if (!kp_token_is(text, t, words[i]))
            return (struct kp_token){.kind = KP_TOKEN_END};
        if (kp_token_is(text, t, "auto"))
            word = t;
        t = kp_lex_code(text, t.end, p->span.end);
    }
    return kp_token_is(text, t, name) && t.end == p->span.end && !p->from_macro
               ? word
               : (struct kp_token){.kind = KP_TOKEN_END};
}

/* A number type by the words of the language; NULL: another one. */
static const char *number_type(struct kp_unit *u, const struct kp_node *arg)
{
    const struct kp_type *t = arg ? kp_lvalue_type(arg) : NULL;

    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT) && !t->is_dependent &&
                   !t->decl && !t->is_volatile && arg->kind != KP_INIT_LIST
               ? kp_plain_type(u->arena, t->canonical)
               : NULL;
}

/* The type of argument i of all calls by the name, which is used in no other way. */
static const char *type_of_calls(struct kp_unit *u, const struct kp_node *in,
                                 const struct kp_sym *closure, unsigned i)
{
    const char *type = NULL;

    kp_each_below(n, in)
    {
        const char *its;

        if (n->kind != KP_REF || n->sym != closure)
            continue;
        if (n->from_macro || n->parent->kind != KP_CALL || n->parent->first != n ||
            n->parent->is_dependent || !(its = number_type(u, kp_argument(n->parent, i))) ||
            (type && !kp_streq(type, its)))
            return NULL;
        type = its;
    }
    return type;
}

/* What no node shows (`decltype`) may name it as well. */
static bool is_named_by_calls_alone(struct kp_unit *u, const struct kp_node *in,
                                    const struct kp_sym *closure)
{
    size_t refs = 0;

    kp_each_below(n, in) refs += n->kind == KP_REF && n->sym == closure;
    return kp_lex_count(u->source.text, in->span.begin, in->span.end, closure->name) == refs + 1;
}

static void settle(struct kp_unit *u, const struct kp_node *in, const struct kp_node *var,
                   struct kp_patches *p)
{
    const struct kp_node *closure = var->last;
    size_t first = p->list.n;
    unsigned i = 0;

    if (!is_named_by_calls_alone(u, in, var->sym))
        return;
    kp_each_child(c, closure)
    {
        struct kp_token t;
        const char *type;

        if (c->kind != KP_PARAM)
            continue;
        if ((t = deduced_word(u, c)).kind != KP_TOKEN_END) {
            if (!(type = type_of_calls(u, in, var->sym, i))) {
                p->list.n = first;
                return;
            }
            kp_patch(u, p, t.begin, t.end, type);
        }
        i++;
    }
}

/* For another loop of the function. */
static bool is_patched(const struct kp_patches *p, struct kp_span s)
{
    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.v[i].span.begin >= s.begin && p->list.v[i].span.end <= s.end)
            return true;
    return false;
}

bool kp_settle_closures(struct kp_unit *u, const struct kp_sym *function, struct kp_patches *p)
{
    const struct kp_node *in = function->decl;
    size_t n = p->list.n;

    if (!in || in->file || in->from_macro || function->is_template)
        return false;
    kp_each_below(x, in) if (x->kind == KP_VAR && x->has_init && x->sym && x->sym->is_lambda &&
                             !x->from_macro && x->last->kind == KP_LAMBDA && !x->last->from_macro &&
                             kp_owns_text(u, x->last) && !is_patched(p, x->span))
        settle(u, in, x, p);
    return p->list.n > n;
}
