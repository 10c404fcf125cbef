// kpipe: --stages 2
// A pointer to a template's type, moved by integers: what is read through it is not the thread's sums.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T, int D, int B>
__global__ void product(int n, const T *__restrict__ A, int pitch, T *__restrict__ C)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    __shared__ struct alignas(128) { T rows[B][B + 1]; } kp_rows[2];
    T sums[B / D];
    const T *a = A + blockIdx.x * B + ty * pitch + tx;
    for (int i = 0; i < B / D; i++)
        sums[i] = 0;
    static_assert(::std::is_same<T, double>::value && D == 16 && B == 32,
                  "kpipe: T, D or B has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage].rows;
        for (int i = 0; i < B; i += D)
            for (int m = 0; m < B; m += D)
                __pipeline_memcpy_async(&rows[i + ty][m + tx], &a[i * pitch + m], sizeof(T));
        a += B * pitch;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage].rows;
        for (int i = 0; i < B; i++)
            for (int m = 0; m < B / D; m++)
                sums[m] += rows[i][m * D + tx] * rows[m * D + ty][i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += B; k < n; k += B) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < B / D; i++)
        C[(blockIdx.x * B + i * D + ty) * D + tx] = sums[i];
}

void launch(int n, const double *A, int pitch, double *C)
{
    product<double, 16, 32><<<dim3(4, 4), dim3(16, 16)>>>(n, A, pitch, C);
}
