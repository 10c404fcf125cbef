// The device-wide algorithms of CUB are the host's. Where they are known the file has no error, and its instances are all that there are.
#include <cub/cub.cuh>
#include <type_traits>

template <typename T> struct rows {
    T *x, *y;
};

template <typename T> __global__ void sums(rows<T> r, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[256])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T tile[256]; } kp_tile[kp_stages];
    T sum = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = r.x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    r.y[threadIdx.x] = sum;
}

template <typename T> class run {
public:
    void go(int n);
    rows<T> r;
    void *space;
    size_t bytes;
};

template <typename T> void run<T>::go(int n)
{
    sums<T><<<1, 256>>>(r, n);
    cub::DeviceReduce::Sum(space, bytes, r.y, r.y + 256, 256);
    cub::DeviceScan::ExclusiveSum(space, bytes, r.y, r.x, 256);
    cub::DeviceRadixSort::SortKeys(space, bytes, r.y, r.x, 256);
}

template class run<float>;
