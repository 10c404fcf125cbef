// A helper with default template arguments; it zeroes the end of a vector by way of a pointer.
template <typename T, int TILE, int PAD = 0, typename VEC = float4>
__device__ void load(T tile[TILE + PAD], const T *src, int first, int n)
{
    constexpr int W = sizeof(VEC) / sizeof(T);
    for (int i = threadIdx.x; i < TILE / W; i += 64) {
        VEC v = *reinterpret_cast<const VEC *>(&src[first + i * W]);
        T *const one = reinterpret_cast<T *>(&v);

        for (int j = 0; j < W; ++j)
            if (first + i * W + j >= n)
                one[j] = T(0);
        *reinterpret_cast<VEC *>(&tile[i * W + PAD]) = v;
    }
}

__global__ void __launch_bounds__(64)
    gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, int ld)
{
    __shared__ __align__(16) float kp_xs[2][256];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 64 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load(), inlined
            using T = float;
            using VEC = float4;
            constexpr int TILE = 256;
            constexpr int PAD = 0;
            const T *src = x;
            int first = k;
            constexpr int W = sizeof(VEC) / sizeof(T);
            #pragma unroll
            for (int i = threadIdx.x, kp_i = 0; kp_i < 1; i += 64, ++kp_i) {
                if (i >= TILE / W)
                    continue;
                kp_r0[kp_i] = *reinterpret_cast<const VEC *>(&src[first + i * W]);
            }
        }
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256 && k + j < n; ++j)
            sum += A[(k + j) * ld + row] * xs[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        { // load(), inlined
            using T = float;
            using VEC = float4;
            constexpr int TILE = 256;
            constexpr int PAD = 0;
            auto &tile = xs;
            int first = k;
            constexpr int W = sizeof(VEC) / sizeof(T);
            #pragma unroll
            for (int i = threadIdx.x, kp_i = 0; kp_i < 1; i += 64, ++kp_i) {
                if (i >= TILE / W)
                    continue;
                VEC v = kp_r0[kp_i];
                T *const one = reinterpret_cast<T *>(&v);

                for (int j = 0; j < W; ++j)
                    if (first + i * W + j >= n)
                        one[j] = T(0);
                *reinterpret_cast<VEC *>(&tile[i * W + PAD]) = v;
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
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
