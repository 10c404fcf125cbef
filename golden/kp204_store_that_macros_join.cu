// kpipe: --no-runtime-checks
// What the macros join is a store.
#define TYPE ".f32"
#define DO(what, to) asm volatile(what TYPE " [%0], %1;" ::"l"(to), "f"(v))
__device__ void put(float *p, float v)
{
    DO("st.global", p);
}
__global__ void gemv(const float *x, float *y, float *z, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        put(z + t, sum);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
