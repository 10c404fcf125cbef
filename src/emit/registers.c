/* Staging registers: an array per read of global memory, indexed by the trips of the copy loops
 * around it. The index has to be a constant once the loops are unrolled, so each of these loops
 * gets a constant number of trips, counted by its own variable or by a counter beside it. */
#include "emit/emit.h"

static const struct kp_copy_loop *copy_loop_of(const struct kp_emitter *e, const struct kp_node *n)
{
    for (size_t i = 0; i < e->l->copy_loops.n; i++)
        if (e->l->copy_loops.v[i].node == n)
            return &e->l->copy_loops.v[i];
    return NULL;
}

static const char *trips_text(struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    return cl->trips_text ? cl->trips_text : kp_sprintf(e->u->arena, "%lld", (long long)cl->trips);
}

static bool adds_one(const struct kp_node *step)
{
    if (step->kind == KP_UNARY)
        return step->op == KP_OP_PREINC || step->op == KP_OP_POSTINC;
    return step->kind == KP_ASSIGN && step->op == KP_OP_ADD_ASSIGN && step->last->has_value &&
           step->last->value == 1;
}

/* for (int i = 0; i < trips; ++i): the loop counts its trips itself. */
static bool counts_itself(const struct kp_copy_loop *cl)
{
    const struct kp_node *init = cl->node->first, *cond = kp_child(cl->node, 1),
                         *var = init->kind == KP_DECL_STMT ? init->first : NULL;

    return cl->exact && var && var->kind == KP_VAR && init->n_children == 1 && var->has_init &&
           var->last->has_value && var->last->value == 0 && cond->kind == KP_BINARY &&
           cond->op == KP_OP_LT && cond->first->kind == KP_REF && cond->first->sym == var->sym &&
           adds_one(kp_child(cl->node, 2));
}

static int depth_of(const struct kp_emitter *e, const struct kp_node *loop)
{
    int depth = 0;

    for (const struct kp_node *n = loop->parent; n && n != e->body; n = n->parent)
        depth += copy_loop_of(e, n) != NULL;
    return depth;
}

static const char *counter_of(struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    int depth = depth_of(e, cl->node);

    if (counts_itself(cl))
        return cl->node->first->first->sym->name;
    return kp_inner_name(e->names, depth ? kp_sprintf(e->u->arena, "kp_i%d", depth + 1) : "kp_i");
}

/* Text that may stand as an operand of * as it is. */
static bool is_operand(const char *text)
{
    return !text[strcspn(text, " +-/%<>?")];
}

static const char *operand(struct kp_emitter *e, const char *text)
{
    return is_operand(text) ? text : kp_sprintf(e->u->arena, "(%s)", text);
}

static bool add_register(struct kp_emitter *e, const struct kp_site *s)
{
    struct kp_reg r = {.site = s};
    const char *name = kp_name(e->names, kp_sprintf(e->u->arena, "kp_r%zu", e->regs.n));
    const char *size = NULL, *index = NULL;

    if (!s->type_text)
        return kp_cannot(e, KP_CODE_KP606, s->node, kp_span_text(e->u, s->node->span));
    for (size_t i = 0; i < s->loops.n; i++) {
        const struct kp_copy_loop *cl = copy_loop_of(e, s->loops.v[i]);
        const char *trips, *counter;

        if (!cl || (!cl->trips_text && cl->trips < 1) || cl->node->first->kind != KP_DECL_STMT)
            return kp_cannot(e, KP_CODE_KP504, s->loops.v[i],
                             "the copy loop has no constant number of trips");
        trips = trips_text(e, cl);
        counter = counter_of(e, cl);
        index = index ? kp_sprintf(e->u->arena, "%s * %s + %s", operand(e, index),
                                   operand(e, trips), counter)
                      : counter;
        size =
            size ? kp_sprintf(e->u->arena, "%s * %s", operand(e, size), operand(e, trips)) : trips;
    }
    r.use = size ? kp_sprintf(e->u->arena, "%s[%s]", name, index) : name;
    r.declaration = size ? kp_sprintf(e->u->arena, "%s %s[%s];", s->type_text, name, size)
                         : kp_sprintf(e->u->arena, "%s %s;", s->type_text, name);
    kp_push(e->u->arena, &e->regs, r);
    return true;
}

bool kp_find_registers(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->sites.n; i++) {
        const struct kp_leaf *leaf = kp_leaf_of(e, e->l->sites.v[i].node);

        if (leaf && leaf->store == KP_LEAF_KEEP && !add_register(e, &e->l->sites.v[i]))
            return false;
    }
    return true;
}

const struct kp_reg *kp_reg_of(const struct kp_emitter *e, const struct kp_site *s)
{
    for (size_t i = 0; i < e->regs.n; i++)
        if (e->regs.v[i].site == s)
            return &e->regs.v[i];
    return NULL;
}

/* ---- kp_fetch's own statements ------------------------------------------------------------ */

static const char *conditions_of(struct kp_emitter *e, const struct kp_site *s)
{
    struct kp_str out = kp_str_new(e->u->arena);

    for (size_t i = 0; i < s->conds.n; i++) {
        const struct kp_guard *g = &s->conds.v[i];
        const char *text = kp_span_text(e->u, g->cond->span);
        bool bare = s->conds.n == 1 && !g->negated;

        kp_str_addf(&out, bare ? "%s%s%s" : "%s%s(%s)", i ? " && " : "", g->negated ? "!" : "",
                    text);
        if (bare)
            break;
    }
    return s->conds.n ? kp_sprintf(e->u->arena, "if (%s) ", kp_str_text(&out)) : "";
}

const char *kp_fetch_text(struct kp_emitter *e, const struct kp_leaf *leaf)
{
    struct kp_str out = kp_str_new(e->u->arena);
    const char *indent = kp_indent_of(e->u, leaf->node->span.begin);
    bool alone = leaf->node->parent->kind == KP_COMPOUND;
    int n = 0;

    for (size_t i = 0; i < e->regs.n; i++) {
        const struct kp_site *s = e->regs.v[i].site;

        if (!kp_is_inside(s->node, leaf->node))
            continue;
        if (n++)
            kp_str_addf(&out, "%s%s", alone ? e->nl : " ", alone ? indent : "");
        kp_str_addf(&out, "%s%s = %s;", conditions_of(e, s), e->regs.v[i].use,
                    kp_span_text(e->u, s->node->span));
    }
    return alone || n < 2 ? kp_str_text(&out)
                          : kp_sprintf(e->u->arena, "{ %s }", kp_str_text(&out));
}

/* ---- loops with a constant number of trips ------------------------------------------------ */

static const char *unroll_line(struct kp_emitter *e, const struct kp_node *loop)
{
    bool at_margin = strstr(e->u->source.text, "\n#pragma unroll") != NULL;

    return kp_sprintf(e->u->arena, "%s#pragma unroll%s",
                      at_margin ? "" : kp_indent_of(e->u, loop->span.begin), e->nl);
}

static void patch_unroll(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *loop)
{
    struct kp_span pragma = kp_pragma_before(e->u, loop);
    uint32_t at = loop->span.begin;

    if (pragma.end > pragma.begin)
        kp_patch(e->u, p, pragma.begin, pragma.end, "#pragma unroll");
    else if (kp_heads_line(e->u, at))
        kp_patch(e->u, p, kp_line_begin(e->u, at), kp_line_begin(e->u, at), unroll_line(e, loop));
    else
        kp_patch(e->u, p, at, at, "_Pragma(\"unroll\") ");
}

/* for (int i = t; i < N; i += S)  ->  for (int i = t, kp_i = 0; kp_i < trips; i += S, ++kp_i)
 * with the old condition inside when not every thread makes all trips. */
static void patch_header(struct kp_emitter *e, struct kp_patches *p, const struct kp_copy_loop *cl)
{
    struct kp_unit *u = e->u;
    const struct kp_node *cond = kp_child(cl->node, 1), *step = kp_child(cl->node, 2),
                         *body = cl->node->last;
    const char *counter = counter_of(e, cl);
    uint32_t init_end = kp_stmt_end(u, cl->node->first) - 1;

    kp_patch(u, p, init_end, init_end, kp_sprintf(u->arena, ", %s = 0", counter));
    kp_patch(u, p, step->span.end, step->span.end, kp_sprintf(u->arena, ", ++%s", counter));
    if (cl->exact)
        return;
    kp_patch(u, p, cond->span.begin, cond->span.end,
             kp_sprintf(u->arena, "%s < %s", counter, trips_text(e, cl)));
    kp_patch(u, p, body->span.begin, body->span.begin,
             kp_sprintf(u->arena, "if (%s) ", kp_span_text(u, cond->span)));
}

void kp_patch_counters(struct kp_emitter *e, struct kp_patches *p)
{
    struct kp_nodes done = {0};

    for (size_t i = 0; i < e->regs.n; i++)
        for (size_t k = 0; k < e->regs.v[i].site->loops.n; k++) {
            const struct kp_copy_loop *cl = copy_loop_of(e, e->regs.v[i].site->loops.v[k]);

            if (kp_has_node(&done, cl->node))
                continue;
            kp_add_node(e->u, &done, cl->node);
            patch_unroll(e, p, cl->node);
            if (!counts_itself(cl))
                patch_header(e, p, cl);
        }
}
