// Registers between load and store: helpers load into them and store from them, in one iteration.
template <int N, int THREADS>
__device__ __forceinline__ void load_tile(float4 (&regs)[N], const float *__restrict__ src)
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        regs[i] = __ldg(reinterpret_cast<const float4 *>(src) + threadIdx.x + i * THREADS);
}

template <int N, int THREADS>
__device__ __forceinline__ void store_tile(float *tile, const float4 (&regs)[N])
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        reinterpret_cast<float4 *>(tile)[threadIdx.x + i * THREADS] = regs[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, const float *__restrict__ x,
                                            float *__restrict__ y, int n)
{
    __shared__ float4 As4[256];
    float *As = reinterpret_cast<float *>(As4);
    const int t = threadIdx.x;
    float4 frag[2];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        load_tile<2, 128>(frag, A + k);
        store_tile<2, 128>(As, frag);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 1024] * x[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
