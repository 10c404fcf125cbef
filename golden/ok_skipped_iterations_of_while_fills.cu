// The header passes over iterations, and a while loop that fills the tile gets its header, too.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ A, const int *__restrict__ M,
                                           float *__restrict__ C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (M[k])
            continue;
        int x = t;
        while (x < 64) {
            As[x] = A[k * 64 + x];
            x += 64;
        }
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
        __syncthreads();
    }
    C[t] = sum;
}
