// The same for all threads of the block: vectors may take it.
__global__ void __launch_bounds__(128) rows(const float *__restrict__ A, float *__restrict__ C, int N,
                                            int K)
{
    __shared__ float T[16][64];
    const int t = threadIdx.x;

    float sum = 0.0f;


    const int off = blockIdx.x * 64;
    for (int k = 0; k < K; k += 16) {
        for (int i = t; i < 16 * 64; i += 128)
            T[i / 64][i % 64] = A[off + (k + i / 64) * N + i % 64];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += T[j][t & 63];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
