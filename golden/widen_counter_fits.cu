// kpipe: --copies-only
// Steps that are longer, of which each thread makes fewer, end at 112: that is in the type.
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N, int K)
{
    __shared__ float T[64][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 16) {
        for (signed char j = 0; j < 64; j += 16)
            T[ty + j][tx] = A[(ty + j) * N + k + tx];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += T[ty][i] * T[i][tx];
        __syncthreads();
    }
    C[ty * 16 + tx] = sum;
}

void run(const float *A, float *C, int n)
{
    rows<<<1, dim3(16, 16)>>>(A, C, n, n);
}
