/* Bounds of addresses as sums: from which pointer they are made, and how far from it they lie. */
#include "facts/limits.h"

enum { MAX_STEPS = 20000, MAX_HOPS = 60 };

/* A pointer on the way from an address to its base, and what is added to it. */
struct from_pointer {
    kp_val base;
    struct kp_range all;
    struct kp_offset offset;
};

static bool finish(struct kp_reaches *r, struct from_pointer *p, uint32_t guard,
                   const struct kp_sum *bytes, struct kp_reach *out)
{
    *out = (struct kp_reach){.base = p->base, .from = p->all.lo};
    if (p->offset.n < KP_OFFSETS)
        kp_tighten(r, &p->offset, guard, &p->all.hi);
    return p->base && kp_sum_add(&p->all.hi, bytes, 1, &out->to);
}

/* Goes from a pointer to the one that it is made of; false: it is made in another way. */
static bool step_back(struct kp_reaches *r, struct from_pointer *p, uint32_t guard)
{
    const struct kp_value *v = &r->fn->values.v[p->base];
    struct kp_range by, *all = &p->all;
    bool adds = v->op == KP_FN_ADD;

    if (adds || v->op == KP_FN_SUB) {
        if (!kp_range_of(r, v->operand[1], guard, 0, &by) ||
            !kp_sum_add(&all->lo, adds ? &by.lo : &by.hi, adds ? 1 : -1, &all->lo) ||
            !kp_sum_add(&all->hi, adds ? &by.hi : &by.lo, adds ? 1 : -1, &all->hi))
            return false;
        if (p->offset.n < KP_OFFSETS) {
            p->offset.value[p->offset.n] = v->operand[1];
            p->offset.sign[p->offset.n++] = adds ? 1 : -1;
        }
    } else if (v->op != KP_FN_NAME && v->op != KP_FN_CAST) {
        return false;
    }
    p->base = kp_fn_find(r->fn, v->operand[0]);
    return true;
}

bool kp_reach_at(struct kp_reaches *r, kp_val address, uint32_t block, const struct kp_sum *bytes,
                 struct kp_reach *out)
{
    uint32_t guard = r->fn->blocks.v[block].guard;
    struct from_pointer p = {.base = kp_fn_find(r->fn, address)}, named = {0};

    r->steps = MAX_STEPS;
    for (int hops = 0; hops < MAX_HOPS; hops++) {
        const struct kp_value *v = &r->fn->values.v[p.base];

        if (v->type.kind != KP_FN_POINTER)
            break;
        if (v->op == KP_FN_ADDRESS ||
            (v->op == KP_FN_PARAM && (!named.base || r->name(r->of, p.base))))
            return finish(r, &p, guard, bytes, out);
        if (!named.base && r->name(r->of, p.base))
            named = p;
        if (!step_back(r, &p, guard))
            break;
    }
    return finish(r, &named, guard, bytes, out);
}

/* The least that a term with a thread's index as a factor is worth in any thread. */
static bool least_of_term(struct kp_reaches *r, const struct kp_term *t, unsigned k,
                          struct kp_sum *out)
{
    const struct kp_sum one = kp_sum_of_number(1), whole = {{*t}, 1};
    struct kp_sum most;

    for (unsigned i = 0; i < KP_SUM_DEGREE; i++) {
        struct kp_sum factor = kp_sum_of_value(t->factor[i]);

        if (t->factor[i] && i != k && !kp_sum_is_positive(r, &factor))
            return false;
    }
    *out = kp_sum_of_number(0);
    if (t->by > 0)
        return true;
    most = kp_sum_of_value(t->factor[k] + KP_SPECIAL_BLOCK_DIM);
    return r->name(r->of, t->factor[k] + KP_SPECIAL_BLOCK_DIM) &&
           kp_sum_add(&most, &one, -1, &most) && kp_sum_divide(&whole, t->factor[k], out) &&
           kp_sum_multiply(out, &most, out);
}

static bool is_thread_index(kp_val v)
{
    return v >= KP_REACH_SPECIAL && v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK;
}

/* Makes of a room of one thread one that all threads answer alike, and that is in none larger. */
static bool of_all_threads(struct kp_reaches *r, struct kp_sum *room)
{
    struct kp_sum all = kp_sum_of_number(0);

    kp_reach_limit(r, room);
    for (unsigned i = 0; i < room->n; i++) {
        struct kp_sum term = {{room->term[i]}, 1};
        unsigned n = 0;

        for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
            kp_val x = room->term[i].factor[k];

            if (is_thread_index(x) ? n++ || !least_of_term(r, &room->term[i], k, &term)
                                   : x && !r->name(r->of, x))
                return false;
        }
        if (!kp_sum_add(&all, &term, 1, &all))
            return false;
    }
    *room = all;
    return kp_sum_fits(r, room);
}

bool kp_moved_by(struct kp_reaches *r, kp_val pointer, kp_val from, struct kp_sum *out)
{
    struct from_pointer p = {.base = kp_fn_find(r->fn, pointer)};
    size_t limited = r->limited.n, rooms = r->rooms.n;
    bool is_there;

    r->steps = MAX_STEPS;
    r->by_thread = true;
    for (int hops = 0; hops < MAX_HOPS && p.base != from; hops++)
        if (r->fn->values.v[p.base].type.kind != KP_FN_POINTER || !step_back(r, &p, 0))
            break;
    r->by_thread = false;
    *out = p.all.lo;
    is_there = p.base == from && kp_sum_equal(&p.all.lo, &p.all.hi);
    for (size_t i = rooms; i < r->rooms.n; i++)
        is_there &= of_all_threads(r, &r->rooms.v[i]);
    if (!is_there) {
        r->limited.n = limited;
        r->rooms.n = rooms;
    }
    return is_there;
}
