/* Values that the text in a loop's place rests on: sizes of tiles, strides, trips, how many threads
 * a block has. An edit, or another build, may change one of them, and then what was
 * decided by its value is wrong. So each constant that the function names, and each behind its
 * macros, is in a static_assert in front of the loop. What depends on a template's parameter was
 * not decided by a value, and literals have no name. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "emit/constants.h"
#include "front/tree.h"
#include "front/pieces.h"
#include "model/builds.h"
#include "model/elsewhere.h"
#include "model/eval.h"
#include "model/named.h"
#include "model/own_text.h"
#include "util/embed.h"

struct kp_name_of_constant {
    const struct kp_node *node;
    int64_t value; /* of a macro whose use is all of the node */
    size_t behind; /* .. : the index of the first entry behind the node; 0: it is no such macro */
};

/* What may name a constant in a tree, in its order. */
struct kp_naming {
    KP_VEC(struct kp_name_of_constant) list;
};

enum {
    MAX_DEPTH = 16,
    MOST = 32 /* in one assertion: a compiler looks through the rest again for each && */
};

static bool is_known(const struct kp_constants *g, const char *text)
{
    return kp_words_have(&g->known, text, strlen(text));
}

void kp_constant_add(struct kp_constants *g, struct kp_constant c)
{
    c.order = g->list.n;
    if (is_known(g, c.text))
        return;
    kp_push(g->u->arena, &g->list, c);
    kp_words_add(g->u->arena, &g->known, c.text, strlen(c.text));
}

/* ---- what cannot be said -------------------------------------------------------------------- */

/* One compilation sees both of its values where the host's pass has another one than the device's;
 * and where each branch of an #if is looked at, the text is made for all of them. */
bool kp_is_one_value(const struct kp_constants *g, const char *text)
{
    uint32_t end = (uint32_t)strlen(text);

    for (struct kp_token t = kp_lex_code(text, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end)) {
        if (t.kind == KP_TOKEN_STRING || t.kind == KP_TOKEN_CHAR)
            return false;
        if (t.kind == KP_TOKEN_IDENT && g->varying &&
            kp_words_have(g->varying, text + t.begin, t.end - t.begin))
            return false;
    }
    return !kp_asks_architecture_of(g->u, text);
}

/* A macro of CUDA's or of the language's, whose value is not this program's, but for what tells the
 * toolkit: that is the one of this build. */
static bool is_of_prelude(struct kp_constants *g, const char *name)
{
    const char *text = kp_embedded("prelude.h"), *end = text + strlen(text), *at = text;
    const char *define = kp_sprintf(g->u->arena, "#define %s", name);
    size_t n = strlen(define);

    while ((at = memmem(at, (size_t)(end - at), define, n)) && kp_is_ident_char(at[n]))
        at += n;
    return (at || kp_starts_with(name, "__")) && !strstr(name, "_VER") &&
           !kp_next_macro(g->u, name, strlen(name), NULL);
}

static bool is_plain(const struct kp_node *n, int depth);

/* half(BK), of constants alone, by a function of the program. */
static bool is_constant_call(const struct kp_node *n)
{
    if (n->kind != KP_CALL || n->is_dependent || !n->sym || !n->sym->is_constexpr ||
        n->sym->from_prelude || n->sym->is_method)
        return false;
    for (unsigned i = 0; kp_argument(n, i); i++)
        if (!is_plain(kp_argument(n, i), 0))
            return false;
    return true;
}

/* An initialiser that C++ takes for a constant, too, where the variable is const alone. */
static bool is_plain(const struct kp_node *n, int depth)
{
    switch (n->kind) {
    case KP_REF:
        return n->has_value && n->sym &&
               (n->sym->kind != KP_SYM_VAR || n->sym->is_constexpr ||
                (n->sym->decl && n->sym->decl->has_init && depth < MAX_DEPTH &&
                 is_plain(n->sym->decl->last, depth + 1)));
    case KP_INT_LIT:
    case KP_BOOL_LIT:
    case KP_SIZEOF:
        return true;
    case KP_CALL:
        return is_constant_call(n);
    case KP_UNARY:
    case KP_BINARY:
    case KP_COND:
    case KP_CAST:
        if (n->is_braced)
            return false;
        break;
    default:
        return false;
    }
    kp_each_child(c, n) if (!is_plain(c, depth)) return false;
    return true;
}

bool kp_is_named_constant(const struct kp_sym *s)
{
    if (!s || s->from_prelude || s->is_broken || !*s->name)
        return false;
    return s->kind == KP_SYM_ENUMERATOR ||
           (s->kind == KP_SYM_VAR &&
            (s->is_constexpr || (s->decl && s->decl->has_init && is_plain(s->decl->last, 0))));
}

/* ---- text for the place in front of the loop --------------------------------------------------
 */

/* True if the text means in front of the loop what it means where it stands. */
static bool is_said(const struct kp_constants *g, const struct kp_node *n)
{
    return kp_owns_text(g->u, n) && kp_says_same_at(g->u, g->l->node, n);
}

bool kp_is_named_in_function(const struct kp_constants *g, const char *path)
{
    uint32_t end = (uint32_t)strlen(path);

    for (struct kp_token t = kp_lex_code(path, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(path, t.end, end))
        if (t.kind == KP_TOKEN_IDENT &&
            kp_meant_at(g->u, g->l->node, kp_strndup(g->u->arena, path + t.begin, t.end - t.begin)))
            return true;
    return false;
}

bool kp_is_path(const char *name)
{
    for (; *name; name++)
        if (!kp_is_ident_char(*name) && *name != ':')
            return false;
    return true;
}

/* True if no other symbol has the name. */
bool kp_is_alone(const struct kp_unit *u, const struct kp_sym *s)
{
    return kp_first_named(u, s->name, strlen(s->name)) == s && !kp_next_named(u, s);
}

/* True if its full name may mean another one in the function: a scope around that has its own, or a
 * directive brings one. */
static bool is_ambiguous(const struct kp_constants *g, const struct kp_sym *s)
{
    const char *end = strstr(s->qualified, "::"), *in = g->l->function->qualified;
    const char *scope =
        kp_sprintf(g->u->arena, "::%.*s::", end ? (int)(end - s->qualified) : 0, s->qualified);

    if (kp_starts_with(in, KP_CLONES "::")) /* which has nothing of the user's but kernels */
        in += strlen(KP_CLONES "::");
    if (strstr(in, "::") || (!end && !kp_is_alone(g->u, s)))
        return true;
    for (size_t i = 0; end && i < g->u->parse.syms.n; i++)
        if (g->u->parse.syms.v[i] && strstr(g->u->parse.syms.v[i]->qualified, scope))
            return true;
    return false;
}

/* True if its scope is around the function, and no other symbol has the bare name. */
static bool is_near(const struct kp_constants *g, const struct kp_sym *s)
{
    size_t scope = strlen(s->qualified) - strlen(s->name);

    return kp_is_alone(g->u, s) && !strncmp(g->l->function->qualified, s->qualified, scope);
}

/* What is declared outside of functions and classes, by a name which no scope around the function
 * takes for another's; NULL when it may not be seen from the loop. */
const char *kp_outer_name(const struct kp_constants *g, const struct kp_sym *s)
{
    const struct kp_node *f = g->l->function->decl, *d = s->decl;

    if (s->parent || s->is_inner || !kp_is_path(s->qualified) ||
        kp_is_named_in_function(g, s->qualified) ||
        (d && !d->file && d->span.begin > f->span.begin) || (!d && s->kind == KP_SYM_VAR) ||
        kp_names_macro(g->u, s->qualified))
        return NULL;
    if (is_near(g, s))
        return s->name;
    return is_ambiguous(g, s) ? kp_sprintf(g->u->arena, "::%s", s->qualified) : s->qualified;
}

static const char *name_of(const struct kp_constants *g, const struct kp_node *n, bool foreign)
{
    const struct kp_sym *s = n->sym;

    if (s->decl && s->parent && s->parent == g->l->function)
        return kp_meant_at(g->u, g->l->node, s->name) == s->decl && !kp_names_macro(g->u, s->name)
                   ? s->name
                   : NULL;
    if (foreign || n->file || !kp_owns_text(g->u, n))
        return kp_outer_name(g, s);
    return is_said(g, n) ? kp_one_line(g->u, kp_node_text(g->u, n)) : NULL;
}

/* ---- names in the tree ------------------------------------------------------------------------
 */

static bool is_integer(const struct kp_node *n)
{
    return n->type && (n->type->kind == KP_TYPE_INT || n->type->kind == KP_TYPE_BOOL ||
                       n->type->kind == KP_TYPE_ENUM);
}

static void add_named(struct kp_constants *g, const struct kp_node *n, const char *text,
                      int64_t value, bool foreign)
{
    if (text && kp_is_one_value(g, text))
        kp_constant_add(g,
                        (struct kp_constant){.text = text,
                                             .value = value,
                                             .at = foreign ? KP_BEHIND_ALL : n->span.begin,
                                             .is_loose = n->kind == KP_BINARY || n->kind == KP_COND,
                                             .is_enum = n->type && n->type->kind == KP_TYPE_ENUM});
}

/* `NAME` or `NAME(..)`. */
static bool is_invocation(const char *text)
{
    uint32_t end = (uint32_t)strlen(text);
    struct kp_token name = kp_lex_code(text, 0, end), next = kp_lex_code(text, name.end, end);

    return name.kind == KP_TOKEN_IDENT &&
           (next.kind == KP_TOKEN_END ||
            (kp_token_is(text, next, "(") && kp_lex_close(text, next.begin, end) + 1 == end));
}

/* C++ takes it for no constant, whatever it is made of. */
static bool holds_braced(const struct kp_node *n)
{
    kp_each_below(c, n) if (c->is_braced) return true;
    return false;
}

/* True if all of the node is the use of a macro that is a number. */
static bool is_macro_value(struct kp_constants *g, const struct kp_node *n, int64_t *value)
{
    return n->from_macro && !n->file && is_integer(n) && !n->is_dependent &&
           kp_owns_text(g->u, n) && kp_eval(n, NULL, value) && !holds_braced(n) &&
           is_invocation(kp_node_text(g->u, n)) && !is_of_prelude(g, kp_macro_name(g->u, n));
}

static void gather(struct kp_constants *g, const struct kp_node *tree, bool foreign);

/* A dimension whose value only the array's type shows: of another template's members. */
static void gather_dimensions(struct kp_constants *g, const struct kp_node *var)
{
    const struct kp_type *t = var->type;
    const struct kp_node *dim = var->first;

    if (!t || t->is_dependent || var->file)
        return;
    for (uint32_t i = 0; var->sym && i < var->sym->n_dims && t && dim; i++) {
        int64_t v;

        if (t->kind == KP_TYPE_ARRAY && t->count > 0 && dim->kind != KP_NONE &&
            !kp_eval(dim, NULL, &v) && dim->span.begin < g->l->node->span.begin && is_said(g, dim))
            add_named(g, dim, kp_one_line(g->u, kp_node_text(g->u, dim)), t->count, false);
        t = t->elem;
        dim = dim->next;
    }
}

static void gather_function(struct kp_constants *g, const struct kp_sym *s)
{
    const struct kp_node *d = s ? s->decl : NULL;

    if (!d || d->kind != KP_FUNCTION || s->from_prelude)
        return;
    for (size_t i = 0; i < g->seen.n; i++)
        if (g->seen.v[i] == d)
            return;
    kp_push(g->u->arena, &g->seen, d);
    gather(g, d, s != g->l->function);
}

static bool is_call(const struct kp_node *n)
{
    return n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT;
}

static bool is_named_value(const struct kp_node *n)
{
    return n->kind == KP_REF && n->has_value && !n->is_dependent && is_integer(n) &&
           kp_is_named_constant(n->sym);
}

/* The nodes of a tree that may name a constant, whatever the loop is. */
static void find_naming(struct kp_constants *g, const struct kp_node *n, struct kp_naming *out)
{
    struct kp_name_of_constant found = {.node = n};
    const size_t at = out->list.n;
    const bool is_macro = is_macro_value(g, n, &found.value);

    if (is_macro || is_named_value(n) || is_call(n) ||
        (n->kind == KP_VAR && n->sym && n->sym->n_dims))
        kp_push(g->u->arena, &out->list, found);
    kp_each_child(c, n) find_naming(g, c, out);
    if (is_macro)
        out->list.v[at].behind = out->list.n;
}

static const struct kp_naming *naming_in(struct kp_constants *g, const struct kp_node *tree)
{
    size_t *known = kp_map_at(g->u->arena, &g->u->naming_in, tree);

    if (!*known) {
        kp_push(g->u->arena, &g->u->naming, kp_new(g->u->arena, struct kp_naming));
        *known = g->u->naming.n;
        find_naming(g, tree, g->u->naming.v[*known - 1]);
    }
    return g->u->naming.v[*known - 1];
}

static void gather_at(struct kp_constants *g, const struct kp_node *n, bool foreign)
{
    if (!foreign && !n->file && n->has_value && is_constant_call(n) && is_said(g, n))
        add_named(g, n, kp_one_line(g->u, kp_node_text(g->u, n)), n->value, foreign);
    if (is_named_value(n))
        add_named(g, n, name_of(g, n, foreign), n->value, foreign);
    if (n->kind == KP_VAR && !foreign)
        gather_dimensions(g, n);
    if (is_call(n))
        gather_function(g, n->sym);
}

static void gather(struct kp_constants *g, const struct kp_node *tree, bool foreign)
{
    const struct kp_naming *naming = naming_in(g, tree);

    for (size_t i = 0; i < naming->list.n; i++) {
        const struct kp_name_of_constant *name = &naming->list.v[i];

        if (foreign || !name->behind) {
            gather_at(g, name->node, foreign);
            continue;
        }
        if (!is_known(g, kp_node_text(g->u, name->node)) && is_said(g, name->node))
            add_named(g, name->node, kp_one_line(g->u, kp_node_text(g->u, name->node)), name->value,
                      foreign);
        i = name->behind - 1;
    }
}

/* The block's size, at the launches in sight. */
static void gather_launches(struct kp_constants *g)
{
    for (size_t i = 0; i < g->u->parse.launches.n; i++) {
        const struct kp_launch *k = &g->u->parse.launches.v[i];

        if (k->kernel == g->l->function && k->block)
            gather(g, k->block, true);
    }
}

/* ---- the line ---------------------------------------------------------------------------------
 */

static int by_place(const void *a, const void *b)
{
    const struct kp_constant *x = a, *y = b;

    return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->order < y->order ? -1 : 1;
}

static void find(struct kp_constants *g)
{
    struct kp_builds builds;

    gather_function(g, g->l->function);
    gather_launches(g);
    kp_gather_macros(g);
    kp_gather_words(g);
    kp_gather_types(g);
    kp_gather_instances(g);
    kp_builds_of(g->u, g->l->function, &builds);
    for (size_t i = 0; i < builds.tested.n; i++)
        if (kp_is_one_value(g, builds.tested.v[i].name))
            kp_constant_add(g, (struct kp_constant){.text = builds.tested.v[i].name,
                                                    .value = builds.tested.v[i].value,
                                                    .at = KP_BEHIND_ALL,
                                                    .is_loose = true});
    if (g->list.n)
        qsort(g->list.v, g->list.n, sizeof *g->list.v, by_place);
}

static const char *condition(struct kp_unit *u, const struct kp_constant *c)
{
    const char *form = c->is_enum    ? "static_cast<long long>(%s) == %lld"
                       : c->is_loose ? "(%s) == %lld"
                                     : "%s == %lld";

    return c->said ? c->said : kp_sprintf(u->arena, form, c->text, (long long)c->value);
}

/* `"kpipe: BM or BK has changed: run kpipe again"`; without names where these take more than a
 * line. */
static const char *message(struct kp_unit *u, const struct kp_constant *c, size_t n, size_t column)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < n; i++)
        kp_str_addf(&out, "%s%s", !i ? "" : i + 1 < n ? ", " : " or ", c[i].text);
    return kp_sprintf(u->arena, "\"kpipe: %s has changed: run kpipe again\"",
                      column + out.n + 43 > KP_LINE_LENGTH ? "a constant" : kp_str_text(&out));
}

static void assert_all(struct kp_unit *u, struct kp_str *out, const struct kp_constant *c, size_t n,
                       const char *indent)
{
    const char *begin = kp_sprintf(u->arena, "%s%s              ", kp_newline(u), indent), *said;
    size_t column = strlen(indent) + 14;
    bool broken = false;

    kp_str_add(out, "static_assert(");
    for (size_t i = 0; i < n; i++) {
        const char *part = condition(u, &c[i]);
        bool fits = column + strlen(part) + 7 <= KP_LINE_LENGTH;

        kp_str_addf(out, "%s%s%s", !i ? "" : fits ? " && " : " &&", !i || fits ? "" : begin, part);
        broken |= i && !fits;
        column = (!i || fits ? column + 4 : strlen(indent) + 14) + strlen(part);
    }
    said = message(u, c, n, strlen(indent) + 14);
    kp_str_addf(out, ",%s%s);",
                !broken && column + strlen(said) + 4 <= KP_LINE_LENGTH ? " " : begin, said);
}

const char *kp_asserted_constants(struct kp_unit *u, const struct kp_loop *l, const char *indent)
{
    struct kp_constants g = {.u = u, .l = l, .varying = kp_varying_in(u, l->function)};
    struct kp_str out = kp_str_new(u->arena);
    const char *builds;

    find(&g);
    builds = kp_asserted_builds(u, l, indent);
    if (builds)
        kp_str_add(&out, builds);
    for (size_t i = 0; i < g.list.n; i += MOST) {
        if (out.n)
            kp_str_addf(&out, "%s%s", kp_newline(u), indent);
        assert_all(u, &out, &g.list.v[i], g.list.n - i < MOST ? g.list.n - i : MOST, indent);
    }
    return out.n ? kp_str_text(&out) : NULL;
}
