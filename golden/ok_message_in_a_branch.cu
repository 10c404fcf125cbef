// A branch that only prints, between statements of compute.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        {
            float w = xs[127 - t];
#if __CUDA_ARCH__ >= 750
            asm volatile("add.f32 %0, %0, %0;" : "+f"(w));
#else
#pragma message("not for this machine")
#endif
            sum += w;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
