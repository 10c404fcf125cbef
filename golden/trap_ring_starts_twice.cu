// kpipe: --shape ring
// The cursor's copy and the loop's own variable would each take a number.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int used = 0;

    for (int i = used++; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + used;
}
