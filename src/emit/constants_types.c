/* Types that the text in a loop's place rests on: what aliases and macros stand for, and the sizes
 * of the program's classes and the types of their members. Registers, copies and inlined text name
 * the type that another name stands for in this build; an assertion asks for it in all others. */
#include <stdlib.h>

#include "emit/constants.h"
#include "front/front.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/builds.h"
#include "model/elsewhere.h"

enum { MAX_DEPTH = 16 };

static const struct kp_type *element_of(const struct kp_type *t)
{
    while (t &&
           (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_ARRAY))
        t = t->elem;
    return t;
}

/* ---- what is asserted ------------------------------------------------------------------------ */

static bool is_alias(const struct kp_type *t)
{
    return t->named && t->named != t->decl && t->named->kind == KP_SYM_TYPE;
}

/* True if the name of the type, whose own type is `plain`, may have qualifiers. An alias says
 * which. */
static bool may_be_qualified(const struct kp_type *t, const char *plain)
{
    return !kp_streq(plain, t->canonical) &&
           !(is_alias(t) && t->named->type && kp_streq(plain, t->named->type->canonical));
}

/* That the name, or other words, are the type; NULL: it has no name in front of the loop.
 * Qualifiers that may be the declaration's or the name's are taken from both sides, or, as nothing
 * takes `restrict` from a pointer, given to both. */
static const char *said_same(const struct kp_constants *g, const char *name,
                             const struct kp_type *t)
{
    static const char *const same[] = {
        "::std::is_same<%s, %s>::value",
        "::std::is_same<::std::remove_cv<%s>::type, %s>::value",
        "::std::is_same<%s const volatile __restrict, %s const volatile __restrict>::value",
    };
    struct kp_type plain = *t;
    const char *said;
    bool is_qualified;

    if (!t->canonical)
        return NULL;
    plain.spelling = kp_plain_type(g->u->arena, t->canonical);
    plain.named = t->decl;
    is_qualified = may_be_qualified(t, plain.spelling);
    if (t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude &&
        kp_is_path(t->decl->qualified) && kp_is_path(plain.spelling)) /* no template's instance */
        said = kp_sprintf(g->u->arena, "::%s", t->decl->qualified);
    else
        said = kp_said_type(g->u, g->l->node, &plain);
    if (!said || !kp_is_one_value(g, said))
        return NULL;
    g->u->says_same_type = true;
    return kp_sprintf(g->u->arena,
                      same[is_qualified + (is_qualified && t->kind == KP_TYPE_POINTER)], name,
                      kp_plain_type(g->u->arena, said));
}

static void add_measures(struct kp_constants *g, const struct kp_type *t, const char *name,
                         uint32_t at)
{
    kp_constant_add(g, (struct kp_constant){.text = kp_sprintf(g->u->arena, "sizeof(%s)", name),
                                            .value = t->size,
                                            .at = at});
    if (t->kind == KP_TYPE_RECORD)
        kp_constant_add(g,
                        (struct kp_constant){.text = kp_sprintf(g->u->arena, "alignof(%s)", name),
                                             .value = t->align,
                                             .at = at});
}

/* The name of a class or an alias of the program in front of the loop; NULL: there is none. */
static const char *name_of(const struct kp_constants *g, const struct kp_type *t, bool foreign)
{
    const char *name;

    if (!t || t->is_dependent || t->kind == KP_TYPE_DEPENDENT || t->size <= 0 || t->align <= 0 ||
        !t->named || t->named->from_prelude || t->named->is_broken)
        return NULL;
    name = kp_plain_type(g->u->arena, t->spelling);
    if (foreign)
        name = kp_outer_name(g, t->named);
    else if (!kp_streq(kp_said_type(g->u, g->l->node, t), t->spelling) ||
             kp_is_named_in_function(g, name))
        return NULL;
    return name && kp_is_path(name) && kp_is_one_value(g, name) && !kp_names_macro(g->u, name)
               ? name
               : NULL;
}

/* What the alias stands for, however it is used. */
static void add_alias(struct kp_constants *g, const struct kp_type *t, uint32_t at, bool foreign)
{
    const char *name, *said;

    while (t && !is_alias(t))
        t = t->elem;
    name = t ? name_of(g, t, foreign) : NULL;
    said = name ? said_same(g, name, t) : NULL;
    if (said)
        kp_constant_add(g, (struct kp_constant){.text = name, .said = said, .at = at});
    else if (name)
        add_measures(g, t, name, at);
}

/* The size of a class. */
static void add_class(struct kp_constants *g, const struct kp_type *t, uint32_t at, bool foreign)
{
    const char *name = t && !is_alias(t) ? name_of(g, t, foreign) : NULL;

    if (name)
        add_measures(g, t, name, at);
}

/* True if the node's text, up to `end`, has the name of a macro. */
static bool names_macros(struct kp_unit *u, const struct kp_node *n, uint32_t end)
{
    const char *text = kp_place_file(u, n->file)->text;

    for (struct kp_token t = text ? kp_lex_code(text, n->span.begin, end) : (struct kp_token){0};
         text && t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, end))
        if (t.kind == KP_TOKEN_IDENT &&
            kp_words_have(kp_parsed_macros(u), text + t.begin, t.end - t.begin))
            return true;
    return false;
}

/* True if another build may give the members other types: by another header, or by macros. */
static bool may_differ(const struct kp_constants *g, const struct kp_sym *record)
{
    size_t *known = kp_map_at(g->u->arena, &g->u->differing, record);
    const struct kp_node *d = record->decl;

    if (!*known)
        *known = !d || d->file || names_macros(g->u, d, d->span.end) ? 1 : 2;
    return *known == 1;
}

/* The type of a member that the function reads or writes; of another one the text says nothing. */
static void add_member(struct kp_constants *g, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    const struct kp_type *of = n->first ? element_of(n->first->type) : NULL;
    const char *name, *text, *said;

    if (!s || s->kind != KP_SYM_FIELD || !s->parent || !of || of->decl != s->parent || !s->type ||
        s->type->is_dependent || !*s->name || s->is_bit_field || s->type->kind == KP_TYPE_RECORD ||
        !may_differ(g, s->parent) || g->l->function->is_method || !(name = name_of(g, of, false)))
        return;
    text = kp_sprintf(g->u->arena, "%s::%s", name, s->name);
    if (!kp_is_one_value(g, text) || kp_names_macro(g->u, text))
        return;
    said = said_same(g, kp_sprintf(g->u->arena, "decltype(%s)", text), s->type);
    if (said)
        kp_constant_add(g, (struct kp_constant){.text = text, .said = said, .at = n->span.begin});
}

/* ---- macros -----------------------------------------------------------------------------------
 */

/* The next word that tells types of the language apart. */
static struct kp_token type_word(const char *s, uint32_t at, uint32_t end)
{
    struct kp_token t = kp_lex_code(s, at, end);

    while (kp_token_is(s, t, "int") || kp_token_is(s, t, "signed") || kp_token_is(s, t, "const"))
        t = kp_lex_code(s, t.end, end);
    return t;
}

static bool is_macro_of_type(const struct kp_constants *g, const char *name, const char *spelling,
                             int depth);

/* True if the macro's whole body is that type of the language, by itself or by another macro. */
static bool is_type_body(const struct kp_constants *g, const char *s, struct kp_span body,
                         const char *spelling, int depth)
{
    uint32_t end = (uint32_t)strlen(spelling);
    struct kp_token t = kp_lex_code(s, body.begin, body.end),
                    after = kp_lex_code(s, t.end, body.end), k;

    if (t.kind == KP_TOKEN_IDENT && after.kind == KP_TOKEN_END && depth < MAX_DEPTH &&
        is_macro_of_type(g, kp_strndup(g->u->arena, s + t.begin, t.end - t.begin), spelling,
                         depth + 1))
        return true;
    if (t.kind == KP_TOKEN_END)
        return false;
    t = type_word(s, body.begin, body.end);
    k = type_word(spelling, 0, end);
    while (t.kind == KP_TOKEN_IDENT && k.kind == KP_TOKEN_IDENT &&
           t.end - t.begin == k.end - k.begin &&
           !memcmp(s + t.begin, spelling + k.begin, t.end - t.begin)) {
        t = type_word(s, t.end, body.end);
        k = type_word(spelling, k.end, end);
    }
    return t.kind == KP_TOKEN_END && k.kind == KP_TOKEN_END;
}

/* True for the name of a macro that a file or the command line defines as the type. */
static bool is_macro_of_type(const struct kp_constants *g, const char *name, const char *spelling,
                             int depth)
{
    struct kp_texts said = {0};
    size_t n = strlen(name);

    kp_each_macro_named(m, g->u, name, n)
    {
        if (!m->piece->is_undef && !m->piece->is_function_like &&
            is_type_body(g, m->text, m->piece->body, spelling, depth))
            return true;
    }
    kp_command_macros(g->u, &said);
    for (size_t i = 0; i < said.n; i++) {
        const char *d = said.v[i];

        if (!strncmp(d, name, n) && d[n] == '=' &&
            is_type_body(g, d, (struct kp_span){(uint32_t)n + 1, (uint32_t)strlen(d)}, spelling,
                         depth))
            return true;
    }
    return false;
}

/* True if a macro that another function names has its meaning in front of the loop, too. */
static bool is_macro_at_loop(const struct kp_constants *g, const char *name)
{
    kp_each_macro_named(m, g->u, name, strlen(name))
    {
        if (m->piece->is_undef ||
            (!m->file && m->piece->span.begin > g->l->function->decl->span.begin))
            return false;
    }
    return true;
}

/* A word that stands beside a type. */
static bool is_specifier(const char *s, struct kp_token t)
{
    static const char *const words[] = {"const",  "volatile",     "static",         "extern",
                                        "inline", "__shared__",   "__device__",     "__constant__",
                                        "auto",   "__restrict__", "__restrict",     "decltype",
                                        "struct", "typename",     "__forceinline__"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(s, t, words[i]))
            return true;
    return false;
}

/* `float##n`, `T`: true if one word is made of it, or all words are of the language. */
static bool is_simple_body(const char *s, struct kp_span body)
{
    struct kp_token before = {0};
    bool ok = body.begin < body.end;

    for (struct kp_token t = kp_lex_code(s, body.begin, body.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(s, t.end, body.end)) {
        ok &= !is_specifier(s, t);
        ok &= kp_token_is(s, t, "##") || ((t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_NUMBER) &&
                                          (!before.end || kp_token_is(s, before, "##")));
    }
    return ok;
}

static bool is_function_like(const struct kp_constants *g, const char *name)
{
    size_t file, n = strlen(name);
    const struct kp_piece *p = kp_only_macro(g->u, name, &file);
    struct kp_texts said = {0};

    if (p) {
        const char *s = kp_place_file(g->u, file)->text;
        uint32_t close = kp_lex_close(s, p->body.begin, p->body.end);

        return p->is_function_like && close < p->body.end &&
               is_simple_body(s, (struct kp_span){close + 1, p->body.end});
    }
    kp_command_macros(g->u, &said);
    for (size_t i = 0; i < said.n; i++)
        if (!strncmp(said.v[i], name, n) && said.v[i][n] == '(' && strchr(said.v[i], '='))
            return is_simple_body(
                said.v[i], (struct kp_span){(uint32_t)(strchr(said.v[i], '=') - said.v[i]) + 1,
                                            (uint32_t)strlen(said.v[i])});
    return false;
}

/* `NAME(4)` of numbers and words of the language; "": it is none. */
static const char *invocation(const struct kp_constants *g, const char *s, struct kp_token name,
                              uint32_t end)
{
    struct kp_token t = kp_lex_code(s, name.end, end);
    uint32_t close = kp_token_is(s, t, "(") ? kp_lex_close(s, t.begin, end) : end;

    if (close >= end)
        return "";
    for (t = kp_lex_code(s, t.end, close); t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, close))
        if (t.kind == KP_TOKEN_IDENT &&
            kp_meant_at(g->u, g->l->node, kp_strndup(g->u->arena, s + t.begin, t.end - t.begin)))
            return "";
    return kp_strndup(g->u->arena, s + name.begin, close + 1 - name.begin);
}

/* The words of the text that are the type, by a macro of that name; NULL: they are not. `first`:
 * nothing in front of it is the type. */
static const char *macro_type(struct kp_constants *g, const char *text, struct kp_token k,
                              uint32_t end, const char *type, bool first)
{
    const char *name = kp_strndup(g->u->arena, text + k.begin, k.end - k.begin);

    if (is_macro_of_type(g, name, type, 0))
        return name;
    if (first && is_function_like(g, name))
        return invocation(g, text, k, end);
    return NULL;
}

/* `#define REAL float`: in the tree a variable of REAL is a float, and so are registers for it and
 * sizes of copies. In another build the headers, or the command line, may make it a double. */
static void add_macro_type(struct kp_constants *g, const struct kp_node *n, uint32_t end,
                           const struct kp_type *t)
{
    const struct kp_node *own = g->l->function->decl;
    const char *text = kp_place_file(g->u, n->file)->text, *type, *said;
    bool first = true;

    if (!text || !t || t->is_dependent || t->size <= 0 || !t->spelling)
        return;
    type = kp_plain_type(g->u->arena, t->canonical ? t->canonical : t->spelling);
    for (struct kp_token k = kp_lex_code(text, n->span.begin, end); k.kind != KP_TOKEN_END;
         k = kp_lex_code(text, k.end, end)) {
        bool inside = kp_is_inside(n, own);
        bool is_first = first;
        const char *name;

        first &= n->kind == KP_CAST || is_specifier(text, k); /* then comes the declared name */
        if (k.kind != KP_TOKEN_IDENT ||
            !kp_words_have(kp_parsed_macros(g->u), text + k.begin, k.end - k.begin))
            continue;
        name = macro_type(g, text, k, end, type, is_first);
        if (!name || !*name || !kp_is_one_value(g, name) ||
            (!inside &&
             !is_macro_at_loop(g, kp_strndup(g->u->arena, text + k.begin, k.end - k.begin))))
            continue;
        said = said_same(g, name, t);
        kp_constant_add(
            g, (struct kp_constant){
                   .text = name,
                   .said = said ? said
                                : kp_sprintf(g->u->arena, "sizeof(%s) == %d", name, (int)t->size),
                   .at = inside ? n->span.begin : KP_BEHIND_ALL});
    }
}

/* ---- where types are --------------------------------------------------------------------------
 */

struct kp_typed {
    KP_VEC(const struct kp_node *) list;
};

static bool names_alias(const struct kp_type *t)
{
    while (t && !is_alias(t))
        t = t->elem;
    return t != NULL;
}

/* Where the words of the node that may be a type end. */
static uint32_t end_of_type(const struct kp_node *n)
{
    return n->kind == KP_VAR || n->kind == KP_PARAM ? n->span.end : n->first->span.begin;
}

/* True if the node has words that may be a type. */
static bool has_type_words(const struct kp_node *n)
{
    return n->kind == KP_VAR || n->kind == KP_PARAM || (n->kind == KP_CAST && n->first) ||
           (n->kind == KP_FUNCTION && n->sym && n->first);
}

/* The nodes of a tree that name types of the program, whatever the loop is. */
static void find_typed(struct kp_unit *u, const struct kp_node *n, struct kp_typed *out)
{
    const struct kp_type *t = n->sym ? element_of(n->sym->type) : NULL;
    bool is_declared = (n->kind == KP_VAR || n->kind == KP_PARAM) && n->sym;

    if (n->kind == KP_SIZEOF || n->kind == KP_MEMBER || names_alias(n->type) ||
        (is_declared && (names_alias(n->sym->type) || (t && t->named))) ||
        (has_type_words(n) && names_macros(u, n, end_of_type(n))))
        kp_push(u->arena, &out->list, n);
    kp_each_child(c, n) find_typed(u, c, out);
}

static void gather_at(struct kp_constants *g, const struct kp_node *n)
{
    bool foreign = !kp_is_inside(n, g->l->function->decl);
    uint32_t at = foreign ? KP_BEHIND_ALL : n->span.begin;
    const struct kp_type *t = n->sym ? element_of(n->sym->type) : NULL;

    if ((n->kind == KP_VAR || n->kind == KP_PARAM) && n->sym) {
        if (t != n->sym->type && !foreign)
            add_class(g, t, at, false);
        add_alias(g, n->sym->type, at, foreign);
    }
    if (has_type_words(n))
        add_macro_type(g, n, end_of_type(n), n->kind == KP_CAST ? element_of(n->type) : t);
    if (n->kind == KP_SIZEOF) {
        t = element_of(n->first ? n->first->type : n->type);
        if (t && t->kind == KP_TYPE_RECORD)
            add_class(g, t, at, foreign);
    }
    if (n->kind == KP_MEMBER && !foreign)
        add_member(g, n);
    if (n->type)
        add_alias(g, n->type, at, foreign);
}

static void gather(struct kp_constants *g, const struct kp_node *tree)
{
    size_t *known = kp_map_at(g->u->arena, &g->u->typed_in, tree);
    const struct kp_typed *typed;

    if (!*known) {
        kp_push(g->u->arena, &g->u->typed, kp_new(g->u->arena, struct kp_typed));
        *known = g->u->typed.n;
        find_typed(g->u, tree, g->u->typed.v[*known - 1]);
    }
    typed = g->u->typed.v[*known - 1];
    for (size_t i = 0; i < typed->list.n; i++)
        gather_at(g, typed->list.v[i]);
}

static void see_called(struct kp_constants *g, const struct kp_node *n, int depth)
{
    bool is_called = n->kind == KP_CALL && n->sym && !n->sym->from_prelude && depth < MAX_DEPTH;

    if (is_called)
        kp_each_named(s, g->u, n->sym->name) if (s->decl && s->decl->kind == KP_FUNCTION &&
                                                 kp_streq(s->qualified, n->sym->qualified))
            gather(g, s->decl);
    if (is_called && n->sym->decl)
        see_called(g, n->sym->decl, depth + 1);
    kp_each_child(c, n) see_called(g, c, depth);
}

/* Where a call was replaced by the function's body, the text before it has the call; the function
 * with its names of types is in both. */
static void gather_inlined_types(struct kp_constants *g)
{
    for (const struct kp_unit *u = g->u->outer; u; u = u->outer)
        kp_each_named(s, u,
                      g->l->function->name) if (s->decl && s->decl->kind == KP_FUNCTION &&
                                                kp_streq(s->qualified, g->l->function->qualified))
            see_called(g, s->decl, 0);
}

void kp_gather_types(struct kp_constants *g)
{
    for (size_t i = 0; i < g->seen.n; i++)
        gather(g, g->seen.v[i]);
    gather_inlined_types(g);
}
