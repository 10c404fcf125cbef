// The reference is bound to a short of its own, which is made of the count in front of the barrier: the barrier stays.
__global__ void counted(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ int count;
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t == 0)
        count = 1;
    __syncthreads();
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        const short &v = count;
        __syncthreads();
        if (t == 0)
            count = v + 1;
        for (int k = 0; k < 128; k++)
            sum += tile[k] * v;
        __syncthreads();
    }
    out[t] = sum;
}
