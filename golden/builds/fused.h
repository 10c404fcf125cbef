__device__ inline float mul(float a, float b) { return fmaf(a, b, 0.0f); }
