// The index of the place is in memory that the helper writes: `frag[*which]` is one element only at the call.
__device__ void load_one(float &v, const float *src, int *which)
{
    *which = 1;
    v = src[threadIdx.x];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int *w, int n)
{
    __shared__ float As[128];
    __shared__ int last[128];
    const int t = threadIdx.x;
    int *which = last + t;
    float sum = 0.0f, frag[2] = {};

    *which = 0;
    for (int k = 0; k < n; k += 128) {
        load_one(frag[*which], A + k, which);
        As[t] = frag[0];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 128] * (t + j);
        *which = 0;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
