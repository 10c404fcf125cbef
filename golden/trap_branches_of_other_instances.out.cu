// kpipe: --stages 2
// One symbol, two numbers: the branches write another row each.
#include <cuda_pipeline_primitives.h>

template <int N> struct row_of {
    static constexpr int value = N;
};

__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        if (k + t < n)
            xs[row_of<0>::value][t] = x[k + t];
        else
            xs[row_of<1>::value][t] = 0.0f;
        __syncthreads();
        sum += xs[0][63 - t] * xs[1][63 - t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void one_row(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && n % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16) {
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    if (k + t < n)
                        __pipeline_memcpy_async(&xs[row_of<1>::value][t], &x[k + t], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&xs[row_of<1>::value][t]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            sum += xs[1][63 - t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 64; k < n; k += 64) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 64) {
            if (k + t < n)
                xs[row_of<1>::value][t] = x[k + t];
            else
                xs[row_of<1>::value][t] = 0.0f;
            __syncthreads();
            sum += xs[1][63 - t];
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

void run(float *x, float *y, int n)
{
    rows<<<8, 64>>>(x, y, n);
    one_row<<<8, 64>>>(x, y, n);
}
