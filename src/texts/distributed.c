/* A loop in the body that fills a tile and does something else as well, as two loops: one of its
 * statements up to a place, one of those behind it (loop distribution). That is the same program
 * if no statement behind the place, in one iteration, and none in front of it, in a later one,
 * touch one object of which either is written, and if the header counts by itself. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/own_text.h"
#include "model/says.h"
#include "texts/texts.h"

enum { MOST_STATEMENTS = 64 };

/* What the statements on one side do. */
struct side {
    KP_VEC(struct kp_access) access;
    bool fills;  /* stores to shared memory */
    bool shares; /* touches shared memory, or what may be that */
};

struct splitting {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_node *loop, *body;
    struct kp_counted count;
};

static bool are_apart(const struct kp_access *a, const struct kp_access *b)
{
    if (!kp_is_store(a) && !kp_is_store(b))
        return true;
    if (!kp_is_known_object(a) || !kp_is_known_object(b))
        return false;
    return a->space != b->space || (a->space == KP_SPACE_LOCAL && a->base != b->base);
}

/* ---- the header ---------------------------------------------------------------------------- */

/* The body writes nothing that the header reads or counts. */
static bool leaves_header(struct splitting *s, const struct side *side)
{
    struct kp_effects e = {0};

    kp_effects_of(s->f, kp_loop_init(s->loop), &e);
    kp_effects_of(s->f, kp_loop_condition(s->loop), &e);
    kp_effects_of(s->f, kp_loop_step(s->loop), &e);
    for (size_t i = 0; i < side->access.n; i++)
        for (size_t k = 0; kp_is_store(&side->access.v[i]) && k < e.access.n; k++)
            if (!kp_is_known_object(&side->access.v[i]) ||
                side->access.v[i].base == e.access.v[k].base)
                return false;
    return true;
}

/* ---- the statements ------------------------------------------------------------------------ */

static bool is_plain_type(const struct kp_type *t)
{
    return kp_is_number(t) || (t && t->kind == KP_TYPE_POINTER) ||
           (t && t->kind == KP_TYPE_ARRAY && is_plain_type(t->elem));
}

/* Nothing in it is an object whose end would come at another time, or a name for the rest. */
static bool is_plain_statement(const struct kp_node *n)
{
    if (n->kind == KP_OTHER_DECL || n->kind == KP_LAMBDA || n->kind == KP_RECORD ||
        n->kind == KP_UNKNOWN ||
        (n->kind == KP_VAR && (!n->sym || n->sym->is_static || !is_plain_type(n->sym->type))))
        return false;
    kp_each_child(c, n) if (!is_plain_statement(c)) return false;
    return true;
}

static bool add_effects(struct splitting *s, const struct kp_node *statement, struct side *side)
{
    struct kp_effects e = {0};

    kp_effects_of(s->f, statement, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (a->mode == KP_ATOMIC)
            return false;
        side->fills |= a->space == KP_SPACE_SHARED && kp_is_store(a);
        side->shares |= a->space == KP_SPACE_SHARED || !kp_is_known_object(a);
        kp_push(s->u->arena, &side->access, *a);
    }
    return !e.control.n;
}

/* True if the text may say a name that the statement declares: where the tree shows nothing, in a
 * template's argument, it may mean that, and would mean another variable in a loop of its own. */
static bool says_what(struct kp_unit *u, struct kp_span text, const struct kp_node *declared_in)
{
    if (declared_in->kind == KP_VAR && declared_in->sym &&
        kp_text_says(u, text, NULL, declared_in->sym->name))
        return true;
    kp_each_child(c, declared_in) if (says_what(u, text, c)) return true;
    return false;
}

static bool names_what(const struct kp_node *n, const struct kp_node *declared_in)
{
    if (n->kind == KP_REF && n->sym && kp_declared_in(n->sym, declared_in))
        return true;
    kp_each_child(c, n) if (names_what(c, declared_in)) return true;
    return false;
}

/* The statements behind `last` do not depend on those up to it, nor the other way round. */
static bool may_part(struct splitting *s, const struct kp_node *last)
{
    struct side sides[2] = {0};
    const struct kp_span rest = {last->span.end, s->body->span.end};
    bool behind = false;

    kp_each_child(n, s->body)
    {
        if (!is_plain_statement(n) || kp_leaves(n) || !add_effects(s, n, &sides[behind]))
            return false;
        for (const struct kp_node *d = s->body->first; behind && d; d = d == last ? NULL : d->next)
            if (names_what(n, d) || (d->kind == KP_DECL_STMT && says_what(s->u, rest, d)))
                return false;
        behind |= n == last;
    }
    if (sides[0].fills == sides[1].fills || sides[sides[0].fills].shares ||
        !leaves_header(s, &sides[0]) || !leaves_header(s, &sides[1]))
        return false;
    for (size_t i = 0; i < sides[0].access.n; i++)
        for (size_t k = 0; k < sides[1].access.n; k++)
            if (!are_apart(&sides[0].access.v[i], &sides[1].access.v[k]))
                return false;
    return true;
}

/* ---- the text ------------------------------------------------------------------------------ */

/* `for (..)` as it is written; NULL: something else is in front of the body. */
static const char *header_text(struct splitting *s)
{
    const char *text = s->u->source.text;
    uint32_t open = s->body->span.begin, end = 0;
    struct kp_token t = kp_lex_code(text, s->loop->span.begin, open);

    if (!kp_token_is(text, t, "for"))
        return NULL;
    for (; t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, open))
        end = kp_token_is(text, t, ")") ? t.end : 0;
    return end ? kp_span_text(s->u, (struct kp_span){s->loop->span.begin, end}) : NULL;
}

static void distribute(struct splitting *s, struct kp_patches *p)
{
    const char *header = header_text(s), *nl = kp_newline(s->u), *indent = "";
    uint32_t begin = s->loop->span.begin, end;

    if (!header || !kp_counts_by_itself(s->f, s->loop, &s->count))
        return;
    if (kp_heads_line(s->u, begin))
        indent = kp_span_text(s->u, (struct kp_span){kp_line_begin(s->u, begin), begin});
    kp_each_child(n, s->body)
    {
        if (!n->next || !may_part(s, n))
            continue;
        end = kp_stmt_end(s->u, n);
        kp_patch(s->u, p, end, end,
                 kp_sprintf(s->u->arena, "%s%s}%s%s%s {", nl, indent, nl, indent, header));
        return;
    }
}

void kp_distribute_loops(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_node *n = l->stmts.v[i].node, *body;
        struct splitting s = {.u = u, .f = kp_func_get(u, l->function, false), .loop = n};

        body = n->kind == KP_FOR ? kp_loop_body(n) : NULL;
        if (!s.f || n->file || !body || body->kind != KP_COMPOUND || n->from_macro ||
            body->from_macro || u->source.text[body->span.begin] != '{' || !kp_owns_lines(u, n) ||
            kp_is_argument(u, n->span) || body->n_children > MOST_STATEMENTS ||
            kp_lex_has_directive(u->source.text, n->span.begin, n->span.end))
            continue;
        s.body = body;
        distribute(&s, p);
    }
}
