// n may be close to INT_MAX: k + 128 must not be computed before k < n has said yes.
__global__ void huge(const signed char *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n - 127; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] ^ t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
