// The type that the call names is that of the argument: the reference is bound to `two` itself.
template <typename T>
__device__ void fill(float *s, const int *p, int i, const T &by)
{
    s[threadIdx.x] = p[i] / by;
}

__global__ void scaled(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const float two = blockDim.x / 64;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // fill(), inlined
            using T = float;
            const int *p = x;
            int i = k + t;
            kp_r0 = p[i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += xs[(j * 33 + t) % 128];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        { // fill(), inlined
            using T = float;
            auto &s = xs;
            s[threadIdx.x] = kp_r0 / two;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
