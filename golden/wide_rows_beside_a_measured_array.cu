// What is measured in the argument is another array.
template <int N> struct number {
    static constexpr int value = N;
};

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[4][17];
    float own[3] = {1.0f, 2.0f, 3.0f};
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        xs[t / 16][t % 16] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j / 16][j % 16] * (number<sizeof(own)>::value + j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum + own[n % 3];
}
