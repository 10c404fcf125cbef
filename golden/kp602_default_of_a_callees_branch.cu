// The default is a statement that has a number in it. The number is no value of the macro, and nothing can ask for the
// statement: another build's may be anything.
#ifndef HOOK
#define HOOK if (calls == 1) calls = 2;
#endif

__device__ int calls;

__device__ void step(int t) { HOOK }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        step(t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
