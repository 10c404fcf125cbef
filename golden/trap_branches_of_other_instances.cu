// kpipe: --stages 2
// One symbol, two numbers: the branches write another row each.
template <int N> struct row_of {
    static constexpr int value = N;
};

__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        if (k + t < n)
            xs[row_of<0>::value][t] = x[k + t];
        else
            xs[row_of<1>::value][t] = 0.0f;
        __syncthreads();
        sum += xs[0][63 - t] * xs[1][63 - t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void one_row(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        if (k + t < n)
            xs[row_of<1>::value][t] = x[k + t];
        else
            xs[row_of<1>::value][t] = 0.0f;
        __syncthreads();
        sum += xs[1][63 - t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

void run(float *x, float *y, int n)
{
    rows<<<8, 64>>>(x, y, n);
    one_row<<<8, 64>>>(x, y, n);
}
