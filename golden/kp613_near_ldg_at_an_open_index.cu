// The index has a type that the template leaves open; what __ldg reads has the array's.
template <typename I>
__global__ void __launch_bounds__(128) gemv(const float *__restrict__ x, int *__restrict__ y, I n)
{
    __shared__ short xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (I k = 0; k < n; k += 128) {
        xs[t] = __ldg(&x[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void run(const float *x, int *y, int n)
{
    gemv<<<2, 128>>>(x, y, n);
    gemv<<<2, 128>>>(x, y, (unsigned)n);
}
