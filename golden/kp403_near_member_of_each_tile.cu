// kpipe: --variant ldg --stages 2
// All members that are read are set in each iteration.
struct tiles {
    float a[16][16], b[16][16];
    float scale;
};

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ tiles sm;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        sm.a[ty][tx] = A[row * K + k0 + tx];
        sm.b[ty][tx] = B[(k0 + ty) * N + col];
        if (tx + ty == 0)
            sm.scale = A[k0];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += sm.a[ty][k] * sm.b[k][tx] * sm.scale;
        __syncthreads();
    }
    C[row * N + col] = sum;
}
