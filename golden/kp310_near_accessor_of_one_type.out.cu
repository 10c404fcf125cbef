// One type in all instances, that of what it is assigned to.
#include <type_traits>

template <typename T> struct matrix {
    T *p;
    int stride;
    __device__ T operator()(int i, int j) const { return p[i * stride + j]; }
};

template <typename M>
__global__ void rows(const M a, double *out, int K)
{
    __shared__ struct alignas(128) { double s[8][33]; } kp_s[2];
    const int y = threadIdx.y, x = threadIdx.x;
    double sum = 0.0;

    static_assert(::std::is_same<M, matrix<double>>::value,
                  "kpipe: M has changed: run kpipe again");
    static_assert(::std::is_same<M, matrix<double>>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    double kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a(y, k + x);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < 32; ++j)
            sum += s[y][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[y][x] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<double> d, double *out, int K)
{
    
    rows<<<1, dim3(32, 8)>>>(d, out, K);
}
