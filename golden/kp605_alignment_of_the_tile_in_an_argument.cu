// A template's argument has no place in the tree, and a stage is aligned otherwise than the tile.
template <int N> struct number {
    static constexpr int value = N;
};

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(32) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * number<__alignof__(xs)>::value;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
