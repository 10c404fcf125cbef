// kpipe: --variant ldg
// L | C1 | C2: the scores between the two compute phases are not staged.
__global__ void attention(const float *__restrict__ q, const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ out, int len)
{
    __shared__ __align__(128) float kp_ks[2][32][33];
    __shared__ __align__(128) float kp_vs[2][32][33];
    __shared__ float p[32][33];
    const int c = threadIdx.x, r = threadIdx.y;
    const float *q_row = q + (blockIdx.x * 32 + r) * 32;
    float o = 0.0f, l = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int j0) __attribute__((always_inline)) {
        kp_r0 = K[(j0 + r) * 32 + c];
        kp_r1 = V[(j0 + r) * 32 + c];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        auto &vs = kp_vs[kp_stage];
        float s = 0.0f;
        for (int d = 0; d < 32; ++d)
            s += q_row[d] * ks[c][d];
        p[r][c] = expf(s);
        __syncthreads();

        for (int j = 0; j < 32; ++j) {
            o += p[r][j] * vs[j][c];
            l += p[r][j];
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        auto &vs = kp_vs[kp_stage];
        ks[r][c] = kp_r0;
        vs[r][c] = kp_r1;
    };
    {
        int j0 = 0;
        if (j0 < len) {
            int kp_stage = 0;
            kp_fetch(j0);
            kp_store(kp_stage);
            __syncthreads();
            for (j0 += 32; j0 < len; j0 += 32) {
                kp_fetch(j0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[(blockIdx.x * 32 + r) * 32 + c] = o / l;
}
