__global__ void sums(const float *A, float *out, int n)
{
    __shared__ float tile[8][128];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < 1024; i += blockDim.x)
            tile[i / 128][i % 128] = *(A + k * 1024 + i);
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += tile[i][threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
