// kpipe: --stages 2
// Launches say the name by a macro, and its one mention of its own is its address: a launch by it keeps its size.
#define SUMS sums

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    void *all[] = {&x, &y, &n};

    SUMS<<<8, 128, 512>>>(x, y, n);
    SUMS<<<4, 128, 512>>>(x, y, n);
    cudaLaunchKernel((const void *)sums, 8, 128, all, 512, 0);
}
