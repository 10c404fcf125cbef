// kpipe: --variant ldg
// A register per trip.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ float two[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        for (int k = 0; k < 2; ++k) {
            float v = 0.0f;
            if (i + t < n - k)
                v = x[i + t + k];
            two[k][t] = v;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += two[0][j] * (t - two[1][j]);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
