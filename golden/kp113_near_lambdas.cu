// Loops in lambdas that are no K-loops: of a reduction, of the host's. The function's own loop is pipelined.
__global__ void tiles(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128], part[128];
    const int t = threadIdx.x;
    float sum = 0;
    auto reduce = [&] {
        part[t] = sum;
        for (int s = 64; s > 0; s /= 2) {
            __syncthreads();
            if (t < s)
                part[t] += part[t + s];
            __syncthreads();
        }
    };
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    reduce();
    if (t == 0)
        y[blockIdx.x] = part[0];
}
void launch(const float *x, float *y, int n)
{
    auto times = [=](int count) {
        for (int i = 0; i < count; ++i) {
            tiles<<<8, 128>>>(x, y, n);
            cudaDeviceSynchronize();
        }
    };
    times(3);
}
