// What the loop leaves is what its last assembly has loaded, by way of a variable of the body.

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = x + t;
    float last = 0.0f;
    for (int k = 0; k < n; k += 128) {
        float v;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
        last = v;
        p += 128;
        xs[t] = last;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + last;
}
