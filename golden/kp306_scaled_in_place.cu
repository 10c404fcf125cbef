// Read-modify-write on the fresh element.
__global__ void scaled(const float *__restrict__ x, const float *__restrict__ scale,
                       float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        tile[t] *= scale[i / 128];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
