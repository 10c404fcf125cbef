// kpipe: --variant cp-async --stages 3 --shape ring
// What the load remembers of the condition is a bool, for the same number.
__global__ void halves(const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int i = 256;

    do {
        tile[t] = x[i * 128 + t];
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += tile[k] * tile[k ^ t];
        __syncthreads();
        i >>= 1;
    } while (i);
    out[t] = sum;
}
