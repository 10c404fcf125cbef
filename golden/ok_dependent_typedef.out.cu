// What a traits class calls vec only an instantiation knows; the text can name it all the same.
template <typename T>
struct traits;

template <>
struct traits<float> {
    typedef float4 vec;
    static constexpr int lanes = 4;
};

template <typename T>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    typedef typename traits<T>::vec vec;
    constexpr int kp_stages = 2 * (sizeof(vec[32])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { vec xs[32]; } kp_xs[kp_stages];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    T sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    vec kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (t < 32)
            kp_r0 = *reinterpret_cast<const vec *>(&x[k + t * traits<T>::lanes]);
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 32 * traits<T>::lanes; ++j)
            sum += A[(k + j) * n + row] * reinterpret_cast<const T *>(xs)[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        if (t < 32)
            xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 32 * traits<T>::lanes; k < n; k += 32 * traits<T>::lanes) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_k = k;
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}
