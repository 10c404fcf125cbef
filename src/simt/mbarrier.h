/* mbarriers and the copies that arrive at them. */
#ifndef KP_SIMT_MBARRIER_H
#define KP_SIMT_MBARRIER_H

#include "simt/decode.h"

/* An arrival that waits for copies: of one thread's cp.async, or a bulk copy of `bytes`. */
struct kp_deferred {
    uint32_t warp, lane;
    uint32_t insn;
    uint32_t upto;  /* cp.async: all copies of the lane with smaller numbers */
    uint32_t bytes; /* bulk copy: its size; 0 for cp.async */
    uint32_t target;
    uint64_t source;
    uint32_t clock;
    uint32_t *sum; /* what the arrival hands on */
};

struct kp_mbarrier {
    uint32_t at; /* in shared memory */
    bool valid;
    uint32_t expected, pending; /* arrivals of every phase, and those still missing in this one */
    uint32_t phase;
    int64_t tx;           /* bytes still to come */
    uint32_t *sum, *last; /* what the arrivals of this phase, of the last one, hand on */
    KP_VEC(struct kp_deferred) deferred;
};

/* NULL: there is none. */
struct kp_mbarrier *mbarrier_find(const struct kp_block *b, uint64_t at);
/* The same as an atomic access; NULL and an alarm when there is none at that address. */
struct kp_mbarrier *mbarrier_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                                uint64_t at);
/* The address of the object that a lane names, checked; false when there can be none. */
bool mbarrier_address(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t *at);
void mbarrier_arrive(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                     struct kp_mbarrier *b, uint32_t count, const uint32_t *sum);
void mbarrier_complete_tx(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                          struct kp_mbarrier *b, int64_t bytes);
void mbarrier_defer(struct kp_warp *w, struct kp_mbarrier *b, struct kp_deferred d);
/* When nothing but deferred arrivals is missing, they come now. */
void mbarrier_deliver(struct kp_warp *w, struct kp_mbarrier *b);

/* async.c: cp.async.mbarrier.arrive, cp.async.bulk */
void async_land_until(struct kp_warp *w, unsigned lane, uint32_t number, uint32_t clock);
void bulk_land(struct kp_warp *w, const struct kp_deferred *d);
void decode_async_arrive(struct decoder *d);
void decode_bulk(struct decoder *d);
/* Every lane's address, from a base register and the instruction's imm. */
struct kp_slot mbarrier_operand(struct decoder *d, const struct ptx_opnd *o, struct kp_more *m,
                                int64_t *imm);

#endif
