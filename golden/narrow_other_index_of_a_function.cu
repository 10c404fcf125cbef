// kpipe: --stages 2
// A function that returns something else than the thread's index.
__device__ __forceinline__ int thread_id() { return threadIdx.x ^ 1; }
__device__ __forceinline__ short low_id() { return threadIdx.x; }

__global__ void __launch_bounds__(256) turned(const float *__restrict__ a, float *out, int n)
{
    __shared__ float as[1024];
    const int tid = thread_id();
    float s = 0.f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = tid; i < 1024; i += 256)
            as[i] = a[k + i];
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            s += as[j] * float(j ^ tid);
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = s;
}

__global__ void __launch_bounds__(256) narrow(const float *__restrict__ a, float *out, int n)
{
    __shared__ float as[1024];
    const int tid = low_id();
    float s = 0.f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = tid; i < 1024; i += 256)
            as[i] = a[k + i];
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            s += as[j] * float(j ^ tid);
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = s;
}
