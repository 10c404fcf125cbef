// Both texts of the function that the loop calls are known, and leave what the loads read as it is.
#ifdef COUNTS
#define HOOK count[t] += 1;
#else
#define HOOK
#endif

__device__ int count[1024];

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
