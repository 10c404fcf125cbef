/* The kernel calls the function once: its parameters have one value as long as the tile lives, and
 * what the guards leave out, no iteration writes. */
__device__ static float rows(const float *__restrict__ x, const float *__restrict__ y, int n, int width, bool turned)
{
    __shared__ float xs[256], ys[256];
    int t = threadIdx.x;
    bool takes_part = t < width;
    float sum = 0.0f;

    for (int k = 0; k < n; k += width) {
        if (turned) {
            if (takes_part)
                xs[t] = x[(k + t) * n + blockIdx.x];
        } else {
            if (t < width)
                xs[t] = x[blockIdx.x * n + k + t];
        }
        if (takes_part)
            ys[t] = y[k + t];
        __syncthreads();
        for (int i = 0; i < width; i++)
            sum += xs[i] * ys[i];
        __syncthreads();
    }
    return sum;
}

__global__ __launch_bounds__(256) void once(float *__restrict__ out, const float *__restrict__ x, const float *__restrict__ y, int n, int width, bool turned)
{
    float sum = rows(x, y, n, width, turned);

    if (threadIdx.x < width)
        out[blockIdx.x * 256 + threadIdx.x] = sum;
}
