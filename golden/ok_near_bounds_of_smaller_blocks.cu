// Its launch has 512 threads, and bounds of so many would refuse launches of more that other branches may have.
static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[512];
    float sum = 0;

    for (int k = 0; k < n; k += 512) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 512; i++)
            sum += tile[i] * (float)threadIdx.x;
        __syncthreads();
    }
    y[blockIdx.x * 512 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<n / 512, 512>>>(x, y, n);
}
