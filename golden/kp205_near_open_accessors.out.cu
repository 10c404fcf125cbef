// kpipe: --stages 2
// Matrices whose class the kernel's own template gives, read by an operator and by a method, and written
// by a method that calls the operator.
#include <type_traits>

template <class T>
struct matrix {
    T *data;
    int pitch;

    __device__ T operator()(int row, int column) const { return data[row * pitch + column]; }
    __device__ T &operator()(int row, int column) { return data[row * pitch + column]; }
    __device__ T at(int row, int column) const { return data[row * pitch + column]; }
    __device__ void put(int row, int column, T value) { (*this)(row, column) = value; }
};

template <class T>
__global__ void product(const matrix<T> A, const matrix<T> B, matrix<T> C, int depth)
{
    __shared__ struct alignas(128) { T as[16][16], bs[16][16]; } kp_as[2];
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    T sum = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A(row, k + threadIdx.x);
        kp_r1 = B.at(k + threadIdx.y, column);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int i = 0; i < 16; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[threadIdx.y][threadIdx.x] = kp_r0;
        bs[threadIdx.y][threadIdx.x] = kp_r1;
    };
    {
        int k = 0;
        if (k < depth) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < depth; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    C.put(row, column, sum);
}

void launch(matrix<float> A, matrix<float> B, matrix<float> C, int depth)
{
    product<float><<<dim3(8, 8), dim3(16, 16)>>>(A, B, C, depth);
}
