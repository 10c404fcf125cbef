// The variable that the pointer means is the kernel's: compute reads what the load phase leaves in it.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f, last = 0.0f;
    float *const p = &last;

    for (int k = 0; k < n; k += 128) {
        for (int i = t; i < 128; i += 64) {
            const float v = x[k + i];
            *p = v;
            xs[i] = v;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * last;
        __syncthreads();
    }
    y[t] = sum;
}
