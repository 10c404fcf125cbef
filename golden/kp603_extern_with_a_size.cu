// nvcc takes the array for a static one; clang takes no size beside extern.
__global__ void k(const float *__restrict__ a, float *__restrict__ b, int m)
{
    extern __shared__ float tile[128];
    float sum = 0;
    for (int i = 0; i < m; i += 128) {
        tile[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j & 7);
        __syncthreads();
    }
    b[threadIdx.x] = sum;
}
void run(const float *a, float *b, int m) { k<<<1, 128, 512>>>(a, b, m); }
