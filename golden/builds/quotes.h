#pragma once
/* What hides a group from who reads a literal, a comment or a raw string where none is. */
#define QUOTE '"'
#ifdef SLOW_A
__device__ inline float a_of(float *x, int at) { return x[at + 128] += 1; }
#else
__device__ inline float a_of(float *x, int at) { return 1; }
#endif
#define xR
static const char *const opened = xR"(";
#ifdef SLOW_B
__device__ inline float b_of(float *x, int at) { return x[at + 128] += 1; }
#else
__device__ inline float b_of(float *x, int at) { return 1; }
#endif
/* a comment that ends in two lines *\
/
#ifdef SLOW_C
__device__ inline float c_of(float *x, int at) { return x[at + 128] += 1; }
#else
__device__ inline float c_of(float *x, int at) { return 1; }
#endif
#define STAR '/*'
/\
/ a comment that begins in two lines /*
#ifdef SLOW_D
__device__ inline float d_of(float *x, int at) { return x[at + 128] += 1; }
#else
__device__ inline float d_of(float *x, int at) { return 1; }
#endif
/* */
#if __has_include(<no/*such.h>)
#endif
#ifdef SLOW_E
__device__ inline float e_of(float *x, int at) { return x[at + 128] += 1; }
#else
__device__ inline float e_of(float *x, int at) { return 1; }
#endif
/* */
