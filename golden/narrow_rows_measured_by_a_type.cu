// kpipe: --copies-only
// A type that is asked of the rows, where they become longer and nothing is pipelined.
#include <type_traits>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[4][17];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        xs[t / 16][t % 16] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j / 16][j % 16] * (t + j);
        __syncthreads();
    }
    using row = std::remove_reference<decltype(xs[0])>::type;
    y[blockIdx.x * 64 + t] = sum + sizeof(row);
}
