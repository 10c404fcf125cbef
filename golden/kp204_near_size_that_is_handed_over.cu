// min() gets the size by value: it is what the caller passed, and the test in front of the loop may
// name it.
__global__ void f(const float *from, int m, float *to, int n)
{
    __shared__ float tile[512];

    for (int k = 0; k < m; k += 512) {
        int rest = min(m, k + 512) - k;
        for (int j = threadIdx.x; j < rest; j += blockDim.x)
            tile[j] = from[blockIdx.x * m + k + j];
        __syncthreads();
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            float best = to[blockIdx.x * n + j];
            for (int i = 0; i < rest; i++)
                best = fminf(best, tile[i] * (i ^ j));
            to[blockIdx.x * n + j] = best;
        }
        __syncthreads();
    }
}
