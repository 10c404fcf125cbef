// Arrays at file scope that stay there: one has a size whose name the kernel hides, another one a
// neighbour that is no tile.
constexpr int N = 64;
__shared__ float sized[N];
__shared__ float tile[64], sums[64];

__global__ void __launch_bounds__(64)
    hides_a_size(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int M = 128;
    constexpr int N = M;
    float sum = N;
    static_assert(M == 128 && N == 128, "kpipe: M or N has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += sized[j] * (j + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        sized[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
    beside_another(const float *__restrict__ x, float *__restrict__ y, int n)
{
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (j + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    y[blockIdx.x * 64 + threadIdx.x] = sums[63 - threadIdx.x];
}
