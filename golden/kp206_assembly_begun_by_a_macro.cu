// What stands behind the definition of a macro is no part of the assembly that the macro begins.
#define ASM asm volatile
__device__ void nothing() {}

__device__ int shift[128];

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int *p = shift + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t + (shift[t] & 1)];
        __syncthreads();
        sum += xs[127 - t];
        ASM("st.global.u32 [%0], %1;" : : "l"(p), "r"(k));
        __syncthreads();
    }
    y[t] = sum;
}
