// A closure moves the counter on by a number that is no multiple, or returns another one.
__global__ void __launch_bounds__(128) by_three(const float *__restrict__ x,
                                                const int *__restrict__ empty,
                                                float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    float sum = 0;
    auto next = [&](int k) {
        while (k < n && empty[k])
            k += 3;
        return k;
    };
    for (int k = next(0); k < n; k += 128, k = next(k)) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(128) another(const float *__restrict__ x,
                                               const int *__restrict__ empty,
                                               float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    float sum = 0;
    auto next = [&](int k) {
        if (k < n && empty[k])
            return k + 1;
        return k;
    };
    for (int k = next(0); k < n; k += 128, k = next(k)) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(128) by_reference(const float *__restrict__ x,
                                                    const int *__restrict__ empty,
                                                    float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    float sum = 0;
    auto move = [](int &k) { k++; };
    auto next = [&](int k) {
        if (k < n && empty[k])
            move(k);
        return k;
    };
    for (int k = next(0); k < n; k += 128, k = next(k)) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
