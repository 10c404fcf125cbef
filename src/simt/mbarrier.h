/* mbarriers, and the copies that arrive at them when they complete. */
#ifndef KP_SIMT_MBARRIER_H
#define KP_SIMT_MBARRIER_H

#include "simt/decode.h"

/* An arrival that waits for copies: for cp.async copies of one thread, or for a bulk copy. */
struct kp_deferred {
    uint32_t warp, lane;
    uint32_t insn;
    uint32_t upto;  /* cp.async: all copies of the lane with smaller numbers */
    uint32_t bytes; /* bulk copy: its size; 0 for cp.async */
    uint32_t target;
    uint64_t source;
    uint32_t clock;
    uint32_t *sum; /* the clocks that the arrival passes on */
};

struct kp_mbarrier {
    uint32_t at; /* its address in shared memory */
    bool valid;
    /* the arrivals of a phase, and those still missing in the present one */
    uint32_t expected, pending;
    uint32_t phase;
    int64_t tx; /* pending bytes of bulk copies */
    /* the clocks that the arrivals of this and of the previous phase pass on */
    uint32_t *sum, *last;
    KP_VEC(struct kp_deferred) deferred;
};

/* The mbarrier at an address; NULL: none. */
struct kp_mbarrier *mbarrier_find(const struct kp_block *b, uint64_t at);
/* The same, recorded as an atomic access; NULL with an alarm when there is none at that address. */
struct kp_mbarrier *mbarrier_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                                uint64_t at);
/* The checked address of the mbarrier that a lane names; false when it is invalid. */
bool mbarrier_address(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t *at);
void mbarrier_arrive(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                     struct kp_mbarrier *b, uint32_t count, const uint32_t *sum);
void mbarrier_defer(struct kp_warp *w, struct kp_mbarrier *b, struct kp_deferred d);
/* Completes deferred arrivals when only these are missing. */
void mbarrier_deliver(struct kp_warp *w, struct kp_mbarrier *b);

/* async.c: cp.async.mbarrier.arrive, cp.async.bulk */
void async_land_until(struct kp_warp *w, unsigned lane, uint32_t number, uint32_t clock);
void bulk_land(struct kp_warp *w, const struct kp_deferred *d);
void decode_async_arrive(struct decoder *d);
void decode_bulk(struct decoder *d);
/* The slot of the base register of the lanes' addresses; *imm is the offset. */
struct kp_slot mbarrier_operand(struct decoder *d, const struct ptx_opnd *o, struct kp_more *m,
                                int64_t *imm);

#endif
