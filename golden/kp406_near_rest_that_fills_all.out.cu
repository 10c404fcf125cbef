// kpipe: --stages 2
// The rest fills the whole tile, of which it reads a part.
#define B 128
__global__ void pulls(float *out, const float *__restrict__ x, const float *__restrict__ at, int n,
                      int rounds)
{
    __shared__ __align__(128) float kp_near[2][B];
    const int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        const int i = (blockIdx.x * rounds + r) * B + t;
        const float mine = at[i];
        float sum = 0;
        static_assert(B == 128, "kpipe: B has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k * B + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &near = kp_near[kp_stage];
            for (int j = 0; j < B; j++)
                sum += near[j] * mine;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &near = kp_near[kp_stage];
            near[t] = kp_r0;
        };
        int kp_stage = 0;
        {
            int k = 0;
            if (k < n / B) {
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k++; k < n / B; k++) {
                    kp_fetch(k);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
        auto &near = kp_near[kp_stage];
        near[t] = x[n / B * B + t];
        __syncthreads();
        for (int j = 0; j < n % B; j++)
            sum += near[j] * mine;
        __syncthreads();
        out[i] = sum;
    }
}
void launch(float *o, const float *x, const float *a, int n, int rounds)
{
    pulls<<<n / B / rounds, B>>>(o, x, a, n, rounds);
}
