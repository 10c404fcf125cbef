__global__ void sums(const float *A, float *out, int n)
{
    __shared__ float tile[8][128];
    float sum = 0;
    for (const float *a = A; a < A + n * 1024; a += 1024) {
        for (int i = threadIdx.x; i < 1024; i += blockDim.x)
            tile[i / 128][i % 128] = a[i];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += tile[i][threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
