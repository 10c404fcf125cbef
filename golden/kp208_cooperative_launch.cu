// Nothing in the kernel waits, but the launch fails where not all blocks fit.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    void *arguments[] = {&x, &y, &n};
    cudaLaunchCooperativeKernel((void *)sums, dim3(216), dim3(128), arguments, 0, 0);
}
