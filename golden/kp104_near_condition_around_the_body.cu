// The whole body under a condition of the block's.
__global__ void by_flags(const float *__restrict__ x, const unsigned char *__restrict__ live,
                         float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (live[blockIdx.x * n + k]) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_list(const float *__restrict__ x, const int *__restrict__ list,
                        float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (unsigned k = 0; k < n; ++k) {
        const int block = list[k];
        const bool live = block >= 0;
        if (live) {
            tile[threadIdx.x] = x[block * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * block;
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const unsigned char *live, const int *list, float *y, int n)
{
    by_flags<<<8, 256>>>(x, live, y, n);
    by_list<<<8, 256>>>(x, list, y, n);
}
