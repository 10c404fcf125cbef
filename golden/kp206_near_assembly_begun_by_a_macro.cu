// Assembly that a macro begins, and that only computes.
#define ASM asm volatile
__device__ void nothing() {}

__device__ int shift[128];

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int *p = shift + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t + (*p & 1)];
        __syncthreads();
        sum += xs[127 - t];
        ASM("add.f32 %0, %0, 1.0;" : "+f"(sum));
        __syncthreads();
    }
    y[t] = sum;
}
