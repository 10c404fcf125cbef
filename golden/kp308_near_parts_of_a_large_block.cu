// Parts of dynamic memory whose sizes are not known beside a block of 256 threads: they are taken for as large, and a test says it.
__global__ void weigh(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ out, int n,
                      int rows)
{
    extern __shared__ float mem[];
    float *xs = mem;
    float *ys = xs + n;
    float *sums = ys + n;

    for (int i = 0; i < rows; i++) {
        xs[threadIdx.x] = x[i * n + threadIdx.x];
        ys[threadIdx.x] = xs[threadIdx.x] * w[i * n + threadIdx.x];
        __syncthreads();
        sums[threadIdx.x] = ys[threadIdx.x];
        __syncthreads();
        for (int s = blockDim.x / 2; s > 0; s >>= 1) {
            if (threadIdx.x < s)
                sums[threadIdx.x] += sums[threadIdx.x + s];
            __syncthreads();
        }
        out[i * n + threadIdx.x] = ys[threadIdx.x] - xs[threadIdx.x] * sums[0];
        __syncthreads();
    }
}

void launch(const float *x, const float *w, float *out, int n, int rows)
{
    const int threads = 256;

    weigh<<<1, threads, 3 * n * sizeof(float)>>>(x, w, out, n, rows);
}
