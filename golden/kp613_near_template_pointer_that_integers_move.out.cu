// kpipe: --stages 2
// A pointer to a template's type, moved by integers: what is read through it is not the thread's sums.
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
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[((B + D - 1) / D) * ((B + D - 1) / D)];
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < B; i += D, ++kp_i)
            #pragma unroll
            for (int m = 0, kp_i2 = 0; m < B; m += D, ++kp_i2)
                kp_r0[kp_i * ((B + D - 1) / D) + kp_i2] = a[i * pitch + m];
        a += B * pitch;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage].rows;
        for (int i = 0; i < B; i++)
            for (int m = 0; m < B / D; m++)
                sums[m] += rows[i][m * D + tx] * rows[m * D + ty][i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage].rows;
        #pragma unroll
        for (int i = 0, kp_i = 0; i < B; i += D, ++kp_i)
            #pragma unroll
            for (int m = 0, kp_i2 = 0; m < B; m += D, ++kp_i2)
                rows[i + ty][m + tx] = kp_r0[kp_i * ((B + D - 1) / D) + kp_i2];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            for (k += B; k < n; k += B) {
                kp_fetch();
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
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
