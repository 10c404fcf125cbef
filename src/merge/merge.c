#include "merge/merging.h"

#include "emit/emit.h"

#define MERGED "blocks merged into one"

const char *kp_merge_words(const struct kp_merging *m)
{
    return kp_sprintf(
        m->u->arena, "%s " MERGED,
        kp_merge_text(m->u->arena, (struct kp_merge){m->factor[0], m->factor[1], m->factor[2]}));
}

/* True if an earlier run has merged the kernel's blocks: kpipe's comment is at the head of the
 * body. */
static bool is_merged(struct kp_merging *m)
{
    const struct kp_node *body = m->f->body;
    const char *head =
        body && body->first
            ? kp_span_text(m->u, (struct kp_span){body->span.begin, body->first->span.begin})
            : "";

    return strstr(head, "// kpipe ") && strstr(head, MERGED);
}

static bool merge(struct kp_merging *m)
{
    if (!kp_may_be_merged(m))
        return false;
    kp_find_regions(m);
    return kp_can_be_printed(m);
}

static unsigned axes_of(struct kp_merge by)
{
    unsigned along = 0;

    for (int a = 0; a < KP_AXES; a++)
        along |= kp_merged_along(by, a) > 1 ? 1u << a : 0;
    return along;
}

const char *kp_merge_blocks(struct kp_unit *u, struct kp_merged *loops, size_t *size)
{
    struct kp_patches patches = {0};
    struct kp_names *names = kp_names_new(u);
    bool any = false;
    const char *text;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_request request = kp_request_at(u, i);
        struct kp_merge by = request.merge;
        struct kp_merging m = {
            .u = u,
            .l = kp_legal_loop(u, u->loops.v[i]->function),
            .factor = {kp_merged_along(by, 0), kp_merged_along(by, 1), kp_merged_along(by, 2)},
            .why = &loops[i].why,
            .patches = &patches,
            .given = names};

        if (request.leave || !m.l || !axes_of(by) || !kp_is_first_loop(u, i))
            continue;
        m.all = axes_of(by);
        m.f = kp_func_get(u, m.l->function, false);
        m.unit = kp_indent_unit(u, m.l->node);
        if (is_merged(&m) || !merge(&m))
            continue;
        kp_print_merged(&m);
        for (size_t k = i; k < u->loops.n; k++)
            if (u->loops.v[k]->function == m.l->function && u->loops.v[k]->tiles.n) {
                loops[k].words = kp_merge_words(&m);
                loops[k].picture = kp_merge_picture(&m, u->loops.v[k]);
                loops[k].by = by;
            }
        any = true;
    }
    if (!any)
        return NULL;
    text = kp_render(u, (struct kp_span){0, u->source.size}, &patches);
    *size = strlen(text);
    return text;
}
