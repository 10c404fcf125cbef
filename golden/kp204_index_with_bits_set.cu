// Setting bits is no bound.
__global__ void gather(const float *x, float *y, const int *__restrict__ at, int n)
{
    __shared__ float xs[32];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 32) {
        xs[t] = x[k + (at[k + t] | 31)];
        __syncthreads();
        y[k + t] = xs[31 - t];
        __syncthreads();
    }
}
