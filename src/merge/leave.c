/* A `return` after everything that the block does together ends one sub-block: it becomes
 * `continue` in the loop over sub-blocks. Before a barrier that would be wrong, because all threads
 * of a sub-block must take part in the common loads. */
#include "merge/merging.h"

#include "emit/emit.h"
#include "model/access.h"
#include "model/own_text.h"

bool kp_begins_tail(struct kp_merging *m, const struct kp_node *n)
{
    for (const struct kp_node *c = n; c; c = c->next) {
        struct kp_effects e = {0};

        kp_effects_of(m->f, c, &e);
        for (size_t i = 0; i < e.control.n; i++)
            if (e.control.v[i].what & (KP_CTL_BARRIER | KP_CTL_WARP))
                return false;
    }
    return true;
}

static const char WORD[] = "return";

bool kp_returns_can_continue(const struct kp_merging *m, const struct kp_node *n)
{
    const char *text = m->u->source.text + n->span.begin;

    if (n->kind != KP_RETURN || n->file || n->from_macro || !kp_owns_text(m->u, n) ||
        (n->first && n->first->kind != KP_NONE) || !kp_starts_with(text, WORD))
        return false;
    for (n = n->parent; n && n != m->f->body; n = n->parent)
        if (n->kind != KP_COMPOUND && n->kind != KP_IF)
            return false; /* it would continue that */
    return n != NULL;
}

void kp_print_returns(struct kp_merging *m, const struct kp_node *n, struct kp_patches *p)
{
    kp_each_below(x, n) if (x->kind == KP_RETURN)
        kp_patch(m->u, p, x->span.begin, x->span.begin + (uint32_t)strlen(WORD), "continue");
}
