// kpipe: --variant ldg --stages 2
// The size of an element is the instance's, its number is not.
#include <type_traits>

template <typename T>
__global__ void sums(int m, const T *__restrict__ all, T *__restrict__ out)
{
    const T *q = all + blockIdx.x * (m + 2) * 3 + 1;
    constexpr int kp_stages = 2 * (sizeof(T[256 * 3])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T buf[256 * 3]; } kp_buf[kp_stages];
    T s = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[4], kp_r1[4], kp_r2[4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        memset(kp_r1, 0, sizeof(kp_r1));
        memset(kp_r2, 0, sizeof(kp_r2));
        const int end = min(m, k0 + 256) - k0;
        #pragma unroll
        for (int k = threadIdx.x, kp_i = 0; kp_i < 4 && k < end; k += blockDim.x, ++kp_i) {
            kp_r0[kp_i] = q[(k0 + k) * 3];
            kp_r1[kp_i] = q[(k0 + k) * 3 + 1];
            kp_r2[kp_i] = q[(k0 + k) * 3 + 2];
        }
    };
    auto kp_compute = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage].buf;
        const int end = min(m, k0 + 256) - k0;
        for (int k = 0; k < end; k++)
            s += buf[k * 3] * buf[k * 3 + 1] - buf[k * 3 + 2];
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage].buf;
        const int end = min(m, k0 + 256) - k0;
        {
            int k = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && k < end; k += blockDim.x, ++kp_i) {
                buf[k * 3] = kp_r0[kp_i];
                buf[k * 3 + 1] = kp_r1[kp_i];
                buf[k * 3 + 2] = kp_r2[kp_i];
            }
            for (; k < end; k += blockDim.x) {
                buf[k * 3] = q[(k0 + k) * 3];
                buf[k * 3 + 1] = q[(k0 + k) * 3 + 1];
                buf[k * 3 + 2] = q[(k0 + k) * 3 + 2];
            }
        }
    };
    {
        int k0 = 0;
        if (k0 < m) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            int kp_k0 = k0;
            for (k0 += 256; k0 < m; k0 += 256) {
                kp_fetch(k0);
                kp_compute(kp_k0, kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(k0, kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_k0 = k0;
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_k0, kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
