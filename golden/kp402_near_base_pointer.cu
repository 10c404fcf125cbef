// kpipe: --stages 2
// The tiles' pointers are made from a pointer that nothing is stored or read through.
static __global__ __launch_bounds__(256) void dot(const float *__restrict__ x,
                                                  const float *__restrict__ w, float *y, int n)
{
    extern __shared__ unsigned char smem[];
    float *const base = reinterpret_cast<float *>(smem);
    float *xs = base;
    float *rest = base + 256, *ws = rest;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        xs[t] = x[k + t];
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * ws[255 - j];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, const float *w, float *y, int n, int blocks)
{
    dot<<<blocks, 256, 2 * 256 * sizeof(float)>>>(x, w, y, n);
}

__global__ __launch_bounds__(256) void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float smem[2 * 256];
    float *base = smem, *tile = base + 256;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
