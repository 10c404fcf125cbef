// As in a well-known n-body sample: the tile stands behind a conversion, the loop in a function that
// returns an object, which the kernel calls.
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
    T *near = SharedMemory<T>();
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < tiles; tile++) {
        near[threadIdx.x] = all[tile * blockDim.x + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++)
            acc = pull(acc, me, near[k]);
        __syncthreads();
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
