// kpipe: --variant ldg --stages 2
// Threads end an iteration early, behind what they fill.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        const int count = min(64, n - first);
        if (threadIdx.x < count)
            kp_r0 = x[first + threadIdx.x];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int count = min(64, n - first);
        if (i >= n)
            return;
        for (int j = 0; j < count; j++)
            s += tile[j];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int count = min(64, n - first);
        if (threadIdx.x < count)
            tile[threadIdx.x] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += 64; first < n; first += 64) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    if (i < n)
        out[i] = s;
}
