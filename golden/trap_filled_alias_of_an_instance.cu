// Aliases of two instances, in whose names no argument stands.
template <int N> struct number {
    static constexpr int value = N;
};

using first = number<1>;
using second = number<2>;

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[132];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[t] = t + 1;
    if (t < 4)
        tile[t + 128] = t;
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        if (k & 128)
            tile[t + first::value] = x[k + t];
        else
            tile[t + second::value] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
