// kpipe: --arch sm_90 --kernel k
// The threadIdx that the copies would name is another one in the loop.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    const int t = ::threadIdx.x;
    float sum = 0.0f;
    struct {
        unsigned x;
    } threadIdx = {7};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[blockIdx.x * n + k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += s[j] * threadIdx.x;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
