#pragma once
#ifdef __cplusplus
#define BY_C extern "C"
#else
#define BY_C extern
#endif
BY_C __device__ float scaled_elsewhere(float x);
BY_C inline __device__ float scaled(float x) { return x; }
BY_C struct by_c { int x; };
