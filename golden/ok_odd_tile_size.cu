// 532 bytes per tile, 16-byte copies: the second stage must not start at byte 532.
__global__ void shifted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[133];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        if (t < 32)
            *(float4 *)&xs[t * 4] = *(const float4 *)&x[k + t * 4];
        else if (t < 37)
            xs[96 + t] = x[k + 96 + t];
        __syncthreads();
        for (int j = 0; j < 5; ++j)
            sum += xs[t + j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
