// kpipe: --layout auto
// The type is asserted as the values are.
#include <type_traits>

template <typename T, int ROWS, int WIDTH>
__global__ void __launch_bounds__(256) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ __align__(128) T kp_As[2][ROWS][WIDTH + 4];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    static_assert(::std::is_same<T, float>::value && ROWS == 32 && WIDTH == 32,
                  "kpipe: T, ROWS or WIDTH has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = ty, kp_i = 0; kp_i < 4; i += 8, ++kp_i)
            if (i < 32)
                kp_r0[kp_i] = A[(blockIdx.x * 32 + i) * n + k + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 32; i++)
            s += As[tx][i] * (ty + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = ty, kp_i = 0; kp_i < 4; i += 8, ++kp_i)
            if (i < 32)
                As[i][tx] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    sum_rows<float, 32, 32><<<n / 32, 256>>>(A, C, n);
}
