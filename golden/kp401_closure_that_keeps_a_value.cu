// kpipe: --variant ldg
// The closure keeps what `step` was in front of the loop.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int step = 3;
    auto at = [=](int j) { return tile[j] * step; };
    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        step++;
        for (int j = 0; j < 256; j++)
            sum += at(j) + step;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
