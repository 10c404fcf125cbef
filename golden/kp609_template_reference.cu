// The template parameter is a reference: the bound is the thread's own number behind the call.
template <typename T> __device__ void bounded(T n)
{
    n = n + threadIdx.x % 2 * 128;
}

__global__ __launch_bounds__(128) void gemv(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    bounded<int &>(n);
    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
