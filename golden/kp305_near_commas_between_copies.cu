// Two copies and a sum, with commas between the halves of statements.
__global__ void pairs(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0.0f, norm = 0.0f;

    for (int i = 0; i < n; i += 256) {
        tile[t] = x[i + t], tile[t + 128] = x[i + t + 128], norm = norm * 0.5f + i;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j] * (t - j), norm += sum;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum * norm;
}
