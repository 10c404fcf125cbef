// A register that the rules do not know, behind one %: it counts as behind two.
__global__ void rotate(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        unsigned bits;

        tile[t] = x[i + t];
        __syncthreads();
        asm("mov.u32 %0, %envreg3;" : "=r"(bits));
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * bits;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
