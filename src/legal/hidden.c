/* Words that would mean something else where the output writes them: the header's step behind the
 * body's declarations, a type's name where something hides it, a keyword that is a macro. */
#include "front/branches.h"
#include "front/lex.h"
#include "front/tree.h"
#include "legal/legal.h"
#include "legal/words.h"
#include "model/output_words.h"

/* ---- macros -------------------------------------------------------------------------------- */

static const char *written_macro(struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.macros.n; i++)
        if (kp_output_says(u->parse.macros.v[i], strlen(u->parse.macros.v[i])))
            return u->parse.macros.v[i];
    kp_each_macro(m, u)
    {
        const char *name = m->text + m->name.begin;

        if (kp_output_says(name, m->name.end - m->name.begin) &&
            !kp_is_of_no_build(u, m->text, m->piece->span.begin))
            return kp_strndup(u->arena, name, m->name.end - m->name.begin);
    }
    return NULL;
}

/* ---- the body's own names ------------------------------------------------------------------ */

/* The names of variables, functions and constants that the loop means, and that its body does not
 * declare. */
static void collect_outer(struct kp_unit *u, const struct kp_node *body, const struct kp_node *n,
                          struct kp_words *out)
{
    if (n->sym && n->kind == KP_REF && !(n->sym->decl && kp_is_inside(n->sym->decl, body)))
        kp_words_add(u->arena, out, n->sym->name, strlen(n->sym->name));
    kp_each_child(c, n) collect_outer(u, body, c, out);
}

static bool has_word(const struct kp_words *w, const char *name)
{
    return kp_words_have(w, name, strlen(name));
}

static const char *shared_word(struct kp_unit *u, const struct kp_node *declaration,
                               const struct kp_words *w)
{
    const char *s = u->source.text;
    struct kp_span at = declaration->span;

    if (kp_token_is(s, kp_lex_code(s, at.begin, at.end), "static_assert"))
        return NULL;
    for (struct kp_token t = kp_lex_code(s, at.begin, at.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, at.end))
        if (t.kind == KP_TOKEN_IDENT &&
            (kp_token_is(s, t, "namespace") || (!kp_output_says(s + t.begin, t.end - t.begin) &&
                                                (kp_words_have(w, s + t.begin, t.end - t.begin) ||
                                                 kp_is_macro(u, s + t.begin, t.end - t.begin)))))
            return kp_strndup(u->arena, s + t.begin, t.end - t.begin);
    return NULL;
}

/* The names of the text but members: behind a dot or an arrow is no variable's name, but there may
 * be a macro's. */
static void add_names(struct kp_unit *u, struct kp_span in, struct kp_words *out)
{
    const char *s = u->source.text;
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(s, in.begin, in.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, in.end)) {
        bool is_member = before.kind == KP_TOKEN_PUNCT &&
                         (kp_token_is(s, before, ".") || kp_token_is(s, before, "->")) &&
                         !kp_is_macro(u, s + t.begin, t.end - t.begin);

        if (t.kind == KP_TOKEN_IDENT && !is_member)
            kp_words_add(u->arena, out, s + t.begin, t.end - t.begin);
        before = t;
    }
}

/* The header is also written behind what the body declares. */
static const char *hides_outer(struct kp_unit *u, const struct kp_loop *l)
{
    const struct kp_node *body = kp_loop_body(l->node);
    struct kp_words header = {0}, outer = {0};
    const char *found;

    add_names(u, (struct kp_span){l->node->span.begin, body->span.begin}, &header);
    add_names(u, (struct kp_span){body->span.end, l->node->span.end}, &header);
    kp_collect_macros(u, &header);
    collect_outer(u, body, l->node, &outer);
    kp_each_child(stmt, body)
    {
        if (stmt->kind != KP_DECL_STMT)
            continue;
        kp_each_child(c, stmt)
        {
            if (c->kind == KP_VAR && c->sym &&
                (has_word(&header, c->sym->name) || has_word(&outer, c->sym->name)))
                return c->sym->name;
            if (c->kind == KP_OTHER_DECL && (found = shared_word(u, c, &header)))
                return found;
        }
    }
    return NULL;
}

/* True if anything of that name in `n` means something else. */
static bool means_another(const struct kp_node *n, const struct kp_sym *s)
{
    bool names = n->kind == KP_REF || n->kind == KP_VAR || n->kind == KP_PARAM;

    if (n->sym ? names && n->sym != s && kp_streq(n->sym->name, s->name)
               : n->kind != KP_MEMBER && n->name && kp_streq(n->name, s->name))
        return true;
    kp_each_child(c, n) if (means_another(c, s)) return true;
    return false;
}

/* Shared memory that a block of the body declares has its name in all of the loop. */
static const char *hides_in_loop(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->hoisted.n; i++)
        kp_each_child(v, l->hoisted.v[i]) if (v->kind == KP_VAR && v->sym &&
                                              means_another(l->node, v->sym)) return v->sym->name;
    return NULL;
}

/* A function of the program that has the name of one that the output calls. With a __pipeline_ of
 * its own, the plan leaves cp.async out. The compiler's own are in the tree, too, as if the program
 * declared them where it first names them. */
static const char *hides_function(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s->kind == KP_SYM_FUNCTION && s->is_own && kp_starts_with(s->name, "__") &&
            !kp_starts_with(s->name, "__pipeline_") && (s->decl || !s->is_implicit) &&
            kp_output_says(s->name, strlen(s->name)))
            return s->name;
    }
    return NULL;
}

/* ---- of the file ------------------------------------------------------------------------- */

/* What does not depend on the loop. */
struct kp_hidden {
    const char *macro, *function;
    struct kp_words cuda_types;
    struct kp_map of_type; /* by function: the number + 1 of its word */
    KP_VEC(const char *) types;
};

static struct kp_hidden *hidden_in(struct kp_unit *u)
{
    if (!u->hidden) {
        u->hidden = kp_new(u->arena, struct kp_hidden);
        u->hidden->macro = written_macro(u);
        u->hidden->function = hides_function(u);
        for (size_t i = 0; i < u->parse.syms.n; i++) {
            const struct kp_sym *s = u->parse.syms.v[i];

            /* those of a namespace are said with it: cub::WarpReduce */
            if ((s->kind == KP_SYM_RECORD || s->kind == KP_SYM_TYPE) && s->from_prelude &&
                !strstr(s->qualified, "::"))
                kp_words_add(u->arena, &u->hidden->cuda_types, s->name, strlen(s->name));
        }
    }
    return u->hidden;
}

/* ---- types --------------------------------------------------------------------------------- */

/* A type outside of functions, or one of CUDA's, by whose name the output may say it; or another of
 * CUDA's names that it says. */
static bool is_outer(struct kp_unit *u, const char *name, size_t n)
{
    for (size_t i = 0; i < u->parse.outer_types.n; i++)
        if (n == strlen(u->parse.outer_types.v[i]) && !memcmp(name, u->parse.outer_types.v[i], n))
            return true;
    if (kp_words_have(&hidden_in(u)->cuda_types, name, n))
        return true;
    return (n > 2 && kp_starts_with(name, "__") && kp_output_says(name, n)) ||
           kp_is_vector_name(name, n) || (n == 6 && kp_starts_with(name, "size_t"));
}

/* What the function declares by the name of a type that is declared outside. */
static const char *hides_type(struct kp_unit *u, const struct kp_node *n)
{
    const char *found, *name = n->kind == KP_OTHER_DECL                               ? n->name
                               : (n->kind == KP_VAR || n->kind == KP_PARAM) && n->sym ? n->sym->name
                                                                                      : NULL;

    if (name && *name && is_outer(u, name, strlen(name)))
        return name;
    kp_each_child(c, n) if ((found = hides_type(u, c))) return found;
    return NULL;
}

static const char *hidden_type(struct kp_unit *u, const struct kp_node *function)
{
    struct kp_hidden *h = hidden_in(u);
    size_t *known = kp_map_at(u->arena, &h->of_type, function);

    if (!*known) {
        kp_push(u->arena, &h->types, hides_type(u, function));
        *known = h->types.n;
    }
    return h->types.v[*known - 1];
}

const char *kp_hidden_word(struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_node *function)
{
    const char *found = hidden_in(u)->macro;

    if (!found)
        found = hides_outer(u, l);
    if (!found)
        found = hides_in_loop(l);
    if (!found)
        found = hidden_in(u)->function;
    return found ? found : hidden_type(u, function);
}
