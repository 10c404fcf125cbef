// Parts of a constexpr array or object of the function are no constants inside of a closure.
struct Config {
    int size;
    bool even;
};

__global__ void of_object(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x;
    float acc = 0;
    constexpr Config c{4, true};
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        if constexpr (c.even)
            acc += xs[t ^ 1];
        __syncthreads();
    }
    y[t] = acc;
}

__global__ void of_array(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x, q;
    float acc = 0;
    constexpr int steps[2] = {16, 4};
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        asm("mov.s32 %0, %1;" : "=r"(q) : "n"(steps[1]));
        acc += xs[t ^ q];
        __syncthreads();
    }
    y[t] = acc;
}

// Numbers, statics and what is in the body are; and nothing asks for one in a register.
template <int M>
__global__ void near(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x, q;
    float acc = 0;
    constexpr auto half = M / 2;
    constexpr int steps[2] = {16, 4};
    for (int k = 0; k < n; k += 128) {
        constexpr int inner[2] = {M, 1};
        xs[t] = x[k + t];
        __syncthreads();
        if constexpr (half > 4)
            acc += xs[t ^ 1];
        if constexpr (inner[1] > 0)
            acc += xs[t ^ 2];
        asm("mov.s32 %0, %1;" : "=r"(q) : "r"(steps[1]));
        acc += xs[t ^ q];
        __syncthreads();
    }
    y[t] = acc;
}
template __global__ void near<16>(const float *__restrict__, float *__restrict__, int);
