// kpipe: --stages 2
// The objects are loaded, and stored as numbers of another value: no copy of bits.
#include <type_traits>

struct neg {
    typedef float value_type;
    float x;
    __device__ operator float() const { return -x; }
};
template <class D> __global__ __launch_bounds__(1024) void k(const D *a, float *c, int n)
{
    constexpr int kp_stages = 2 * (sizeof(typename D::value_type[32 * 32])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { typename D::value_type tile[32 * 32]; } kp_tile[kp_stages];
    float sum = 0;
    static_assert(::std::is_same<D, neg>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    D kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i * 1024 + threadIdx.y * 32 + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; j++)
            sum += tile[j * 32 + threadIdx.x] * tile[threadIdx.y * 32 + j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        D v = kp_r0;
        tile[threadIdx.y * 32 + threadIdx.x] = v;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i++; i < n; i++) {
                kp_fetch(i);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[threadIdx.y * 32 + threadIdx.x] = sum;
}
void go(const neg *a, float *c, int n)
{
    k<neg><<<1, dim3(32, 32)>>>(a, c, n);
}
