// A closure that fills one element, called in a loop: its inlined body gets copies of 16 bytes.
#define T 64
__global__ void __launch_bounds__(128) f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float sum = 0;
    auto load = [&](int e, int at) { xs[e] = x[at + e]; };
    for (int k = 0; k < n; k += T) {
        for (int i = threadIdx.x; i < T; i += 128)
            load(i, k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

// .. called by another one.
__global__ void __launch_bounds__(128) g(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float sum = 0;
    auto one = [&](int i, int at) { xs[i] = x[at + i]; };
    auto load = [&](int first) {
        for (int i = threadIdx.x; i < T; i += blockDim.x)
            one(i, first);
    };
    for (int k = 0; k < n; k += T) {
        load(k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
