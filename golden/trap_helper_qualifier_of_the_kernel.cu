// In the kernel, Shape is its own: Shape::K is 16 in the helper and 8 in the kernel.
struct Shape {
    enum { M = 16, K = 16 };
};

__device__ __forceinline__ void fill(float (*tile)[16], const float *src, int ld)
{
    for (int i = threadIdx.x; i < Shape::M * Shape::K; i += 64)
        tile[i / Shape::K][i % Shape::K] = src[i / Shape::K * ld + i % Shape::K];
}

__global__ void __launch_bounds__(64)
    rows(const float *__restrict__ A, float *__restrict__ out, int M, int K)
{
    struct Shape {
        enum { M = 16, K = 8 };
    };
    __shared__ float As[16][16];
    float sum = 0;

    for (int k = 0; k < K; k += 16) {
        fill(As, A + blockIdx.x * 16 * K + k, K);
        __syncthreads();
        for (int j = 0; j < Shape::K; ++j)
            sum += As[threadIdx.x % Shape::M][j];
        __syncthreads();
    }
    if (blockIdx.x * 16 + threadIdx.x < M)
        out[blockIdx.x * 16 + threadIdx.x] = sum;
}
