// kpipe: --variant ldg --stages 2
// Where branches meet, the number is one of both.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float s = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        if (first + t < n)
            kp_r0 = x[first + t];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        int rows = 128;
        if (n - first < rows)
            rows = n - first;
        for (int i = 0; i < rows; i++)
            s += tile[i];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (first + t < n)
            tile[t] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += 128; first < n; first += 128) {
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
    out[blockIdx.x * blockDim.x + t] = s;
}
