// A helper whose template parameters the call does not name: T is what the pointers point to.
template <typename T>
__device__ __forceinline__ void load_tile(T *dst, const T *__restrict__ src, int ld, int rows, int cols)
{
    const int r = threadIdx.y, c = threadIdx.x;
    if (r < rows && c < cols)
        dst[r * 16 + c] = src[r * ld + c];
    else
        dst[r * 16 + c] = T(0);
}

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[256];
    __shared__ float Bs[256];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        load_tile(As, A + row0 * K + k0, K, M - row0, K - k0);
        load_tile(Bs, B + k0 * N + col0, N, K - k0, N - col0);
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty * 16 + k] * Bs[k * 16 + tx];
        __syncthreads();
    }
    if (row0 + ty < M && col0 + tx < N)
        C[(row0 + ty) * N + col0 + tx] = sum;
}
