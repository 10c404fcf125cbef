/* Kernels whose blocks wait for each other: all of them have to be resident at once. */
#include "facts/waits.h"
#include "fn/callee.h"
#include "legal/legal.h"
#include "model/launched.h"
#include "model/together.h"

/* True for an access by which a thread may find what another block has stored meanwhile. */
static bool is_shared_with_others(const struct kp_unit *u, const struct kp_access *a)
{
    const struct kp_node *n = a->in ? a->in : a->at;
    const struct kp_call_rule *call = n->kind == KP_CALL ? kp_callee_rule(u, n) : NULL;
    struct kp_asm_rule as;

    if (a->space == KP_SPACE_SHARED || a->space == KP_SPACE_LOCAL)
        return false;
    return (a->mode & KP_ATOMIC) == KP_ATOMIC || (call && call->reads_again) ||
           (n->kind == KP_ASM &&
            (!n->name || !kp_rule_asm(u->rules, n->name, &as) || as.reads_again));
}

/* What the function, or one that it calls, would wait with; NULL: there is nothing of that kind. */
static const struct kp_node *means_to_wait(struct kp_func *f)
{
    const struct kp_unit *u = f->unit;
    struct kp_effects e = {0};
    const struct kp_control_place *p;

    kp_effects_of(f, f->body, &e);
    p = kp_find_control(&e, KP_CTL_BLOCKS | KP_CTL_ORDER | KP_CTL_ASM);
    if (p)
        return p->at;
    for (size_t i = 0; i < e.access.n; i++)
        if (is_shared_with_others(u, &e.access.v[i]))
            return e.access.v[i].at;
    return NULL;
}

/* What is not represented may be a loop of any kind around these means. */
static const struct kp_node *find_wait(struct kp_func *f)
{
    const struct kp_node *means = means_to_wait(f), *found = NULL;
    struct kp_fns fns = kp_fn_bodies(f->unit, f->sym);

    for (size_t i = 0; means && i < fns.n && !found; i++)
        found = fns.v[i]->unknown ? means : kp_waits_for_blocks(fns.v[i]);
    return fns.n ? found : means;
}

static const struct kp_node *waits_in(struct kp_unit *u, const struct kp_sym *s)
{
    struct kp_func *f = kp_func_get(u, s, false);

    if (!f)
        return s->decl;
    if (!f->is_wait_known)
        f->waits_at = find_wait(f);
    f->is_wait_known = true;
    return f->waits_at;
}

void kp_legal_no_spinning(struct kp_judge *j)
{
    bool unseen;
    struct kp_functions above = kp_functions_above(j->u, j->l, &unseen);

    for (size_t i = 0; i < above.list.n; i++) {
        const struct kp_sym *s = above.list.v[i];
        const struct kp_node *at = waits_in(j->u, s);

        if (!at && !(s->is_kernel && kp_may_be_launched_together(j->u, s)))
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP208, at, NULL);
        return;
    }
}
