#ifndef LATE_TIMES
#define LATE_TIMES 3
#endif
#define LATE_PART(x) ((x) + 1)
#ifndef BODY_GUARD_LATE_H
#define BODY_GUARD_LATE_H
__device__ inline float times(float x) { return x * LATE_TIMES; }
#ifdef LATE_OTHER
__device__ inline float other(float x) { return x; }
#endif
#endif
