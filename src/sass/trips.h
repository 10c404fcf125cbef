/* Trips of the loops inside a main loop, where the machine code shows them. */
#ifndef KP_SASS_TRIPS_H
#define KP_SASS_TRIPS_H

#include "sass/overlap.h"

/* A loop inside, by positions in the main loop's code: from `head` to the branch at `latch`. */
struct kp_inner_loop {
    unsigned head, latch, trips;
};

struct kp_inner_loops {
    KP_VEC(struct kp_inner_loop) list;
};

/* Those that make more than one trip, as far as the code shows: the counter starts at a constant,
 * moves by one and is compared with one, as in `MOV R3, 0x40`, `IADD3 R3, R3, 0x80`, `ISETP.NE P2,
 * R3, 0x1040`. None at all where an iteration would become too long to play. */
void kp_inner_loops_find(struct kp_arena *a, const struct kp_overlap *o,
                         struct kp_inner_loops *out);

/* How often an instruction runs in an iteration of the main loop. */
unsigned kp_inner_trips(const struct kp_inner_loops *loops, unsigned position);

#endif
