// kpipe: --stages 2
// Closures whose calls all give the same types.

__global__ void fills(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [&](auto k) { As[t] = A[k + t]; };
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto add = [&](auto j, const auto &x) { sum += x * (t - j); };
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            add(j, As[j]);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void gives(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto value = [&](const auto &at, int by) { return A[at + by]; };
    for (int k = 0; k < n; k += 256) {
        As[t] = value(k, t);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}
