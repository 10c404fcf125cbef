// The instruction is joined of literals and of other macros.
#define TYPE ".f32"
#define DO(what, to) asm(what TYPE " %0, %0, %1;" : "+f"(to) : "f"(v))
__device__ void add(float &sum, float v)
{
    DO("add", sum);
    DO("mul.rn", sum);
}
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        add(sum, xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
