/* Names in the text that no node of the tree stands for: in the operand of decltype or alignas, in
 * a template's argument, in a typedef, in a builtin. Emission moves and renames by nodes, so the
 * name would be left where nothing of that name is in sight. */
#include <stdlib.h>

#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "legal/legal.h"
#include "model/builds.h"
#include "model/mentions.h"
#include "model/own_text.h"

/* `p.name`, `p->name` and `shape::name` are members. */
static bool is_behind_object(const char *s, struct kp_token before)
{
    return kp_token_is(s, before, ".") || kp_token_is(s, before, "->") ||
           kp_token_is(s, before, "::");
}

/* What this build leaves out is another rule's (kp_legal_conditional_text). */
static bool is_skipped(const struct kp_judge *j, struct kp_token t)
{
    return kp_is_skipped(j->u, (struct kp_span){t.begin, t.end});
}

/* The first word `name` in the span that is not in the tree. */
static bool is_unseen(const struct kp_judge *j, struct kp_span in, const char *name,
                      struct kp_node *at)
{
    const char *s = j->u->source.text;
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(s, in.begin, in.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(s, t.end, in.end)) {
        if (t.kind != KP_TOKEN_IDENT || !kp_token_is(s, t, name) || is_behind_object(s, before) ||
            kp_is_named_at(j->f, t) || is_skipped(j, t))
            continue;
        *at = (struct kp_node){.kind = KP_NONE, .span = {t.begin, t.end}};
        return true;
    }
    return false;
}

static int by_begin(const void *a, const void *b)
{
    const struct kp_span *x = a, *y = b;

    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Where names of the symbol stand, in the text or in what a macro makes of it: in order. */
struct places {
    KP_VEC(struct kp_span) list;
    size_t passed; /* begin in front of the token that was looked at last */
    uint32_t end;  /* .. and the farthest end of these */
};

static struct places places_of(const struct kp_judge *j, const struct kp_sym *sym)
{
    const struct kp_nodes *refs = &kp_mentions_of(j->f, sym)->refs;
    struct places p = {0};

    for (size_t i = 0; i < refs->n; i++)
        if (!refs->v[i]->file)
            kp_push(j->u->arena, &p.list, refs->v[i]->span);
    if (p.list.n)
        qsort(p.list.v, p.list.n, sizeof *p.list.v, by_begin);
    return p;
}

/* Tokens have to be asked for in their order. */
static bool are_at(struct places *p, struct kp_token t)
{
    for (; p->passed < p->list.n && p->list.v[p->passed].begin <= t.begin; p->passed++)
        if (p->end < p->list.v[p->passed].end)
            p->end = p->list.v[p->passed].end;
    return t.end <= p->end;
}

/* ---- macros --------------------------------------------------------------------------------- */

/* True if the word is one of the macro's parameters. */
static bool is_parameter(const struct kp_unit *u, const struct kp_piece *p, const char *name)
{
    const char *s = u->source.text;
    uint32_t at = p->names.list.v[0].end;

    return p->is_function_like && kp_lex_has(s, at, kp_lex_close(s, at, p->span.end), name);
}

/* True if the text names it in operands of sizeof alone. */
static bool only_measures(const char *s, struct kp_span in, const char *name)
{
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(s, in.begin, in.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(s, t.end, in.end)) {
        if (kp_token_is(s, before, "sizeof") && kp_token_is(s, t, "("))
            t.end = kp_lex_close(s, t.begin, in.end);
        else if (kp_token_is(s, t, name))
            return false;
    }
    return true;
}

/* What a macro's text may do with the name: anything; more than measure it; measure it, or what
 * else stands beside it. */
enum use { ANY, MORE_THAN_MEASURE, MEASURE };

static bool is_such_use(const char *s, struct kp_span body, const char *name, enum use use)
{
    switch (use) {
    case MORE_THAN_MEASURE:
        return !only_measures(s, body, name);
    case MEASURE:
        return kp_lex_has(s, body.begin, body.end, "sizeof") ||
               kp_lex_has(s, body.begin, body.end, "alignof") ||
               kp_lex_has(s, body.begin, body.end, "__alignof__") ||
               kp_lex_has(s, body.begin, body.end, "noexcept");
    default:
        return true;
    }
}

/* The macros whose text has the symbol's name in such a use. */
static struct kp_words macros_with(const struct kp_judge *j, const char *name, enum use use)
{
    const struct kp_pieces *pieces = kp_pieces_of(j->u);
    const char *s = j->u->source.text;
    struct kp_words words = {0};

    for (size_t i = 0; i < pieces->list.n; i++) {
        const struct kp_piece *p = &pieces->list.v[i];
        struct kp_span macro;

        if (!p->is_macro || p->is_undef || is_parameter(j->u, p, name) ||
            !kp_lex_has(s, p->body.begin, p->body.end, name) || !is_such_use(s, p->body, name, use))
            continue;
        macro = p->names.list.v[0];
        kp_words_add(j->u->arena, &words, s + macro.begin, macro.end - macro.begin);
    }
    return words;
}

/* True if it is by all definitions a name that only an argument list behind it makes an invocation.
 */
static bool needs_arguments(const struct kp_judge *j, struct kp_token t)
{
    const char *word = j->u->source.text + t.begin, *given = j->u->parse.command_line;

    if (given && kp_lex_has(given, 0, (uint32_t)strlen(given),
                            kp_strndup(j->u->arena, word, t.end - t.begin)))
        return false;
    for (size_t f = 0; f < j->u->parse.files.n; f++) {
        const struct kp_pieces *pieces = kp_pieces_in(j->u, f);
        const char *s = kp_place_file(j->u, f)->text;

        for (size_t i = 0; i < pieces->list.n; i++) {
            const struct kp_piece *p = &pieces->list.v[i];

            if (kp_is_about_macro(p, s, word, t.end - t.begin) && !p->is_undef &&
                !p->is_function_like)
                return false;
        }
    }
    return true;
}

/* Without its arguments a function-like macro's name is a name like others. A directive behind it
 * may stand in front of them, and another macro may give it some. */
static bool is_plain_name(const struct kp_judge *j, struct kp_token t)
{
    const char *s = j->u->source.text;
    struct kp_token next = kp_lex_code(s, t.end, j->u->source.size);

    return !kp_token_is(s, next, "(") && !kp_token_is(s, next, "#") &&
           !kp_is_argument(j->u, (struct kp_span){t.begin, t.end}) && needs_arguments(j, t);
}

/* A macro in the span that no node of the symbol covers, where the macro's text has the symbol's
 * name in such a use. */
static bool is_unseen_in_macro(const struct kp_judge *j, struct kp_span in,
                               const struct kp_sym *sym, enum use use, struct kp_node *at)
{
    const struct kp_words macros = macros_with(j, sym->name, use);
    struct places places;
    const char *s = j->u->source.text;

    if (!macros.used)
        return false;
    places = places_of(j, sym);
    for (struct kp_token t = kp_lex_code(s, in.begin, in.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, in.end)) {
        if (t.kind != KP_TOKEN_IDENT || !kp_words_have(&macros, s + t.begin, t.end - t.begin) ||
            is_skipped(j, t) || are_at(&places, t) || is_plain_name(j, t))
            continue;
        *at = (struct kp_node){.kind = KP_NONE, .span = {t.begin, t.end}};
        return true;
    }
    return false;
}

/* ---- tiles outside of the loop -------------------------------------------------------------- */

bool kp_may_be_measured(const struct kp_judge *j, const struct kp_sym *tile)
{
    struct kp_node at;

    return is_unseen(j, j->f->body->span, tile->name, &at) ||
           is_unseen_in_macro(j, j->f->body->span, tile, ANY, &at);
}

bool kp_unseen_mention(const struct kp_judge *j, const struct kp_sym *tile, struct kp_node *at)
{
    struct kp_span body = j->f->body->span, loop = j->l->node->span;
    struct kp_span outside[] = {{body.begin, loop.begin}, {loop.end, body.end}};

    for (size_t i = 0; i < 2; i++)
        if (is_unseen(j, outside[i], tile->name, at) ||
            is_unseen_in_macro(j, outside[i], tile, ANY, at))
            return true;
    return false;
}

/* ---- in the loop ---------------------------------------------------------------------------- */

/* The declaration at the body's own level. */
static const struct kp_stmt *declaration_of(const struct kp_loop *l, const struct kp_sym *sym)
{
    const struct kp_stmt *s = sym->decl ? kp_stmt_around(l, sym->decl) : NULL;

    return s && s->node->kind == KP_DECL_STMT ? s : NULL;
}

/* A name in one half of the loop of which the declaration went to the other one alone. */
static const struct kp_node *left_behind(const struct kp_judge *j, const struct kp_stmt *s,
                                         const struct kp_node *n)
{
    const struct kp_node *found;
    const struct kp_stmt *d = n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR &&
                                      n->sym->space == KP_SPACE_LOCAL && !n->sym->is_static
                                  ? declaration_of(j->l, n->sym)
                                  : NULL;

    if (d && d != s && ((s->in_load && !d->in_load) || (s->in_compute && !d->in_compute)))
        return n;
    kp_each_child(c, n) if ((found = left_behind(j, s, c))) return found;
    return NULL;
}

/* True for a local that the two halves have at different times: declared in the loop, or moved by
 * its header or its load phase. */
static bool is_of_loop(const struct kp_judge *j, const struct kp_sym *s)
{
    const struct kp_loop *l = j->l;

    if (s->parent != j->f->sym || s->is_constexpr ||
        (s->kind != KP_SYM_VAR && s->kind != KP_SYM_PARAM))
        return false;
    if ((s->decl && kp_is_inside(s->decl, l->node)) || kp_is_tile(l, s) ||
        kp_is_header_state(l, s) || kp_is_carried(l, s))
        return true;
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load && kp_may_write(j->f, l->stmts.v[i].node, s))
            return true;
    return false;
}

/* The part of a statement of the load phase that the token is in and that emission keeps together:
 * it takes them apart, up to simple statements, declarators and headers (emit/needs.c). */
static const struct kp_node *part_around(const struct kp_node *statement, struct kp_token t)
{
    const struct kp_node *part = statement, *next = statement;

    while (next) {
        part = next;
        next = NULL;
        kp_each_child(c, part)
        {
            if (!c->file && c->span.begin <= t.begin && c->span.end >= t.end &&
                (part->kind == KP_COMPOUND || part->kind == KP_DECL_STMT || kp_is_statement(c)))
                next = c;
        }
    }
    return part;
}

static bool has(const struct kp_node *n, const struct kp_sym *sym)
{
    return kp_count_refs(n, sym) || (sym->decl && kp_is_inside(sym->decl, n));
}

/* True if what stays with the token in all parts of the output names the symbol, or declares it; a
 * constant's declaration goes to all parts of its statement. */
static bool has_in_sight(const struct kp_stmt *s, struct kp_token t, const struct kp_sym *sym)
{
    const struct kp_node *part = s->in_load ? part_around(s->node, t) : NULL;
    bool is_header = false;

    if (!part || (sym->has_value && sym->decl && kp_is_inside(sym->decl, s->node)))
        return has(s->node, sym);
    kp_each_child(c, part) is_header |= kp_is_statement(c);
    if (!is_header)
        return has(part, sym);
    kp_each_child(c, part) if (!kp_is_statement(c) && has(c, sym)) return true;
    return false;
}

/* True if the tree shows it there, too. What is asked of a tile must be its size: it has another
 * alignment, and is no constant. Of a static_assert, which has no tree, others ask what it says of
 * a tile (capture.c). */
static bool is_known_to(const struct kp_judge *j, const struct kp_stmt *s, struct kp_token t,
                        const struct kp_sym *sym, bool is_measured)
{
    const char *text = j->u->source.text;
    struct kp_span in = s->node->span;

    return (has_in_sight(s, t, sym) && (is_measured || !kp_is_tile(j->l, sym))) ||
           (sym->decl && kp_is_inside(sym->decl, s->node) && !s->in_load) ||
           (sym->space == KP_SPACE_SHARED &&
            kp_token_is(text, kp_lex_code(text, in.begin, in.end), "static_assert"));
}

/* The first word of the statement that is the name of one of the loop's locals, and of no node. */
static const struct kp_sym *unseen_in(const struct kp_judge *j, const struct kp_stmt *s,
                                      struct kp_node *at)
{
    const char *text = j->u->source.text;
    struct kp_span in = s->node->span;
    struct kp_token before = {0};
    uint32_t measured = 0; /* where the operand of the last sizeof ends */

    for (struct kp_token t = kp_lex_code(text, in.begin, in.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(text, t.end, in.end)) {
        if (kp_token_is(text, before, "sizeof") && kp_token_is(text, t, "("))
            measured = kp_lex_close(text, t.begin, in.end);
        if (t.kind != KP_TOKEN_IDENT || is_behind_object(text, before) || kp_is_named_at(j->f, t) ||
            is_skipped(j, t))
            continue;
        kp_each_named_n(sym, j->u, text + t.begin, t.end - t.begin)
        {
            if (!is_of_loop(j, sym) || is_known_to(j, s, t, sym, t.begin < measured))
                continue;
            *at = (struct kp_node){.kind = KP_NONE, .span = {t.begin, t.end}};
            return sym;
        }
    }
    return NULL;
}

static const char STAGE[] = "is named outside of an expression, where a stage cannot stand for it: "
                            "that is not a constant, and its alignment differs";

static const char LOCAL[] =
    "is named outside of an expression, and the two phases of the loop use it "
    "at different times";

static void refuse(struct kp_judge *j, const struct kp_node *at, const struct kp_sym *s,
                   const char *why)
{
    kp_refuse(j->u, j->l, KP_CODE_KP605, at, kp_sprintf(j->u->arena, "'%s' %s", s->name, why));
}

/* A variable below the node that a macro measures where no node is. */
static const struct kp_sym *measured_by_macro(const struct kp_judge *j, const struct kp_node *n,
                                              struct kp_node *at)
{
    const struct kp_sym *found;

    if (n->kind == KP_VAR && n->sym && is_of_loop(j, n->sym) &&
        is_unseen_in_macro(j, j->l->node->span, n->sym, MEASURE, at))
        return n->sym;
    kp_each_child(c, n) if ((found = measured_by_macro(j, c, at))) return found;
    return NULL;
}

void kp_legal_mentions_seen(struct kp_judge *j)
{
    const struct kp_sym *local;
    struct kp_node at;

    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_node *lost = left_behind(j, &j->l->stmts.v[i], j->l->stmts.v[i].node);

        if (!lost)
            continue;
        refuse(j, lost, lost->sym, "is declared in one phase of the loop and named in the other");
        return;
    }
    for (size_t i = 0; i < j->l->tiles.n; i++)
        if (is_unseen_in_macro(j, j->l->node->span, j->l->tiles.v[i]->sym, MORE_THAN_MEASURE,
                               &at)) {
            refuse(j, &at, j->l->tiles.v[i]->sym, STAGE);
            return;
        }
    if ((local = measured_by_macro(j, j->l->node, &at))) {
        refuse(j, &at, local, LOCAL);
        return;
    }
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_sym *s = unseen_in(j, &j->l->stmts.v[i], &at);

        if (!s)
            continue;
        refuse(j, &at, s, kp_is_tile(j->l, s) ? STAGE : LOCAL);
        return;
    }
}
