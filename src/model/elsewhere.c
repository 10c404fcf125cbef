#include "model/elsewhere.h"

#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/builds.h"
#include "model/steps.h"
#include "model/types_text.h"
#include "util/str.h"

/* Text that stands in `from` and that is to stand in front of `at`. */
struct move {
    struct kp_unit *u;
    const struct kp_node *at, *from;
    struct kp_span between; /* the two places */
    struct kp_words seen;   /* macros */
};

/* ---- declarations in the function ----------------------------------------------------------- */

/* True if a macro makes the declaration. */
static bool is_made(struct kp_unit *u, const struct kp_node *n)
{
    struct kp_token first = kp_lex_code(u->source.text, n->span.begin, n->span.end);

    return n->file || n->from_macro ||
           kp_names_macro(
               u, kp_strndup(u->arena, u->source.text + first.begin, first.end - first.begin));
}

bool kp_may_be_directive(struct kp_unit *u, const struct kp_node *n)
{
    const char *s = u->source.text;
    struct kp_token first = kp_lex_code(s, n->span.begin, n->span.end);

    if (n->kind == KP_DECL_STMT)
        n = n->first;
    return n && n->kind == KP_OTHER_DECL &&
           (is_made(u, n) || (kp_token_is(s, first, "using") &&
                              kp_token_is(s, kp_lex_code(s, first.end, n->span.end), "namespace")));
}

/* `using namespace app;`: true if the name may come from there. Words of the language do not, nor
 * what is known to be declared outside of all namespaces. */
static bool is_from_namespace(const struct kp_unit *u, const char *name)
{
    static const char *const words[] = {
        "__shared__", "static", "volatile", "const",  "__align__", "alignas", "sizeof", "float",
        "double",     "int",    "unsigned", "signed", "char",      "short",   "long",   "bool"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_streq(name, words[i]))
            return false;
    kp_each_named(s, u, name) if (kp_streq(s->qualified, s->name)) return false;
    return true;
}

static bool is_enumerator(const struct kp_unit *u, const char *name)
{
    kp_each_named(s, u, name) if (s->kind == KP_SYM_ENUMERATOR) return true;
    return false;
}

/* True if the name may be one that a typedef, a using, an enum or a class of the function declares.
 */
static bool may_declare(struct kp_unit *u, const struct kp_node *n, const char *name)
{
    const char *s = u->source.text;
    struct kp_token first = kp_lex_code(s, n->span.begin, n->span.end);
    struct kp_token second = kp_lex_code(s, first.end, n->span.end);

    if (is_made(u, n))
        return true;
    if (kp_token_is(s, first, "using") && kp_token_is(s, second, "namespace"))
        return is_from_namespace(u, name);
    if (kp_token_is(s, first, "using") && kp_token_is(s, second, "enum") && is_enumerator(u, name))
        return true;
    return !kp_token_is(s, first, "static_assert") &&
           kp_lex_has(s, n->span.begin, n->span.end, name);
}

/* The last of the declarations in `n` that begin before `before`; `found` is one of the same block.
 * In one block a typedef that mentions a variable's name does not declare it. */
static const struct kp_node *declared_by(struct kp_unit *u, const struct kp_node *n,
                                         uint32_t before, const char *name,
                                         const struct kp_node *found)
{
    const struct kp_node *last = NULL;

    if (!n->file && n->span.begin >= before)
        return found;
    switch (n->kind) {
    case KP_VAR:
    case KP_PARAM:
        return n->sym && kp_streq(n->sym->name, name) ? n : found;
    case KP_OTHER_DECL:
        return (!found || found->kind == KP_OTHER_DECL) && may_declare(u, n, name) ? n : found;
    case KP_CASE:
    case KP_LABEL:
        return n->last ? declared_by(u, n->last, before, name, found) : found;
    case KP_DECL_STMT:
        for (const struct kp_node *c = n->first; c; last = c, c = c->next)
            if (!last || last->file || last->span.end < before) /* all begin where the first does */
                found = declared_by(u, c, before, name, found);
        return found;
    default:
        return found;
    }
}

/* `[&, n = 4](int i)` */
static bool lambda_declares(const struct kp_unit *u, const struct kp_node *n, const char *name)
{
    return n->kind == KP_LAMBDA &&
           (n->file || !n->last ||
            kp_lex_has(u->source.text, n->span.begin, n->last->span.begin, name));
}

/* What the name means at `before` in `n`. */
static const struct kp_node *meant(struct kp_unit *u, const struct kp_node *n, uint32_t before,
                                   const char *name)
{
    const struct kp_node *found = NULL;

    for (; n && kp_function_around(n); n = n->parent) {
        if (n->kind == KP_DECL_STMT)
            continue; /* one of the block around it */
        kp_each_child(c, n) found = declared_by(u, c, before, name, found);
        if (!found && n->span.begin < before && lambda_declares(u, n, name))
            found = n;
        if (found)
            return found;
    }
    return NULL;
}

const struct kp_node *kp_meant_at(struct kp_unit *u, const struct kp_node *at, const char *name)
{
    return meant(u, at, at->span.begin, name);
}

/* True if the word is always replaced by a macro of this file, so that no declaration is looked up.
 * What its text says is another question. */
static bool is_replaced(const struct move *m, const char *name)
{
    size_t file = 1;
    const struct kp_piece *p = kp_only_macro(m->u, name, &file);

    return p && !file && !p->is_function_like && p->span.end <= m->at->span.begin &&
           p->span.end <= m->from->span.begin;
}

static bool means_same(const struct move *m, uint32_t before, const char *name)
{
    return is_replaced(m, name) ||
           meant(m->u, m->from, before, name) == kp_meant_at(m->u, m->at, name);
}

/* ---- macros --------------------------------------------------------------------------------- */

/* True if a line between the places makes another macro of the name, or none. */
static bool is_defined_between(const struct move *m, const char *name)
{
    kp_each_macro_named(d, m->u, name, strlen(name))
    {
        if (!d->file && kp_spans_overlap(d->piece->span, m->between))
            return true;
    }
    return false;
}

/* A file that is included, a meaning that a macro had before. */
static bool is_unclear_line(const char *s, struct kp_token t)
{
    struct kp_token word = kp_lex_directive(s, t);

    if (t.kind != KP_TOKEN_DIRECTIVE)
        return kp_token_is(s, t, "_Pragma");
    return kp_token_is(s, word, "include") || kp_lex_has(s, word.end, t.end, "pop_macro");
}

static const struct kp_spans *unclear_lines(struct kp_unit *u)
{
    const char *s = u->source.text;

    if (u->unclear)
        return u->unclear;
    u->unclear = kp_new(u->arena, struct kp_spans);
    for (struct kp_token t = kp_lex(s, u->source.bom, u->source.size); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, u->source.size))
        if (is_unclear_line(s, t))
            kp_push(u->arena, u->unclear, ((struct kp_span){t.begin, t.end}));
    return u->unclear;
}

/* True if there is a line between the places of which nobody sees what it defines. */
static bool is_unclear_between(const struct move *m)
{
    const struct kp_spans *lines = unclear_lines(m->u);

    for (size_t i = 0; i < lines->n; i++)
        if (kp_spans_overlap(lines->v[i], m->between))
            return true;
    return false;
}

static bool is_made_of_other(struct move *m, uint32_t before, const char *name);

/* True if something in the macro's text, its parameters aside, means something else. */
static bool says_other(struct move *m, uint32_t before, const char *s, const struct kp_piece *p)
{
    uint32_t at = p->body.begin;

    if (p->is_function_like)
        at = kp_lex_close(s, at, p->body.end);
    for (struct kp_token t = kp_lex(s, at, p->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, p->body.end)) {
        const char *word = kp_strndup(m->u->arena, s + t.begin, t.end - t.begin);

        if (t.kind == KP_TOKEN_IDENT && !kp_lex_has(s, p->body.begin, at, word) &&
            (!means_same(m, before, word) || is_made_of_other(m, before, word)))
            return true;
    }
    return false;
}

/* True for the name of a macro in whose text, or that of macros in it, something means something
 * else. */
static bool is_made_of_other(struct move *m, uint32_t before, const char *name)
{
    if (kp_words_have(&m->seen, name, strlen(name)))
        return false;
    kp_words_add(m->u->arena, &m->seen, name, strlen(name));
    if (is_defined_between(m, name))
        return true;
    kp_each_macro_named(d, m->u, name, strlen(name))
    {
        if (!d->piece->is_undef && says_other(m, before, d->text, d->piece))
            return true;
    }
    return false;
}

/* The same for names that the tree shows, of macros whose text nobody sees. */
static bool refers_to_other(const struct move *m, const struct kp_node *n)
{
    if (n->kind == KP_REF && n->from_macro && n->sym && !n->sym->from_prelude &&
        !means_same(m, n->span.begin, n->sym->name))
        return true;
    kp_each_child(c, n) if (refers_to_other(m, c)) return true;
    return false;
}

/* ---- numbers -------------------------------------------------------------------------------- */

const char *kp_number_text(struct kp_arena *a, const struct kp_type *t, int64_t v)
{
    bool is_wide = t && !t->is_dependent && t->size > 4,
         is_unsigned = t && !t->is_dependent && t->size >= 4 && t->is_unsigned;

    return kp_sprintf(a, v < 0 ? "(%lld%s%s)" : "%lld%s%s", (long long)v, is_unsigned ? "u" : "",
                      is_wide ? "ll" : "");
}

/* The constant whose name is all of the token. */
static const struct kp_node *constant_at(const struct kp_node *n, struct kp_token t)
{
    const struct kp_node *found = NULL;

    if (n->kind == KP_REF && n->has_value && !n->from_macro && n->span.begin == t.begin &&
        n->span.end == t.end)
        return n;
    kp_each_child(c, n) if (!found) found = constant_at(c, t);
    return found;
}

/* NULL: it is none. */
static const char *number_of(const struct move *m, struct kp_token t, const char *name)
{
    const struct kp_node *n = constant_at(m->from, t);
    const struct kp_node *var = n ? NULL : meant(m->u, m->from, t.begin, name);

    if (n)
        return kp_number_text(m->u->arena, n->type, n->value);
    return var && var->sym && var->sym->has_value
               ? kp_number_text(m->u->arena, var->sym->type, var->sym->value)
               : NULL;
}

/* ---- the text ------------------------------------------------------------------------------- */

/* `size` in `shape::size` is what the shape has, wherever that stands. */
static bool is_member(const char *s, struct kp_token before)
{
    return kp_token_is(s, before, "::") || kp_token_is(s, before, ".") ||
           kp_token_is(s, before, "->");
}

static struct kp_span span_between(const struct kp_node *at, struct kp_span span)
{
    uint32_t here = at->span.begin;

    return here < span.begin ? (struct kp_span){here, span.end}
                             : (struct kp_span){span.begin, here};
}

const char *kp_said_at(struct kp_unit *u, const struct kp_node *at, const struct kp_node *of,
                       struct kp_span span)
{
    struct move m = {.u = u, .at = at, .from = of, .between = span_between(at, span)};
    struct kp_token before = {0};
    struct kp_str out = kp_str_new(u->arena);
    const char *s = u->source.text;
    uint32_t done = span.begin;
    bool is_unclear = is_unclear_between(&m);

    if (of->file || at->file || refers_to_other(&m, of))
        return NULL;
    for (struct kp_token t = kp_lex_code(s, span.begin, span.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(s, t.end, span.end)) {
        const char *name = kp_strndup(u->arena, s + t.begin, t.end - t.begin), *number;

        if (t.kind != KP_TOKEN_IDENT)
            continue;
        if (is_unclear || is_made_of_other(&m, t.begin, name))
            return NULL;
        if (is_member(s, before) || means_same(&m, t.begin, name))
            continue;
        number = number_of(&m, t, name);
        if (!number)
            return NULL;
        kp_str_addf(&out, "%.*s%s", (int)(t.begin - done), s + done, number);
        done = t.end;
    }
    kp_str_addf(&out, "%.*s", (int)(span.end - done), s + done);
    return kp_str_text(&out);
}

bool kp_says_same_at(struct kp_unit *u, const struct kp_node *at, const struct kp_node *n)
{
    return kp_streq(kp_said_at(u, at, n, n->span), kp_node_text(u, n));
}
