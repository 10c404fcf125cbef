// kpipe: --stages 2
// A loop that indexes an array by its name keeps no address of it: what an accessor of a template's object reads by a
// pointer is no element of that.
#include <type_traits>

template <typename T> struct matrix {
    T *p;
    int rows, cols;
    __device__ T get(int i, int j) const { return i < rows && j < cols ? p[i * cols + j] : T(0); }
};

template <typename T>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int M, int N, int K)
{
    __shared__ struct alignas(128) { T As[16][65], Bs[16][64]; } kp_As[2];
    const matrix<const T> a{A, M, K}, b{B, K, N};
    const int t = threadIdx.x, row = blockIdx.y * 64, col = blockIdx.x * 64;
    T acc[4][4] = {};

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < 1024)
                kp_r0[kp_i] = a.get(row + i / 16, k0 + i % 16);
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < 1024)
                kp_r1[kp_i] = b.get(k0 + i / 64, col + i % 64);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[k][t / 16 * 4 + i] * Bs[k][t % 16 * 4 + j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < 1024)
                As[i % 16][i / 16] = kp_r0[kp_i];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < 1024)
                Bs[i / 64][i % 64] = kp_r1[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            if (row + t / 16 * 4 + i < M && col + t % 16 * 4 + j < N)
                C[(row + t / 16 * 4 + i) * N + col + t % 16 * 4 + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<float><<<dim3((N + 63) / 64, (M + 63) / 64), 256>>>(A, B, C, M, N, K);
}
