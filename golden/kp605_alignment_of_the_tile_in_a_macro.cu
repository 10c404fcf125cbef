// The same, where what has no place in the tree is what a macro says.
template <int N> struct number {
    static constexpr int value = N;
};

#define AT number<__alignof__(xs)>::value

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(32) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * AT;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
