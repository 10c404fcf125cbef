// The tile comes from constant memory.
__constant__ float weights[4096];

__global__ void fir(const float *__restrict__ x, float *__restrict__ y, int taps)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    const int i = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < taps; k += 128) {
        ws[t] = weights[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[i + k + j] * ws[j];
        __syncthreads();
    }
    y[i] = sum;
}
