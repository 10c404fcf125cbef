// The helper has a constant of its own for it, and the kernel a variable of that name.
template <int N> __device__ float behind(const float *x, int i)
{
    return x[i + N];
}

__device__ void fill(float *to, const float *x, int i)
{
    constexpr int W = 3;

    to[threadIdx.x] = behind<W>(x, i);
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int W = n & 7;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // fill(), inlined
            int kp_in0 = k + threadIdx.x;
            {
                int i = kp_in0;
                constexpr int W = 3;

                kp_r0 = behind<W>(x, i);
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ W);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        { // fill(), inlined
            {
                auto &to = tile;
                constexpr int W = 3;

                to[threadIdx.x] = kp_r0;
            }
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
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
