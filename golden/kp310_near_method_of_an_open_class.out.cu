// kpipe: --stages 2
// Methods that fill tiles, of objects whose class goes by the kernel's parameters: all instances call what the text says.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename U, int ROWS, int WIDTH> struct tile {
    U v[ROWS][WIDTH];

    __device__ void set(int row, int column, U x)
    {
        v[row][column] = x;
    }
    __device__ U get(int row, int column) const
    {
        return v[row][column];
    }
};

template <typename U> struct loader {
    const U *from;
    int n, row, column;

    __device__ void load(U *to, int k) const
    {
        for (int i = 0; i < 2; ++i)
            to[row * 32 + i * 16 + column] = from[row * n + k + i * 16 + column];
    }
};

template <typename T>
__global__ void __launch_bounds__(128) products(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(tile<T, 8, 17>) + sizeof(T[8 * 32])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { tile<T, 8, 17> as; } kp_as[kp_stages];
    __shared__ struct alignas(128) { T bs[8 * 32]; } kp_bs[kp_stages];
    const int row = threadIdx.y, column = threadIdx.x;
    const loader<T> from_b = {B, n, row, column};
    float sum = 0.0f;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &bs = kp_bs[kp_stage].bs;
        { // set(), inlined
            kp_r0 = A[row * n + k + column];
        }
        { // load(), inlined
            auto &to = bs;
            for (int i = 0; i < 2; ++i)
                __pipeline_memcpy_async(&to[from_b.row * 32 + i * 16 + from_b.column],
                                        &from_b.from[from_b.row * from_b.n + k + i * 16 + from_b.column],
                                        sizeof(T));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        for (int j = 0; j < 16; ++j)
            sum += float(as.get(row, j)) * float(bs[row * 32 + j]) + float(bs[row * 32 + 16 + j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        { // set(), inlined
            auto kp_in0 = kp_r0;
            {
                auto x = kp_in0;
                as.v[row][column] = x;
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                if (kp_stages > 1)
                    kp_fetch(k, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_fetch(k, kp_stage);
                }
                kp_store(kp_stage ^ (kp_stages - 1));
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[row * 16 + column] = sum;
}

void launch(const float *A, const float *B, float *out, const double *C, const double *D, int n)
{
    products<float><<<1, dim3(16, 8)>>>(A, B, out, n);
    products<double><<<1, dim3(16, 8)>>>(C, D, out, n);
}
