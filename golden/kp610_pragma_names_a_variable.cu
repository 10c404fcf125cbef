// A pragma of the compute phase names a variable that the load phase alone would keep.
__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        const int at = threadIdx.x * 2;
        tile[at] = x[k + at];
        tile[at + 1] = x[k + at + 1];
        __syncthreads();
#pragma unroll (sizeof(at))
        for (int j = 0; j < 256; ++j)
            acc += tile[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
