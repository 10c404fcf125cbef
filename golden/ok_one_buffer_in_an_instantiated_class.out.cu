// All members are instantiated for other files: callers there may pass each thread its own number of tiles.
template <class T>
struct summing {
    static __device__ T sums(const T *x, int tiles)
    {
        __shared__ T tile[128];
        T sum = 0;

        static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                      "kpipe: made for other types; run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        T kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k * 128 + threadIdx.x];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 128; ++j)
                sum += tile[j];
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
};

__global__ void all(const float *x, float *out, int tiles)
{
    out[threadIdx.x] = summing<float>::sums(x, tiles);
}

template struct summing<float>;
