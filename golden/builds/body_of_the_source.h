__device__ inline float scaled(float *x, int at) SCALED
