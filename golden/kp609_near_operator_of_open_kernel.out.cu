// Where all instances add numbers, + is the language's own; another instance of the kernel, which might call a function, the output stops.
#include <type_traits>

__device__ int calls;
struct place {
    int at;
};
__device__ int operator+(const place &a, int i) { return atomicAdd(&calls, 1) + a.at + i; }

template <class T> struct from {
    T start;
};
template <class T> struct matrix : from<T> {
    const float *first;
    __device__ const float &operator[](int i) const { return first[this->start + i]; }
};

template <class T> __global__ void sums(const matrix<T> A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int x = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<T, int>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * W[(k + j) * 256 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + x] = sum;
}
template __global__ void sums<int>(const matrix<int>, const float *__restrict__, float *__restrict__, int);
