/* C++'s operators on integers. */
#ifndef KP_FRONT_NUMBER_H
#define KP_FRONT_NUMBER_H

#include "kp.h"

/* The result of MUL to OR on two numbers of one type of `bytes` (shifts: of the left one's type),
 * computed in 64 bits: the caller cuts it to the type. False where C++ leaves it undefined, and for
 * other operators. */
bool kp_compute(enum kp_op op, bool is_unsigned, int64_t bytes, int64_t x, int64_t y, int64_t *out);

#endif
