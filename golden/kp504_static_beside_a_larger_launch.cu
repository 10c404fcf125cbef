// kpipe: --stages 4
// The first loop's launch asks for 72 KB: with four buffers of the second loop it needs more than a block can have.
static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    __shared__ float part[1792];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 4608) {
        for (int i = t; i < 4608; i += 64)
            tile[i] = x[k + i];
        __syncthreads();
        for (int i = 0; i < 4608; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    for (int k = 0; k < n; k += 1792) {
        for (int i = t; i < 1792; i += 64)
            part[i] = x[k + i];
        __syncthreads();
        for (int i = 0; i < 1792; i++)
            sum += part[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 64, 18432>>>(x, y, n);
}
