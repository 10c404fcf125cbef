// kpipe: --variant cp-async --stages 3 --shape ring
// The first value of the counter is a number, and that it is not zero says nothing of how often the loop runs.
__global__ void halves(const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 256; i; i >>= 1) {
        tile[t] = x[i * 128 + t];
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += tile[k] * tile[k ^ t];
        __syncthreads();
    }
    out[t] = sum;
}
