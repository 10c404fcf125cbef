// The kernel says its bounds itself, by a number that each instance has for itself.
template <int THREADS>
__global__ void __launch_bounds__(THREADS) gemv(const float *__restrict__ A, const float *__restrict__ x,
                                                float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += THREADS) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < THREADS; ++j)
            sum += A[(k + j) * n + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}

void launch(const float *A, const float *x, float *y, int n)
{
    gemv<128><<<1, 128, 128 * sizeof(float)>>>(A, x, y, n);
}
