// kpipe: --variant cp-async
// The sums begin with what global memory holds: the part may be a tile, and nothing is split off.
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ bias, float *C,
                     int K)
{
    extern __shared__ float pool[];
    float *weights = pool, *sum = weights + 32 * 64, *add = sum + 64 * 4;
    const int col = threadIdx.x, line = threadIdx.y, at = line * 64 + col;

    add[at] = bias[at];
    sum[at] = bias[at];
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
        for (int i = 0; i < 8; i++)
            weights[at + i * 256] = B[k * 64 + i * 256 + at];
        __syncthreads();
        for (int p = 0; p < 32; p++)
            sum[at] += A[line * K + k + p] * weights[col + p * 64];
        __syncthreads();
    }
    C[at] = sum[at] + add[255 - at];
}

void run(const float *A, const float *B, const float *bias, float *C, int K)
{
    sums<<<1, dim3(64, 4), (32 * 64 + 2 * 64 * 4) * sizeof(float)>>>(A, B, bias, C, K);
}
