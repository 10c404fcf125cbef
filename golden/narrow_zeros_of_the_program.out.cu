// The program has its own make_float4: vectors of zeros are not written with it.
namespace app {
__device__ float4 make_float4(int a, int b, int c, int d)
{
    return float4{a + 1.0f, b + 1.0f, c + 1.0f, d + 1.0f};
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n, int limit)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k < limit)
            kp_r0 = x[k + t];
        else
            kp_r0 = 0.0f;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 128; ++i)
            sum += xs[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    gemv<<<8, 128>>>(x, y, n, n / 2);
}
} // namespace app
