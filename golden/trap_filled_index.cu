// kpipe: --variant ldg
// What is read is an index of another read, which is needed at once.
__global__ void f(const float *__restrict__ x, const int *__restrict__ list, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        int v = 0;
        if (i + t < n)
            v = list[i + t];
        tile[t] = x[v] + v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
