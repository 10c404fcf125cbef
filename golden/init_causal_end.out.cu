// The loop ends at the smaller of a size and a place; which one, a template argument says.
template <int D, bool CAUSAL>
__global__ void scores(const float *q, const float *k, float *out, int n)
{
    __shared__ struct alignas(128) { float tile[32 * D]; } kp_tile[2];
    const int at = blockIdx.x * 32 + threadIdx.x;
    const int end = CAUSAL ? min(n, (int)blockIdx.x * 32 + 32) : n;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[((32 * D) + 32 - 1) / 32];
    auto kp_fetch = [&](int j) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < ((32 * D) + 32 - 1) / 32; i += 32, ++kp_i)
            if (i < 32 * D)
                kp_r0[kp_i] = j * D + i < n * D ? k[j * D + i] : 0;
    };
    auto kp_compute = [&](int j, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int i = 0; i < 32; i++)
            if (at < n && j + i < n)
                sum += q[at] * tile[i * D];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < ((32 * D) + 32 - 1) / 32; i += 32, ++kp_i)
            if (i < 32 * D)
                tile[i] = kp_r0[kp_i];
    };
    {
        int j = 0;
        if (j < end) {
            int kp_stage = 0;
            kp_fetch(j);
            kp_store(kp_stage);
            __syncthreads();
            int kp_j = j;
            for (j += 32; j < end; j += 32) {
                kp_fetch(j);
                kp_compute(kp_j, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_j = j;
                kp_stage ^= 1;
            }
            kp_compute(kp_j, kp_stage);
            __syncthreads();
        }
    }
    if (at < n)
        out[at] = sum;
}

void run(const float *q, const float *k, float *out, int n)
{
    scores<8, true><<<(n + 31) / 32, 32>>>(q, k, out, n);
}
