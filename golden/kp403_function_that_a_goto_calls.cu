// kpipe: --stages 2
/* The next call of the function, behind the goto, has another width: what it leaves out, an earlier call has filled. */
__device__ static float rows(const float *__restrict__ x, const float *__restrict__ y, int n, int width)
{
    __shared__ float xs[256], ys[256];
    int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        if (t < width)
            xs[t] = x[blockIdx.x * n + k + t];
        ys[t] = y[k + t];
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += xs[i] * ys[i];
        __syncthreads();
    }
    return sum;
}

__global__ __launch_bounds__(256) void again(float *__restrict__ out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    float sum = 0.0f;

    int width = 256;

again:
    sum += rows(x, y, n, width);
    width -= 16;
    if (width > 16)
        goto again;
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
