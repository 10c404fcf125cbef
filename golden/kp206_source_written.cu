// Forward substitution in place: tile k + 1 is final only after tile k was applied.
__global__ void substitute(const float *__restrict__ L, float *x, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 64) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int i = k + 64 + t; i < n; i += 64) {
            float sum = 0.0f;
            for (int j = 0; j < 64; ++j)
                sum += L[(k + j) * n + i] * xs[j];
            x[i] -= sum;
        }
        __syncthreads();
    }
}
