// The header's condition says how far the loop may go; how far x may be read, the break may say. A
// tile that is fetched before the break is reached may lie behind the end of x.
__global__ void first_match(const float *__restrict__ x, const float *__restrict__ limit,
                            float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const float top = limit[blockIdx.x];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        float part = 0.0f;
        for (int j = 0; j < 128; ++j)
            part += tile[j];
        sum += part;
        __syncthreads();
        if (sum > top)
            break;
    }
    out[blockIdx.x * 128 + t] = sum;
}
