// kpipe: --variant ldg --stages 2
// The first of several objects is not their array of stages.
struct tile {
    float a[16][17], b[16][16];
};

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ tile sm[2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        sm[1].a[ty][tx] = A[row * K + k0 + tx];
        sm[0].b[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += sm[1].a[ty][k] * sm[0].b[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
