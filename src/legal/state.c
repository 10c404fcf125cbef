/* Rules about the state that the load cursor moves: it moves by plain statements and under its own
 * name, so that lambdas, parameters and copies of it mean what the text says. */
#include "legal/legal.h"
#include "model/own_text.h"

/* ---- conditions without side effects ------------------------------------------------------- */

static bool is_plain_step(const struct kp_node *loop)
{
    const struct kp_node *init = kp_loop_init(loop);
    struct kp_counted c;

    if (!kp_loop_step(loop))
        return true;
    return kp_counts(loop, &c) && init && !(c.by && kp_writes_by_itself(c.by)) &&
           (kp_declared_in(c.v, init) || c.from);
}

/* True if what a header begins with changes variables other than those that it sets. */
static bool is_busy_init(const struct kp_node *init)
{
    if (init && init->kind == KP_BINARY && init->op == KP_OP_COMMA)
        return is_busy_init(init->first) || is_busy_init(init->last);
    if (init && init->kind == KP_ASSIGN && init->op == KP_OP_ASSIGN && init->first->kind == KP_REF)
        return kp_writes_by_itself(init->last);
    return init && kp_writes_by_itself(init);
}

/* A condition or header in the load phase is evaluated in both of its halves. */
static const struct kp_node *busy_condition(const struct kp_node *n)
{
    const struct kp_node *cond = n->kind == KP_IF                           ? kp_child(n, 1)
                                 : kp_is_loop(n) && n->kind != KP_RANGE_FOR ? kp_loop_condition(n)
                                                                            : NULL;
    const struct kp_node *found;

    if (cond && kp_writes_by_itself(cond))
        return cond;
    if (n->kind == KP_FOR && (!is_plain_step(n) || is_busy_init(kp_loop_init(n))))
        return n;
    kp_each_child(c, n) if ((found = busy_condition(c))) return found;
    return NULL;
}

void kp_legal_plain_conditions(struct kp_judge *j)
{
    const struct kp_node *busy = NULL;

    for (size_t i = 0; i < j->l->stmts.n && !busy; i++)
        if (j->l->stmts.v[i].in_load)
            busy = busy_condition(j->l->stmts.v[i].node);
    for (size_t i = 0; i < j->l->sites.n && !busy; i++)
        if (kp_writes_by_itself(kp_site_value(&j->l->sites.v[i])))
            busy = j->l->sites.v[i].node;
    if (busy)
        kp_refusal_note(
            j->u, kp_refuse(j->u, j->l, KP_CODE_KP303, busy, kp_node_text(j->u, busy)), busy,
            busy->kind == KP_FOR ? "the header is evaluated twice: change variables other than the "
                                   "counter in a statement of the body"
                                 : "it would be evaluated twice: store in a separate statement");
}

/* ---- state under its own name -------------------------------------------------------------- */

static bool moves_in_load(const struct kp_loop *l, const struct kp_sym *sym)
{
    if (kp_is_header_state(l, sym))
        return true;
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load && kp_store_to(&l->stmts.v[i].effects, sym, KP_SPACE_LOCAL))
            return true;
    return false;
}

/* True if a closure names the variable. */
static bool is_captured(const struct kp_node *n, const struct kp_sym *sym)
{
    if (n->kind == KP_LAMBDA)
        return kp_count_refs(n, sym) > 0;
    kp_each_child(c, n) if (is_captured(c, sym)) return true;
    return false;
}

/* True if a pointer or a reference means it, or a closure. */
static bool has_another_name(struct kp_func *f, const struct kp_sym *sym)
{
    const struct kp_pointing_list *all = kp_pointing_in(f);

    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->v[i].to->list.n; k++)
            if (all->v[i].to->list.v[k].sym == sym)
                return true;
    return is_captured(f->body, sym);
}

/* A callee that reads a variable that has no other name does so by the argument that names it. One
 * that sets a variable of the body goes with all of its statement. */
static bool by_name(const struct kp_judge *j, const struct kp_access *a, const struct kp_stmt *stmt)
{
    bool moves_whole = stmt && !stmt->in_compute && kp_declared_in(a->base, j->l->node) &&
                       !kp_is_header_state(j->l, a->base);

    return kp_count_refs(a->at, a->base) &&
           (!a->in || ((a->mode == KP_READ || moves_whole) && !has_another_name(j->f, a->base)));
}

/* A variable that lives in one statement goes where that goes. */
static bool is_of(const struct kp_stmt *stmt, const struct kp_sym *sym)
{
    return stmt && stmt->node->kind != KP_DECL_STMT && kp_declared_in(sym, stmt->node);
}

/* stmt: whose effects they are, NULL for the header. */
static bool judge_effects(struct kp_judge *j, const struct kp_effects *e,
                          const struct kp_stmt *stmt)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (a->space != KP_SPACE_LOCAL || !a->base || by_name(j, a, stmt) ||
            a->at == a->base->decl || is_of(stmt, a->base) || !moves_in_load(j->l, a->base))
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP304, a->at, a->base->name);
        return true;
    }
    return false;
}

void kp_legal_state_by_name(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        if (judge_effects(j, &j->l->stmts.v[i].effects, &j->l->stmts.v[i]))
            return;
    judge_effects(j, &j->l->header, NULL);
}
