/* Loops whose headers stand in their bodies, with the header where it belongs: `if (c) break;` as
 * the first statement, or behind constants that it is made of, is the header's condition, as the
 * last one of an endless loop that of a do loop, and what moves a counter at the end of the body is
 * the header's step. Each is the same program: all is evaluated as often as before, in the same
 * order, but for constants of the thread's own variables, which come out the same. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "model/written.h"
#include "texts/texts.h"

struct heading {
    struct kp_unit *u;
    const struct kp_node *loop, *body;
    uint32_t open, close;        /* the header's parentheses */
    uint32_t semicolons[2];      /* FOR */
    const struct kp_node *first; /* the first statement that stays in the body; NULL: none */
};

/* What the node does may depend on the template's arguments. A number whose type is known does not:
 * the operators of known arithmetic types are the language's own, whatever the value of a parameter
 * such as the tile's length. */
static bool is_open(const struct kp_node *n)
{
    return n->is_dependent && !(n->type && !n->type->is_dependent && kp_is_number(n->type));
}

/* Numbers of the language's own operators, without effects on anything but variables, and without
 * reading memory: threads cannot see when it is evaluated. */
static bool is_plain(const struct kp_node *n)
{
    const uint64_t plain = KP_BIT(KP_REF) | KP_BIT(KP_UNARY) | KP_BIT(KP_BINARY) |
                           KP_BIT(KP_MEMBER) | KP_BIT(KP_COND) | KP_BIT(KP_CAST) |
                           KP_BIT(KP_INT_LIT) | KP_BIT(KP_FLOAT_LIT) | KP_BIT(KP_BOOL_LIT);
    bool is_memory = n->op == KP_OP_DEREF || n->op == KP_OP_ADDR || n->is_arrow;

    if (!(KP_BIT(n->kind) & plain) || n->is_place || is_open(n) || is_memory)
        return false;
    if (n->kind == KP_REF && (!n->sym || !n->sym->type || n->sym->type->is_volatile ||
                              n->sym->type->kind == KP_TYPE_REFERENCE ||
                              n->sym->space == KP_SPACE_SHARED || n->sym->space == KP_SPACE_GLOBAL))
        return false;
    kp_each_child(c, n) if (!is_plain(c)) return false;
    return true;
}

static bool names_own(const struct kp_node *n, const struct kp_node *body)
{
    kp_each_below(x,
                  n) if (x->kind == KP_REF && x->sym && kp_declared_in(x->sym, body)) return true;
    return false;
}

/* The end of the object's life may run code of the program's. */
static bool may_end_in_code(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return !t || t->is_dependent || t->kind == KP_TYPE_DEPENDENT || t->kind == KP_TYPE_OTHER ||
           (t->kind == KP_TYPE_RECORD && t->ends_in_code);
}

static bool is_given_away(const struct kp_node *n, const struct kp_sym *s)
{
    kp_each_below(x, n) if (x->kind == KP_CALL || x->kind == KP_OPCALL || x->kind == KP_CONSTRUCT ||
                            x->kind == KP_UNKNOWN)
    {
        if (x->kind == KP_UNKNOWN)
            return true;
        kp_each_child(c, x) if (c->kind == KP_REF && c->sym == s) return true;
    }
    return false;
}

/* The header is evaluated behind the end of what the body declares: none of that reaches what the
 * node names. */
static bool outlives_body(const struct heading *h, const struct kp_node *n)
{
    const struct kp_node *function = kp_function_around(h->loop);
    bool any = false;

    kp_each_child(s, h->body) if (s->kind == KP_DECL_STMT) kp_each_child(v, s) any |=
        v->kind == KP_VAR && (!v->sym || may_end_in_code(v->sym->type));
    kp_each_below(x, n) if (any && x->kind == KP_REF && x->sym && !x->sym->from_prelude &&
                            (!function || kp_is_exposed(function, x->sym) ||
                             is_given_away(function, x->sym))) return false;
    return true;
}

/* The statement has text of its own, on the same side of every directive as the header. */
static bool may_leave(const struct heading *h, const struct kp_node *n)
{
    const struct kp_span s = {n->span.begin, kp_stmt_end(h->u, n)};

    return !n->file && !n->from_macro && kp_owns_text(h->u, n) && outlives_body(h, n) &&
           !kp_is_argument(h->u, s) &&
           !kp_lex_has_directive(h->u->source.text, h->body->span.begin, s.end);
}

/* Text that may stand in the header: its names mean the same in front of the body. */
static bool may_move(const struct heading *h, const struct kp_node *n)
{
    const struct kp_span s = {n->span.begin, kp_stmt_end(h->u, n)};

    return !n->file && !n->from_macro && kp_owns_text(h->u, n) && !names_own(n, h->body) &&
           outlives_body(h, n) && !kp_is_argument(h->u, s) &&
           !kp_lex_has_directive(h->u->source.text, s.begin, s.end) &&
           kp_says_same_at(h->u, h->body, n);
}

/* ---- the header's text ---------------------------------------------------------------------- */

static bool find_header(struct heading *h)
{
    const char *text = h->u->source.text;
    uint32_t end = h->body->span.begin;
    struct kp_token t = kp_lex_code(text, h->loop->span.begin, end);
    size_t n = 0;

    if (!kp_token_is(text, t, h->loop->kind == KP_FOR ? "for" : "while"))
        return false;
    t = kp_lex_code(text, t.end, end);
    if (!kp_token_is(text, t, "("))
        return false;
    h->open = t.begin;
    h->close = kp_lex_close(text, h->open, end);
    if (h->close >= end || kp_lex_code(text, h->close + 1, end).kind != KP_TOKEN_END)
        return false;
    for (t = kp_lex_code(text, h->open + 1, h->close); t.kind != KP_TOKEN_END;
         t = kp_lex_at_level(text, t, h->close))
        if (kp_token_is(text, t, ";") && n++ < 2)
            h->semicolons[n - 1] = t.begin;
    return n == (h->loop->kind == KP_FOR ? 2 : 0);
}

static bool is_endless(const struct kp_node *condition)
{
    return !condition || ((condition->kind == KP_BOOL_LIT || condition->kind == KP_INT_LIT) &&
                          condition->has_value && condition->value);
}

/* ---- `if (c) break;` ------------------------------------------------------------------------ */

/* The c of such a statement; NULL: it is another one. */
static const struct kp_node *leaving_on(const struct kp_node *n)
{
    const struct kp_node *c, *then;

    if (!n || n->kind != KP_IF || n->is_constexpr_if || n->n_children < 3 ||
        kp_child(n, 0)->kind != KP_NONE)
        return NULL;
    c = kp_child(n, 1);
    then = kp_child(n, 2);
    if (n->n_children > 3 && kp_child(n, 3)->kind != KP_NONE)
        return NULL;
    if (then->kind == KP_COMPOUND && then->n_children == 1)
        then = then->first;
    return then->kind == KP_BREAK && kp_is_number(c->type) && is_plain(c) ? c : NULL;
}

/* `k < n` for `k >= n` of integers, else `!(c)`. */
static const char *negated(const struct heading *h, const struct kp_node *c)
{
    static const struct {
        enum kp_op op;
        const char *text;
    } others[] = {{KP_OP_LT, ">="}, {KP_OP_GE, "<"}, {KP_OP_GT, "<="}, {KP_OP_LE, ">"}};
    struct kp_arena *a = h->u->arena;
    const char *text = h->u->source.text;

    for (size_t i = 0; c->kind == KP_BINARY && i < sizeof others / sizeof *others; i++) {
        struct kp_token t = kp_lex_code(text, c->first->span.end, c->last->span.begin);

        if (c->op == others[i].op && c->first->type->kind == KP_TYPE_INT &&
            c->last->type->kind == KP_TYPE_INT && kp_token_is(text, t, kp_op_text(c->op)) &&
            kp_lex_code(text, t.end, c->last->span.begin).kind == KP_TOKEN_END)
            return kp_sprintf(
                a, "%s %s %s",
                kp_span_text(h->u, (struct kp_span){c->span.begin, c->first->span.end}),
                others[i].text,
                kp_span_text(h->u, (struct kp_span){c->last->span.begin, c->span.end}));
    }
    if (c->kind == KP_UNARY && c->op == KP_OP_LNOT)
        return kp_sprintf(a, "(%s)", kp_span_text(h->u, c->first->span));
    return kp_sprintf(a, "!(%s)", kp_span_text(h->u, c->span));
}

/* ---- constants in front of it --------------------------------------------------------------- */

/* Integers that are only read: they come out the same wherever they are evaluated. */
static bool only_reads_integers(const struct kp_node *e)
{
    bool steps = e->kind == KP_UNARY && e->op >= KP_OP_PREINC && e->op <= KP_OP_POSTDEC;

    if (steps || !e->type || (e->type->kind == KP_TYPE_FLOAT))
        return false;
    kp_each_child(c, e) if (!only_reads_integers(c)) return false;
    return true;
}

/* `const int at = k * 16;`: the thread's own number, made of its variables, which nothing changes.
 */
static bool is_constant(const struct heading *h, struct kp_func *f, const struct kp_node *v)
{
    return v->kind == KP_VAR && v->sym && v->has_init && !v->sym->n_dims && !v->sym->is_static &&
           v->sym->space == KP_SPACE_LOCAL && kp_is_number(v->sym->type) &&
           !v->sym->type->is_volatile && !v->sym->type->is_dependent && is_plain(v->last) &&
           v->sym->type->kind != KP_TYPE_FLOAT && only_reads_integers(v->last) &&
           kp_owns_text(h->u, v->last) && !kp_is_changed(f, v->sym);
}

/* The first statement of the body behind such constants. */
static const struct kp_node *behind_constants(const struct heading *h, struct kp_func *f)
{
    const struct kp_node *n = h->body->first;

    for (; n && n->kind == KP_DECL_STMT && !n->file && !n->from_macro; n = n->next)
        kp_each_child(v, n) if (!is_constant(h, f, v)) return n;
    return n;
}

/* The expression's text with the constants' values in their places; NULL: it cannot be written in
 * the header. */
static const char *said_in_header(const struct heading *h, const struct kp_node *e);

static bool say_constants(const struct heading *h, const struct kp_node *e, struct kp_patches *q)
{
    const uint64_t operators = KP_BIT(KP_UNARY) | KP_BIT(KP_BINARY) | KP_BIT(KP_COND);
    const char *value, *type;

    if (!names_own(e, h->body))
        return kp_says_same_at(h->u, h->body, e);
    if (e->kind != KP_REF) {
        kp_each_child(c, e) if (!(KP_BIT(e->kind) & operators) ||
                                !say_constants(h, c, q)) return false;
        return true;
    }
    value = kp_owns_text(h->u, e) ? said_in_header(h, e->sym->decl->last) : NULL;
    type = kp_type_in_front(h->u, h->loop, e->sym->type);
    if (value && type)
        kp_patch(h->u, q, e->span.begin, e->span.end,
                 kp_sprintf(h->u->arena, "((%s)(%s))", type, value));
    return value && type;
}

static const char *said_in_header(const struct heading *h, const struct kp_node *e)
{
    struct kp_patches q = {0};

    return say_constants(h, e, &q) ? kp_render(h->u, e->span, &q) : NULL;
}

/* What stays while the statement `if (d) break;` does not end the loop, for the header; NULL: it
 * cannot be said there. */
static const char *staying_on(const struct heading *h, const struct kp_node *n,
                              const struct kp_node *d)
{
    const char *text;

    if (may_move(h, n))
        return negated(h, d);
    text = n != h->body->first && may_leave(h, n) && only_reads_integers(d) ? said_in_header(h, d)
                                                                            : NULL;
    return text ? kp_sprintf(h->u->arena, "!(%s)", text) : NULL;
}

static void remove_statement(const struct heading *h, struct kp_patches *p, const struct kp_node *n)
{
    struct kp_span s = kp_removed_with(h->u, (struct kp_span){n->span.begin, kp_stmt_end(h->u, n)});

    kp_patch(h->u, p, s.begin, s.end, "");
}

/* `for (..; c; ..) { if (d) break; .. }` as `for (..; (c) && !d; ..) { .. }`. */
static bool head_with_condition(struct heading *h, const struct kp_loop *l, struct kp_patches *p)
{
    struct kp_func *f = kp_func_get(h->u, l->function, false);
    const struct kp_node *n = f ? behind_constants(h, f) : h->body->first, *d = leaving_on(n);
    const struct kp_node *c = kp_loop_condition(h->loop);
    const char *text;

    if (!d || !n->next || !kp_owns_text(h->u, d) || !(text = staying_on(h, n, d)))
        return false;
    if (!c && h->loop->kind == KP_FOR)
        kp_patch(h->u, p, h->semicolons[1], h->semicolons[1], kp_sprintf(h->u->arena, " %s", text));
    else if (!c || !kp_owns_text(h->u, c))
        return false;
    else if (is_endless(c))
        kp_patch(h->u, p, c->span.begin, c->span.end, text);
    else if (is_plain(c) && kp_is_number(c->type))
        kp_patch(h->u, p, c->span.begin, c->span.end,
                 kp_sprintf(h->u->arena, "(%s) && %s", kp_span_text(h->u, c->span), text));
    else
        return false;
    remove_statement(h, p, n);
    h->first = n == h->body->first ? n->next : h->first;
    return true;
}

/* True if a `continue` in it may belong to the loop around it. */
static bool continues(const struct kp_node *n)
{
    if (n->kind == KP_CONTINUE || n->kind == KP_GOTO || n->kind == KP_LABEL ||
        n->kind == KP_UNKNOWN || n->kind == KP_ASM)
        return n->kind != KP_ASM;
    if (kp_is_loop(n) || n->kind == KP_LAMBDA)
        return kp_holds(n, KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL) | KP_BIT(KP_UNKNOWN));
    kp_each_child(c, n) if (continues(c)) return true;
    return false;
}

static bool is_plain_step(const struct kp_node *n);

/* A header with a start or a step, which the do loop has in front of it, and in its condition. */
static bool may_surround(const struct heading *h, const struct kp_loop *l)
{
    const struct kp_node *init = kp_loop_init(h->loop), *step = kp_loop_step(h->loop);

    if (init && (l->pragma.end > l->pragma.begin || !kp_owns_text(h->u, init)))
        return false;
    return !step || (kp_owns_text(h->u, step) && is_plain_step(step));
}

/* `while (true) { ..; if (c) break; }` as `do { .. } while (!c);`, and
 * `for (start;; step) { ..; if (c) break; }` as `{ start; do { .. } while (!c && (step, true)); }`.
 */
static bool head_at_the_end(struct heading *h, const struct kp_loop *l, struct kp_patches *p)
{
    const struct kp_node *n = h->body->last, *c = leaving_on(n);
    const struct kp_node *endless = kp_loop_condition(h->loop);
    const struct kp_node *init = kp_loop_init(h->loop), *step = kp_loop_step(h->loop);
    const char *start = "", *moved = "", *nl = kp_newline(h->u);
    const char *indent = kp_indent_of(h->u, h->loop->span.begin);

    if (!c || n == h->body->first || !may_move(h, n) || !kp_owns_text(h->u, c) ||
        !is_endless(endless) || (endless && !kp_owns_text(h->u, endless)) || !may_surround(h, l) ||
        continues(h->body))
        return false;
    if (init)
        start = kp_sprintf(h->u->arena, "{%s%s%s;%s%s", nl, indent,
                           kp_span_text(h->u, (struct kp_span){init->span.begin, h->semicolons[0]}),
                           nl, indent);
    if (step)
        moved = kp_sprintf(h->u->arena, " && (%s, true)", kp_span_text(h->u, step->span));
    kp_patch(h->u, p, h->loop->span.begin, h->close + 1, kp_sprintf(h->u->arena, "%sdo", start));
    remove_statement(h, p, n);
    kp_patch(h->u, p, h->body->span.end, h->body->span.end,
             kp_sprintf(h->u->arena, " while (%s%s);%s%s%s", negated(h, c), moved, init ? nl : "",
                        init ? indent : "", init ? "}" : ""));
    return true;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static bool is_own_variable(const struct kp_node *n)
{
    return n->kind == KP_REF && n->sym && is_plain(n) && !n->sym->is_static && n->sym->parent &&
           (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM) &&
           (kp_is_number(n->sym->type) || n->sym->type->kind == KP_TYPE_POINTER);
}

/* It gives a variable of the thread's a value made of variables: no other thread can see when. */
static bool is_step(const struct kp_node *n)
{
    if (n->kind == KP_UNARY && n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC)
        return is_own_variable(n->first);
    return n->kind == KP_ASSIGN && !is_open(n) && is_own_variable(n->first) && is_plain(n->last);
}

/* Nothing else in the body sets the variable, or what it is made of: else the header would depend
 * on compute, and the statement belongs to that. */
static bool counts_alone(const struct heading *h, const struct kp_loop *l, const struct kp_node *n)
{
    struct kp_func *f = kp_func_get(h->u, l->function, false);

    kp_each_below(x, n) if (f && x->kind == KP_REF && !x->sym->from_prelude)
        kp_each_child(s, h->body) if (s != n && kp_may_write(f, s, x->sym)) return false;
    return f != NULL;
}

static bool is_plain_step(const struct kp_node *n)
{
    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA)
        return is_plain_step(n->first) && is_plain_step(n->last);
    return is_step(n);
}

static bool is_barrier(const struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_stmt *s = kp_stmt_at(l, n);

    return s && s->is_barrier && s->node == n;
}

/* `while (c) { ..; k += 16; }` as `for (; c; k += 16) { .. }`, with what starts it in front. */
static bool head_with_steps(struct heading *h, const struct kp_loop *l, const char *start,
                            struct kp_patches *p)
{
    const struct kp_node *c = kp_loop_condition(h->loop), *step = kp_loop_step(h->loop);
    const struct kp_node *tail = NULL;
    const char *steps = "";

    if ((c && c->kind == KP_VAR) || (step && !is_plain_step(step)) || continues(h->body))
        return false;
    for (const struct kp_node *x = h->first; x; x = x->next)
        if (is_step(x) && may_move(h, x) && counts_alone(h, l, x))
            tail = tail ? tail : x;
        else if (!is_barrier(l, x))
            tail = NULL;
    if (!tail || tail == h->body->first)
        return false;
    for (const struct kp_node *x = tail; x; x = x->next) {
        if (is_barrier(l, x))
            continue;
        steps = kp_sprintf(h->u->arena, "%s%s%s", steps, *steps ? ", " : "",
                           kp_span_text(h->u, x->span));
        remove_statement(h, p, x);
    }
    if (h->loop->kind == KP_WHILE) {
        kp_patch(h->u, p, h->loop->span.begin, h->open + 1,
                 kp_sprintf(h->u->arena, "for (%s; ", start));
        kp_patch(h->u, p, h->close, h->close, kp_sprintf(h->u->arena, "; %s", steps));
    } else {
        kp_patch(h->u, p, h->semicolons[1] + 1, h->semicolons[1] + 1,
                 kp_sprintf(h->u->arena, step ? " %s," : " %s", steps));
    }
    return true;
}

/* ---- loops that fill a tile ----------------------------------------------------------------- */

static bool fills_tile(const struct kp_stmt *s)
{
    for (size_t i = 0; i < s->effects.access.n; i++)
        if (s->effects.access.v[i].space == KP_SPACE_SHARED && kp_is_store(&s->effects.access.v[i]))
            return true;
    return false;
}

/* Such a loop may be given its header by itself. */
static bool holds_loop(const struct kp_unit *u, const struct kp_node *n)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->node == n || kp_is_inside(u->loops.v[i]->node, n))
            return true;
    return false;
}

static bool is_named_behind(const struct kp_node *loop, const struct kp_sym *s)
{
    for (const struct kp_node *x = loop->next; x; x = x->next)
        if (kp_count_refs(x, s))
            return true;
    return false;
}

/* The `int i = 0` or `i = 0` of the statement, where that may stand in the header of the loop that
 * is next; NULL: it is something else. */
static const char *start_of(const struct heading *h, const struct kp_node *n)
{
    const struct kp_node *var = n->kind == KP_DECL_STMT && n->n_children == 1 ? n->first : NULL;
    const struct kp_node *function = kp_function_around(h->loop);
    struct kp_span s = n->span;

    if (!kp_owns_text(h->u, n) || n->from_macro ||
        kp_lex_has_directive(h->u->source.text, n->span.begin, h->loop->span.begin))
        return NULL;
    if (!var)
        return n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && is_step(n) ? kp_span_text(h->u, s)
                                                                           : NULL;
    if (var->kind != KP_VAR || !var->sym || var->sym->is_static || !var->has_init ||
        !kp_is_number(var->sym->type) || !is_plain(var->last) ||
        is_named_behind(h->loop, var->sym) || !function || kp_is_exposed(function, var->sym))
        return NULL;
    s.end = var->last->span.end;
    return kp_span_text(h->u, s);
}

static bool begin_heading(struct heading *h)
{
    const struct kp_node *n = h->loop, *body = kp_loop_body(n);

    if ((n->kind != KP_FOR && n->kind != KP_WHILE) || n->file || n->from_macro || !body ||
        body->kind != KP_COMPOUND || body->from_macro || !body->first ||
        h->u->source.text[body->span.begin] != '{' || kp_is_argument(h->u, n->span) ||
        kp_lex_has_directive(h->u->source.text, n->span.begin, body->span.begin))
        return false;
    h->body = body;
    h->first = body->first;
    return find_header(h);
}

/* `int i = 0; while (i < n) { tile[i] = ..; i++; }` as `for (int i = 0; i < n; i++) { .. }`: with
 * its trips in its header. */
bool kp_head_fills(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    bool any = false;

    for (size_t i = 1; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];
        const struct kp_node *before = l->stmts.v[i - 1].node;
        struct heading h = {.u = u, .loop = s->node};
        const char *start;

        if (s->node->kind != KP_WHILE || before->next != s->node || !fills_tile(s) ||
            holds_loop(u, s->node) || !begin_heading(&h) || !(start = start_of(&h, before)) ||
            !is_plain(kp_loop_condition(s->node)) || !head_with_steps(&h, l, start, p))
            continue;
        remove_statement(&h, p, before);
        any = true;
    }
    return any;
}

bool kp_head_loop(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    struct heading h = {.u = u, .loop = l->node};
    bool has_condition;

    if (!begin_heading(&h))
        return false;
    if (head_at_the_end(&h, l, p))
        return true;
    has_condition = head_with_condition(&h, l, p);
    return head_with_steps(&h, l, "", p) || has_condition;
}
