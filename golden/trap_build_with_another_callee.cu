// kpipe: --stages 2
// In another build the function that compute calls writes the tile.
#ifdef IN_PLACE
__device__ float take(float *xs, int j)
{
    const float v = xs[j];
    xs[j] = 0.0f;
    return v;
}
#else
__device__ float take(const float *xs, int j)
{
    return xs[j];
}
#endif

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += take(xs, t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
