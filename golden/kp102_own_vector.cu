// Two elements are read where the thread has stored one of them.
__global__ void pairs(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float mine[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        mine[t] = x[i + t];
        __syncthreads();
        const float2 v = *reinterpret_cast<const float2 *>(&mine[t]);
        sum += v.x - v.y;
    }
    out[blockIdx.x * 128 + t] = sum;
}
