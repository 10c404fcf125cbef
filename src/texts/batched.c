/* Loads of several iterations in front of what compute does with them. An inner loop of compute
 * that reads global memory by itself has as many loads in flight as nvcc unrolls, which is four
 * where the trips are not known. Written as
 *
 *     for (; as long as N further iterations are certain; ..) { N loads; N times the body }
 *     for (the rest) the body
 *
 * it has N. That is the same program, since the iterations run in their order, all N of them take
 * place, nothing in the body writes memory, leaves the loop, waits or tells other threads, and no
 * address depends on what the body computes. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/around.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/names.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "plan/plan.h"
#include "texts/texts.h"

enum { MOST_LOADS = 8 };

struct load {
    const struct kp_node *node;
    const char *type, *name;
};

struct batching {
    struct kp_unit *u;
    struct kp_func *f;
    struct kp_names *names;
    struct kp_patches *p;
    int size; /* iterations of one batch */
    /* of the loop at hand */
    const struct kp_node *loop, *body, *end;
    struct kp_counted count;
    int64_t step;
    struct kp_effects effects; /* of the body */
    struct load loads[MOST_LOADS];
    size_t n_loads;
    const char *at; /* the name of the iteration within a batch */
};

/* ---- the loop -------------------------------------------------------------------------------- */

/* The body writes variables of the thread alone, and does nothing that has a place in time. */
static bool is_quiet(struct batching *b)
{
    b->effects = (struct kp_effects){0};
    kp_effects_of(b->f, b->body, &b->effects);
    for (size_t i = 0; i < b->effects.access.n; i++) {
        const struct kp_access *a = &b->effects.access.v[i];

        if (kp_is_store(a) && (a->space != KP_SPACE_LOCAL || !a->base || a->through_pointer))
            return false;
    }
    return !b->effects.control_mask && !b->effects.control.n && !kp_does_unknown(&b->effects);
}

static bool is_written(const struct batching *b, const struct kp_sym *s)
{
    return kp_store_to(&b->effects, s, KP_SPACE_LOCAL) != NULL;
}

/* The text may stand twice: nothing in it is one object for all iterations, or a name of its own
 * for the text behind. */
static bool may_repeat(const struct kp_node *n)
{
    if (n->kind == KP_OTHER_DECL || n->kind == KP_LAMBDA || n->kind == KP_RECORD ||
        n->kind == KP_UNKNOWN || n->kind == KP_ASM ||
        (n->kind == KP_VAR && (!n->sym || n->sym->is_static)))
        return false;
    kp_each_child(c, n) if (!may_repeat(c)) return false;
    return true;
}

static bool is_of_type(const struct kp_node *n, const struct kp_type *t)
{
    return n->type && n->type->kind == KP_TYPE_INT && n->type->builtin == t->builtin &&
           !n->type->is_dependent;
}

/* `for (T v = from; v < end; v += step)` with numbers of T alone, as wide as int or more, none of
 * which the body writes. */
static bool has_plain_header(struct batching *b)
{
    const struct kp_node *condition = kp_loop_condition(b->loop), *init = kp_loop_init(b->loop);
    const struct kp_type *t;
    struct kp_effects e = {0};

    if (!kp_counts_by_itself(b->f, b->loop, &b->count) || init->kind != KP_DECL_STMT ||
        b->count.sign < 0 || condition->kind != KP_BINARY || condition->op != KP_OP_LT ||
        condition->first->kind != KP_REF || condition->first->sym != b->count.v)
        return false;
    t = b->count.v->type;
    b->end = condition->last;
    b->step = 1;
    if (t->is_dependent || t->size < 4 || !is_of_type(b->end, t) ||
        !kp_is_number(b->count.from->type) ||
        (b->count.by && (!kp_eval(b->count.by, NULL, &b->step) || b->step < 1 || b->step > 1024)) ||
        (b->count.by && !kp_owns_text(b->u, b->count.by)) || kp_count_refs(b->end, b->count.v) ||
        !kp_owns_text(b->u, b->end) || !kp_owns_text(b->u, b->count.from) ||
        is_written(b, b->count.v))
        return false;
    kp_effects_of(b->f, condition, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (is_written(b, e.access.v[i].base))
            return false;
    return true;
}

/* ---- the loads ------------------------------------------------------------------------------- */

/* The value is used as a number, in every iteration. */
static bool is_always_taken(const struct batching *b, const struct kp_node *load)
{
    for (const struct kp_node *n = load, *up; n != b->body; n = up) {
        up = n->parent;
        switch (up->kind) {
        case KP_DECL_STMT:
        case KP_COMPOUND:
            break;
        case KP_VAR:
            if (!up->has_init || n != up->last || !kp_is_number(up->type))
                return false;
            break;
        case KP_CAST:
            if (up->is_place || up->is_braced || !kp_is_number(up->type))
                return false;
            break;
        case KP_BINARY:
            if (up->op == KP_OP_COMMA ||
                (n == up->last && (up->op == KP_OP_LAND || up->op == KP_OP_LOR)))
                return false;
            break;
        case KP_ASSIGN:
            if (n == up->first)
                return false;
            break;
        case KP_UNARY:
            if (up->op != KP_OP_PLUS && up->op != KP_OP_MINUS && up->op != KP_OP_NOT)
                return false;
            break;
        case KP_CALL: /* CUDA's functions take numbers by value */
            if (n == up->first || !up->sym || !up->sym->from_prelude)
                return false;
            break;
        default:
            return false;
        }
    }
    return true;
}

static bool is_load(const struct kp_node *n)
{
    return n->kind == KP_INDEX || n->kind == KP_MEMBER ||
           (n->kind == KP_UNARY && n->op == KP_OP_DEREF) ||
           (n->kind == KP_CALL && n->sym && n->sym->from_prelude &&
            kp_streq(n->sym->name, "__ldg"));
}

/* It reads global memory, where neither the address nor anything else is of this iteration but the
 * counter. */
static bool reads_ahead(struct batching *b, const struct kp_node *n)
{
    struct kp_effects e = {0};
    bool any = false;

    kp_effects_of(b->f, n, &e);
    if (e.control_mask || e.control.n || kp_does_unknown(&e))
        return false;
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (kp_is_store(a) || !kp_is_known_object(a) ||
            (a->space == KP_SPACE_LOCAL && (a->through_pointer || is_written(b, a->base))))
            return false;
        any |= a->space == KP_SPACE_GLOBAL;
    }
    kp_each_below(x, n) if (x->sym && kp_declared_in(x->sym, b->body)) return false;
    return any;
}

static bool add_load(struct batching *b, const struct kp_node *n)
{
    const struct kp_type *t = n->kind == KP_CALL ? n->type : kp_lvalue_type(n);
    struct load *to = &b->loads[b->n_loads];

    if (!is_load(n) || b->n_loads == MOST_LOADS || !t || t->is_dependent || t->is_volatile ||
        !kp_is_number(t) || kp_is_bit_field(n) || !kp_owns_text(b->u, n) || !reads_ahead(b, n) ||
        !is_always_taken(b, n))
        return false;
    to->node = n;
    to->type = kp_type_in_front(b->u, b->loop, t);
    if (!to->type)
        return false;
    to->name = kp_name(b->names, KP_BATCH);
    b->n_loads++;
    return true;
}

static void find_loads(struct batching *b, const struct kp_node *n)
{
    if (!add_load(b, n))
        kp_each_child(c, n) find_loads(b, c);
}

/* ---- the text -------------------------------------------------------------------------------- */

/* The expression's text as an operand. */
static const char *operand(struct batching *b, const struct kp_node *n)
{
    const char *text = kp_one_line(b->u, kp_span_text(b->u, n->span));

    return n->kind == KP_REF || n->kind == KP_INT_LIT ? text
                                                      : kp_sprintf(b->u->arena, "(%s)", text);
}

static bool is_number(const struct kp_node *n)
{
    return n->kind == KP_INT_LIT && !n->from_macro;
}

/* `count` steps of the counter. A step with a name keeps it, as the user's loop for the rest does:
 * the two must not come apart by an edit. */
static const char *steps(struct batching *b, const char *count)
{
    const struct kp_node *by = b->count.by;

    if (!by || (is_number(by) && b->step == 1))
        return count;
    return kp_sprintf(b->u->arena, "%s * %s", count, operand(b, by));
}

/* The same of so many; the number itself, where the step has no name. */
static const char *steps_of(struct batching *b, int count)
{
    const struct kp_node *by = b->count.by;

    return !by || is_number(by) ? kp_sprintf(b->u->arena, "%lld", (long long)(count * b->step))
                                : steps(b, kp_sprintf(b->u->arena, "%d", count));
}

/* The statement, one level more to the right than it was; where its braces have their lines to
 * themselves, what is between them. */
static const char *body_text(struct batching *b, const char *unit)
{
    const char *text = b->u->source.text, *nl = kp_newline(b->u);
    struct kp_span within = {b->body->span.begin + 1, b->body->span.end - 1};
    struct kp_patches inside = {0};

    for (size_t i = 0; i < b->n_loads; i++)
        kp_patch(b->u, &inside, b->loads[i].node->span.begin, b->loads[i].node->span.end,
                 kp_sprintf(b->u->arena, "%s[%s]", b->loads[i].name, b->at));
    if (b->body->kind != KP_COMPOUND || !strchr("\r\n", text[kp_skip_blanks(b->u, within.begin)]) ||
        !kp_heads_line(b->u, within.end))
        return kp_sprintf(b->u->arena, "%s%s",
                          kp_indented(b->u, kp_text_patched(b->u, b->body, &inside),
                                      b->body->kind == KP_COMPOUND
                                          ? kp_sprintf(b->u->arena, "%s%s", unit, unit)
                                          : unit),
                          nl);
    return kp_indented(b->u, kp_trimmed_lines(b->u, kp_render(b->u, within, &inside)), unit);
}

/* One pass over the batch: header, counter and what is done in it. */
static void add_pass(struct batching *b, struct kp_str *s, const char *type, const char *first,
                     const char *indent, const char *unit, const char *what)
{
    const char *nl = kp_newline(b->u), *counter = b->count.v->name;

    kp_str_addf(s, "#pragma unroll%s", nl);
    kp_str_addf(s, "%s%sfor (int %s = 0; %s < %d; ++%s) {%s", indent, unit, b->at, b->at, b->size,
                b->at, nl);
    kp_str_addf(s, "%s%s%s%s %s = %s + %s;%s", indent, unit, unit, type, counter, first,
                steps(b, b->at), nl);
    kp_str_addf(s, "%s%s%s}%s", what, indent, unit, nl);
}

static void write(struct batching *b, const char *type)
{
    struct kp_arena *a = b->u->arena;
    struct kp_span pragma = kp_pragma_before(b->u, b->loop);
    uint32_t at =
        kp_line_begin(b->u, pragma.end > pragma.begin ? pragma.begin : b->loop->span.begin);
    const char *nl = kp_newline(b->u), *unit = kp_indent_unit(b->u, b->loop);
    const char *indent = kp_indent_of(b->u, b->loop->span.begin);
    const char *first = kp_name(b->names, KP_BATCH "_from"), *end = operand(b, b->end);
    const char *wide = b->count.v->type->size > 4 ? "unsigned long long" : "unsigned";
    struct kp_str s = kp_str_new(a), loads = kp_str_new(a);
    const struct kp_node *up = b->loop->parent;
    /* no further statement may stand here, or a declaration that a label behind would jump over */
    bool is_alone = up->kind != KP_COMPOUND || up->parent->kind == KP_SWITCH;
    const char *outer = up->kind == KP_COMPOUND ? indent : kp_indent_of(b->u, up->span.begin);

    b->at = kp_inner_name(b->names, KP_BATCH "_i");
    if (is_alone)
        kp_str_addf(&s, "%s{%s", outer, nl);
    kp_str_addf(&s, "%s// kpipe " KP_VERSION ": loads of %d iterations at a time%s", indent,
                b->size, nl);
    kp_str_addf(&s, "%s%s %s = %s;%s", indent, type, first, kp_span_text(b->u, b->count.from->span),
                nl);
    kp_str_addf(&s, "%sfor (; %s < %s && (%s)%s - (%s)%s > %s; %s += %s) {%s", indent, first, end,
                wide, end, wide, first, steps_of(b, b->size - 1), first, steps_of(b, b->size), nl);
    for (size_t i = 0; i < b->n_loads; i++) {
        kp_str_addf(&s, "%s%s%s %s[%d];%s", indent, unit, b->loads[i].type, b->loads[i].name,
                    b->size, nl);
        kp_str_addf(&loads, "%s%s%s%s[%s] = %s;%s", indent, unit, unit, b->loads[i].name, b->at,
                    kp_one_line(b->u, kp_span_text(b->u, b->loads[i].node->span)), nl);
    }
    add_pass(b, &s, type, first, indent, unit, kp_str_text(&loads));
    add_pass(b, &s, type, first, indent, unit, body_text(b, unit));
    kp_str_addf(&s, "%s}%s", indent, nl);
    kp_patch(b->u, b->p, at, at, kp_str_text(&s));
    kp_patch(b->u, b->p, b->count.from->span.begin, b->count.from->span.end, first);
    at = kp_stmt_end(b->u, b->loop);
    if (is_alone)
        kp_patch(b->u, b->p, at, at, kp_sprintf(a, "%s%s}", nl, outer));
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool batch(struct batching *b, const struct kp_node *loop)
{
    struct kp_span pragma = kp_pragma_before(b->u, loop);
    const struct kp_node *body = kp_loop_body(loop);
    const char *type;

    b->loop = loop;
    b->body = body;
    b->n_loads = 0;
    if (loop->kind != KP_FOR || loop->file || loop->from_macro || !body || body->from_macro ||
        kp_holds(body, KP_LOOPS) || kp_leaves(body) || !may_repeat(body) ||
        kp_constant_trips(loop, NULL) >= 0 || !kp_owns_lines(b->u, loop) ||
        kp_is_argument(b->u, loop->span) ||
        !kp_heads_line(b->u, pragma.end > pragma.begin ? pragma.begin : loop->span.begin) ||
        kp_lex_has_directive(b->u->source.text, loop->span.begin, kp_stmt_end(b->u, loop)) ||
        !is_quiet(b) || !has_plain_header(b))
        return false;
    type = kp_type_in_front(b->u, loop, b->count.v->type);
    if (type)
        find_loads(b, body);
    if (!type || !b->n_loads)
        return false;
    write(b, type);
    return true;
}

static bool batch_below(struct batching *b, const struct kp_node *n)
{
    bool any = false;

    if (n->kind == KP_LAMBDA || (kp_is_loop(n) && batch(b, n)))
        return n->kind != KP_LAMBDA;
    kp_each_child(c, n) any |= batch_below(b, c);
    return any;
}

bool kp_try_batched(struct kp_unit *u)
{
    int *size = kp_new_array(u->arena, int, u->loops.n + 1);
    struct batching b = {.u = u};
    struct kp_patches patches = {0};
    struct kp_unit *v;
    const char *text;

    if (u->is_batched || u->is_inlined || u->is_widened)
        return false;
    b.p = &patches;
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        struct kp_request request = kp_request_at(u, i);

        if (request.batch < 2 || request.leave || l->node->file || !l->is_legal)
            continue;
        b.f = kp_func_get(u, l->function, false);
        b.names = b.names ? b.names : kp_names_new(u);
        kp_names_function(b.names, l->function);
        b.size = request.batch;
        size[i] = b.f && batch_below(&b, kp_loop_body(l->node)) ? request.batch : 0;
    }
    if (!patches.list.n)
        return false;
    text = kp_render(u, (struct kp_span){0, (uint32_t)u->source.size}, &patches);
    v = kp_unit_derive(u);
    v->is_batched = true;
    v->n_forms++;
    if (!kp_pipeline_derived(u, v, text, strlen(text), KP_PASS_EMIT))
        return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        if (u->loops.v[i]->is_legal && !kp_is_pipelined(v->loops.v[i]))
            return false;
        v->loops.v[i]->plan.batch = size[i];
    }
    kp_unit_adopt(u, v);
    return true;
}
