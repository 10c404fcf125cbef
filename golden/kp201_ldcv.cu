// __ldcv() is the volatile load by another name.
__global__ void poll(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = __ldcv(&x[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += (j ^ t) * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
