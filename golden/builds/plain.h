__device__ inline float mul(float a, float b) { return a * b; }
