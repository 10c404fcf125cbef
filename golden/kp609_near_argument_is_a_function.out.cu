// Each instance of the template calls another function, which computes a number: one of them overloaded, one a template, one a default.
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float added(float a, float b) { return a + b; }
__device__ int larger(int a, int b) { __syncthreads(); return a; }
template <int W>
__device__ float weighted(float a, float b)
{
    return a + b * W;
}
template <float (*OP)(float, float) = added>
__device__ float reduce(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v = OP(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}
template <auto F>
__device__ float twice(float v)
{
    return reduce<F>(reduce<larger>(v));
}
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][64];
    float s = 0, t = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        kp_r0 = x[first + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            s += tile[j];
        t = reduce<larger>(t + s);
        s = reduce(s);
        s = twice<weighted<3>>(s);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(kp_stage);
            __syncthreads();
            for (first += 64; first < n; first += 64) {
                kp_fetch(first);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = s + t;
}
