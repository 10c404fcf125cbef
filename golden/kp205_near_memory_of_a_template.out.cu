// Each kernel of the file calls it, others may: the tiles are its own.
#include <type_traits>

template <int TILE, typename index_t>
__device__ void product(float *c, const float *a, const float *b, index_t wa, index_t wb)
{
    constexpr int kp_stages = 2 * (sizeof(float[TILE][TILE]) + sizeof(float[TILE][TILE])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { float as[TILE][TILE]; } kp_as[kp_stages];
    __shared__ struct alignas(128) { float bs[TILE][TILE]; } kp_bs[kp_stages];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const index_t first = wa * TILE * blockIdx.y;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<index_t>::value && !::std::is_volatile<index_t>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](auto k, auto j) __attribute__((always_inline)) {
        kp_r0 = a[k + wa * ty + tx];
        kp_r1 = b[j + wb * ty + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        for (int i = 0; i < TILE; ++i)
            sum += as[ty][i] * bs[i][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        as[ty][tx] = kp_r0;
        bs[ty][tx] = kp_r1;
    };
    {
        index_t k = first, j = TILE * blockIdx.x;
        if (k <= first + wa - 1) {
            int kp_stage = 0;
            kp_fetch(k, j);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE, j += TILE * wb; k <= first + wa - 1; k += TILE, j += TILE * wb) {
                kp_fetch(k, j);
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
    c[wb * TILE * blockIdx.y + TILE * blockIdx.x + wb * ty + tx] = sum;
}

extern "C" __global__ void product_16_32(float *c, float *a, float *b, int wa, int wb)
{
    product<16, int>(c, a, b, wa, wb);
}

extern "C" __global__ void product_32_64(float *c, float *a, float *b, size_t wa, size_t wb)
{
    product<32, size_t>(c, a, b, wa, wb);
}
