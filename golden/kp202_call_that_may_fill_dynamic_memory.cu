// Dynamic shared memory is the whole block's: a function out of sight may declare it again.
__device__ void prepare();

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int b = 0; b < 4; ++b) {
        for (int i = 0; i < n; i += 128) {
            s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                acc += s[j] * (j + 1);
            __syncthreads();
        }
        prepare();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<<<1, 128, 512>>>(x, y, n);
}
