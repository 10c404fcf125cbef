// Blocks of 1,024 and of 256 threads: the second instance may have more registers than the first.
template <int THREADS, int COPIES>
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[THREADS];
    float sum[COPIES] = {};

    for (int k = 0; k < n; k += THREADS) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < THREADS; i++)
            for (int c = 0; c < COPIES; c++)
                sum[c] += tile[i] * (float)(threadIdx.x + c);
        __syncthreads();
    }
    for (int c = 0; c < COPIES; c++)
        y[(blockIdx.x * COPIES + c) * THREADS + threadIdx.x] = sum[c];
}

void run(const float *x, float *y, int n)
{
    sums<1024, 2><<<n / 2048, 1024>>>(x, y, n);
    sums<256, 8><<<n / 2048, 256>>>(x, y, n);
}
