// What the closures name is something else where they are called, or is what it was.
#define T 64
__global__ void __launch_bounds__(T) of_another(const float *__restrict__ x, float *__restrict__ z,
                                                int n)
{
    __shared__ float xs[T];
    float sum = 0;
    int k = 3;
    auto load = [&](int i) { xs[threadIdx.x] = x[i * T + k + threadIdx.x]; };
    for (int k = 0; k < n; ++k) {
        load(k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j];
        __syncthreads();
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(T) of_a_copy(const float *__restrict__ x, float *__restrict__ z,
                                               int n)
{
    __shared__ float xs[T];
    float sum = 0;
    int k = 3;
    auto load = [=](int i) { xs[threadIdx.x] = x[i * T + k + threadIdx.x]; };
    k = 4;
    for (int i = 0; i < n; ++i) {
        load(i);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * k;
        __syncthreads();
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(T) of_two(const float *__restrict__ x, float *__restrict__ z,
                                            int n)
{
    __shared__ float xs[T];
    float sum = 0;
    auto load = [&](int i) {
        if (i % 2)
            return;
        xs[threadIdx.x] = x[i * T + threadIdx.x];
    };
    for (int i = 0; i < n; ++i) {
        load(i);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j];
        __syncthreads();
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}
