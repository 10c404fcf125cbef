// Both branches define a statement, with which both builds' loops are the same but for what it counts: the numbers in
// it are no values that an assertion could ask for.
#ifdef SLOW
#define COUNT calls += 1;
#else
#define COUNT calls += 2;
#endif

__device__ int calls;

__device__ void step() { COUNT }

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
        step();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
