// kpipe: --stages 2
// The larger one: the last round reads what the round before has left.
__global__ void rows(const float *A, float *out, int n)
{
    __shared__ float tile[4][64];
    const int t = threadIdx.x, r = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        for (int c = t; c < min(64, n - k); c += 32)
            tile[r][c] = A[r * n + k + c];
        __syncthreads();
        for (int c = 0; c < min(max(n - k, 8), 64); c++)
            sum += tile[r][c] * c;
        __syncthreads();
    }
    out[r * 32 + t] = sum;
}
