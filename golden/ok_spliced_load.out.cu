// Between two tokens a backslash at a line's end is a blank.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + t < n)
            kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128 && k + j < n; ++j)
            sum += A[(k + j) * n + row] *  
                   xs[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = (k + t < n) ? 2.0f * kp_r0 : 0.0f;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}

void run(const float *A, const float *x, float *y, int n) { gemv<<<1, 128>>>(A, x, y, n); }

__global__ void stays(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t] * \
                2.0f; // the next \
        tile
        __syncthreads();
        y[k + t] = xs[127 - t] + 1.0f;
        __syncthreads();
    }
}
