// A header's operators of vectors: in the only instance the template's are those of the language.
#include <type_traits>

static __inline__ __host__ __device__ float3 operator*(const float3 &a, const float3 &b)
{
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
}
static __inline__ __host__ __device__ float3 operator+(const float3 &a, const float3 &b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static __inline__ __host__ __device__ void operator+=(float3 &a, const float3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}

template <class D, class I>
__global__ void gather(const D *__restrict__ A, const I *__restrict__ rows, int width,
                       D *__restrict__ y)
{
    __shared__ struct alignas(128) { D tile[16][16]; } kp_tile[2];
    const int x = threadIdx.x, r = threadIdx.y;
    const I row = rows[blockIdx.x * 16 + r];
    D sum = 0;

    static_assert(::std::is_same<D, float>::value && ::std::is_same<I, int>::value,
                  "kpipe: D or I has changed: run kpipe again");
    static_assert(::std::is_arithmetic<D>::value && !::std::is_volatile<D>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_arithmetic<I>::value && !::std::is_volatile<I>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    D kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[width * row + k + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 16; ++j)
            sum += tile[r][j] * tile[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[r][x] = kp_r0;
    };
    {
        int k = 0;
        if (k < width) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < width; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[(blockIdx.x * 16 + r) * 16 + x] = sum;
}
template __global__ void gather<float, int>(const float *, const int *, int, float *);
