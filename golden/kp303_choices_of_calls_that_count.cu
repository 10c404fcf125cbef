// kpipe: --stages 2
// One of three calls gives a copy its value, and one of them does something else.
__device__ int calls;
__device__ float one(const float *p, int i)
{
    return p[i];
}
__device__ float two(const float *p, int i)
{
    atomicAdd(&calls, 1);
    return p[i] * 2;
}
__device__ float three(const float *p, int i)
{
    return -p[i];
}

__global__ void __launch_bounds__(256) counts(const float *__restrict__ A, const float *__restrict__ B,
                                              const float *__restrict__ D, float *__restrict__ C, int n, int kind)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = kind == 0 ? one(A, k + t) : kind == 1 ? two(B, k + t) : three(D, k + t);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
