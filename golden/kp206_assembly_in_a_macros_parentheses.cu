// What a macro with arguments makes of the assembly's parentheses is what counts, not the text in them.
#define STORED(text) ("st.global.u32 [%0], %1;" : : "l"(p), "r"(k))

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
        asm volatile STORED("");
        __syncthreads();
    }
    y[t] = sum;
}
