// kpipe: --variant ldg
// The condition moves k, too: it goes on by 8, and the remainder is another one every time.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k++ < n; k += 7) {
        if (t == 0)
            tile[k % 7] = A[k];
        __syncthreads();
        for (int j = 0; j < 7 && j <= k / 8; ++j)
            sum += tile[(j + 1) % 7];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
