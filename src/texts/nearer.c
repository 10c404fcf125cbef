/* Declarations in front of what uses them, where stages can be bound to their names: a shared array
 * at file scope that one kernel alone names is the kernel's own, and a reference to a shared array,
 * or a closure by reference, that only a loop's body names, is declared in that body. Neither runs
 * anything or keeps anything, so each is the same program. Where nothing can be moved, pointed.c
 * makes pointers of references to objects in shared arrays. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/says.h"
#include "model/elsewhere.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/own_text.h"
#include "pipeline.h"
#include "texts/texts.h"

/* True if a directive other than a #pragma is in the text: what stands behind it may be compiled
 * otherwise than what stands in front of it. */
static bool is_divided(const struct kp_unit *u, uint32_t begin, uint32_t end)
{
    const char *text = u->source.text;

    for (struct kp_token t = kp_lex(text, begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end))
        if (t.kind == KP_TOKEN_DIRECTIVE && !kp_token_is(text, kp_lex_directive(text, t), "pragma"))
            return true;
    return false;
}

/* True if the text is in no #if, or in the same one as all of the file. */
static bool is_unconditional(const struct kp_unit *u, uint32_t at)
{
    const char *text = u->source.text;
    int depth = 0;

    for (struct kp_token t = kp_lex(text, 0, at); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, at)) {
        struct kp_token word;

        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(text, t);
        depth += kp_begins_branches(text, word);
        depth -= kp_token_is(text, word, "endif");
    }
    return depth == 0;
}

/* ---- arrays at file scope -------------------------------------------------------------------- */

/* The declarators of one declaration at file scope, and its text with the semicolon. */
struct group {
    const struct kp_node *first, *last;
    struct kp_span span;
};

static bool group_of(const struct kp_unit *u, const struct kp_node *var, struct group *g)
{
    const char *text = u->source.text;
    uint32_t size = (uint32_t)u->source.size;
    bool found = false;

    for (const struct kp_node *x = var->parent->first; x; x = x->next) {
        struct kp_token t = {.kind = KP_TOKEN_END};

        if (x->kind != KP_VAR || x->file)
            continue;
        if (!g->first)
            g->first = x;
        found |= x == var;
        t = kp_lex(text, x->span.end, size);
        if (kp_token_is(text, t, ","))
            continue;
        g->last = x;
        g->span = (struct kp_span){g->first->span.begin, t.end};
        if (found)
            return kp_token_is(text, t, ";");
        g->first = NULL;
    }
    return false;
}

/* The token in front of `at` ends a declaration, or opens a namespace. */
static bool begins_declaration(const struct kp_unit *u, uint32_t at)
{
    const char *text = u->source.text;
    struct kp_token last = {.kind = KP_TOKEN_DIRECTIVE};

    for (struct kp_token t = kp_lex(text, 0, at); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, at))
        last = t;
    return last.kind == KP_TOKEN_DIRECTIVE || kp_token_is(text, last, ";") ||
           kp_token_is(text, last, "}") || kp_token_is(text, last, "{");
}

/* All that the program says of the array is in the body of that function. */
static bool is_named_in(struct kp_unit *u, const struct kp_node *var, const struct kp_node *body,
                        struct kp_span declaration)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    const struct kp_node *root = var;
    struct kp_spans known = {0};
    struct kp_node *const *refs;
    size_t n = 0;

    while (root->parent)
        root = root->parent;
    if (!kp_knows_refs(root, var->sym))
        return false;
    refs = kp_refs_below(root, var->sym, &n);
    for (size_t i = 0; i < n; i++)
        if (!kp_is_inside(refs[i], body))
            return false;
    kp_push(u->arena, &known, declaration);
    kp_push(u->arena, &known, body->span);
    return n && !kp_text_says(u, all, &known, var->sym->name);
}

/* What the function declares by a name in the declaration: the array's sizes could not be said. */
static bool is_hidden_in(const struct kp_unit *u, const struct kp_node *function,
                         struct kp_span declaration)
{
    const char *text = u->source.text;

    for (struct kp_token t = kp_lex_code(text, declaration.begin, declaration.end);
         t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, declaration.end)) {
        if (t.kind != KP_TOKEN_IDENT)
            continue;
        kp_each_named(s, u,
                      kp_strndup(u->arena, text + t.begin,
                                 t.end - t.begin)) if (s->decl ? kp_is_inside(s->decl, function)
                                                               : s->parent ==
                                                                     function->sym) return true;
    }
    return false;
}

static bool is_tile_of(const struct kp_unit *u, const struct kp_sym *function,
                       const struct kp_sym *s)
{
    for (size_t i = 0; i < u->loops.n; i++)
        for (size_t k = 0; k < u->loops.v[i]->tiles.n; k++)
            if (u->loops.v[i]->function == function && u->loops.v[i]->tiles.v[k]->sym == s)
                return true;
    return false;
}

static bool is_array_of_one(struct kp_unit *u, const struct kp_node *var,
                            const struct kp_node *body, struct kp_span declaration)
{
    const struct kp_sym *s = var->sym;

    return s && s->space == KP_SPACE_SHARED && !s->is_extern && !s->parent && !s->is_broken &&
           s->type && !s->type->is_dependent && !s->type->is_volatile && !var->has_init &&
           kp_lex_has(u->source.text, declaration.begin, declaration.end, s->name) &&
           is_named_in(u, var, body, declaration);
}

/* A kernel runs once in a block, and what its arrays held before is not defined. A function that
 * kernels call would have one array for each of its instances. */
static bool may_own_arrays(const struct kp_sym *f)
{
    const struct kp_node *body = f->decl ? f->decl->last : NULL;

    return body && body->kind == KP_COMPOUND && !body->from_macro && !f->decl->file &&
           !f->is_method && (f->is_kernel || (f->is_device && !f->is_template && !f->is_host));
}

static void take_array(struct kp_unit *u, const struct kp_loop *l, const struct kp_tile *t,
                       struct kp_patches *p)
{
    const struct kp_node *body = l->function->decl ? l->function->decl->last : NULL;
    struct kp_span lines;
    struct group g = {0};

    if (!may_own_arrays(l->function) || u->source.text[body->span.begin] != '{' ||
        kp_is_header(u) || kp_seen_from(u) || t->decl->file || !group_of(u, t->decl, &g) ||
        !kp_owns_text(u, g.first) || kp_is_argument(u, g.span) ||
        kp_lex_has_directive(u->source.text, g.span.begin, g.span.end) ||
        !begins_declaration(u, g.span.begin) || !is_unconditional(u, g.span.begin) ||
        is_hidden_in(u, l->function->decl, g.span))
        return;
    for (const struct kp_node *x = g.first; x; x = x == g.last ? NULL : x->next)
        if (x->kind == KP_VAR &&
            (!is_array_of_one(u, x, body, g.span) || !is_tile_of(u, l->function, x->sym)))
            return;
    for (size_t i = 0; i < p->list.n; i++)
        if (kp_spans_overlap(p->list.v[i].span, g.span))
            return; /* it is moved already */
    lines = kp_removed_with(u, g.span);
    kp_patch(u, p, lines.begin, lines.end, "");
    kp_patch(u, p, body->span.begin + 1, body->span.begin + 1,
             kp_sprintf(u->arena, "%s%s%s", kp_newline(u),
                        body->first ? kp_indent_of(u, body->first->span.begin) : "",
                        kp_span_text(u, g.span)));
}

/* ---- references and closures in front of a loop ---------------------------------------------- */

/* A place in shared memory that is always the same. */
static bool is_fixed_place(const struct kp_node *n)
{
    while ((n->kind == KP_MEMBER && !n->is_arrow && n->sym && n->sym->kind == KP_SYM_FIELD) ||
           (n->kind == KP_INDEX && n->last->kind == KP_INT_LIT && n->first->type &&
            n->first->type->kind == KP_TYPE_ARRAY))
        n = n->first;
    return n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR &&
           n->sym->space == KP_SPACE_SHARED && n->sym->type &&
           n->sym->type->kind != KP_TYPE_REFERENCE && n->sym->type->kind != KP_TYPE_POINTER;
}

/* `[&](..) { .. }`, which keeps nothing. */
bool kp_captures_by_reference(const struct kp_unit *u, const struct kp_node *n)
{
    const char *text = u->source.text, *const words[] = {"[", "&", "]"};
    struct kp_token t = {.end = n->span.begin};

    if (n->kind != KP_LAMBDA)
        return false;
    for (size_t i = 0; i < 3; i++) {
        t = kp_lex(text, t.end, n->span.end);
        if (!kp_token_is(text, t, words[i]))
            return false;
    }
    return true;
}

static bool is_movable(const struct kp_unit *u, const struct kp_node *var)
{
    const struct kp_sym *s = var->kind == KP_VAR ? var->sym : NULL;

    if (!s || !var->has_init || s->is_static || s->is_broken || s->is_temporary || !s->type ||
        s->space != KP_SPACE_LOCAL)
        return false;
    if (s->type->kind == KP_TYPE_REFERENCE)
        return is_fixed_place(var->last) && !kp_binds_temporary(s->type, var->last);
    return s->is_lambda && kp_captures_by_reference(u, var->last);
}

/* Each name in the declaration, and in macros there, means the same at the head of the loop's body.
 */
static bool keeps_meaning(struct kp_unit *u, const struct kp_node *body, const struct kp_node *stmt,
                          uint32_t end)
{
    const char *text = u->source.text, *name = stmt->first->sym->name;
    struct kp_token t = kp_lex_code(text, stmt->span.begin, end);
    struct kp_span parts[2];

    while (t.kind != KP_TOKEN_END && !kp_token_is(text, t, name))
        t = kp_lex_code(text, t.end, end);
    parts[0] = (struct kp_span){stmt->span.begin, t.begin};
    parts[1] = (struct kp_span){t.end, end};
    for (size_t i = 0; i < 2; i++)
        if (!kp_streq(kp_said_at(u, body->first, stmt, parts[i]), kp_span_text(u, parts[i])))
            return false;
    return t.kind != KP_TOKEN_END;
}

/* True if the function says the name of a variable outside of these texts. In a class with a member
 * of that name it is the member's. */
static bool is_said_beside(struct kp_unit *u, const struct kp_node *function, const char *name,
                           const struct kp_spans *texts)
{
    struct kp_spans known = {0};

    for (size_t i = 0; i < texts->n; i++)
        kp_push(u->arena, &known, texts->v[i]);
    kp_each_below(x, function) if (x->kind == KP_FIELD && x->sym && kp_streq(x->sym->name, name) &&
                                   x->parent->kind == KP_RECORD)
        kp_push(u->arena, &known, x->parent->span);
    return kp_text_says(u, function->span, &known, name);
}

/* `moved`: the texts that are in the body, or come there. */
static void take_declaration(struct kp_unit *u, const struct kp_loop *l, const struct kp_node *stmt,
                             struct kp_spans *moved, struct kp_patches *p)
{
    const struct kp_node *function = l->function->decl, *body = kp_loop_body(l->node);
    struct kp_span whole = {stmt->span.begin, kp_stmt_end(u, stmt)}, lines;
    size_t n = moved->n;

    kp_push(u->arena, moved, whole);
    if (stmt->n_children != 1 || stmt->file || stmt->from_macro || !is_movable(u, stmt->first) ||
        !kp_owns_lines(u, stmt) || kp_is_argument(u, whole) ||
        is_divided(u, whole.begin, body->span.begin) ||
        is_said_beside(u, function, stmt->first->sym->name, moved) || !body->first ||
        !keeps_meaning(u, body, stmt, whole.end)) {
        moved->n = n;
        return;
    }
    lines = kp_removed_with(u, whole);
    kp_patch(u, p, lines.begin, lines.end, "");
    kp_patch_outer(u, p, body->span.begin + 1,
                   kp_sprintf(u->arena, "%s%s%s", kp_newline(u),
                              body->first ? kp_indent_of(u, body->first->span.begin) : "",
                              kp_span_text(u, whole)));
}

/* The last one first, as it may name those in front of it. */
static void take_declarations(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    const struct kp_node *body = kp_loop_body(l->node);
    struct kp_spans moved = {0};
    KP_VEC(const struct kp_node *) stmts = {0};

    if (!body || body->kind != KP_COMPOUND || body->from_macro || l->node->from_macro ||
        l->node->file || u->source.text[body->span.begin] != '{' || !l->function->decl ||
        kp_is_argument(u, l->node->span))
        return;
    kp_push(u->arena, &moved, body->span);
    for (const struct kp_node *n = l->node; n->parent && n != l->function->decl; n = n->parent) {
        stmts.n = 0;
        for (const struct kp_node *x = n->parent->kind == KP_COMPOUND ? n->parent->first : NULL;
             x && x != n; x = x->next)
            if (x->kind == KP_DECL_STMT)
                kp_push(u->arena, &stmts, x);
        for (size_t i = stmts.n; i > 0; i--)
            take_declaration(u, l, stmts.v[i - 1], &moved, p);
    }
}

/* ---- the text ---------------------------------------------------------------------------------
 */

static bool is_at_file_scope(const struct kp_tile *t)
{
    return t->storage == KP_STORE_FILE && t->decl && t->decl->kind == KP_VAR;
}

static bool may_help(struct kp_unit *u, size_t loop)
{
    const struct kp_loop *l = u->loops.v[loop];
    bool is_refused = l->outcome == KP_REFUSED, at_file_scope = false, escapes = false;
    enum kp_code code = is_refused && l->refusals.n ? l->refusals.v[0].code : KP_CODE_NONE;

    for (size_t i = 0; i < l->tiles.n; i++) {
        at_file_scope |= is_at_file_scope(l->tiles.v[i]);
        escapes |= l->tiles.v[i]->only_one_buffer && l->tiles.v[i]->escapes_at;
    }
    return code == KP_CODE_KP401 || (at_file_scope && code == KP_CODE_KP601) ||
           (!is_refused && (at_file_scope || escapes));
}

/* An array has the same type and alignment in its new place. */
static bool is_same_array(const struct kp_unit *v, const struct kp_sym *was)
{
    kp_each_named(s, v, was->name) if (s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED)
    {
        if (!s->type || s->type->is_dependent ||
            !kp_streq(s->type->canonical, was->type->canonical) ||
            s->type->size != was->type->size || s->alignment != was->alignment)
            return false;
    }
    return true;
}

static bool has_several_buffers(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (!l->tiles.v[i]->only_one_buffer)
            return kp_is_pipelined(l);
    return false;
}

static bool keeps_arrays(const struct kp_unit *v, const struct kp_loop *was)
{
    for (size_t k = 0; k < was->tiles.n; k++)
        if (is_at_file_scope(was->tiles.v[k]) && !is_same_array(v, was->tiles.v[k]->decl->sym))
            return false;
    return true;
}

/* Both units have come as far: true if a loop of which nothing was moved is refused by that. */
static bool harms_others(const struct kp_unit *u, const struct kp_unit *v, const bool *wanted)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (!wanted[i] && u->loops.v[i]->outcome != KP_REFUSED &&
            v->loops.v[i]->outcome == KP_REFUSED)
            return true;
    return false;
}

static struct kp_unit *moved_nearer(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    struct kp_patches p = {0};
    struct kp_unit *v;
    const char *text;

    (void)data;
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        const size_t n = p.list.n;

        for (size_t k = 0; wanted[i] && k < l->tiles.n; k++)
            if (is_at_file_scope(l->tiles.v[k]))
                take_array(u, l, l->tiles.v[k], &p);
        if (wanted[i])
            take_declarations(u, l, &p);
        if (wanted[i] && p.list.n == n)
            kp_point_to_objects(u, l, &p);
        wanted[i] = p.list.n > n;
    }
    if (!p.list.n)
        return NULL;
    text = kp_render(u, all, &p);
    v = kp_unit_derive(u);
    v->is_nearer = true;
    return kp_pipeline_derived(u, v, text, strlen(text), last) &&
                   v->parse.errors.n <= u->parse.errors.n &&
                   (last != KP_PASS_LEGAL || !harms_others(u, v, wanted))
               ? v
               : NULL;
}

static bool may_have_several(struct kp_unit *v, size_t i, void *data)
{
    const struct kp_unit *u = data;

    return keeps_arrays(v, u->loops.v[i]) && kp_may_be_helped(v->loops.v[i]);
}

static bool has_several(struct kp_unit *v, size_t i, void *data)
{
    (void)data;
    return has_several_buffers(v->loops.v[i]);
}

bool kp_try_nearer(struct kp_unit *u)
{
    return kp_try_wording(u, &(struct kp_wording){KP_WORDS_NEARER, may_help, moved_nearer,
                                                  may_have_several, has_several, u});
}
