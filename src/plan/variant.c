/* Which transport a tile may have: what speaks against cp.async and staging registers. */
#include "front/front.h"
#include "model/of_loop.h"
#include "plan/plan.h"

const struct kp_copy *kp_copy_of_site(const struct kp_loop *l, const struct kp_site *s)
{
    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];

        if (s->node == c->source || kp_is_inside(s->node, c->node) ||
            (c->temp_decl && kp_is_inside(s->node, c->temp_decl)))
            return c;
    }
    return NULL;
}

static const char *own_obstacle(const struct kp_unit *u, const struct kp_loop *l,
                                const struct kp_tile *t, const struct kp_target *target)
{
    if (!target->has_cp_async)
        return kp_sprintf(u->arena, "%s has no cp.async", target->arch);
    if (u->source.is_hip)
        return "the file is HIP's, which has no cp.async";
    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].tile == t && l->copies.v[i].not_async && !l->copies.v[i].spare)
            return l->copies.v[i].not_async;
    return NULL;
}

const struct kp_copy_loop *kp_shared_peeled_loop(const struct kp_loop *l, const struct kp_tile *t,
                                                 const struct kp_tile *other)
{
    for (size_t i = 0; i < l->copy_loops.n; i++) {
        bool fills = false, fills_other = false;

        for (size_t k = 0; k < l->copies.n; k++) {
            const struct kp_copy *c = &l->copies.v[k];
            bool is_inside = kp_is_inside(c->node, l->copy_loops.v[i].node);

            fills |= is_inside && c->tile == t;
            fills_other |= is_inside && c->tile == other;
        }
        if (fills && fills_other && kp_is_peeled(&l->copy_loops.v[i]))
            return &l->copy_loops.v[i];
    }
    return NULL;
}

const char *kp_no_async(const struct kp_unit *u, const struct kp_loop *l, const struct kp_tile *t,
                        const struct kp_target *target)
{
    const char *why = own_obstacle(u, l, t, target);

    for (size_t i = 0; !why && i < l->tiles.n; i++) {
        const struct kp_tile *other = l->tiles.v[i];
        const struct kp_copy_loop *shared = kp_shared_peeled_loop(l, t, other);

        if (shared && own_obstacle(u, l, other, target))
            why = kp_sprintf(u->arena, "the copy loop at line %u fills '%s' by registers",
                             kp_line_of(&u->source, shared->node->span.begin), other->sym->name);
    }
    return why;
}

/* A staging register per trip needs a number of trips at compile time. */
static const char *uneven_loop(const struct kp_unit *u, const struct kp_loop *l,
                               const struct kp_node *const *loops, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct kp_copy_loop *c = kp_copy_loop_at(l, loops[i]);

        if (!c || (!c->trips_text && !kp_is_peeled(c)))
            return kp_sprintf(
                u->arena,
                c && c->keeps ? "the copy loop at line %u has no constant number of trips and "
                                "keeps '%s' from one to the next, or for others"
                              : "the copy loop at line %u is not one whose trips can be counted",
                kp_line_of(&u->source, loops[i]->span.begin), c && c->keeps ? c->keeps->name : "");
    }
    return NULL;
}

const char *kp_no_registers(const struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_tile *t)
{
    const char *why = NULL;

    for (size_t i = 0; i < l->copies.n; i++) {
        if (l->copies.v[i].tile == t && l->copies.v[i].form == KP_COPY_HELPER)
            return "a function stores it, which cannot be cut into fetch and store";
        if (l->copies.v[i].tile == t && l->copies.v[i].form == KP_COPY_ASYNC)
            return "its copies are asynchronous as written";
    }
    for (size_t i = 0; !why && i < l->sites.n; i++) {
        const struct kp_copy *c = kp_copy_of_site(l, &l->sites.v[i]);

        if (!c || c->tile == t)
            why = uneven_loop(u, l, l->sites.v[i].loops.v, l->sites.v[i].loops.n);
    }
    return why;
}

/* -1: not known */
static int64_t staged_trips(const struct kp_copy_loop *cl)
{
    if (!cl)
        return -1;
    return kp_is_peeled(cl) ? cl->staged : cl->most ? cl->most : cl->trips;
}

bool kp_in_registers(const struct kp_loop *l, const struct kp_site *s)
{
    const struct kp_copy *c = kp_copy_of_site(l, s);

    return !c || c->tile->variant != KP_VARIANT_CP_ASYNC;
}

/* Of a read, -1: not known. */
static int64_t staged_bytes(const struct kp_loop *l, const struct kp_site *s, int64_t least)
{
    int64_t bytes = s->bytes >= 0 && s->bytes < least ? least : s->bytes;

    for (size_t k = 0; k < s->loops.n; k++) {
        int64_t trips = staged_trips(kp_copy_loop_at(l, s->loops.v[k]));

        if (trips < 0 || bytes < 0 || __builtin_mul_overflow(bytes, trips, &bytes))
            return -1;
    }
    return bytes;
}

/* -1 if one of them is. */
static int64_t sum_of(int64_t a, int64_t b)
{
    int64_t sum;

    return a < 0 || b < 0 || __builtin_add_overflow(a, b, &sum) ? -1 : sum;
}

int64_t kp_staging_bytes(const struct kp_loop *l, int64_t least)
{
    int64_t total = 0;

    for (size_t i = 0; i < l->sites.n; i++)
        if (kp_in_registers(l, &l->sites.v[i]))
            total = sum_of(total, staged_bytes(l, &l->sites.v[i], least));
    return total;
}

int64_t kp_staging_bytes_of(const struct kp_loop *l, const struct kp_tile *t, int64_t least)
{
    int64_t total = 0;

    for (size_t i = 0; i < l->sites.n; i++) {
        const struct kp_copy *copy = kp_copy_of_site(l, &l->sites.v[i]);

        if (copy && copy->tile == t)
            total = sum_of(total, staged_bytes(l, &l->sites.v[i], least));
    }
    return total;
}

bool kp_has_variant(const struct kp_loop *l, enum kp_variant variant)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->variant == variant)
            return true;
    return false;
}
