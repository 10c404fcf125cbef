// What is nothing by default may be anything in another build, in a function that the loop calls as in its own body:
// there, it may change `shift`.
#ifndef HOOK
#define HOOK
#endif

__device__ int shift[1024];

__device__ void step(int t) { HOOK }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t + shift[t]];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        step(t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
