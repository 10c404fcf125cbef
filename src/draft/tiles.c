/* What a proof will launch: how many tiles, and which sizes are one number. */
#include "draft/probe.h"

enum { MOST_LEAST = 3, MOST_PARTS = 4, MANY = 25 }; /* MANY: a proof of eight stages runs as many */

/* True if the original bears so many elements of the size that counts tiles. */
static bool bears(struct probe *p, int64_t value, const char **why)
{
    struct kp_draft_size *s = &p->x->sizes.v[p->x->tile_size - 1];
    int64_t small = s->small;
    uint64_t steps = p->steps;
    struct kp_case_data d;
    struct kp_case *c;
    bool ok;

    s->small = value;
    c = kp_probe_case(p->x, false, why);
    ok = c && (kp_case_launch(c, p->x->arena, &d) || !d.grid[0] || !d.grid[1] || !d.grid[2] ||
               kp_probe_runs(p, why, false));
    s->small = small;
    p->steps = steps;
    return ok;
}

/* The same, or it leaves elements alone that others write. */
static bool nearly_bears(struct probe *p, int64_t value, const char **why)
{
    return bears(p, value, why) || p->has_holes;
}

/* True if it bears the next so many, as `kpipe verify` will have them. */
static bool bears_more(struct probe *p, int64_t step, const char **why)
{
    struct kp_drafter *x = p->x;

    for (int64_t n = 1; x->tile_size && n <= MOST_PARTS; n++)
        if (!nearly_bears(p, (x->least_tiles + n) * step, why))
            return false;
    return !x->tile_size || x->sizes.n < 2 || nearly_bears(p, MANY * step, why);
}

/* Where the size also covers the grid, in whole blocks, it grows by a block's part. */
static void coarser_tiles(struct probe *p)
{
    struct kp_drafter *x = p->x;
    int64_t multiple = x->tile_size ? x->sizes.v[x->tile_size - 1].multiple : 0;
    const char *why;

    if (multiple > x->tile_step && multiple % x->tile_step == 0 &&
        !bears_more(p, x->tile_step, &why) && bears_more(p, multiple, &why))
        x->tile_step = multiple;
}

/* `kpipe verify` runs no tile, one, two, .. and many; where the original does not bear the first of
 * them, the case says how many there are at least. */
static void least_tiles(struct probe *p)
{
    struct kp_drafter *x = p->x;
    const char *why, *first = NULL;

    if (!x->tile_size)
        return;
    for (x->least_tiles = 0; x->least_tiles <= MOST_LEAST; x->least_tiles++) {
        if (bears(p, x->least_tiles * x->tile_step, &why))
            break;
        first = first ? first : why;
    }
    if (x->least_tiles && x->least_tiles <= MOST_LEAST)
        kp_draft_guess(x, "at least %lld tiles: with fewer the kernel does not run clean: %s",
                       (long long)x->least_tiles, first);
    if (x->least_tiles <= MOST_LEAST)
        return;
    kp_draft_guess(x, "tiles are not counted: with %s = 0 the kernel does not run clean: %s",
                   x->sizes.v[x->tile_size - 1].name, first);
    x->tile_size = 0;
    x->least_tiles = 0;
}

/* Where a last tile in part is not borne behind any number of others, tiles are full. */
void kp_probe_narrow_tiles(struct probe *p)
{
    struct kp_drafter *x = p->x;
    struct kp_draft_size *s = x->tile_size ? &x->sizes.v[x->tile_size - 1] : NULL;
    const char *why = NULL;
    bool ok = true;

    if (!s || !x->any_tile_size || x->tile_step < 2)
        return;
    for (int64_t n = x->least_tiles; n < MOST_PARTS && ok; n++)
        ok = bears(p, n * x->tile_step + 1, &why) &&
             bears(p, n * x->tile_step + 1 + (5 * n + 6) % (x->tile_step - 1), &why) &&
             bears(p, (n + 1) * x->tile_step - 1, &why);
    if (ok)
        return;
    x->any_tile_size = false;
    s->small = (s->small + s->multiple - 1) / s->multiple * s->multiple;
    kp_draft_guess(x, "size %s: a multiple of %lld: with others the kernel does not run clean: %s",
                   s->name, (long long)x->tile_step, why);
}

/* ---- sizes that have to be equal ---- */

static void tie(struct kp_drafter *x, size_t k, size_t to)
{
    struct kp_draft_size *s = &x->sizes.v[to];

    x->sizes.v[k].same_as = to + 1;
    kp_draft_divide_size(s, x->sizes.v[k].multiple);
    s->small = (s->small + s->multiple - 1) / s->multiple * s->multiple;
}

static bool can_be_tied(const struct kp_drafter *x, size_t k, size_t to)
{
    return k != to && kp_draft_is_free(&x->sizes.v[k]) && !x->sizes.v[k].is_leading;
}

static bool is_borne(struct probe *p, struct kp_case *c)
{
    const char *why;

    if (kp_probe_attempt(p, c))
        return false;
    least_tiles(p);
    return bears_more(p, p->x->tile_step, &why);
}

bool kp_probe_tie_sizes(struct probe *p, struct kp_case *c)
{
    struct kp_drafter *x = p->x;
    size_t to = x->tile_size ? x->tile_size - 1 : 0;
    const struct kp_draft_state before = kp_probe_save(x);

    for (size_t k = 0; k < x->sizes.n && !kp_probe_is_spent(p); k++) {
        if (!can_be_tied(x, k, to))
            continue;
        tie(x, k, to);
        if (is_borne(p, c)) {
            kp_draft_guess(x,
                           "size %s is the same as %s: with others the kernel does not run clean",
                           x->sizes.v[k].name, x->sizes.v[to].name);
            return true;
        }
        kp_probe_restore(x, &before);
    }
    for (size_t k = 0; k < x->sizes.n; k++)
        if (can_be_tied(x, k, to))
            tie(x, k, to);
    if (x->sizes.n > 2 && !kp_probe_is_spent(p) && is_borne(p, c)) {
        kp_draft_guess(x, "all sizes are the same: with others the kernel does not run clean");
        return true;
    }
    kp_probe_restore(x, &before);
    return false;
}

void kp_probe_tiles(struct probe *p, struct kp_case *c)
{
    const char *why;

    coarser_tiles(p);
    least_tiles(p);
    if (!bears_more(p, p->x->tile_step, &why))
        kp_probe_tie_sizes(p, c);
}
