// kpipe: --variant ldg
// The reference is named behind the loop, too.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float memory[256];
    auto &tile = memory;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + tile[threadIdx.x];
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
