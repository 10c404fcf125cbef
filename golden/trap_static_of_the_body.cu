// One object, but the load phase and compute are two lambdas.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        static const int shift[2] = {0, 64};
        tile[t] = x[i + t + shift[i / 128 % 2]];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
