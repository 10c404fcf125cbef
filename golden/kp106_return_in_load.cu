// The last, ragged tile ends the kernel.
__global__ void stream(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0;; i += 128) {
        if (i + 128 > n) {
            out[blockIdx.x * 128 + t] = sum;
            return;
        }
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
}
