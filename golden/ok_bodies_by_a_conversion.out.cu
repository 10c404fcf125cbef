// As in a well-known n-body sample: the tile stands behind a conversion, the loop in a function that
// returns an object, which the kernel calls.
#include <type_traits>

template <class T> struct SharedMemory {
    __device__ inline operator T *() { extern __shared__ int mem[]; return (T *)mem; }
    __device__ inline operator const T *() const { extern __shared__ int mem[]; return (T *)mem; }
};
__device__ float3 pull(float3 acc, float4 me, float4 other)
{
    float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    float w = other.w * rsqrtf(x * x + y * y + z * z + 0.01f);
    acc.x += x * w; acc.y += y * w; acc.z += z * w;
    return acc;
}
template <class T>
__device__ float3 pulls(T me, const T *all, int tiles)
{
    extern __shared__ __align__(16) unsigned char kp_dynamic[];
    T *near = reinterpret_cast<T *>(kp_dynamic);
    float3 acc = {0.0f, 0.0f, 0.0f};
    static_assert(::std::is_same<T, float4>::value, "kpipe: T has changed: run kpipe again");
    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, float4>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int tile) __attribute__((always_inline)) {
        kp_r0 = all[tile * blockDim.x + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int k = 0; k < blockDim.x; k++)
            acc = pull(acc, me, near[k]);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        near[threadIdx.x] = kp_r0;
    };
    {
        int tile = 0;
        if (tile < tiles) {
            kp_fetch(tile);
            kp_store();
            __syncthreads();
            for (tile++; tile < tiles; tile++) {
                kp_fetch(tile);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    return acc;
}
template <class T>
__global__ void move(T *to, const T *__restrict__ from, int tiles)
{
    T me = from[blockIdx.x * blockDim.x + threadIdx.x];
    float3 a = pulls<T>(me, from, tiles);
    me.x += a.x; me.y += a.y; me.z += a.z;
    to[blockIdx.x * blockDim.x + threadIdx.x] = me;
}
void launch(float4 *to, float4 *from, int n)
{
    move<float4><<<n / 128, 128, 128 * sizeof(float4)>>>(to, from, n / 128);
}
