/* Sizes at which versions are timed: they keep a GPU busy, take some time, and fit into memory. */
#include "draft/parts.h"

enum {
    USUAL = 1024,
    FEW_BLOCKS = 264, /* two for each multiprocessor of a large GPU */
    MOST_TRIES = 32,
    LEAST_TILES = 8
};

/* Warp instructions of some tenths of a millisecond, and of a few, on such a GPU; bytes of all
 * arrays. */
static const double few_steps = 5e7, many_steps = 6e8, many_bytes = 1e9;

struct search {
    struct kp_drafter *x;
    struct kp_case *c;
    double steps; /* per block and tile */
};

struct load {
    double blocks, steps, bytes;
};

static int64_t round_up(int64_t v, int64_t to)
{
    return (v + to - 1) / to * to;
}

int64_t kp_draft_large(const struct kp_draft_size *s)
{
    return s->large ? s->large : s->known ? s->known : round_up(USUAL, s->multiple);
}

static double tiles(const struct kp_drafter *x, int64_t size)
{
    return x->tile_size ? (double)size / (double)x->tile_step : 1;
}

static bool measure(const struct search *s, enum kp_case_at at, struct load *l)
{
    struct kp_drafter *x = s->x;
    struct kp_case_data d;
    int64_t walked = 0;

    *l = (struct load){0};
    for (size_t k = 0; k < x->sizes.n; k++) {
        const struct kp_draft_size *z = kp_draft_leader(x, k);
        int64_t v = at == KP_CASE_SMALL ? z->small : kp_draft_large(z);
        kp_case_fix_size(s->c, x->sizes.v[k].name, kp_sprintf(x->arena, "%lld", (long long)v));
        walked = x->tile_size == k + 1 ? v : walked;
    }
    if (kp_case_bind(s->c, at, NULL, 0) || kp_case_launch(s->c, x->arena, &d))
        return false;
    l->blocks = (double)d.grid[0] * d.grid[1] * d.grid[2];
    l->steps = s->steps * l->blocks * tiles(x, walked);
    for (size_t k = 0; k < x->args.n; k++) {
        const struct kp_draft_arg *a = &x->args.v[k];
        struct kp_number v = {false, 0, 0};
        if (!a->is_array || !a->count)
            continue;
        if (kp_case_eval(s->c, x->arena, (struct kp_case_text){.s = a->count}, &v))
            return false;
        l->bytes += (double)v.i * (double)kp_case_type_size(a->type);
    }
    return l->blocks > 0;
}

/* Leading dimensions are no less than the others. */
static void lead(struct kp_drafter *x)
{
    int64_t most = 0;

    for (size_t k = 0; k < x->sizes.n; k++)
        if (!x->sizes.v[k].is_leading && kp_draft_large(kp_draft_leader(x, k)) > most)
            most = kp_draft_large(kp_draft_leader(x, k));
    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        if (s->is_leading && kp_draft_large(s) < most)
            s->large = round_up(most, s->multiple);
    }
}

/* Twice or half a size; 0: it cannot be that. */
static int64_t scaled(const struct kp_draft_size *s, bool up)
{
    int64_t v = kp_draft_large(s);

    if (!kp_draft_is_free(s))
        return 0;
    if (up)
        return v > 1 << 24 ? 0 : round_up(2 * v, s->multiple);
    return v / 2 < s->multiple ? 0 : round_up(v / 2, s->multiple);
}

static bool is_better(const struct load *now, const struct load *then, const struct load *best,
                      bool up)
{
    if (up)
        return then->blocks > now->blocks && (!best->blocks || then->blocks < best->blocks);
    return then->bytes < now->bytes && (!best->blocks || then->bytes < best->bytes);
}

static bool is_equal(const struct load *then, const struct load *best, bool up)
{
    return up ? then->blocks == best->blocks : then->bytes == best->bytes;
}

/* Scales the size that changes the number of blocks, or, down, the bytes; the one that counts tiles
 * only where it is the only one. Of those that do as much the smaller (down: the larger) one. */
static bool scale_other(struct search *s, const struct load *now, bool up)
{
    struct kp_drafter *x = s->x;
    size_t found = x->sizes.n;
    int64_t best_value = 0;
    struct load best = {0}, then;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *z = &x->sizes.v[k];
        int64_t before = z->large, v = scaled(z, up);
        if (!v || z->is_leading || (x->tile_size == k + 1 && x->sizes.n > 1))
            continue;
        z->large = v;
        if (measure(s, KP_CASE_LARGE, &then) && (!up || then.bytes < many_bytes) &&
            (is_better(now, &then, &best, up) ||
             (is_equal(&then, &best, up) && (v < best_value) == up))) {
            best = then;
            best_value = v;
            found = k;
        }
        z->large = before;
    }
    if (found < x->sizes.n)
        x->sizes.v[found].large = best_value;
    return found < x->sizes.n;
}

static bool scale_tiles(struct search *s, bool up)
{
    struct kp_drafter *x = s->x;
    struct kp_draft_size *z = x->tile_size ? &x->sizes.v[x->tile_size - 1] : NULL;
    int64_t v = z && x->sizes.n > 1 ? scaled(z, up) : 0;

    if (!v || (!up && v < LEAST_TILES * x->tile_step))
        return false;
    z->large = v;
    return true;
}

/* Where so large a launch is none: a block of too many threads, more shared memory than there is.
 */
static bool halve_largest(struct kp_drafter *x)
{
    struct kp_draft_size *most = NULL;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *z = &x->sizes.v[k];
        if (!z->known && scaled(z, false) && (!most || kp_draft_large(z) > kp_draft_large(most)))
            most = z;
    }
    if (most)
        most->large = scaled(most, false);
    return most;
}

static bool improve(struct search *s)
{
    struct load now;

    if (!measure(s, KP_CASE_LARGE, &now))
        return halve_largest(s->x);
    if (now.bytes > many_bytes)
        return scale_other(s, &now, false) || scale_tiles(s, false);
    if (!s->steps)
        return false;
    if (now.blocks < FEW_BLOCKS)
        return scale_other(s, &now, true);
    if (now.steps > many_steps)
        return scale_tiles(s, false);
    if (now.steps < few_steps)
        return scale_tiles(s, true) || scale_other(s, &now, true);
    return false;
}

/* The draft with the small sizes alone: the large ones may be too many for a case file yet. */
static struct kp_case *small_case(struct kp_drafter *x)
{
    int64_t *large = kp_new_array(x->arena, int64_t, x->sizes.n + 1);
    const char *error;
    struct kp_case *c;

    for (size_t k = 0; k < x->sizes.n; k++) {
        large[k] = x->sizes.v[k].large;
        x->sizes.v[k].large = x->sizes.v[k].small;
    }
    c = kp_case_read_text(x->arena, "draft", kp_draft_text(x, false), &error);
    for (size_t k = 0; k < x->sizes.n; k++)
        x->sizes.v[k].large = large[k];
    return c;
}

bool kp_draft_guessed_count(const struct kp_drafter *x)
{
    for (size_t k = 0; k < x->args.n; k++)
        if (x->args.v[k].is_array && x->args.v[k].count_guessed)
            return true;
    return false;
}

/* A guessed count holds for sizes in the order in which they were tried: a kernel for square
 * matrices reads and writes past N * N elements once M is larger than N. */
static void keep_order(struct kp_drafter *x)
{
    for (size_t i = 0; i < x->sizes.n; i++)
        for (size_t k = 0; k < x->sizes.n; k++) {
            struct kp_draft_size *a = &x->sizes.v[i];
            const struct kp_draft_size *b = &x->sizes.v[k];
            int64_t most = kp_draft_large(b) / a->multiple * a->multiple;

            if (kp_draft_is_free(a) && x->tile_size != i + 1 && x->tile_size != k + 1 &&
                !a->known && a->small < b->small && kp_draft_large(a) > most && most >= a->small)
                a->large = most;
        }
}

void kp_draft_large_sizes(struct kp_drafter *x, uint64_t steps)
{
    struct search s = {.x = x, .c = small_case(x), .steps = 1};
    struct load small;

    if (!s.c || !measure(&s, KP_CASE_SMALL, &small) || !small.steps)
        return;
    s.steps = (double)steps / small.steps;
    for (unsigned k = 0; k < MOST_TRIES && improve(&s); k++)
        lead(x);
    if (kp_draft_guessed_count(x))
        keep_order(x);
    for (size_t k = 0; k < x->sizes.n && steps; k++) {
        const struct kp_draft_size *z = &x->sizes.v[k];
        if (z->known && z->large && z->large != z->known)
            kp_draft_guess(
                x, "size %s: timed with %lld, since the host's %lld is not suitable for timing",
                z->name, (long long)z->large, (long long)z->known);
    }
}
