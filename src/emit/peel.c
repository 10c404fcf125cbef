/* A copy loop whose number of trips is not known: kp_fetch makes the first ones, and kp_store makes
 * them too, from registers, and behind them all others as they were written:
 *
 *     {
 *         int i = t;
 *     #pragma unroll
 *         for (int kp_i = 0; kp_i < 4 && i < n; i += blockDim.x, ++kp_i)
 *             tile[i] = 2 * kp_r0[kp_i];
 *         for (; i < n; i += blockDim.x)
 *             tile[i] = 2 * x[i];
 *     }
 *
 * Both halves ask the user's own condition before each trip and none after it was false, so trip
 * number j is the same in fetch and store, and is one that the original makes. */
#include "emit/emit.h"

bool kp_is_around_register(const struct kp_emitter *e, const struct kp_node *loop)
{
    for (size_t i = 0; i < e->regs.n; i++)
        for (size_t k = 0; k < e->regs.v[i].site->loops.n; k++)
            if (e->regs.v[i].site->loops.v[k] == loop)
                return true;
    return false;
}

bool kp_is_peeled_at(const struct kp_emitter *e, const struct kp_node *loop)
{
    const struct kp_copy_loop *cl = kp_copy_loop_at(e->l, loop);

    return cl && cl->staged > 0;
}

static bool holds_peeled(const struct kp_emitter *e, const struct kp_node *loop)
{
    for (size_t i = 0; i < e->l->copy_loops.n; i++)
        if (e->l->copy_loops.v[i].staged && e->l->copy_loops.v[i].node != loop &&
            kp_is_inside(e->l->copy_loops.v[i].node, loop))
            return true;
    return false;
}

bool kp_is_in_peeled(const struct kp_emitter *e, const struct kp_node *n)
{
    for (n = n->parent; n && n != e->body; n = n->parent)
        if (kp_is_peeled_at(e, n))
            return !holds_peeled(e, n);
    return false;
}

/* An asynchronous copy is started in kp_fetch, for all trips. */
bool kp_can_peel(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->copies.n; i++) {
        const struct kp_copy *c = &e->l->copies.v[i];

        for (size_t k = 0; kp_is_async(c->tile) && k < c->loops.n; k++)
            if (kp_is_peeled_at(e, c->loops.v[k]) && kp_is_around_register(e, c->loops.v[k]))
                return kp_cannot(e, KP_CODE_KP504, c->loops.v[k],
                                 "the copy loop fills another tile asynchronously");
    }
    return true;
}

/* A register that keeps its old value where a trip is not made is a move behind the load, and the
 * move waits for the load, in front of compute. Nobody reads that value. */
void kp_clear_registers(struct kp_emitter *e, struct kp_str *out)
{
    if (kp_is_hidden_function(e->u, e->l->function->decl, "memset"))
        return;
    for (size_t i = 0; i < e->regs.n; i++) {
        const struct kp_site *s = e->regs.v[i].site;
        bool is_peeled = false;

        for (size_t k = 0; k < s->loops.n; k++)
            is_peeled |= kp_is_peeled_at(e, s->loops.v[k]);
        if (is_peeled)
            kp_line(e, out, 1, "memset(%s, 0, sizeof(%s));", e->regs.v[i].name, e->regs.v[i].name);
    }
}

void kp_patch_peeled(struct kp_emitter *e, const struct kp_node *loop, struct kp_patches *first,
                     const struct kp_patches *more)
{
    struct kp_unit *u = e->u;
    const struct kp_copy_loop *cl = kp_copy_loop_at(e->l, loop);
    const struct kp_node *cond = kp_child(loop, 1), *step = kp_child(loop, 2);
    struct kp_span init = {loop->first->span.begin, kp_stmt_end(u, loop->first)};
    struct kp_span rest = {init.end, kp_stmt_end(u, loop)}, pragma = kp_pragma_before(u, loop);
    const char *counter = kp_counter_of(e, cl), *indent = kp_indent_of(u, loop->span.begin);
    const char *deeper = kp_sprintf(u->arena, "%s%s", indent, e->unit);
    bool has_pragma = pragma.end > pragma.begin,
         is_line = has_pragma && u->source.text[pragma.begin] == '#';
    uint32_t begin = has_pragma ? pragma.begin : loop->span.begin;
    struct kp_str inner = kp_str_new(u->arena);

    kp_patch(u, first, cond->span.begin, cond->span.begin,
             kp_sprintf(u->arena, "%s < %lld && ", counter, (long long)cl->staged));
    kp_patch(u, first, step->span.end, step->span.end, kp_sprintf(u->arena, ", ++%s", counter));
    kp_str_addf(&inner, "%s%s%s%s", indent, kp_own_counter(e, cl), kp_span_text(u, init), e->nl);
    kp_str_addf(&inner, "%s#pragma unroll%s", kp_pragma_indent(e, deeper), e->nl);
    kp_str_addf(&inner, "%sfor (int %s = 0;%s%s", indent, counter, kp_render(u, rest, first),
                e->nl);
    if (has_pragma)
        kp_str_addf(&inner, "%s%s%s", is_line ? kp_pragma_indent(e, deeper) : indent,
                    kp_span_text(u, pragma), e->nl);
    kp_str_addf(&inner, "%sfor (;%s", indent, kp_render(u, rest, more));
    kp_patch(u, first, begin, rest.end,
             kp_sprintf(u->arena, "{%s%s%s%s}", e->nl, kp_indented(u, kp_str_text(&inner), e->unit),
                        e->nl, indent));
}
