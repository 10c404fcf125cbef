// As many elements are read as were filled, the smaller one of two numbers.
__global__ void rows(const float *A, float *out, int n)
{
    __shared__ float tile[4][64];
    const int t = threadIdx.x, r = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        for (int c = t; c < min(64, -k + n); c += 32)
            tile[r][c] = A[r * n + k + c];
        __syncthreads();
        for (int c = 0; c < min(n - k, 64); c++)
            sum += tile[r][c] * c;
        __syncthreads();
    }
    out[r * 32 + t] = sum;
}
