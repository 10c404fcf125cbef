// What the load phase declares is not in sight in compute, where only an argument of a template names it.
template <int N>
struct number {
    static constexpr int value = N;
};

__global__ void lost(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const double v = x[k + t];
        s[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += number<sizeof(v)>::value;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
