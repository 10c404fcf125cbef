// Near kp602_device_and_launch: the condition asks for the architecture in the body of the kernel alone.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        xs[t] = x[k + t];
#else
        if (t < 256)
            xs[t] = 2.0f * x[k + t];
#endif
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * (t ^ j);
        __syncthreads();
    }
    y[t] = sum;
}

void launch(const float *x, float *y, int n) { gemv<<<4, 256>>>(x, y, n); }
