#pragma once
#define PLAIN(a, b) unused(); __device__ inline b(int v) { __syncthreads(); return v; }
