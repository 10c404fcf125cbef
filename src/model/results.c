/* Shared arrays into which compute writes, too, behind their fill: results, or a second fill. Such
 * a tile has one buffer, and only its fill is the load phase. */
#include "model/slicer.h"

/* The first statement that writes results into the array, if all of them do so behind the fill,
 * with barriers between the two on either side; NULL. Where none is in front of the next
 * fill, a plan would be exact, and add one: that is slower (docs/dev/time.md). */
static const struct kp_node *result_behind(const struct kp_slicer *s,
                                           const struct kp_tile_candidate *c)
{
    const struct kp_node *first = NULL;
    const struct kp_stmt *fill = NULL;
    int last = s->l->n_runs - 1;

    for (size_t i = 0; i < s->n; i++) {
        const struct kp_stmt *st = &s->l->stmts.v[i];

        if (!kp_writes_array(s, i, c->sym))
            continue;
        if (!c->fills[i] && (!fill || st->run == fill->run || (!fill->run && st->run == last)))
            return NULL;
        if (c->fills[i])
            fill = st;
        else if (!first)
            first = st->node;
    }
    return first;
}

bool kp_takes_result(const struct kp_slicer *s, const bool *load)
{
    for (size_t k = 0; k < s->cands.n; k++) {
        const struct kp_tile_candidate *c = &s->cands.v[k];

        for (size_t i = 0; c->result_at && i < s->n; i++)
            if (load[i] && !c->fills[i] && kp_writes_array(s, i, c->sym))
                return true;
    }
    return false;
}

bool kp_take_mixed(struct kp_slicer *s)
{
    bool any = false;

    for (size_t i = 0; i < s->cands.n; i++)
        if (!s->cands.v[i].rejected)
            return false;
    for (size_t i = 0; i < s->cands.n; i++) {
        struct kp_tile_candidate *c = &s->cands.v[i];

        c->result_at = c->fills ? result_behind(s, c) : NULL;
        c->rejected = !c->result_at;
        any |= !c->rejected;
    }
    return any;
}

/* Makes the first of several fills with barriers between them the load phase, and the others
 * compute's. */
static void take_first_fill(struct kp_slicer *s, struct kp_tile_candidate *c)
{
    bool *fills = kp_new_array(s->u->arena, bool, s->n + 1);
    int run = -1;

    for (size_t i = 0; i < s->n; i++) {
        const struct kp_stmt *st = &s->l->stmts.v[i];

        if (!kp_writes_array(s, i, c->sym))
            continue;
        run = run < 0 ? st->run : run;
        fills[i] = st->run == run;
    }
    c->fills = fills;
    c->result_at = result_behind(s, c);
}

/* True if all tiles can run ahead without what stays in compute, and each is filled from memory. */
static bool are_apart(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->cands.n; i++) {
        bool *load = kp_new_array(s->u->arena, bool, s->n + 1);

        if (s->cands.v[i].rejected)
            continue;
        kp_close_tile(s, &s->cands.v[i], load);
        if (kp_takes_result(s, load) || !kp_reads_source(s, load))
            return false;
    }
    return true;
}

void kp_take_refilled(struct kp_slicer *s)
{
    bool apart;

    for (size_t i = 0; i < s->cands.n; i++)
        if (!s->cands.v[i].rejected)
            take_first_fill(s, &s->cands.v[i]);
    apart = are_apart(s);
    for (size_t i = 0; i < s->cands.n; i++) {
        struct kp_tile_candidate *c = &s->cands.v[i];

        if (!c->rejected && (!apart || !c->result_at)) {
            c->fills = NULL;
            c->result_at = NULL;
        }
        c->is_refilled = c->result_at != NULL;
    }
}
