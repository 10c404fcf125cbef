// Behind the inner loop there need not be a barrier: it may make no trip, or reads behind its own.
__global__ void __launch_bounds__(128)
    may_make_none(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = 0; i < 8; ++i)
            xs[i * 128 + t] = x[k + i * 128 + t];
        __syncthreads();
        for (int j = 0; j < n / 1024; ++j) {
            for (int i = 0; i < 4; ++i)
                sum += xs[j * 512 + i * 128 + (t ^ 37)];
            __syncthreads();
        }
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(128)
    makes_none_again(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = 0; i < 8; ++i)
            xs[i * 128 + t] = x[k + i * 128 + t];
        __syncthreads();
        for (static int j = 0; j < 2; ++j) {
            for (int i = 0; i < 4; ++i)
                sum += xs[j * 512 + i * 128 + (t ^ 37)];
            __syncthreads();
        }
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(128)
    reads_behind(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = 0; i < 8; ++i)
            xs[i * 128 + t] = x[k + i * 128 + t];
        __syncthreads();
        for (int j = 0; j < 2; ++j) {
            for (int i = 0; i < 4; ++i)
                sum += xs[j * 512 + i * 128 + (t ^ 37)];
            __syncthreads();
            sum += xs[t ^ 1];
        }
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(128)
    asks_the_tile(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = 0; i < 8; ++i)
            xs[i * 128 + t] = x[k + i * 128 + t];
        __syncthreads();
        for (int j = 0; j < 2 && xs[t ^ 1] < 3.0f; ++j) {
            for (int i = 0; i < 4; ++i)
                sum += xs[j * 512 + i * 128 + (t ^ 37)];
            __syncthreads();
        }
    }
    y[t] = sum;
}
