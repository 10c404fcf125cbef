// kpipe: --min-blocks 4 --variant cp-async
// Blocks per SM: a second operand is added, or a number there replaced.
constexpr int THREADS = 256;
constexpr int threads(int x, int y) { return x * y; }

__global__ void __launch_bounds__(THREADS) one_operand(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ __launch_bounds__(threads(16, 16), 2 /* as measured */) void two_operands(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
