// -DRESTRICT= makes another program of it, whatever the default says.
#ifndef RESTRICT
#define RESTRICT __restrict__
#endif

__global__ void gemv(const float *RESTRICT x, float *RESTRICT y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        y[k + t] = sum;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
