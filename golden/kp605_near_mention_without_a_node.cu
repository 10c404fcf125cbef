// Such a name may stand beside one that the tree shows, or name what the loop does not change.
template <int N>
struct number {
    static constexpr int value = N;
};

__global__ void beside(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += number<sizeof(k)>::value * k;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void unchanged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float scale = y[t];

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += number<sizeof(scale)>::value;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
