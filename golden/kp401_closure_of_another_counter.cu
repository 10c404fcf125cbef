// kpipe: --variant ldg
// In the body k is the loop's own; the closure means the function's.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k = 3;
    auto at = [&](int j) { return tile[j] * k; };
    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += at(j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
