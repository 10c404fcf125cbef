#pragma once
#if defined(UP_CASE)
#define NAME(low, UP) UP
#elif defined(GIVEN_NAME)
#define NAME(low, UP) GIVEN_NAME(low, UP)
#else
#define NAME(low, UP) low##_
#endif
#define math_solve NAME(solve, SOLVE)
#define math_many NAME(many, MANY)
#ifdef WITH_MANY
void math_many(const int *n, float *x, float *y);
#endif
void math_solve(const int *n, float *x, float *y);
__device__ inline float second(float v) { return v; }
#define WITH_MANY
