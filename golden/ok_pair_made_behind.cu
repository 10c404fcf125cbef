// kpipe: -- -std=c++20
// A pair of the library's, whose constructors are not followed, behind the loop.
#include <utility>
__global__ void of_values(const float *__restrict__ x, float *y, std::pair<int, float> *z, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    z[t] = std::pair<int, float>(n, sum);
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_a_list(const float *__restrict__ x, float *y, std::pair<int, float> *z, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    z[t] = {n, sum};
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_a_row(const float *__restrict__ x, std::pair<int, float> *z, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float least[4] = {1e30f, 1e30f, 1e30f, 1e30f};
    int at[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            if (xs[i] * t < least[i % 4]) {
                least[i % 4] = xs[i] * t;
                at[i % 4] = k + i;
            }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        z[4 * t + i] = {at[i], least[i]};
}
