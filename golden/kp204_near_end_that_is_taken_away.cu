// The addresses go down while the number goes up.
__global__ void f(const float *from, int m, float *to, int n)
{
    __shared__ float tile[512 * 3];

    for (int k = 0; k < m; k += 512) {
        const int end = min(m, k + 512) - k;
        for (int j = threadIdx.x; j < end; j += blockDim.x)
            tile[j] = from[blockIdx.x * m + m + k - j];
        __syncthreads();
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            float best = to[blockIdx.x * n + j];
            for (int i = 0; i < end; i++)
                best = fminf(best, tile[i] * (i ^ j));
            to[blockIdx.x * n + j] = best;
        }
        __syncthreads();
    }
}
