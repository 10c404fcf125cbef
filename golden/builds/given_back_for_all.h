#pragma once
#define scaled fast
#pragma push_macro("scaled")
#undef scaled
__device__ inline float fast(float *x, int at) { return at; }
#pragma pop_macro("scaled")
#define unused 1
#ifdef SLOW
#pragma push_macro("unused")
#undef unused
#pragma pop_macro("unused")
#endif
