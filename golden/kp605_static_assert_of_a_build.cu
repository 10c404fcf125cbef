// A macro that a build for CUDA may have.
#if defined(OLD)
#define static_assert(cond, msg) struct global_scope_noop_trick
#endif

__global__ void sum_rows(const float *a, float *c, int n)
{
    __shared__ float s[256];
    float x = 0;

    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = a[i * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            x += s[j];
        __syncthreads();
    }
    c[threadIdx.x] = x;
}
