// A K-loop in the compute phase of another one.
__global__ void pairs(const float *__restrict__ x, const float *__restrict__ w,
                      float *__restrict__ y, int n)
{
    __shared__ float outer[128];
    __shared__ float inner[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        outer[t] = x[i + t];
        __syncthreads();
        for (int k = 0; k < n; k += 128) {
            inner[t] = w[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += outer[(j + t) % 128] * inner[j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
