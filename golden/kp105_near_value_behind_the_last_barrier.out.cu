// The barrier behind the uses of the tile is in a call that gives a value.
__device__ float tile_sum(const float *s)
{
    float r = 0.0f;
    for (int j = 0; j < 128; j++)
        r += s[j] * (j ^ threadIdx.x);
    __syncthreads();
    return r;
}

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        sum += tile_sum(s);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
