// kpipe: --variant ldg --stages 2
// Both loops copy by a helper. The second one is refused for what stands behind it, and keeps its call.
template <typename T>
__device__ __forceinline__ void bring(T *to, const T *from, int i)
{
    to[i] = from[i];
}

template <typename T>
__device__ __forceinline__ void put(T *to, const T *from)
{
    *to = *from;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        bring(As, A + k, t);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        put(&As[(t + k / 64) % 64], &A[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
