// Stored by way of a pointer that the body makes anew, always to the same element: a helper's parameter,
// or somebody's own. Two buffers.
__device__ float4 ld_vec(const float *a)
{
    return *reinterpret_cast<const float4 *>(a);
}

__device__ void st_vec(float *a, float4 v)
{
    *reinterpret_cast<float4 *>(a) = v;
}

__global__ void __launch_bounds__(256)
    helper(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ __align__(16) float As[32][32];
    const int y = threadIdx.x / 8, x = threadIdx.x % 8 * 4;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 32) {
        __syncthreads();
        st_vec(&As[y][x], ld_vec(A + y * K + k0 + x));
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += As[threadIdx.x % 32][j];
    }
    C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256)
    own(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[32][32];
    const int y = threadIdx.x / 32, x = threadIdx.x % 32;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = 0; i < 32; i += 8) {
            float *row = As[y + i];
            float *to = row + x;
            *to = A[(y + i) * K + k0 + x] * 2;
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += As[x][j] * (j ^ y);
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
