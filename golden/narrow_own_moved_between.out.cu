// kpipe: --stages 2
// A variable that the copies are counted by moves on by one between them.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ k, float *out, int n, int d)
{
    __shared__ __align__(128) float kp_ks[2][64 * 16];
    float sum = 0.f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2 * 4];
    auto kp_fetch = [&](int j) __attribute__((always_inline)) {
        int at = threadIdx.x % 200 * 4;
        #pragma unroll
        for (int r = 0; r < 2; r++) {
            #pragma unroll
            for (int x = 0; x < 4; x++)
                kp_r0[r * 4 + x] = k[j * 1024 + at + x];
            at++;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        for (int r = 0; r < 64 * 16; r++)
            sum += ks[r];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        int at = threadIdx.x % 200 * 4;
        #pragma unroll
        for (int r = 0; r < 2; r++) {
            #pragma unroll
            for (int x = 0; x < 4; x++)
                ks[at + x] = kp_r0[r * 4 + x];
            at++;
        }
    };
    {
        int j = 0;
        if (j < n) {
            int kp_stage = 0;
            kp_fetch(j);
            kp_store(kp_stage);
            __syncthreads();
            for (j++; j < n; j++) {
                kp_fetch(j);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *k, float *out, int n, int d)
{
    sums<<<16, 256>>>(k, out, n, d);
}
