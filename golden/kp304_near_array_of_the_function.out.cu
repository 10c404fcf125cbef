// Both parts write a local array, each its own: two loops.
__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    int at[4] = {0, 1, 2, 3};
    float sum = 0, norm = 0;
    float parts[4];

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            kp_r0[j] = x[k + j * 64 + threadIdx.x];
        }
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 4; ++j) {
            at[j] = (k / 256 + j) & 3;
        }
        for (int j = 0; j < 64; ++j)
            sum += tile[at[j & 3] * 64 + j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            parts[j] = kp_r0[j];
            tile[j * 64 + threadIdx.x] = parts[j];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[threadIdx.x] = sum * norm;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<1, 64>>>(x, w, y, n);
}
