// kpipe: --variant ldg
// Tile and epilogue buffer share their bytes.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) union {
        float xs[128];
        float part[128];
    } kp_sm[2];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &sm = kp_sm[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * sm.xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &sm = kp_sm[kp_stage];
        sm.xs[t] = kp_r0;
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    auto &sm = kp_sm[kp_stage];
    sm.part[t] = sum;
    __syncthreads();
    y[row] = sm.part[t ^ 1];
}
