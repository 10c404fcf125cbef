// kpipe: --variant ldg
// The helper's T is known in the block that takes the call's place, and not where the registers stand.
template <typename T>
__device__ __forceinline__ void bring(T *to, const T *from, int i, bool inside)
{
    to[i] = inside ? from[i] : T(0);
}

__global__ void guarded(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_As[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // bring(), inlined
            using T = float;
            const T *from = A + k;
            int i = t;
            bool inside = k + t < n;
            kp_r0 = inside ? from[i] : T(0);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += As[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        { // bring(), inlined
            using T = float;
            auto &to = As;
            int i = t;
            to[i] = kp_r0;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}
