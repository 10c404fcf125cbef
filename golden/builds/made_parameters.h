#pragma once
__device__ inline float scaled FIRST { return 1.0f + at; }
__device__ inline float scaled SECOND { x[at + 128] += 1; return 1.0f + at; }
