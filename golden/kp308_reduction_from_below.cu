// kpipe: --variant single
// The distance may begin below 0, where halving makes it larger.
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
        for (int s = n - 4; s != 0; s /= 2) {
            if (threadIdx.x < s)
                sums[threadIdx.x] += sums[threadIdx.x + s];
            __syncthreads();
        }
        out[i * n + threadIdx.x] = ys[threadIdx.x] - xs[threadIdx.x] * sums[0];
        __syncthreads();
    }
}
