// Blocks of 1,024 and of 256 threads: the second instance may have more registers than the first.
template <int THREADS, int COPIES>
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { float tile[THREADS]; } kp_tile[2];
    float sum[COPIES] = {};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
#pragma unroll
        for (int i = 0; i < THREADS; i++)
            for (int c = 0; c < COPIES; c++)
                sum[c] += tile[i] * (float)(threadIdx.x + c);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += THREADS; k < n; k += THREADS) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int c = 0; c < COPIES; c++)
        y[(blockIdx.x * COPIES + c) * THREADS + threadIdx.x] = sum[c];
}

void run(const float *x, float *y, int n)
{
    sums<1024, 2><<<n / 2048, 1024>>>(x, y, n);
    sums<256, 8><<<n / 2048, 256>>>(x, y, n);
}
