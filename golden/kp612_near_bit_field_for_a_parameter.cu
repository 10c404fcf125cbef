// kpipe: --stages 2
// A bit-field is an int in arithmetic, and a parameter that has its value is unsigned.
struct packed {
    unsigned step : 3;
};
struct row {
    float *data;

    __device__ float &at(unsigned r, int c) const { return data[(r - 5) / 268435456 + c]; }
};
__device__ float at(const float *p, unsigned i) { return p[(i - 5) / 268435456]; }

__global__ void __launch_bounds__(64) by_helper(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    packed p = {3};
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        tile[t] = at(A + k + t, p.step);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(64) by_closure(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    packed p = {3};
    auto get = [&](unsigned i, int k) { return A[(i - 5) / 268435456 + k + t]; };
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        tile[t] = get(k > 64 ? p.step : p.step, k);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(64) by_view(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    packed p = {3};
    row to = {tile};
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        to.at(p.step, t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j + 15] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
