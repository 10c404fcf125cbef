// kpipe: --stages 2
// Copies of variables that keep their values are as good as these.

__global__ void fills(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [=](int k) { As[t] = A[k + t]; };
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void named(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [A, t](int k) { As[t] = A[k + t]; };
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}
