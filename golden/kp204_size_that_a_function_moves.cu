// The function gets the size by reference and changes it: a test in front of the loop would name
// another number than the one that the caller passed.
__device__ void shorten(int &m)
{
    m -= 3;
}

__global__ void f(const float *from, int m, float *to, int n)
{
    __shared__ float tile[512];

    for (int i = 0; i < 2; i++) {
        shorten(m);
        for (int k = 0; k < m; k += 512) {
            int rest = min(m, k + 512) - k;
            for (int j = threadIdx.x; j < rest; j += blockDim.x)
                tile[j] = from[blockIdx.x * m + k + j];
            __syncthreads();
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                float best = to[blockIdx.x * n + j];
                for (int l = 0; l < rest; l++)
                    best = fminf(best, tile[l] * (l ^ j));
                to[blockIdx.x * n + j] = best;
            }
            __syncthreads();
        }
    }
}
