// kpipe: --stages 2
// The size is known at run time only: the launch chooses, as an expression, in its redundant brackets.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
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

void run(const float *x, float *y, int n, int bytes)
{
    (sums<<<8, 128, bytes>>>(x, y, n));
    if (n > 128)
        ((sums<<<8, 128, bytes>>>(x, y, n - 128)));
}
