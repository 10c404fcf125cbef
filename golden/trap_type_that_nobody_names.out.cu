// Nothing says the program's float4 and size_t, but the output would: they are others than CUDA's.
namespace app {
typedef double float4;

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
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

void run(const float *x, float *out, float *y, int n)
{
    gemv<<<8, 128>>>(x, y, n);
}
} // namespace app

namespace tests {
using size_t = unsigned char;

__global__ void tested(const float *x, float *out, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (unsigned i = t; i < (unsigned)n; i += 128)
            xs[i % 128] = x[i];
        __syncthreads();
        for (int i = 0; i < 128; ++i)
            sum += xs[i];
        out[n + k + t] = sum;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *out, float *y, int n)
{
    tested<<<8, 128>>>(x, out, y, n);
}
} // namespace tests
