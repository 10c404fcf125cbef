// A barrier in the constructor is one more in the loop.
struct load {
    __device__ load(float &v, const float *p)
    {
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
        __syncthreads();
    }
};
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v = 0.0f;
        load(v, x + k + t);
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
