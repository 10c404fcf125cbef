// The conversion, in a function that the kernel calls, does nothing but give all dynamic memory.
#include <type_traits>

template <class T>
struct shared_memory {
    __device__ inline operator T *()
    {
        extern __shared__ int block[];
        return (T *)block;
    }
};

template <class T>
struct four {
    typedef float4 type;
};

template <class T>
__device__ T sums(typename four<T>::type *x, int tiles)
{
    extern __shared__ __align__(16) unsigned char kp_dynamic[];
    typename four<T>::type *tile = reinterpret_cast<typename four<T>::type *>(kp_dynamic);
    T sum = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    typename four<T>::type kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k * blockDim.x + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < blockDim.x; ++j)
            sum += tile[j].x;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < tiles) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (++k; k < tiles; ++k) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    return sum;
}

template <class T>
__global__ void all(typename four<T>::type *x, T *out, int tiles)
{
    out[threadIdx.x] = sums<T>(x, tiles);
}

template __global__ void all<float>(float4 *x, float *out, int tiles);
