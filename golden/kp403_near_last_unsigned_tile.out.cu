// kpipe: --variant ldg --stages 2
// There are tiles, so that n + 127 has not wrapped around.
__global__ void sums(unsigned n, unsigned start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const unsigned t = threadIdx.x;
    float s = 0;
    const unsigned tiles = (n + 127) / 128;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](unsigned int p) __attribute__((always_inline)) {
        const unsigned first = p * 128, rows = p + 1 == tiles ? n - first : 128;
        if (first + t < n)
            kp_r0 = x[first + t];
    };
    auto kp_compute = [&](unsigned int p, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const unsigned first = p * 128, rows = p + 1 == tiles ? n - first : 128;
        for (unsigned i = 0; i < rows; i++)
            s += tile[i];
    };
    auto kp_store = [&](unsigned int p, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const unsigned first = p * 128, rows = p + 1 == tiles ? n - first : 128;
        if (first + t < n)
            tile[t] = kp_r0;
    };
    {
        unsigned p = 0;
        if (p < tiles) {
            int kp_stage = 0;
            kp_fetch(p);
            kp_store(p, kp_stage);
            __syncthreads();
            unsigned int kp_p = p;
            for (p++; p < tiles; p++) {
                kp_fetch(p);
                kp_compute(kp_p, kp_stage);
                kp_store(p, kp_stage ^ 1);
                __syncthreads();
                kp_p = p;
                kp_stage ^= 1;
            }
            kp_compute(kp_p, kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
