// The last declaration of a kernel has the bound that counts: 256.
__global__ void __launch_bounds__(128) sums(const float *a, float *b, int n);
__global__ void __launch_bounds__(256) sums(const float *a, float *b, int n)
{
    __shared__ float tile[512];
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        for (int r = 0; r < 2; r++)
            tile[threadIdx.x < 128 ? threadIdx.x + r * 128 : threadIdx.x + 128] = a[k + r * 128 + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += tile[i];
        __syncthreads();
    }
    b[threadIdx.x] = sum;
}
