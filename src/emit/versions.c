/* A loop whose copies are wide where a test holds that all threads answer alike: beside it stands
 * the loop as the user wrote it, which knows one stage of each tile. */
#include "emit/emit.h"

/* A tile whose declaration has several stages now: its name means the first. Elsewhere the name is
 * the user's own, and that is the first. */
static bool is_renamed(const struct kp_bound *b)
{
    return !b->is_alias && !b->home->is_dynamic;
}

void kp_add_versions(struct kp_emitter *e, struct kp_str *out, const char *pipelined)
{
    kp_line(e, out, 0, "if (%s) {", e->versions->flag);
    kp_str_add(out, kp_indented(e->u, pipelined, e->unit));
    kp_line(e, out, 0, "} else {");
    for (size_t i = 0; i < e->bound.n; i++)
        if (is_renamed(&e->bound.v[i]))
            kp_line(e, out, 1, "%s", kp_stage_of(e, &e->bound.v[i], "0"));
    kp_str_addf(out, "%s%s", kp_indented(e->u, e->versions->own, e->unit), e->nl);
    kp_line(e, out, 0, "}");
}
