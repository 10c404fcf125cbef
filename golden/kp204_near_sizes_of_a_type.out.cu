// Sizes and counters of a template's type: what is tested in front of the loop holds of the instance, and the output is for that alone.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename index>
__global__ void diagonals(index rows, index count, index pitch, const index *where, const float *values, float *y)
{
    __shared__ struct alignas(128) { index offsets[128]; } kp_offsets[2];
    const index first = 128 * blockIdx.x + threadIdx.x;
    const index all = 128 * gridDim.x;

    static_assert(::std::is_same<index, int>::value,
                  "kpipe: index has changed: run kpipe again");
    static_assert(::std::is_arithmetic<index>::value && !::std::is_volatile<index>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(all) <= 2147483647 &&
        size_t(blockIdx.x) <= 2147483647 &&
        128LL * blockIdx.x + 1LL * blockDim.x <= 2147483648LL &&
        kp_clear(where, 0, 4LL * count + 4LL * blockDim.x - (4LL),
                y, 512LL * blockIdx.x, 4LL * rows);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](auto k, int kp_stage) __attribute__((always_inline)) {
            auto &offsets = kp_offsets[kp_stage].offsets;
            const index size = count - k < 128 ? count - k : 128;
            if (threadIdx.x < size)
                __pipeline_memcpy_async(&offsets[threadIdx.x], &where[k + threadIdx.x], sizeof(index));
            __pipeline_commit();
        };
        auto kp_compute = [&](index k, int kp_stage) __attribute__((always_inline)) {
            auto &offsets = kp_offsets[kp_stage].offsets;
            const index size = count - k < 128 ? count - k : 128;
            for (index row = first; row < rows; row += all) {
                float sum = k == 0 ? 0.0f : y[row];
                for (index n = 0; n < size; n++)
                    if (row + offsets[n] >= 0 && row + offsets[n] < rows)
                        sum += values[row + pitch * (k + n)];
                y[row] = sum;
            }
        };
        {
            index k = 0;
            if (k < count) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                index kp_k = k;
                for (k += 128; k < count; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &offsets = kp_offsets[0].offsets;
        for (index k = 0; k < count; k += 128) {
            const index size = count - k < 128 ? count - k : 128;
            if (threadIdx.x < size)
                offsets[threadIdx.x] = where[k + threadIdx.x];
            __syncthreads();
            for (index row = first; row < rows; row += all) {
                float sum = k == 0 ? 0.0f : y[row];
                for (index n = 0; n < size; n++)
                    if (row + offsets[n] >= 0 && row + offsets[n] < rows)
                        sum += values[row + pitch * (k + n)];
                y[row] = sum;
            }
            __syncthreads();
        }
    }
}

template __global__ void diagonals<int>(int, int, int, const int *, const float *, float *);
