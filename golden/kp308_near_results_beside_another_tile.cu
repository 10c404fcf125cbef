// One array is no tile, as compute writes it, too; the other one is: it has its stages.
__global__ void beside(const float *__restrict__ x, const float4 *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float a[128];
    __shared__ float4 b[512];
    const int t = threadIdx.x;
    float v = 0.0f;

    for (int i = 0; i < n; i += 128) {
        a[t] = x[i + t];
        for (int j = 0; j < 4; ++j)
            b[t + j * 128] = z[i * 4 + t + j * 128];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            v += a[j] * (b[j].x - b[j * 4 + 3].y);
        __syncthreads();
        a[127 - t] = v;
        __syncthreads();
        y[i + t] = a[t];
        __syncthreads();
    }
}
