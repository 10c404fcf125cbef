// kpipe: --variant ldg
// The statements of the branch need braces of their own.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ float other[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        for (int k = 0; k < 2; ++k)
            if (i + t < n) {
                tile[t] = x[i + t];
                other[k][t] = x[i + t + 1];
            } else {
                tile[t] = 0.0f;
                other[k][t] = 0.0f;
            }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * other[1][t] - other[0][j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
