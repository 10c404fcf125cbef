// The same member of one instance.
template <int N> struct number {
    static constexpr int value = N;
};

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
            tile[t + number<1>::value] = x[k + t];
        else
            tile[t + number<1>::value] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
