// Row pointers into both tiles, made before the loop, read and written through.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float *const put_a = &As[ty][tx];
    float *const put_b = &Bs[ty][tx];
    const float *get_a = As[ty];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        *put_a = A[row * K + k0 + tx];
        *put_b = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += get_a[k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
