// kpipe: --stages 2
// Whether there is such a function is what the parameter without a name says: no body can use it.
template <bool, class T> struct only_if;
template <class T> struct only_if<true, T> {
    using type = T;
};
template <class T> struct is_wide {
    static constexpr bool value = sizeof(T) > 4;
};

template <class T, typename only_if<!is_wide<T>::value, void>::type * = nullptr>
__device__ float weight(const T &a, const T &b)
{
    return a * 0.5f + b;
}
template <class T, typename only_if<is_wide<T>::value, void>::type * = nullptr>
__device__ float weight(const T &a, const T &b)
{
    return a * 0.25f - b;
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += weight(tile[j], tile[t]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
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
    y[blockIdx.x * 128 + t] = sum;
}
