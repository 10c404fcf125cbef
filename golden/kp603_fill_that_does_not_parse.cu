// The parser left the fill out of the loop: that there is nothing to pipeline nobody knows.
__global__ void product(const accessor<float> x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    out[t] = sum;
}
