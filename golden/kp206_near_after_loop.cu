// In place as well, but the store stands behind the loop.
__global__ void normalise(float *x, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float *row = x + blockIdx.x * n;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = row[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[j];
        __syncthreads();
    }
    for (int i = t; i < n; i += 128)
        row[i] *= rsqrtf(sum);
}
