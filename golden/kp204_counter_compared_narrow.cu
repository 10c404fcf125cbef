// A large counter is a small number when it is compared: the comparison says nothing of how far it goes.
__global__ void negative(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (unsigned i = blockIdx.x; (int)i < n / 128; i += gridDim.x) {
        xs[t] = x[i * 128 + t];
        __syncthreads();
        y[i * 128 + t] = 0.5f * xs[127 - t];
        __syncthreads();
    }
}

__global__ void cut_off(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int i = blockIdx.x; (short)i < n / 128; i += gridDim.x) {
        xs[t] = x[i * 128 + t];
        __syncthreads();
        y[i * 128 + t] = 0.5f * xs[127 - t];
        __syncthreads();
    }
}

__global__ void cut_off_unsigned(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (unsigned i = blockIdx.x; (unsigned short)i < (unsigned)n / 128; i += gridDim.x) {
        xs[t] = x[i * 128 + t];
        __syncthreads();
        y[i * 128 + t] = 0.5f * xs[127 - t];
        __syncthreads();
    }
}

__global__ void from_64(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (long long i = blockIdx.x; (int)i < n / 128; i += gridDim.x) {
        xs[t] = x[i * 128 + t];
        __syncthreads();
        y[i * 128 + t] = 0.5f * xs[127 - t];
        __syncthreads();
    }
}

void run(const float *x, float *y, int n)
{
    negative<<<4, 128>>>(x, y, n);
    cut_off<<<4, 128>>>(x, y, n);
    cut_off_unsigned<<<4, 128>>>(x, y, n);
    from_64<<<4, 128>>>(x, y, n);
}
