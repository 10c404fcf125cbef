// From the using-declaration on, `pair` is another type: staging registers of that name would lose a half.
struct pair {
    short a, b;
};

namespace narrow
{
struct pair {
    short a;
};
}

__global__ void gemv(const pair *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ pair xs[128];
    using narrow::pair;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j].b * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
