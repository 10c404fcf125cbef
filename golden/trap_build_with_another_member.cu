// In another build the member that is copied is volatile.
struct point {
#ifdef SHARED_WITH_HOST
    volatile
#endif
    float v;
};

__global__ void gemv(const point *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t].v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
