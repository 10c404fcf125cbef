// Inline assembly with a label and a register of its own: it may stand in the text only once.
__device__ __forceinline__ int first_bit(int v)
{
    int r;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.s32 p, %1, 0;\n\t"
        "bfind.u32 %0, %1;\n\t"
        "@p mov.s32 %0, 32;\n\t"
        "}"
        : "=r"(r)
        : "r"(v));
    return r;
}

__global__ void bits(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += first_bit(xs[j] ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
