// Both loops count by one variable, and fill a row each.
__global__ void __launch_bounds__(128) rows(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float s[2][512];
    int t = threadIdx.x, i;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        for (i = 0; i < 4; ++i)
            s[0][i * 128 + t] = A[k + t];
        for (i = 0; i < 4; ++i)
            s[1][i * 128 + t] = B[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j & 1][j * 4 + (t & 3)] * j;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc + i;
}
