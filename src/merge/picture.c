/* Which of the merged blocks read which copy of a tile, for --explain. */
#include "merge/merging.h"

static unsigned axes_of(const struct kp_merging *m, const struct kp_tile *t)
{
    return m->varies[t->sym->id];
}

/* "As, Ws": the tiles that differ along these axes and no others. */
static const char *tiles_along(const struct kp_merging *m, const struct kp_loop *l, unsigned along)
{
    struct kp_str s = kp_str_new(m->u->arena);

    for (size_t i = 0; i < l->tiles.n; i++)
        if (axes_of(m, l->tiles.v[i]) == along)
            kp_str_addf(&s, "%s%s", s.n ? ", " : "", l->tiles.v[i]->sym->name);
    return kp_str_text(&s);
}

/* "As[0]", or spaces as wide. */
static const char *label(const struct kp_merging *m, const char *names, int i)
{
    return *names ? kp_sprintf(m->u->arena, "%s[%d]", names, i) : "";
}

static const char BLOCK[] = "block";

/* Rows of blocks along y, and along x in each row; tiles that differ along one axis are shown at
 * that axis. */
static void add_plane(const struct kp_merging *m, const struct kp_loop *l, struct kp_str *s)
{
    const char *down = m->all & KP_ALONG_Y ? tiles_along(m, l, KP_ALONG_Y) : "",
               *across = m->all & KP_ALONG_X ? tiles_along(m, l, KP_ALONG_X) : "";
    int left = (int)strlen(label(m, down, m->factor[1] - 1)),
        wide = (int)strlen(label(m, across, m->factor[0] - 1));

    wide = wide > (int)strlen(BLOCK) ? wide : (int)strlen(BLOCK);
    if (*across) {
        kp_str_addf(s, "    %*s", left, "");
        for (int x = 0; x < m->factor[0]; x++)
            kp_str_addf(s, "  %*s", wide, label(m, across, x));
        kp_str_add(s, "\n");
    }
    for (int y = 0; y < m->factor[1]; y++) {
        kp_str_addf(s, "    %*s", left, label(m, down, y));
        for (int x = 0; x < m->factor[0]; x++)
            kp_str_addf(s, "  %*s", wide, BLOCK);
        kp_str_add(s, "\n");
    }
}

const char *kp_merge_picture(const struct kp_merging *m, const struct kp_loop *l)
{
    struct kp_str s = kp_str_new(m->u->arena);
    int all = kp_merged_copies(m, m->all);

    kp_str_addf(&s, "  %s:\n", kp_merge_words(m));
    add_plane(m, l, &s);
    if (m->factor[2] > 1)
        kp_str_addf(&s, "    %d times, along z\n", m->factor[2]);
    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];
        int n = kp_merged_copies(m, axes_of(m, t));

        kp_str_addf(&s, "    %s: loaded %d time%s for %d blocks\n", t->sym->name, n,
                    n > 1 ? "s" : "", all);
    }
    return kp_str_text(&s);
}
