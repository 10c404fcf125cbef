// Each thread reads its own element back before the barrier; with the copy made ahead, that read
// belongs to the compute phase, behind the wait.
__global__ void masked(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        sum += tile[t] * 0.5f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
