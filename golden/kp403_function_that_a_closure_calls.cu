// kpipe: --stages 2
/* A closure calls the function twice, with other widths. */
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

    auto call = [&](int width) { sum += rows(x, y, n, width); };
    call(256); __syncthreads(); call(100);
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
