// kpipe: --variant ldg --stages 2
// Stages of 2,112 bytes would need a struct around a class that is defined in the declaration.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ struct {
        float a[16][17];
        float b[16][16];
    } sm;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        sm.a[ty][tx] = A[row * K + k0 + tx];
        sm.b[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += sm.a[ty][k] * sm.b[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
