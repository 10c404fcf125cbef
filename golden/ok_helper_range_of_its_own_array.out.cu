// What a loop goes through by its name alone is needed where the loop is: the array of the range.
__device__ void ld(float *d, const float *p, int i) { int o[2] = {1, 2}; for (int q : o) i += q; d[threadIdx.x] = p[i]; }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    int t = threadIdx.x;
    float acc = 0.f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        { // ld(), inlined
            int kp_in0 = i + t;
            {
                const float *p = x;
                int i = kp_in0;
                int o[2] = {1, 2}; for (int q : o) i += q; kp_r0 = p[i]; 
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j) acc += s[j] * (j + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        { // ld(), inlined
            {
                auto &d = s;
                d[threadIdx.x] = kp_r0; 
            }
        }
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
    y[blockIdx.x * 128 + t] = acc;
}
