/* Which lanes and warps run. Lanes of a warp have program counters of their own; those with the
 * smallest run, so that lanes which took different ways meet again behind a branch. */
#define _GNU_SOURCE
#include "simt/machine.h"

#include <string.h>

#include "util/system.h"

enum { QUANTUM = 1 << 20, CHECK = 1 << 14, POLLS = 1000, IDLE = 100000 };

static void save_pc(struct kp_warp *w, uint32_t lanes, uint32_t pc)
{
    for (; lanes; lanes &= lanes - 1)
        w->lane_pc[__builtin_ctz(lanes)] = pc;
}

static uint32_t lowest(const struct kp_warp *w, uint32_t lanes)
{
    uint32_t least = UINT32_MAX;

    for (; lanes; lanes &= lanes - 1) {
        uint32_t pc = w->lane_pc[__builtin_ctz(lanes)];
        least = pc < least ? pc : least;
    }
    return least;
}

/* All lanes wait at warp-wide operations. Those that came to one place at different times are all
 * there only now, so each place is tried once; then the first group goes on by force. */
static uint32_t meet(struct kp_warp *w)
{
    uint32_t rest = w->parked & ~w->tried;

    if (!rest) {
        const struct kp_insn *i = &w->block->code[lowest(w, w->parked)];
        kp_alarm(w, i, (unsigned)__builtin_ctz(w->parked), KP_ALARM_DIVERGENT, WHAT_OTHER, 0, 0);
        w->forced = true;
        w->tried = 0;
        return lowest(w, w->parked);
    }
    return lowest(w, rest);
}

/* Every live lane's pc is in lane_pc. */
static void reselect(struct kp_warp *w)
{
    uint32_t ready = w->live & ~w->parked;

    if (ready)
        w->tried = 0;
    if (!ready) {
        w->pc = meet(w);
    } else if (!(ready & ~w->yielded)) {
        w->yielded = 0;
        w->stop = true; /* all of them wait: other warps first */
        w->pc = lowest(w, ready);
    } else {
        w->pc = lowest(w, ready & ~w->yielded);
    }
    w->active = 0;
    for (uint32_t rest = w->live; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);
        if (w->lane_pc[l] == w->pc)
            w->active |= 1u << l;
    }
    if (!ready)
        w->tried |= w->active;
    w->parked &= ~w->active;
    w->yielded &= ~w->active;
    w->stop_at = lowest(w, w->live & ~w->parked & ~w->active & ~w->yielded);
}

/* Lanes that wait in a loop stand in front of those that they wait for; so they step aside until
 * nobody else can run. */
void kp_yield(struct kp_warp *w, uint32_t mask)
{
    (void)mask;
    if (!(w->live & ~w->parked & ~w->active & ~w->yielded)) {
        w->stop = true;
        if (!(w->live & ~w->parked & ~w->active))
            return;
    }
    save_pc(w, w->active, w->pc);
    w->yielded |= w->active;
    reselect(w);
}

void kp_poll(struct kp_warp *w, uint32_t mask)
{
    if (++w->polls < POLLS)
        return;
    w->polls = 0;
    kp_yield(w, mask);
}

void kp_branch(struct kp_warp *w, uint32_t taken, uint32_t target)
{
    uint32_t rest = w->active & ~taken;

    if (!rest) {
        w->pc = target;
        return;
    }
    save_pc(w, rest, w->pc);
    save_pc(w, taken, target);
    reselect(w);
}

bool kp_converge(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, uint32_t members)
{
    if (!(members & w->live & ~mask) || w->forced) {
        w->forced = false;
        w->tried = 0;
        return true;
    }
    save_pc(w, w->active & ~mask, w->pc);
    save_pc(w, mask, insn_index(w, i));
    w->parked |= mask;
    reselect(w);
    return false;
}

static void release(struct kp_block *b, struct kp_barrier *bar)
{
    kp_clock_leave(b, bar);
    for (uint32_t rest = bar->waiting; rest; rest &= rest - 1) {
        struct kp_warp *w = &b->warps[__builtin_ctz(rest)];
        const struct kp_insn *i = w->waits_at;
        w->state = WARP_RUN;
        if (!i || i->mode == 0)
            continue;
        if (i->mode == 1) {
            for (uint32_t m = w->waits_mask; m; m &= m - 1)
                ((uint32_t *)reg_at(w, i->d))[__builtin_ctz(m)] = bar->votes;
        } else {
            bool all = bar->votes == bar->voters, any = bar->votes != 0;
            set_pred(w, i->d, w->waits_mask, (i->mode == 2 ? all : any) ? FULL_MASK : 0);
        }
    }
    memset(bar, 0, sizeof *bar);
}

static unsigned threads_alive(const struct kp_block *b)
{
    unsigned n = 0;

    for (unsigned k = 0; k < b->n_warps; k++)
        if (b->warps[k].state != WARP_DONE)
            n += b->warps[k].n_threads;
    return n;
}

static bool complete(const struct kp_block *b, const struct kp_barrier *bar)
{
    return bar->joined && bar->arrived >= (bar->expected ? bar->expected : threads_alive(b));
}

void kp_barrier_arrive(struct kp_warp *w, unsigned id, unsigned count, bool wait)
{
    struct kp_block *b = w->block;
    struct kp_barrier *bar = &b->barriers[id % MAX_BARRIERS];

    b->idle = 0;
    kp_clock_join(w, bar);
    bar->arrived += w->n_threads;
    bar->expected = count;
    bar->joined |= 1u << w->index;
    if (wait) {
        bar->waiting |= 1u << w->index;
        w->state = WARP_BARRIER;
        w->stop = true;
    }
    if (complete(b, bar))
        release(b, bar);
}

void kp_lanes_exit(struct kp_warp *w, uint32_t mask)
{
    struct kp_block *b = w->block;

    w->live &= ~mask;
    w->parked = 0;
    if (w->live) {
        save_pc(w, w->active & ~mask, w->pc);
        reselect(w);
        return;
    }
    w->state = WARP_DONE;
    w->stop = true;
    for (unsigned k = 0; k < MAX_BARRIERS; k++)
        if (complete(b, &b->barriers[k]) && !b->barriers[k].expected)
            release(b, &b->barriers[k]);
}

static void check_limits(struct kp_warp *w)
{
    struct kp_simt_machine *m = w->block->machine;

    if (__atomic_load_n(&m->shared->failed, __ATOMIC_RELAXED)) {
        w->block->aborted = true;
    } else if (kp_processor_time() > m->deadline) {
        kp_stop_run(m,
                    "time limit: after %.0f seconds of processor time, block (%u,%u,%u) had not "
                    "ended; does the kernel wait for another block?",
                    m->options->seconds > 0 ? m->options->seconds : 60.0, w->block->id[0],
                    w->block->id[1], w->block->id[2]);
        w->block->aborted = true;
    }
}

static void run_warp(struct kp_warp *w)
{
    const struct kp_insn *code = w->block->code;
    uint8_t *ran = w->block->machine->ran;
    unsigned quantum = QUANTUM / CHECK;

    w->stop = false;
    while (quantum-- && !w->stop && !w->block->aborted) {
        unsigned n = 0;
        for (; n < CHECK && !w->stop; n++) {
            const struct kp_insn *i;
            uint32_t mask;
            if (w->pc >= w->stop_at) {
                save_pc(w, w->active, w->pc);
                reselect(w);
            }
            i = &code[w->pc++];
            mask = w->active;
            if (i->round & ROUND_RESET)
                kp_rounds_reset(w, i, mask);
            if (i->guard != NO_GUARD) {
                uint32_t p = pred_of(w, i->guard);
                mask &= i->guard_negated ? ~p : p;
                if (!mask)
                    continue;
            }
            ran[i - code] = 1;
            i->exec(w, i, mask);
            if (i->round & ROUND_COUNT)
                kp_rounds_count(w, i, mask & ~w->parked); /* who is parked comes again */
        }
        w->steps += n;
        check_limits(w);
    }
}

static void deadlock(struct kp_block *b)
{
    for (unsigned k = 0; k < b->n_warps; k++) {
        struct kp_warp *w = &b->warps[k];
        if (w->state != WARP_DONE && w->waits_at) {
            kp_alarm(w, w->waits_at, 0, KP_ALARM_DEADLOCK, WHAT_BARRIER, 0, 0);
            break;
        }
    }
    b->aborted = true;
}

void kp_block_run(struct kp_block *b, const unsigned *order)
{
    for (;;) {
        unsigned ran = 0, done = 0;
        for (unsigned k = 0; k < b->n_warps && !b->aborted; k++) {
            struct kp_warp *w = &b->warps[order[k]];
            if (w->state == WARP_RUN) {
                run_warp(w);
                ran++;
            }
        }
        for (unsigned k = 0; k < b->n_warps; k++)
            done += b->warps[k].state == WARP_DONE;
        if (done == b->n_warps || b->aborted)
            return;
        if (!ran || b->idle > IDLE) {
            deadlock(b);
            return;
        }
    }
}
