// The fill is one, not zero: no zero-filling copy can do that.
__global__ void product(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float prod = 1.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = i + t < n ? x[i + t] : 1.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            prod *= tile[j] + (j == t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = prod;
}
