// kpipe: --variant ldg
// Rows at a shifted number: what is read and what is stored is told apart by a run-time test, as with a product.
__global__ void __launch_bounds__(64) k(const float *A, float *C, int n, int by)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; ++i) {
        s[t] = A[(i << 6) + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        C[(i << 6) + t] = sum;
        __syncthreads();
    }
}
