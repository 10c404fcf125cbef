#pragma once
#define MAKE(n, s) __device__ inline float n(float x) { s; return x; }
