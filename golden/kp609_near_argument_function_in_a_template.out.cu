// The kernel is a template, whose instances call the same functions.
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float added(float a, float b) { return a + b; }
template <float (*OP)(float, float)>
__device__ float reduce(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v = OP(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}
template <int N>
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ struct alignas(128) { float tile[N]; } kp_tile[2];
    float s = 0, t = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        kp_r0 = x[first + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < N; j++)
            s += tile[j];
        t = reduce<larger>(t + s);
        s = reduce<added>(s);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(kp_stage);
            __syncthreads();
            for (first += N; first < n; first += N) {
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
void run(int n, const float *x, float *out)
{
    k<64><<<1, 64>>>(n, x, out);
    k<32><<<1, 32>>>(n, x, out);
}
