// What a mask leaves, and what a narrow type holds, is bounded whatever was read.
__global__ void gather(const float *x, float *y, const int *__restrict__ at,
                       const unsigned char *__restrict__ near, int n)
{
    __shared__ float xs[32];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 32) {
        xs[t] = x[k + (at[k + t] & 31)];
        __syncthreads();
        y[k + near[k + t]] = xs[31 - t];
        __syncthreads();
    }
}
