/* The other text of a file whose output is taken, if any. */
#include "pipeline.h"
#include "texts/texts.h"

static bool judge_anew(struct kp_unit *u)
{
    u->loops.n = 0;
    u->funcs = NULL;
    return kp_pass_model(u) && kp_pass_legal(u);
}

static bool try_others(struct kp_unit *u)
{
    return kp_try_accessed(u) || kp_try_expanded(u) || kp_try_respelled(u) || kp_try_nearer(u) ||
           kp_try_apart(u) || kp_try_direct(u) || kp_try_unstaged(u) || kp_try_choosing(u) ||
           kp_try_merged(u) || kp_try_laid_out(u) || kp_try_laying(u) || kp_try_clones(u) ||
           kp_try_batched(u) || kp_try_inlined(u) || kp_try_widened(u);
}

bool kp_take_other_text(struct kp_unit *u, bool *failed)
{
    bool is_taken;

    if (!u->is_inlined && !u->is_widened && !u->is_trial && kp_see_branches(u) && !judge_anew(u)) {
        *failed = true;
        return false;
    }
    is_taken = try_others(u);
    kp_unit_say_farthest(u);
    return is_taken;
}
