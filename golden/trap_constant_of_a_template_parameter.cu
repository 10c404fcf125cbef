// A constant that has no value yet: what loads and what computes both name it.


template <int N>
__global__ void __launch_bounds__(128)
    gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        constexpr int SKIP = N + 1;
        xs[threadIdx.x] = x[k + SKIP + threadIdx.x];
        sum *= SKIP;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
