// kpipe: --arch sm_90
// No launch is in the file, but the tiles have an element for each thread: 16 lanes read a column.
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty][tx] = A[(k0 + tx) * M + row];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
