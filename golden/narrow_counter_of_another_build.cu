// kpipe: --stages 2
// Another build reads what the counter is left with.
__device__ __forceinline__ int thread_id() { return threadIdx.x; }

__global__ void __launch_bounds__(256) kern(const float *__restrict__ a, float *out, int n)
{
    __shared__ float as[16 * 64];
    const int tid = thread_id();
    int i, j;
    float s = 0.f;

    for (int k = 0; k < n; k += 1024) {
        for (i = tid; i < 16 * 64; i += 256)
            as[i] = a[k + i];
        __syncthreads();
        for (j = 0; j < 1024; j++)
            s += as[j] * float(j ^ tid);
        __syncthreads();
    }
#ifdef MORE
    s += float(i);
#endif
    for (i = 0; i < 4; i++)
        s += float(i);
    out[blockIdx.x * 256 + tid] = s;
}
