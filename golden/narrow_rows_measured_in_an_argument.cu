// Longer rows for the vectors would be another argument, which has no place in the tree.
template <int N> struct number {
    static constexpr int value = N;
};

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[4][17];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        xs[t / 16][t % 16] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j / 16][j % 16] * (number<sizeof(xs[0])>::value + j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
