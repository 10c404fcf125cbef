// kpipe: --stages 2
// A pointer into a tile that is a struct of the template's: the name that stages have is an `auto` of it.
#include <type_traits>

template <typename T> struct storage {
    T a[8][33];
    union {
        T b[8][33];
        float sums[8][33];
    };
};

template <typename T>
__global__ void __launch_bounds__(256) products(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(storage<T>)) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { storage<T> tiles; } kp_tiles[kp_stages];
    auto &tiles = kp_tiles[0].tiles;
    T *const as = &tiles.a[0][0];
    T *const bs = &tiles.b[0][0];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_as = as;
    auto kp_bs = bs;
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k0 + column];
        kp_r1 = B[row * n + k0 + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tiles = kp_tiles[kp_stage].tiles;
        auto as = (decltype(kp_as))((char *)kp_as + kp_stage * sizeof(kp_tiles[0]));
        for (int j = 0; j < 32; ++j)
            sum += float(as[row * 33 + j]) * float(tiles.b[row][j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto as = (decltype(kp_as))((char *)kp_as + kp_stage * sizeof(kp_tiles[0]));
        auto bs = (decltype(kp_bs))((char *)kp_bs + kp_stage * sizeof(kp_tiles[0]));
        as[row * 33 + column] = kp_r0;
        bs[row * 33 + column] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[row * 32 + column] = sum;
}

void launch(const float *A, const float *B, float *out, int n)
{
    products<float><<<1, dim3(32, 8)>>>(A, B, out, n);
}
