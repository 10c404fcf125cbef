// Arrays at file scope that stay there: one has a size whose name the kernel hides, another one a
// neighbour that is no tile.
constexpr int N = 64;
__shared__ float sized[N];
__shared__ float tile[64], sums[64];

__global__ void __launch_bounds__(64)
    hides_a_size(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int M = 128;
    constexpr int N = M;
    float sum = N;
    for (int k = 0; k < n; k += 64) {
        sized[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += sized[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
    beside_another(const float *__restrict__ x, float *__restrict__ y, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (j + 1);
        __syncthreads();
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    y[blockIdx.x * 64 + threadIdx.x] = sums[63 - threadIdx.x];
}
