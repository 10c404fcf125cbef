// kpipe: --stages 2
// One of three calls gives a copy its value: each register is read where the conditions hold under which it was set.
__device__ float one(const float *p, int i)
{
    return p[i];
}
__device__ float two(const float *p, int i)
{
    return p[i] * 2;
}
__device__ float three(const float *p, int i)
{
    return -p[i];
}
template <typename T> __device__ T at(const T *p, int i)
{
    return p[i];
}

__global__ void __launch_bounds__(256) by_the_kind(const float *__restrict__ A, const float *__restrict__ B,
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

__global__ void __launch_bounds__(256) in_the_first(const float *__restrict__ A, const float *__restrict__ B,
                                                    const float *__restrict__ D, float *__restrict__ C, int n, int a,
                                                    int b)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = t < a || k < b ? (k < a && t < b ? one(A, k + t) : two(B, k + t)) : three(D, k + t);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_a_template(const float *__restrict__ A, const float *__restrict__ B,
                                                     const float *__restrict__ D, float *__restrict__ C, int n, int kind)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = kind == 0 ? at(A, k + t) : kind == 1 ? at(B, k + t) : kind == 2 ? at(D, k + t) : 0;
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
