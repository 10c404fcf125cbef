// kpipe: --variant ldg --stages 2
// A member is set in front of the loop: it is a variable of its own beside the tiles.
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
    if (tx + ty == 0)
        sm.scale = A[0];
    for (int k0 = 0; k0 < K; k0 += 16) {
        sm.a[ty][tx] = A[row * K + k0 + tx];
        sm.b[ty][tx] = B[(k0 + ty) * N + col];

        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += sm.a[ty][k] * sm.b[k][tx] * sm.scale;
        __syncthreads();
    }
    C[row * N + col] = sum;
}
