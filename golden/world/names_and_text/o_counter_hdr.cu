// The same with __COUNTER__; default
#include "line.inl"
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    __shared__ float q[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        for (int j = 0; j < NEXT + 1; j++) acc += j;
        s[t] = x[i + t + NEXT] * 2; q[t] = x[i + t + NEXT];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * NEXT + q[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
