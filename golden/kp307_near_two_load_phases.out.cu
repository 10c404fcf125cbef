// K and V take turns in one buffer: K waits in registers while the turn is V's.
__global__ void attention(const float *__restrict__ q, const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ out, int len)
{
    __shared__ float kv[32][33];
    const int lane = threadIdx.x, row = threadIdx.y;
    const float qv = q[(blockIdx.x * 32 + row) * 32 + lane];
    float o = 0.0f, l = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int j0) __attribute__((always_inline)) {
        kp_r0 = K[(j0 + row) * 32 + lane];
    };
    auto kp_compute = [&](int j0) __attribute__((always_inline)) {
        float s = 0.0f;
        for (int d = 0; d < 32; ++d)
            s += __shfl_sync(0xffffffff, qv, d) * kv[lane][d];
        const float p = expf(s);
        l += p;
        __syncthreads();
        kv[row][lane] = V[(j0 + row) * 32 + lane];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            o += __shfl_sync(0xffffffff, p, j) * kv[j][lane];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        kv[row][lane] = kp_r0;
    };
    {
        int j0 = 0;
        if (j0 < len) {
            kp_fetch(j0);
            kp_store();
            __syncthreads();
            int kp_j0 = j0;
            for (j0 += 32; j0 < len; j0 += 32) {
                kp_fetch(j0);
                kp_compute(kp_j0);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_j0 = j0;
            }
            kp_compute(kp_j0);
            __syncthreads();
        }
    }
    for (int m = 16; m > 0; m /= 2)
        l += __shfl_xor_sync(0xffffffff, l, m);
    out[(blockIdx.x * 32 + row) * 32 + lane] = o / l;
}
